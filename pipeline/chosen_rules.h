// Finds the rules that a person names.

#ifndef TEEKO_PIPELINE_CHOSEN_RULES_H_
#define TEEKO_PIPELINE_CHOSEN_RULES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "proto/rules.pb.h"

namespace teeko::pipeline {

// Reads rules in the order given.  A choice that has a slash or ends in
// ".textproto" is a file; anything else is the name of a file in
// `known_folder`, without that ending.  "all", by itself, is all of these by
// name.
//
// InvalidArgument if nothing is chosen, if two have the same name, or if a file
// makes no sense; NotFound for an unknown name lists the known ones.
absl::StatusOr<std::vector<Rules>> ReadChosenRules(
    const std::vector<std::string>& choices, const std::string& known_folder);

}  // namespace teeko::pipeline

#endif  // TEEKO_PIPELINE_CHOSEN_RULES_H_
