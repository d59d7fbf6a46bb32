#!/bin/bash
# Runs the verifier as several processes.  Expects the same manifest as from one process.  If a
# process fails or the input is wrong, expects an error.
set -u
. base/processes.sh
solver=verify/verify
rules=corpus/rules/advanced.textproto

for stage in solver_a solver_b; do
  env -i $stage/$stage --rules=$rules --reduced --out="$TEST_TMPDIR/$stage.table" \
    2>"$TEST_TMPDIR/stderr" || fail "$stage failed"
done
tables=("--table_a=$TEST_TMPDIR/solver_a.table" "--table_b=$TEST_TMPDIR/solver_b.table")
env -i $solver --rules=$rules "${tables[@]}" --manifest="$TEST_TMPDIR/alone" \
  2>"$TEST_TMPDIR/stderr" || fail "one process does not accept the tables"

manifest=--manifest=$TEST_TMPDIR/manifest
for processes in 1 2 3 4 7; do
  mpirun -n $processes $solver --rules=$rules "${tables[@]}" "$manifest" --threads=$((processes % 2 + 1)) \
    2>"$TEST_TMPDIR/stderr" || fail "$processes processes do not accept the tables"
  [ "$(grep -c ': consistency  *100% .* s$' "$TEST_TMPDIR/stderr")" = 1 ] || fail "expected progress from one process"
  cmp "$TEST_TMPDIR/manifest" "$TEST_TMPDIR/alone" || fail "the manifest of $processes processes differs"
done

# refused MESSAGE ARGUMENT…: expects that mpirun fails, that MESSAGE is the only error, and that
# there is no manifest.
refused() {
  mpirun "${@:2}" 2>"$TEST_TMPDIR/stderr" && fail "no failure: $*"
  [ "$(grep '^error: ' "$TEST_TMPDIR/stderr")" = "error: $1" ] || fail "expected only: $1"
  [ -e "$TEST_TMPDIR/manifest" ] && fail "a manifest was left: $*"
}
refused "process 2: cannot read no/rules: No such file or directory" \
  -n 2 $solver --rules=$rules "${tables[@]}" "$manifest" : \
  -n 1 $solver --rules=no/rules "${tables[@]}" "$manifest"
refused "process 1: other rules, files or program version than process 0" \
  -n 1 $solver --rules=$rules "${tables[@]}" "$manifest" : \
  -n 1 $solver --rules=corpus/rules/standard.textproto "${tables[@]}" "$manifest"

# On one machine, three processes need at least three times the memory of one process.
[ "$(estimate 3 $rules)" -ge $((3 * $(estimate 1 $rules))) ] || fail "the estimate for three processes is too small"

start 3 --rules=$rules "${tables[@]}" "$manifest" --threads=1
until [ "$(wc -l <"$TEST_TMPDIR/pids")" = 3 ] || ! kill -0 $!; do sleep 0.01; done
kill_one "$TEST_TMPDIR/manifest" || fail "the run ended before the kill"

exit $((failures > 0))
