#!/bin/sh
# The example of README.md prints what README.md says.
set -eu
# The second block is its output.
awk '/^```/ { ++fences; next } fences == 3' bindings/c/README.md >"$TEST_TMPDIR/wanted"
bindings/c/readme_example | diff "$TEST_TMPDIR/wanted" -
