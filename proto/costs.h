// What solving will cost, by what it has cost.

#ifndef TEEKO_PROTO_COSTS_H_
#define TEEKO_PROTO_COSTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "teeko/proto/costs.pb.h"

namespace teeko {

// y = factor · x^exponent.
struct PowerLaw {
  double factor = 0;
  double exponent = 1;

  double At(double x) const;
};

struct CostPoint {
  double positions;  // in the table
  double cpu_seconds;
};

// What one process took in all phases of a stage, or in those with these names:
// of the CPU time of the stage each phase has the part that it has of the time
// on the clock.
std::vector<CostPoint> MeasuredCosts(
    const Costs& costs, absl::string_view stage,
    const std::vector<std::string>& phases = {});

// The law with the least squares of differences of logarithms.  Of one point
// only: in proportion to it; of none: nothing.
PowerLaw FitCosts(const std::vector<CostPoint>& points);

// Bytes that N ranks send for each position are this times (N − 1) / N: the
// mean of what several ranks have sent.
double SentBytesPerPosition(const Costs& costs, absl::string_view stage);

// In the table of which `report` tells: the phase that goes through most of
// them writes, or reads, it whole.
uint64_t TablePositions(const StageReport& report);

}  // namespace teeko

#endif  // TEEKO_PROTO_COSTS_H_
