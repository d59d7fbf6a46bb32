// What a run will need, before it starts.

#ifndef TEEKO_PIPELINE_PLAN_H_
#define TEEKO_PIPELINE_PLAN_H_

#include "absl/status/status.h"
#include "pipeline/pipeline.h"

namespace teeko::pipeline {

// Reckons the memory, the disk and the CPU time that the tables of each rules
// need, and says so: on stdout if `options.plan_only`, otherwise on stderr of
// rules that take minutes.  Memory is what each stage says of itself
// (--estimate); the rest follows from the number of positions (Stage in
// stages.proto).  With `options.resume`, stages that are done need nothing.
//
// ResourceExhausted if some rules do not fit into memory, or all of them
// together not on the disk of `options.out`, which is left as it is.
absl::Status CheckPlan(const PipelineOptions& options);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_PLAN_H_
