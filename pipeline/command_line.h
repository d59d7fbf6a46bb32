// What a person says to the pipeline, and where it finds what it needs.

#ifndef TEEKO_PIPELINE_COMMAND_LINE_H_
#define TEEKO_PIPELINE_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "pipeline/stages.h"

namespace teeko::pipeline {

// Reads the flags, runs the pipeline, and returns the exit status (see
// pipeline.h).  `golden_digests` and data of the stages are runfiles,
// "teeko/solver_a/solver_a" say.
int RunCommandLine(int argc, char** argv, const std::vector<Stage>& stages,
                   const Stage& report, const std::string& golden_digests);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_COMMAND_LINE_H_
