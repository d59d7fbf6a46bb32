#!/bin/sh
# Tests the flags, messages and output of compose.
set -eu
compose=studies/compose/compose
out=--tables=game/out_for_test
. base/expect.sh

expect 0 "Composes a problem book" "$compose" --help
expect 0 "^problem: Black on" "$compose" $out --rules=board4x4
for threads in 1 2; do
  "$compose" $out --rules=board4x4 --threads=$threads >"$dir/$threads" 2>/dev/null
done
cmp "$dir/1" "$dir/2" || fail "the book depends on the number of threads"
expect 1 "unexpected argument \"x\"" "$compose" $out x
expect 1 "no/such" "$compose" --tables="$dir/no/such"
expect 1 "threads" "$compose" $out --threads=0
