#!/bin/sh
# Prints a C++ header with files as strings: embed.sh NAME=FILE…
set -eu
cat <<'END'
// Made by embed.sh.
#pragma once
namespace teeko::reports {
END
for pair; do
  printf 'inline constexpr char %s[] = R"embedded(' "${pair%%=*}"
  cat "${pair#*=}"
  printf ')embedded";\n'
done
echo '}  // namespace teeko::reports'
