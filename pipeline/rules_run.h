// Takes one rules through its stages: solver A, solver B, the verifier.

#ifndef TEEKO_PIPELINE_RULES_RUN_H_
#define TEEKO_PIPELINE_RULES_RUN_H_

#include "absl/status/statusor.h"
#include "pipeline/options.h"
#include "pipeline/process.h"
#include "pipeline/rules_folder.h"
#include "pipeline/summary.h"

namespace teeko::pipeline {

// Runs every stage in turn, or, with `options.resume`, those whose output is
// not there already and good.  `folder` is prepared.
//
// Aborted if a stage failed; the stage itself has said why, the message says
// which one and how it ended.  Cancelled if a signal told us to stop.
absl::StatusOr<RulesSummary> RunRules(const PipelineOptions& options,
                                      const RulesFolder& folder,
                                      ProcessRunner& processes);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_RULES_RUN_H_
