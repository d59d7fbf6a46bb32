#!/bin/bash
# Kills one of four ranks at ten random moments, goes on each time from what they kept, and
# compares the table with that of one process.  The solver is built with --config=mpi.
#
#   audit/killed_ranks.sh bazel-bin/solver_b/solver_b corpus/rules/advanced.textproto
set -eu
# shellcheck source=stage/ranks.sh
. "$(dirname "$0")/../stage/ranks.sh"
solver=$1
rules=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Each rank becomes the program, so that its number stays.
start() {
  : >"$work/pids"
  mpirun -n 4 sh -c 'echo $$ >>"$0"; exec "$@"' "$work/pids" "$solver" --rules="$rules" \
    --threads=1 --out="$work/table" --checkpoint="$work/kept" --checkpoint_seconds=0 --resume \
    >"$work/log" 2>&1 &
}

"$solver" --rules="$rules" --out="$work/alone" 2>"$work/log" || { cat "$work/log"; exit 1; }
begun=$(date +%s%N)
start
wait $! || { cat "$work/log"; exit 1; }
most=$(($(date +%s%N) - begun))
cmp "$work/table" "$work/alone"

kills=0
while [ $kills -lt 10 ]; do
  rm -f "$work/table"
  start
  pause=$((RANDOM * most / 32768 / 4))
  sleep $((pause / 1000000000)).$(printf %09d $((pause % 1000000000)))
  kill -9 "$(shuf -n 1 "$work/pids")" 2>/dev/null || true
  if wait $!; then continue; fi  # it was too late
  [ ! -e "$work/table" ] || { echo "a table of the dead"; exit 1; }
  grep -qi 'signal 9\|killed\|non-zero exit' "$work/log" || { cat "$work/log"; exit 1; }
  kills=$((kills + 1))
  kept=$(du -sk "$work/kept" 2>/dev/null | cut -f 1)
  echo "killed after $((pause / 1000000)) ms; kept: ${kept:-0} KiB"
done
start
wait $! || { cat "$work/log"; exit 1; }
cmp "$work/table" "$work/alone"
echo "the same table as of one process"
