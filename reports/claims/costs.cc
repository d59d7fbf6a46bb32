#include "reports/claims/costs.h"

#include <cmath>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "proto/costs.h"
#include "reports/claims/pictures.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

// The plot's place in a picture of 440 by 236, from 10⁶ to 10¹¹ positions and
// from 0.01 to 10⁴ seconds.
constexpr int kFewest = 6, kMost = 11;
constexpr Axis kPositions = {50, 350, kFewest, kMost};
constexpr Axis kSeconds = {190, 26, -2, 4};

// Of the rules by the size of their tables.
std::map<uint64_t, std::string> RulesBySize(const Costs& costs) {
  std::map<uint64_t, std::string> rules;
  for (const Cost& cost : costs.costs()) {
    if (cost.ranks() != 1) continue;
    std::string& names = rules[TablePositions(cost.measured())];
    if (names.find(cost.rules()) != names.npos) continue;
    absl::StrAppend(&names, names.empty() ? "" : ", ", cost.rules());
  }
  return rules;
}

}  // namespace

findings::CostPlot PlotOf(const Costs& costs) {
  findings::CostPlot plot;
  for (int power = kFewest; power <= kMost; ++power) {
    AddTick(kPositions.At(power), absl::StrCat("1e", power),
            *plot.mutable_positions());
  }
  for (const double seconds : {0.01, 1.0, 100.0, 10'000.0}) {
    AddTick(kSeconds.At(std::log10(seconds)),
            seconds < 1 ? absl::StrCat(seconds) : WithCommas(seconds),
            *plot.mutable_seconds());
  }
  for (const auto& [positions, rules] : RulesBySize(costs)) {
    findings::CostRow& row = *plot.add_rows();
    row.set_rules(rules);
    row.set_positions(positions);
  }
  for (const auto& [stage, css_class] : {std::pair("solver_a", "won"),
                                         {"solver_b", "lost"},
                                         {"verify", "faint"}}) {
    const std::vector<CostPoint> measured = MeasuredCosts(costs, stage);
    const PowerLaw law = FitCosts(measured);
    findings::StageCost& line = *plot.add_stages();
    line.set_stage(stage);
    line.set_css_class(css_class);
    line.set_law(absl::StrFormat("%.2g · n^%.2f s", law.factor, law.exponent));
    for (const int power : {kFewest, kMost}) {
      line.set_end(kSeconds.At(std::log10(law.At(std::pow(10, power)))));
      absl::StrAppendFormat(line.mutable_line(), "%.1f,%.1f ",
                            kPositions.At(power), line.end());
    }
    for (findings::CostRow& row : *plot.mutable_rows()) {
      // The mean of games of one size.
      double seconds = 0, count = 0;
      for (const CostPoint& point : measured) {
        if (point.positions != row.positions()) continue;
        seconds += point.cpu_seconds;
        ++count;
        findings::Tick& dot = *line.add_points();
        dot.set_at(kPositions.At(std::log10(point.positions)));
        dot.set_other(kSeconds.At(std::log10(point.cpu_seconds)));
      }
      row.add_cells(count == 0 ? "?"
                               : absl::StrFormat("%.2f s", seconds / count));
    }
  }
  return plot;
}

}  // namespace teeko::reports
