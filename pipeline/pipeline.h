// The main job: every rules through its stages, then results and a report on
// all that are in the folder.

#ifndef TEEKO_PIPELINE_PIPELINE_H_
#define TEEKO_PIPELINE_PIPELINE_H_

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "pipeline/stages.pb.h"
#include "proto/rules.pb.h"

namespace teeko::pipeline {

struct PipelineOptions {
  Stages stages;              // with paths in place of runfiles
  std::vector<Rules> rules;   // of different names
  std::filesystem::path out;  // the folder for everything that is made
  int threads = 1;            // of each process
  // Words before the command of a stage that has ranks: "mpirun", "-n", "4".
  std::vector<std::string> mpirun;
  bool resume = false;          // keep what is there and good
  bool plan_only = false;       // say what would be needed, and do nothing
  std::vector<int> plan_ranks;  // numbers of machines to plan for
};

// Estimates the memory, disk space and CPU time that the tables of each rules
// need, and prints them: to stdout if `options.plan_only`, otherwise to stderr
// and only for rules that take minutes.  Each stage estimates its own memory
// and disk space (--estimate); CPU time is positions divided by the stage's
// speed (stages.proto).  With `options.resume`, stages that are done need
// nothing.
//
// Returns the names of the rules that must run alone, since they take minutes
// or more than half of the memory.
//
// ResourceExhausted if some rules do not fit into memory, or all of them
// together not on the disk of `options.out`; nothing is written there.
absl::StatusOr<std::set<std::string>> CheckPlan(const PipelineOptions& options);

// Runs the pipeline, with more than one thread on two rules at a time, unless
// they are large (CheckPlan) or shared by ranks.  Before the first stage it
// sees to it that the programs are there, that the run fits into memory and on
// the disk (CheckPlan), that nobody else is at work in the folder, and that it
// can be written.  Rules after those that fail are still worked on.
//
// In the end DIR/results.json and the report tell of all rules in DIR that are
// verified and whose files are as their stages left them: of those of this run
// and of others.  Nothing else is left of earlier results and reports.
//
// OK if everything was verified; stderr has a line for each thing that was not.
// Progress and errors go to stderr, the summary to stdout.  Stopped by SIGINT
// or SIGTERM, the exit status is 130 or 143.
absl::Status RunPipeline(const PipelineOptions& options);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_PIPELINE_H_
