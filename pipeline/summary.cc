#include "pipeline/summary.h"

#include "absl/strings/str_format.h"
#include "base/numbers.h"

namespace teeko::pipeline {

std::string SummarizeStages(const std::string& title,
                            const std::vector<StageSummary>& stages) {
  std::string text =
      absl::StrFormat("  %-26s%10s%10s%14s%18s\n", title, "seconds", "CPU time",
                      "peak memory", "positions/s");
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
        absl::StrAppendFormat(
            &text, "%42s",
            base::WithCommas(phase.positions() / phase.seconds()));
      }
      text += '\n';
    }
  }
  return text + '\n';
}

}  // namespace teeko::pipeline
