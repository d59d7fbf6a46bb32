// The command line of the pipeline.

#ifndef TEEKO_PIPELINE_COMMAND_LINE_H_
#define TEEKO_PIPELINE_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "pipeline/pipeline.h"

namespace teeko::pipeline {

// Parses the flags, runs the pipeline, and returns the exit status
// (pipeline.h). The runfile `stages` is a message Stages in text form.
int RunCommandLine(int argc, char** argv, const std::string& stages);

// Reads the chosen rule sets, in the order of the flag.  `parts` is the value
// of the flag, split at its commas.  Joins several parts again if they are the
// path of an existing file.  A choice with a slash or the ending ".textproto"
// is a path.  Any other choice is the name of a file in `known_folder`, without
// its ending.  "all" alone chooses every file in `known_folder`, sorted by
// name.
//
// InvalidArgument if `parts` is empty, two rule sets have the same name, or a
// file is invalid.  NotFound if a name is unknown; the message lists the known
// names.
absl::StatusOr<std::vector<Rules>> ReadChosenRules(
    const std::vector<std::string>& parts, const std::string& known_folder);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_COMMAND_LINE_H_
