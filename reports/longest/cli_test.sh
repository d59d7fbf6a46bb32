#!/bin/sh
# What longest owes the person who runs it.
set -eu
longest=reports/longest/longest
out=--out=game/out_for_test
. stage/expect.sh

expect 0 "longest forced wins" "$longest" --help
expect 0 "Black to move and win in 13" "$longest" $out --rules=board4x4
expect 1 "unexpected argument \"x\"" "$longest" $out x
expect 1 "no/such" "$longest" --out="$dir/no/such"
expect 1 "threads" "$longest" $out --threads=0
"$longest" $out --rules=board4x4 --json |
  python3 -c 'import json, sys; assert json.load(sys.stdin)["rules"][0]["plies"] == 13' ||
  fail "--json"
for threads in 1 3; do
  "$longest" $out --rules=board4x4 --threads=$threads >"$dir/$threads"
done
cmp "$dir/1" "$dir/3" || fail "other threads, other text"
