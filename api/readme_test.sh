#!/bin/sh
# The example of README.md prints what README.md says.
set -eu
# The second block is its output.
awk '/^```/ { ++fences; next } fences == 3' api/README.md >"$TEST_TMPDIR/wanted"
api/readme_example | diff "$TEST_TMPDIR/wanted" -
