#include "pipeline/summary.h"

#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "stage/stage.h"

namespace teeko::pipeline {
namespace {

// "draw" or "black in 13".
std::string Outcome(const reports::VariantResult& variant) {
  if (variant.outcome() == "draw") return "draw";
  return absl::StrCat(variant.outcome(), " in ", variant.plies());
}

std::string Counts(const RulesSummary& rules) {
  const reports::RulesResult& result = rules.result;
  return absl::StrFormat(
      R"(  goals               %17s
  placements          %17s
  without value       %17s
  draws               %17s
  longest win (plies) %17s
  digest %s
  %s
)",
      WithCommas(result.goals()), WithCommas(result.placements()),
      WithCommas(result.no_value()), WithCommas(result.draws()),
      WithCommas(result.longest_win()), result.digest(),
      rules.golden ? "which is that of corpus/digests.textproto"
                   : "corpus/digests.textproto has none to compare "
                     "with");
}

std::string Outcomes(const reports::RulesResult& result) {
  std::map<std::string, std::string> with_ban;  // by style
  for (const reports::VariantResult& variant : result.variants()) {
    if (variant.centre_ban()) with_ban[variant.style()] = Outcome(variant);
  }
  constexpr char kRow[] = "  %-22s%-8s%-14s%s";
  std::string text = absl::StrFormat(kRow, "style", "drops", "outcome",
                                     with_ban.empty() ? "" : "with centre ban");
  for (const reports::VariantResult& variant : result.variants()) {
    if (variant.centre_ban()) continue;
    absl::StripTrailingAsciiWhitespace(&text);
    text += '\n';
    absl::StrAppendFormat(&text, kRow, variant.name(), variant.style(),
                          Outcome(variant), with_ban[variant.style()]);
  }
  absl::StripTrailingAsciiWhitespace(&text);
  const std::string& why = result.extra_rules().not_applicable();
  if (why.empty()) return text + '\n';
  return absl::StrCat(text, "\n\n  extra_rules does not apply: ", why, "\n");
}

}  // namespace

std::string SummarizeStages(const std::vector<StageSummary>& stages) {
  std::string text =
      absl::StrFormat("  %-26s%10s%10s%14s%18s\n", "stage", "seconds",
                      "CPU time", "peak memory", "positions/s");
  for (const auto& [name, report] : stages) {
    if (!report.has_value()) {
      absl::StrAppendFormat(&text, "  %-22s%s\n", name, "kept by --resume");
      continue;
    }
    absl::StrAppendFormat(&text, "  %-26s%10.2f%10.2f%11.0f MB\n", name,
                          report->seconds(), report->cpu_seconds(),
                          report->peak_memory_bytes() / 1e6);
    for (const StageReport::Phase& phase : report->phases()) {
      absl::StrAppendFormat(&text, "    %-24s%10.2f", phase.name(),
                            phase.seconds());
      if (phase.positions() > 0 && phase.seconds() > 0) {
        absl::StrAppendFormat(&text, "%42s",
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
