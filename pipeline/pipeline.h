// The main job: for each rules two solvers, a verifier, and one summary of all.

#ifndef TEEKO_PIPELINE_PIPELINE_H_
#define TEEKO_PIPELINE_PIPELINE_H_

#include "pipeline/options.h"

namespace teeko::pipeline {

// Runs the pipeline and returns its exit status:
//
//   0        everything was verified; DIR/results.json says what came out
//   1        something was not; stderr says what, one line each
//   130, 143 stopped by SIGINT, SIGTERM
//
// Before the first stage it sees to it that the programs are there, that nobody
// else is at work in the folder, and that it can be written.  Rules after those
// that fail are still worked on.
//
// Progress and errors go to stderr, the summary to stdout.  results.json is
// written only if everything was verified.  After a failure that of an earlier
// run still stands if no table or manifest was replaced since, so that it is as
// true as it was; else there is none (see rules_folder.h).
int RunPipeline(const PipelineOptions& options);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_PIPELINE_H_
