#!/bin/bash
# The real stages on Standard and Advanced: both solvers, the verifier and the
# certificates agree, and the digests are those of corpus/digests.textproto.
set -u
out=$TEST_TMPDIR/out
if ! pipeline/pipeline --out="$out" >"$TEST_TMPDIR/summary" 2>"$TEST_TMPDIR/log"; then
  cat "$TEST_TMPDIR/log" "$TEST_TMPDIR/summary"
  exit 1
fi
failures=0
expect() {
  if ! "$@"; then
    echo "failed: $*"
    failures=$((failures + 1))
  fi
}

expect [ "$(grep -c 'which is that of corpus/digests.textproto' "$TEST_TMPDIR/summary")" = 2 ]
for rules in standard advanced; do
  for stage in solver_a solver_b verify certificates; do
    (cd "$out/$rules" && sha256sum --quiet --ignore-missing -c $stage.sha256) || failures=$((failures + 1))
  done
  # A certificate for each style, and more where Black wins.
  expect [ "$(grep -c '"accepted": true' "$out/$rules/certificates.json")" = $([ $rules = standard ] && echo 8 || echo 12) ]
done
expect grep -q '^  Standard              SSSS    black in 13   draw$' "$TEST_TMPDIR/summary"
exit $((failures > 0))
