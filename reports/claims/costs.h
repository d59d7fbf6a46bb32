// What solving costs, as a picture and in numbers.

#ifndef TEEKO_REPORTS_CLAIMS_COSTS_H_
#define TEEKO_REPORTS_CLAIMS_COSTS_H_

#include "proto/costs.pb.h"
#include "reports/claims/findings.pb.h"

namespace teeko::reports {

// The CPU time of each stage in one process against the positions of the table,
// both axes logarithmic, with the law that fits it (proto/costs.h).
findings::CostPlot PlotOf(const Costs& costs);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_COSTS_H_
