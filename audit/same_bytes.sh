#!/bin/bash
# Tests that a solver writes the same bytes on any number of processes and threads.  Build the
# solver with --config=mpi.
#
#   audit/same_bytes.sh bazel-bin/solver_a/solver_a corpus/rules/{standard,torus}.textproto
set -u
# shellcheck source=base/processes.sh
. "$(dirname "$0")/../base/processes.sh"
solver=$1
TEST_TMPDIR=$TMPDIR
for rules in "${@:2}"; do
  alone "$rules"
  same_on_all "$rules"
  echo "$rules: done, $failures failures so far"
done
exit $((failures > 0))
