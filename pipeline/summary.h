// The text that the pipeline prints at its end.

#ifndef TEEKO_PIPELINE_SUMMARY_H_
#define TEEKO_PIPELINE_SUMMARY_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/results.pb.h"
#include "stage/stage_report.pb.h"

namespace teeko::pipeline {

struct StageSummary {
  std::string name;
  std::optional<StageReport> report;  // none if --resume kept its outputs
};

struct RulesSummary {
  reports::RulesResult result;
  // True if corpus/digests.textproto has these rules (and their digests agree).
  bool golden = false;
  std::vector<StageSummary> stages;  // in the order in which they ran
};

// Returns counts, outcomes and stages, on lines of at most 80 columns.
std::string Summarize(const RulesSummary& rules);

// Returns a table of the time and memory of the stages and their phases.
std::string SummarizeStages(const std::vector<StageSummary>& stages);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_SUMMARY_H_
