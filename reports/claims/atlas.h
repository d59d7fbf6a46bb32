// What comes of boards of many sizes, and what solving costs.

#ifndef TEEKO_REPORTS_CLAIMS_ATLAS_H_
#define TEEKO_REPORTS_CLAIMS_ATLAS_H_

#include "teeko/proto/costs.pb.h"
#include "teeko/proto/results.pb.h"
#include "teeko/reports/claims/findings.pb.h"

namespace teeko::reports {

// Of rules called GAME_BOARD, "advanced_4x5" say; others are left out.
findings::Atlas AtlasOf(const Results& results);

// The CPU time of each stage in one process against the positions of the table,
// both axes logarithmic, with the law that fits it (proto/costs.h).
findings::CostPlot PlotOf(const Costs& costs);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_ATLAS_H_
