#include "audit/faults/campaign.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "stage/stage.h"

namespace teeko::faults {
namespace {

// How many faults of each kind to plant.  What is limited comes first and
// leaves the rest to the others.
std::vector<uint32_t> Numbers(const std::vector<Kind>& kinds, uint32_t faults) {
  uint64_t shares = 0;
  for (const Kind& kind : kinds) shares += kind.share;
  std::vector<uint32_t> numbers(kinds.size());
  uint64_t left = faults;
  const auto set_numbers = [&](bool limited) {
    const uint64_t to_share = left;
    const uint64_t all_shares = shares;
    for (size_t i = 0; i < kinds.size(); ++i) {
      const Kind& kind = kinds[i];
      const bool has_limit = kind.most < std::numeric_limits<uint32_t>::max();
      if (has_limit != limited) continue;
      const uint64_t part =
          (to_share * kind.share + all_shares - 1) / all_shares;
      numbers[i] = std::clamp<uint64_t>(part, 1, kind.most);
      left -= std::min<uint64_t>(left, numbers[i]);
      shares -= kind.share;
    }
  };
  set_numbers(/*limited=*/true);
  set_numbers(/*limited=*/false);
  return numbers;
}

KindReport Score(const Kind& kind, const std::vector<Outcome>& outcomes) {
  KindReport report;
  report.set_place(kind.place);
  report.set_name(kind.name);
  report.set_judge(kind.judge);
  report.set_planted(outcomes.size());
  std::map<std::string, uint32_t> equivalents;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    switch (outcomes[i].what) {
      case Outcome::kCaught:
        report.set_caught(report.caught() + 1);
        break;
      case Outcome::kEquivalent:
        ++equivalents[outcomes[i].text];
        break;
      case Outcome::kMissed:
        report.add_missed(absl::StrReplaceAll(
            absl::StrCat("number ", i, ": ", outcomes[i].text), {{"\n", "|"}}));
        break;
    }
  }
  for (const auto& [why, count] : equivalents) {
    Explanation& explanation = *report.add_equivalents();
    explanation.set_why(why);
    explanation.set_count(count);
  }
  return report;
}

uint32_t Equivalents(const KindReport& kind) {
  uint32_t count = 0;
  for (const auto& equivalent : kind.equivalents()) count += equivalent.count();
  return count;
}

// Nothing rather than 0.
std::string Count(uint32_t number) {
  return number == 0 ? "" : WithCommas(number);
}

}  // namespace

Random::Random(uint32_t seed, uint32_t kind, uint32_t number) {
  std::seed_seq numbers = {seed, kind, number};
  engine_.seed(numbers);
}

Report RunCampaign(const std::vector<Kind>& kinds, uint32_t faults,
                   uint32_t seed) {
  Report report;
  report.set_seed(seed);
  Progress progress("faults");
  const std::vector<uint32_t> numbers = Numbers(kinds, faults);
  for (size_t i = 0; i < kinds.size(); ++i) {
    const Kind& kind = kinds[i];
    if (i == 0 || kind.place != kinds[i - 1].place) {
      progress.StartPhase(kind.place);
    }
    std::vector<Outcome> outcomes(numbers[i]);
    tbb::parallel_for(uint32_t{0}, numbers[i], [&](uint32_t number) {
      Random random(seed, i, number);
      outcomes[number] = kind.plant(random, number);
    });
    KindReport& score = *report.add_kinds() = Score(kind, outcomes);
    report.set_planted(report.planted() + score.planted());
    report.set_caught(report.caught() + score.caught());
    report.set_equivalent(report.equivalent() + Equivalents(score));
    report.set_missed(report.missed() + score.missed_size());
    progress.Update(0, absl::StrCat(WithCommas(report.planted()), " planted, ",
                                    WithCommas(report.caught()), " caught"));
  }
  return report;
}

std::string ReportText(const Report& report) {
  constexpr char kLine[] = "%-12s %-48s %-21s %7s %7s %10s %6s\n";
  std::string text =
      absl::StrFormat(kLine, "planted in", "fault", "caught by", "planted",
                      "caught", "equivalent", "missed");
  std::string place;
  for (const KindReport& kind : report.kinds()) {
    if (kind.place() != place) absl::StrAppend(&text, "\n");
    absl::StrAppendFormat(
        &text, kLine, kind.place() == place ? "" : kind.place(), kind.name(),
        kind.judge(), Count(kind.planted()), Count(kind.caught()),
        Count(Equivalents(kind)), Count(kind.missed_size()));
    place = kind.place();
  }
  absl::StrAppend(&text, "\n");
  absl::StrAppendFormat(&text, kLine, "all",
                        absl::StrCat(report.kinds_size(), " kinds"), "",
                        Count(report.planted()), Count(report.caught()),
                        Count(report.equivalent()), Count(report.missed()));
  if (report.equivalent() > 0) {
    absl::StrAppend(&text, "\nEquivalent: they change nothing.\n");
  }
  for (const KindReport& kind : report.kinds()) {
    for (const auto& equivalent : kind.equivalents()) {
      absl::StrAppendFormat(&text, "%5d  %s: %s: %s\n", equivalent.count(),
                            kind.place(), kind.name(), equivalent.why());
    }
  }
  if (report.missed() > 0) absl::StrAppend(&text, "\nMissed:\n");
  for (const KindReport& kind : report.kinds()) {
    for (const std::string& missed : kind.missed()) {
      absl::StrAppend(&text, "       ", kind.place(), ": ", kind.name(), ", ",
                      missed, "\n");
    }
  }
  return text;
}

}  // namespace teeko::faults
