#!/bin/bash
# The same bytes on any number of ranks and threads, of a solver built with --config=mpi.
#
#   audit/same_bytes.sh bazel-bin/solver_a/solver_a corpus/rules/{standard,torus}.textproto
set -eu
# shellcheck source=stage/ranks.sh
. "$(dirname "$0")/../stage/ranks.sh"
solver=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for rules in "$@"; do
  "$solver" --rules="$rules" --out="$work/table" 2>"$work/log" || { cat "$work/log"; exit 1; }
  for ranks in 1 2 3 4 7; do
    for threads in 1 2; do
      mpirun -n $ranks "$solver" --rules="$rules" --threads=$threads --out="$work/other" \
        2>"$work/log" || { cat "$work/log"; exit 1; }
      cmp "$work/table" "$work/other"
      echo "$rules on $ranks ranks, $threads threads each: the same"
    done
  done
done
