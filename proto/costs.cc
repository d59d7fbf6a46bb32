#include "proto/costs.h"

#include <algorithm>
#include <cmath>

namespace teeko {

double PowerLaw::At(double x) const { return factor * std::pow(x, exponent); }

std::vector<CostPoint> MeasuredCosts(const Costs& costs,
                                     absl::string_view stage,
                                     const std::vector<std::string>& phases) {
  std::vector<CostPoint> points;
  for (const Cost& cost : costs.costs()) {
    if (cost.stage() != stage || cost.ranks() != 1) continue;
    double all = 0, chosen = 0;
    for (const StageReport::Phase& phase : cost.measured().phases()) {
      all += phase.seconds();
      if (phases.empty() || std::ranges::count(phases, phase.name()) > 0) {
        chosen += phase.seconds();
      }
    }
    if (chosen == 0) continue;
    points.push_back({double(TablePositions(cost.measured())),
                      cost.measured().cpu_seconds() * chosen / all});
  }
  return points;
}

PowerLaw FitCosts(const std::vector<CostPoint>& points) {
  if (points.empty()) return {};
  // A straight line through the logarithms, of this mean and this slope.
  const double n = points.size();
  double x_mean = 0, y_mean = 0;
  for (const auto& [positions, seconds] : points) {
    x_mean += std::log(positions) / n;
    y_mean += std::log(seconds) / n;
  }
  double xx = 0, xy = 0;
  for (const auto& [positions, seconds] : points) {
    const double x = std::log(positions) - x_mean;
    xx += x * x;
    xy += x * (std::log(seconds) - y_mean);
  }
  const double exponent = xx > 0 ? xy / xx : 1;
  return {std::exp(y_mean - exponent * x_mean), exponent};
}

double SentBytesPerPosition(const Costs& costs, absl::string_view stage) {
  double bytes = 0, positions = 0;
  for (const Cost& cost : costs.costs()) {
    if (cost.stage() != stage || cost.ranks() < 2) continue;
    bytes += cost.measured().sent_bytes();
    positions += double(TablePositions(cost.measured())) * (cost.ranks() - 1) /
                 cost.ranks();
  }
  return positions > 0 ? bytes / positions : 0;
}

uint64_t TablePositions(const StageReport& report) {
  uint64_t most = 0;
  for (const StageReport::Phase& phase : report.phases()) {
    most = std::max<uint64_t>(most, phase.positions());
  }
  return most;
}

}  // namespace teeko
