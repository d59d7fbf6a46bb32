// The results of boards of many sizes.

#ifndef TEEKO_REPORTS_CLAIMS_ATLAS_H_
#define TEEKO_REPORTS_CLAIMS_ATLAS_H_

#include "teeko/reports/claims/findings.pb.h"
#include "teeko/reports/results.pb.h"

namespace teeko::reports {

// Of rules called GAME_BOARD, "advanced_4x5" say; others are left out.
findings::Atlas AtlasOf(const Results& results);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_ATLAS_H_
