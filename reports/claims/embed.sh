#!/bin/sh
# Prints a C++ header with a map from paths to the contents of these files:
# embed.sh FILE…
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
