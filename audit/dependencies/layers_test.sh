#!/bin/bash
# Tests that components depend only on components below them (layers.txt).
set -eu
folder=$PWD/audit/dependencies
# The inputs of a test are links into the workspace.
cd "$(dirname "$(readlink -f README.md)")"
git ls-files --cached --others --exclude-standard -- '*BUILD' '*.bzl' '*.h' '*.cc' |
  while read -r file; do if [ -f "$file" ]; then echo "$file"; fi; done > "$TEST_TMPDIR/files"
[ "$(wc -l < "$TEST_TMPDIR/files")" -gt 100 ]
xargs awk -f "$folder/layers.awk" "$folder/layers.txt" < "$TEST_TMPDIR/files"

# Tests this test: it must notice a dependency on a component above.
mkdir -p "$TEST_TMPDIR/base" "$TEST_TMPDIR/unheard_of"
cd "$TEST_TMPDIR"
echo '#include "game/game.h"' > base/upwards.cc
if awk -f "$folder/layers.awk" "$folder/layers.txt" base/upwards.cc; then exit 1; fi
echo '#include "teeko/proto/rules.pb.h"' > base/upwards.cc
if awk -f "$folder/layers.awk" "$folder/layers.txt" base/upwards.cc; then exit 1; fi
echo '    deps = ["//reports:annotation"],' > base/BUILD
if awk -f "$folder/layers.awk" "$folder/layers.txt" base/BUILD; then exit 1; fi
touch unheard_of/new.cc; echo > unheard_of/new.cc
if awk -f "$folder/layers.awk" "$folder/layers.txt" unheard_of/new.cc; then exit 1; fi
echo '#include "corpus/x.h"' > base/downwards.cc
awk -f "$folder/layers.awk" "$folder/layers.txt" base/downwards.cc
