#include "pipeline/summary.h"

#include <algorithm>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "stage/stage.h"

namespace teeko::pipeline {
namespace {

// "draw" or "black in 13".
std::string Outcome(const VariantResult& variant) {
  if (variant.outcome() == "draw") return "draw";
  return absl::StrCat(variant.outcome(), " in ", variant.plies());
}

std::string Counts(const RulesSummary& rules) {
  const RulesResult& result = rules.result;
  std::string text;
  const auto add = [&text](const char* what, uint64_t count) {
    absl::StrAppendFormat(&text, "  %-20s%17s\n", what, WithCommas(count));
  };
  add("goals", result.goals());
  add("placements", result.placements());
  add("without value", result.no_value());
  add("draws", result.draws());
  add("longest win (plies)", result.longest_win());
  return absl::StrCat(text, "  digest ", result.digest(), "\n  ",
                      rules.golden
                          ? "which is that of corpus/digests.textproto"
                          : "corpus/digests.textproto has none to compare with",
                      "\n");
}

std::string Outcomes(const RulesResult& result) {
  std::map<std::string, std::string> with_ban;  // by style
  for (const VariantResult& variant : result.variants()) {
    if (variant.centre_ban()) with_ban[variant.style()] = Outcome(variant);
  }
  std::string text;
  const auto add = [&text](const std::string& name, const std::string& drops,
                           const std::string& outcome,
                           const std::string& outcome_with_ban) {
    const std::string row = absl::StrFormat("  %-22s%-8s%-14s%s", name, drops,
                                            outcome, outcome_with_ban);
    absl::StrAppend(&text, absl::StripTrailingAsciiWhitespace(row), "\n");
  };
  add("style", "drops", "outcome", with_ban.empty() ? "" : "with centre ban");
  for (const VariantResult& variant : result.variants()) {
    if (variant.centre_ban()) continue;
    add(variant.name(), variant.style(), Outcome(variant),
        with_ban[variant.style()]);
  }
  const std::string& why = result.extra_rules().not_applicable();
  if (!why.empty()) {
    absl::StrAppend(&text, "\n  extra_rules does not apply: ", why, "\n");
  }
  return text;
}

// With the phases of the same name in the place of the first.
std::vector<StageReport::Phase> AddedUp(const StageReport& report) {
  std::vector<StageReport::Phase> phases;
  for (const StageReport::Phase& phase : report.phases()) {
    const auto same = std::find_if(phases.begin(), phases.end(),
                                   [&](const StageReport::Phase& earlier) {
                                     return earlier.name() == phase.name();
                                   });
    if (same == phases.end()) {
      phases.push_back(phase);
    } else {
      same->set_seconds(same->seconds() + phase.seconds());
      same->set_positions(same->positions() + phase.positions());
    }
  }
  return phases;
}

}  // namespace

std::string SummarizeStages(const std::vector<StageSummary>& stages) {
  std::string text = absl::StrFormat("  %-26s%10s%16s%18s\n", "stage",
                                     "seconds", "peak memory", "positions/s");
  for (const auto& [name, report] : stages) {
    if (!report.has_value()) {
      absl::StrAppendFormat(&text, "  %-22s%s\n", name, "kept by --resume");
      continue;
    }
    absl::StrAppendFormat(&text, "  %-26s%10.2f%13.0f MB\n", name,
                          report->seconds(), report->peak_memory_bytes() / 1e6);
    for (const StageReport::Phase& phase : AddedUp(*report)) {
      absl::StrAppendFormat(&text, "    %-24s%10.2f", phase.name(),
                            phase.seconds());
      if (phase.positions() > 0 && phase.seconds() > 0) {
        absl::StrAppendFormat(&text, "%34s",
                              WithCommas(phase.positions() / phase.seconds()));
      }
      text += '\n';
    }
  }
  return text;
}

std::string Summarize(const RulesSummary& rules) {
  return absl::StrCat(rules.result.name(), "\n", Counts(rules), "\n",
                      Outcomes(rules.result), "\n",
                      SummarizeStages(rules.stages));
}

}  // namespace teeko::pipeline
