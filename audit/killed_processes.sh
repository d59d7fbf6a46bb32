#!/bin/bash
# Kills one of four processes at ten random times, resumes each time from the checkpoint, and
# compares the table with the table of one process.  Build the solver with --config=mpi.
#
#   audit/killed_processes.sh bazel-bin/solver_b/solver_b corpus/rules/advanced.textproto
set -u
# shellcheck source=base/processes.sh
. "$(dirname "$0")/../base/processes.sh"
solver=$1
rules=$2
TEST_TMPDIR=$TMPDIR
table=$TEST_TMPDIR/table

# begin: starts or resumes four processes.
begin() {
  start 4 --rules="$rules" --threads=1 --out="$table" --checkpoint="$TEST_TMPDIR/kept" \
    --checkpoint_seconds=0 --resume
}

finish() {
  wait $! || fail "four processes failed"
  cmp "$table" "$TEST_TMPDIR/$(basename "$rules" .textproto).table" || fail "the table differs"
}

alone "$rules"
begun=$(date +%s%N)
begin
finish
longest=$(($(date +%s%N) - begun))

kills=0
while [ $kills -lt 10 ] && [ $failures = 0 ]; do
  rm -f "$table"
  begin
  pause=$((RANDOM * longest / 32768 / 4))
  sleep $((pause / 1000000000)).$(printf %09d $((pause % 1000000000)))
  kill_one "$table" || continue  # the run had already ended
  kills=$((kills + 1))
  checkpoint_kib=$(du -sk "$TEST_TMPDIR/kept" 2>/dev/null | cut -f 1)
  echo "killed after $((pause / 1000000)) ms; checkpoint: ${checkpoint_kib:-0} KiB"
done
begin
finish
[ $failures -gt 0 ] || echo "the table is the same as the table of one process"
exit $((failures > 0))
