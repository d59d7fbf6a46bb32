// Runs the stages for every rule set, then the stages that run once.

#ifndef TEEKO_PIPELINE_PIPELINE_H_
#define TEEKO_PIPELINE_PIPELINE_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "teeko/pipeline/stages.pb.h"
#include "teeko/proto/rules.pb.h"

namespace teeko::pipeline {

struct PipelineOptions {
  Stages stages;              // with paths instead of names of runfiles
  bool tables_only = false;   // run only stages with `for_tables`
  std::vector<Rules> rules;   // no two have the same name
  std::filesystem::path out;  // the folder for all output files
  int threads = 1;            // of each process
  // Words before the command of a stage that can run as several processes:
  // "mpirun", "-n", "4".
  std::vector<std::string> mpirun;
  bool resume = false;              // keep outputs whose stamp matches
  bool plan_only = false;           // print the plan and do nothing else
  std::vector<int> plan_processes;  // numbers of machines to plan for
};

// Estimates the memory, disk space and CPU time that the tables of each rule
// set need.  If `options.plan_only`, prints the estimates to stdout.  Otherwise
// prints to stderr the estimates of rule sets that take more than a minute of
// CPU time.  Each stage estimates its own memory and disk space (--estimate).
// CPU time is the number of positions divided by the stage's speed
// (stages.proto).  With `options.resume`, stages that have a stamp are left out
// of the estimates.
//
// Returns the number of rule sets to run at the same time, 1 or 2.  Returns 2
// if two rule sets fit into memory, every rule set takes less than a minute of
// CPU time, and each stage runs as one process with several threads.
//
// ResourceExhausted if a rule set does not fit into memory or all tables
// together do not fit on the disk of `options.out`.  Not checked if
// `options.plan_processes` is not empty.  Writes nothing to `options.out`.
absl::StatusOr<int> CheckPlan(const PipelineOptions& options);

// Runs the pipeline.  Before the first stage it checks that the run fits into
// memory and on the disk (CheckPlan), that no other pipeline uses the folder,
// and that the folder can be written.  If a stage fails for one rule set, the
// other rule sets still run.
//
// At the end, the results and the report cover all verified rule sets in
// options.out: those that this run verified, and those of earlier runs whose
// files have not changed.  Replaces earlier results and reports, or removes
// them if no rule set is verified.
//
// OK if all stages succeeded for all rule sets.  Otherwise stderr has a line
// for each failure.
//
// Progress and errors go to stderr, the summary to stdout.  The exit status is
// 130 after SIGINT and 143 after SIGTERM.
absl::Status RunPipeline(const PipelineOptions& options);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_PIPELINE_H_
