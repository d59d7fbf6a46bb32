// What the pipeline tells a person at its end.

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
  std::optional<StageReport> report;  // none if --resume kept its output
};

struct RulesSummary {
  reports::RulesResult result;
  // corpus/digests.textproto has these rules, and these digests.
  bool golden = false;
  std::vector<StageSummary> stages;  // in the order in which they ran
};

// Counts, outcomes, and the stages, on lines of at most 80 columns.
std::string Summarize(const RulesSummary& rules);

// Time and memory of the stages and of their phases.
std::string SummarizeStages(const std::vector<StageSummary>& stages);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_SUMMARY_H_
