#!/bin/sh
# Prints a C++ header with a map from the path of each FILE to its contents:
#
#   embed.sh FILE…
set -eu
cat <<'END'
// Made by embed.sh.
#pragma once
#include <map>
#include "absl/strings/string_view.h"
namespace teeko::reports {
inline const std::map<absl::string_view, absl::string_view> kEmbedded = {
END
for file; do
  printf '{"%s", R"embedded(' "$file"
  cat "$file"
  printf ')embedded"},\n'
done
echo '};
}  // namespace teeko::reports'
