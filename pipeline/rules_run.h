// Takes one rules through its stages, in the folder DIR/NAME.

#ifndef TEEKO_PIPELINE_RULES_RUN_H_
#define TEEKO_PIPELINE_RULES_RUN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "pipeline/process.h"
#include "pipeline/stages.h"
#include "pipeline/summary.h"
#include "proto/results.pb.h"

namespace teeko::pipeline {

// Runs every stage in turn, or, with `options.resume`, those whose outputs are
// not as they should be.  Errors of RunJob (job.h); digests that are not the
// golden ones make a manifest that cannot be used.
absl::StatusOr<RulesSummary> RunRules(const PipelineOptions& options,
                                      const Rules& rules,
                                      ProcessRunner& processes);

// What the files in DIR/NAME say.  An error unless all stages have left them
// there, from the inputs and by the programs that are still the same.
absl::StatusOr<RulesResult> EarlierResult(const PipelineOptions& options,
                                          const std::string& name);

// Paths of results.json and of the two forms of the report, in this order.
std::vector<std::string> PublishedFiles(const std::string& out);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_RULES_RUN_H_
