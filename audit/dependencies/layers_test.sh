#!/bin/bash
# Every dependency between components runs downwards (layers.txt).
set -eu
here=$PWD/audit/dependencies
# A test's inputs are links into the workspace.
cd "$(dirname "$(readlink -f README.md)")"
git ls-files --cached --others --exclude-standard -- '*BUILD' '*.bzl' '*.h' '*.cc' |
  while read -r file; do if [ -f "$file" ]; then echo "$file"; fi; done > "$TEST_TMPDIR/files"
[ "$(wc -l < "$TEST_TMPDIR/files")" -gt 100 ]
xargs awk -f "$here/layers.awk" "$here/layers.txt" < "$TEST_TMPDIR/files"

# The test of the test: an arrow upwards is seen.
mkdir -p "$TEST_TMPDIR/base" "$TEST_TMPDIR/unheard_of"
cd "$TEST_TMPDIR"
echo '#include "game/game.h"' > base/upwards.cc
if awk -f "$here/layers.awk" "$here/layers.txt" base/upwards.cc; then exit 1; fi
echo '#include "teeko/proto/rules.pb.h"' > base/upwards.cc
if awk -f "$here/layers.awk" "$here/layers.txt" base/upwards.cc; then exit 1; fi
echo '    deps = ["//reports:annotation"],' > base/BUILD
if awk -f "$here/layers.awk" "$here/layers.txt" base/BUILD; then exit 1; fi
touch unheard_of/new.cc; echo > unheard_of/new.cc
if awk -f "$here/layers.awk" "$here/layers.txt" unheard_of/new.cc; then exit 1; fi
echo '#include "corpus/x.h"' > base/downwards.cc
awk -f "$here/layers.awk" "$here/layers.txt" base/downwards.cc
