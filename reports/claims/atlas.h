// The atlas: results of the same games on boards of many sizes.

#ifndef TEEKO_REPORTS_CLAIMS_ATLAS_H_
#define TEEKO_REPORTS_CLAIMS_ATLAS_H_

#include "teeko/reports/claims/findings.pb.h"
#include "teeko/reports/results.pb.h"

namespace teeko::reports {

// Returns the atlas of the rules whose names have the form GAME_BOARD, for
// example "advanced_4x5".  Leaves out all other rules.
findings::Atlas AtlasOf(const Results& results);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_ATLAS_H_
