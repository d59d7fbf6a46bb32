#!/bin/sh
# Tests the help text and the errors of claims.
set -eu
claims=reports/claims/claims
. base/expect.sh

expect 0 "Writes the claims report" "$claims" --help
expect 1 "unexpected argument \"x\"" "$claims" x
expect 1 "threads" "$claims" --threads=0
expect 1 "results.json" "$claims" --out="$dir/no/such"
mkdir "$dir/out"
echo '{"rules": 7' >"$dir/out/results.json"
expect 1 "results.json: " "$claims" --out="$dir/out"
[ ! -e "$dir/out/report.html" ] || fail "a report was written without results"
