#!/bin/sh
# Checks that the example of README.md prints the output that README.md shows.
set -eu
# The second code block is the output.
awk '/^```/ { ++fences; next } fences == 3' bindings/c/README.md >"$TEST_TMPDIR/wanted"
bindings/c/readme_example | diff "$TEST_TMPDIR/wanted" -
