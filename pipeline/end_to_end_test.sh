#!/bin/bash
# Runs the real stages on a small board.
set -u
pipeline=pipeline/pipeline
failures=0

expect() {
  if ! "$@"; then
    echo "failed: $*"
    failures=$((failures + 1))
  fi
}

run() {
  "$pipeline" --rules=board4x4 --out="$TEST_TMPDIR/$1" "${@:2}" >"$TEST_TMPDIR/summary" 2>"$TEST_TMPDIR/log" || {
    echo "failed: $*"
    cat "$TEST_TMPDIR/log" "$TEST_TMPDIR/summary"
    failures=$((failures + 1))
  }
}

# same FOLDER: expects the same tables, manifest and results as in the first run.
same() {
  local file
  for file in board4x4/{solver_a.table,solver_b.table,manifest.textproto,extra_rules.json} results.json; do
    expect cmp "$TEST_TMPDIR/first/$file" "$TEST_TMPDIR/$1/$file"
  done
}

run first
expect grep -q '^Everything was verified' "$TEST_TMPDIR/summary"
expect grep -q 'equal to the digest in corpus/digests.textproto' "$TEST_TMPDIR/summary"
expect grep -q '"placements": 900900' "$TEST_TMPDIR/first/results.json"
expect grep -q '"outcome": "draw"' "$TEST_TMPDIR/first/results.json"
expect grep -qi board4x4 "$TEST_TMPDIR/first/report.html"
expect grep -q '^# ' "$TEST_TMPDIR/first/report.md"
(cd "$TEST_TMPDIR/first" && sha256sum --quiet --ignore-missing -c claims.sha256) || failures=$((failures + 1))

run one_thread --threads=1
same one_thread
run four_threads --threads=4
same four_threads

# --resume makes a damaged file again, and no other file.
truncate -s -1 "$TEST_TMPDIR/one_thread/board4x4/solver_b.table"
run one_thread --resume
same one_thread
expect grep -q 'solver_a .*kept' "$TEST_TMPDIR/summary"
expect grep -q 'solver_b: levels' "$TEST_TMPDIR/log"

# --resume replaces edited files.
sed -i 's/draws: 660020/draws: 660021/' "$TEST_TMPDIR/first/board4x4/manifest.textproto"
echo '{}' >"$TEST_TMPDIR/first/board4x4/extra_rules.json"
run first --resume
same one_thread
expect grep -q 'verify: not kept: manifest.textproto has changed' "$TEST_TMPDIR/log"
expect grep -q 'extra_rules: not kept: extra_rules.json has changed' "$TEST_TMPDIR/log"
expect grep -q '"draws": 660020' "$TEST_TMPDIR/first/results.json"

exit $((failures > 0))
