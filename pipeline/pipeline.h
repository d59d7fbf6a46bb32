// Runs all stages for every rule set, then writes results and a report about
// all rule sets in the folder.

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
  Stages stages;              // with paths in place of names of runfiles
  std::vector<Rules> rules;   // of different names
  std::filesystem::path out;  // the folder for all output files
  int threads = 1;            // of each process
  // Words before the command of a stage that can run as several processes:
  // "mpirun", "-n", "4".
  std::vector<std::string> mpirun;
  bool resume = false;              // keep outputs that are still right
  bool plan_only = false;           // print the plan and do nothing else
  std::vector<int> plan_processes;  // numbers of machines to plan for
};

// Estimates the memory, disk space and CPU time that the tables of each rules
// need, and prints them: to stdout if `options.plan_only`, otherwise to stderr
// and only for rules that take minutes.  Each stage estimates its own memory
// and disk space (--estimate); CPU time is positions divided by the stage's
// speed (stages.proto).  With `options.resume`, stages that are done need
// nothing.
//
// Returns how many rule sets to run at the same time: 2 if there is memory for
// both, none of them takes minutes, and one process with several threads does
// the work; otherwise 1.
//
// ResourceExhausted if some rules do not fit into memory, or all of them
// together not on the disk of `options.out`; nothing is written there.
absl::StatusOr<int> CheckPlan(const PipelineOptions& options);

// Runs the pipeline.  Before the first stage it checks that the run fits into
// memory and on the disk (CheckPlan), that no other pipeline uses the folder,
// and that the folder can be written.  If a stage fails for one rule set, the
// others still run.
//
// In the end DIR/results.json and the report cover all rule sets in DIR, of
// this run and of earlier ones, that are verified and whose files are as their
// stages left them.  Nothing else is left of earlier results and reports.
//
// OK if everything was verified; otherwise stderr has a line for each failure.
// Progress and errors go to stderr, the summary to stdout.  If SIGINT or
// SIGTERM stopped it, the exit status is 130 or 143.
absl::Status RunPipeline(const PipelineOptions& options);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_PIPELINE_H_
