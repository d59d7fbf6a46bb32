#!/bin/sh
# Checks that the example of README.md prints the output that README.md shows.
set -eu
example=$PWD/game/readme_example
ln -s "$PWD/game/out_for_test" "$TEST_TMPDIR/out"
# The second code block is the output.
awk '/^```/ { ++fences; next } fences == 3' game/README.md >"$TEST_TMPDIR/wanted"
cd "$TEST_TMPDIR"
"$example" | diff wanted -
