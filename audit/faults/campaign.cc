#include "audit/faults/campaign.h"

#include <tbb/parallel_for.h>

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "base/program.h"

namespace teeko::audit {

Random::Random(uint32_t seed, uint32_t kind, uint32_t number) {
  std::seed_seq numbers = {seed, kind, number};
  engine_.seed(numbers);
}

faults::Report RunCampaign(const std::vector<Kind>& kinds,
                           uint32_t faults_of_a_kind, uint32_t seed,
                           absl::string_view place) {
  faults::Report report;
  report.set_seed(seed);
  base::Progress progress("faults");
  for (size_t i = 0; i < kinds.size(); ++i) {
    const Kind& kind = kinds[i];
    if (!place.empty() && kind.place != place) continue;
    if (i == 0 || kind.place != kinds[i - 1].place) {
      progress.StartPhase(kind.place);
    }
    std::vector<Missed> missed(faults_of_a_kind);
    tbb::parallel_for(uint32_t{0}, faults_of_a_kind, [&](uint32_t number) {
      Random random(seed, i, number);
      missed[number] = kind.plant(random);
    });
    faults::KindReport& result = *report.add_kinds();
    result.set_place(kind.place);
    result.set_name(kind.name);
    result.set_checker(kind.checker);
    result.set_planted(faults_of_a_kind);
    for (const Missed& fault : missed) {
      if (fault) {
        result.add_missed(absl::StrReplaceAll(*fault, {{"\n", "|"}}));
      }
    }
    progress.Update(i + 1, kind.name);
  }
  return report;
}

std::string ReportText(const faults::Report& report) {
  constexpr char kLine[] = "%-12s %-48s %-21s %7d %7d\n";
  std::string text =
      absl::StrFormat("%-12s %-48s %-21s %7s %7s\n", "planted in", "fault",
                      "caught by", "planted", "missed");
  int planted = 0;
  int missed = 0;
  for (const faults::KindReport& kind : report.kinds()) {
    absl::StrAppendFormat(&text, kLine, kind.place(), kind.name(),
                          kind.checker(), kind.planted(), kind.missed_size());
    planted += kind.planted();
    missed += kind.missed_size();
  }
  absl::StrAppendFormat(&text, kLine, "all",
                        absl::StrCat(report.kinds_size(), " kinds"), "",
                        planted, missed);
  for (const faults::KindReport& kind : report.kinds()) {
    for (const std::string& fault : kind.missed()) {
      absl::StrAppend(&text, "missed: ", kind.place(), ": ", kind.name(), ": ",
                      fault, "\n");
    }
  }
  return text;
}

}  // namespace teeko::audit
