#!/bin/sh
# The example of README.md prints what README.md says.
set -eu
example=$PWD/game/readme_example
ln -s "$PWD/game/out_for_test" "$TEST_TMPDIR/out"
# The second block is its output.
awk '/^```/ { ++fences; next } fences == 3' game/README.md >"$TEST_TMPDIR/wanted"
cd "$TEST_TMPDIR"
"$example" | diff wanted -
