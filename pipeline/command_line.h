// The command line of the pipeline.

#ifndef TEEKO_PIPELINE_COMMAND_LINE_H_
#define TEEKO_PIPELINE_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "pipeline/pipeline.h"

namespace teeko::pipeline {

// Parses the flags, runs the pipeline with the stages of the runfile `stages`
// (Stages in text form), and returns the exit status (see pipeline.h).
int RunCommandLine(int argc, char** argv, const std::string& stages);

// Reads rules in the order given.  `parts` is a list of choices that was split
// at its commas; of a path that has commas the parts are put together again, if
// that file exists.  A choice that has a slash or ends in ".textproto" is a
// file; anything else is the name of a file in `known_folder`, without that
// ending.  "all", by itself, is all of these by name.
//
// InvalidArgument if nothing is chosen, if two have the same name, or if a file
// makes no sense; NotFound for an unknown name lists the known ones.
absl::StatusOr<std::vector<Rules>> ReadChosenRules(
    const std::vector<std::string>& parts, const std::string& known_folder);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_COMMAND_LINE_H_
