#!/bin/bash
# Tests the flags and error messages of solver_a.
set -u
solver=solver_a/solver_a
rules=corpus/rules/board4x4.textproto
table=$TEST_TMPDIR/a.table
failures=0

# expect_error TEXT ARGUMENT…: expects that the program fails with one line that
# contains TEXT, apart from progress lines.
expect_error() {
  local text=$1
  shift
  local output
  if output=$("$solver" "$@" 2>&1 >/dev/null); then
    echo "no failure: $*"
    failures=$((failures + 1))
  elif ! output=$(grep -v "^[a-z0-9]*: solver_a: " <<<"$output") ||
      [[ $output != *"$text"* || $(wc -l <<<"$output") != 1 ]]; then
    echo "for $*, instead of one line with '$text': $output"
    failures=$((failures + 1))
  fi
}

expect() {
  if ! "$@"; then
    echo "failed: $*"
    failures=$((failures + 1))
  fi
}

echo old >"$table"
ldd "$solver" | grep -q libmpi ||
  OMPI_COMM_WORLD_SIZE=2 expect_error "build this program with --config=mpi" --rules=$rules --out="$table"
expect_error "--rules is missing" --out="$table"
expect_error "--out is missing" --rules=$rules
expect_error "no/such.textproto" --rules=no/such.textproto --out="$table"
expect_error "--threads=0" --rules=$rules --out="$table" --threads=0
expect_error "threads" --rules=$rules --out="$table" --threads=many
expect_error "nonsense" --rules=$rules --out="$table" --nonsense
expect_error "\"extra\"" --rules=$rules --out="$table" extra
expect_error "/dev/null/x" --rules=$rules --out=/dev/null/x
expect_error "--simd: expected one of " --rules=$rules --out="$table" --simd=NONE
expect_error "need about" --rules=$rules --out="$table" --memory_mb=1
expect "$solver" --rules=$rules --estimate --memory_mb=1 --report="$TEST_TMPDIR/estimate"
expect grep -q '^peak_memory_bytes: [1-9]' "$TEST_TMPDIR/estimate"
expect grep -qx 'positions: 2252076' "$TEST_TMPDIR/estimate"
expect grep -qx 'disk_bytes: 1126038' "$TEST_TMPDIR/estimate"
expect grep -qx 'temporary_disk_bytes: 2252076' "$TEST_TMPDIR/estimate"
echo 'name: "x" rows: 9 columns: 9' >"$TEST_TMPDIR/bad.textproto"
expect_error "bad.textproto: columns: expected at most 64 squares, got 9x9" --rules="$TEST_TMPDIR/bad.textproto" --out="$table"
expect grep -qx old "$table"

# A limit on file sizes in KiB has the effect of a full disk.  The table of these
# rules has 21 KiB, the temporary file 9 KiB.
echo 'name: "small" rows: 3 columns: 4 pieces: 4 goals { square { side: 1 } }
      goals { diamond { radius: 1 } }' >"$TEST_TMPDIR/small.textproto"
expect_full_disk() (
  ulimit -f "$1"
  expect_error "cannot write $2$table" --rules="$TEST_TMPDIR/small.textproto" --out="$table"
  exit $failures
)
expect expect_full_disk 4 "the temporary file beside "
expect expect_full_disk 14 ""
expect grep -qx old "$table"
expect_none() { ! ls "$1".* >/dev/null 2>&1; }
expect expect_none "$table"

expect_error "cannot make the directory /dev/null/x" --rules=$rules --out="$table" --checkpoint=/dev/null/x
expect_error "--checkpoint is missing" --rules=$rules --out="$table" --resume
expect_error "--checkpoint_seconds=-1" --rules=$rules --out="$table" --checkpoint_seconds=-1

scored=$TEST_TMPDIR/scored.textproto
echo 'name: "scored" rows: 3 columns: 3 pieces: 2 goals { line { length: 2 } }
      scoring { pips: [1, 2] special_squares: 5 special_points: 1 }' >"$scored"
expect_error "need about" --rules="$scored" --out="$table" --memory_mb=1
expect grep -qx old "$table"
expect "$solver" --rules="$scored" --estimate --report="$TEST_TMPDIR/estimate"
expect grep -q '^positions: [1-9]' "$TEST_TMPDIR/estimate"
expect "$solver" --rules="$scored" --out="$TEST_TMPDIR/scored.table" --report="$TEST_TMPDIR/report" 2>/dev/null
expect grep -q levels "$TEST_TMPDIR/report"
expect test "$(head -c 8 "$TEST_TMPDIR/scored.table")" = TEEKOTBL
expect "$solver" --rules="$scored" --out="$TEST_TMPDIR/reduced.table" --reduced 2>/dev/null
expect cmp "$TEST_TMPDIR/scored.table" "$TEST_TMPDIR/reduced.table"
expect "$solver" --rules="$scored" --out="$TEST_TMPDIR/kept.table" --checkpoint="$TEST_TMPDIR/kept" --checkpoint_seconds=0 2>/dev/null
expect cmp "$TEST_TMPDIR/scored.table" "$TEST_TMPDIR/kept.table"
expect test ! -e "$TEST_TMPDIR/kept"

expect "$solver" --help >"$TEST_TMPDIR/help"
expect grep -q -- "--threads .*1 to 1024" "$TEST_TMPDIR/help"
expect "$solver" --rules=$rules --goals >"$TEST_TMPDIR/goals"
expect grep -qx "19 goals" "$TEST_TMPDIR/goals"
expect grep -qx "13 14 15 16" "$TEST_TMPDIR/goals"
expect test "$(wc -l <"$TEST_TMPDIR/goals")" = 20
# This limit in bytes does not fit into 64 bits.
expect "$solver" --rules=$rules --out="$table" --report="$TEST_TMPDIR/report" \
  --memory_mb=18446744073710 2>/dev/null
expect grep -q levels "$TEST_TMPDIR/report"
expect test "$(head -c 8 "$table")" = TEEKOTBL

for simd in $("$solver" --simd=list); do
  sets=$((${sets:-0} + 1))
  expect "$solver" --rules=$rules --out="$TEST_TMPDIR/simd.table" --simd="$simd" 2>/dev/null
  expect cmp "$table" "$TEST_TMPDIR/simd.table"
done
expect test "${sets:-0}" -gt 0

exit $((failures > 0))
