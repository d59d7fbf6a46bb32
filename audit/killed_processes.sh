#!/bin/bash
# Kills one of four processes at ten random moments, goes on each time from what they kept, and
# compares the table with that of one process.  The solver is built with --config=mpi.
#
#   audit/killed_processes.sh bazel-bin/solver_b/solver_b corpus/rules/advanced.textproto
set -u
# shellcheck source=base/processes.sh
. "$(dirname "$0")/../base/processes.sh"
solver=$1
rules=$2
TEST_TMPDIR=$TMPDIR
table=$TEST_TMPDIR/table

begin() {
  start 4 --rules="$rules" --threads=1 --out="$table" --checkpoint="$TEST_TMPDIR/kept" \
    --checkpoint_seconds=0 --resume
}

# finish: what was begun ends with the same bytes.
finish() {
  wait $! || fail "four processes"
  cmp "$table" "$TEST_TMPDIR/$(basename "$rules" .textproto).table" || fail "another table"
}

alone "$rules"
begun=$(date +%s%N)
begin
finish
most=$(($(date +%s%N) - begun))

kills=0
while [ $kills -lt 10 ] && [ $failures = 0 ]; do
  rm -f "$table"
  begin
  pause=$((RANDOM * most / 32768 / 4))
  sleep $((pause / 1000000000)).$(printf %09d $((pause % 1000000000)))
  kill_one "$table" || continue  # it was too late
  kills=$((kills + 1))
  kept=$(du -sk "$TEST_TMPDIR/kept" 2>/dev/null | cut -f 1)
  echo "killed after $((pause / 1000000)) ms; kept: ${kept:-0} KiB"
done
begin
finish
[ $failures -gt 0 ] || echo "the same table as of one process"
exit $((failures > 0))
