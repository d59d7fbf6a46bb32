#!/bin/bash
# The verifier as several processes: the same manifest as one process, and what is refused.
set -u
. base/processes.sh
solver=verify/verify
rules=corpus/rules/advanced.textproto

for stage in solver_a solver_b; do
  env -i $base/$stage --rules=$rules --reduced --out="$TEST_TMPDIR/$stage.table" \
    2>"$TEST_TMPDIR/stderr" || fail "no table of $stage"
done
tables=("--table_a=$TEST_TMPDIR/solver_a.table" "--table_b=$TEST_TMPDIR/solver_b.table")
env -i $solver --rules=$rules "${tables[@]}" --manifest="$TEST_TMPDIR/alone" \
  2>"$TEST_TMPDIR/stderr" || fail "not accepted by one process"

manifest=--manifest=$TEST_TMPDIR/manifest
for processes in 1 2 3 4 7; do
  mpirun -n $processes $solver --rules=$rules "${tables[@]}" "$manifest" --threads=$((processes % 2 + 1)) \
    2>"$TEST_TMPDIR/stderr" || fail "not accepted by $processes"
  [ "$(grep -c ': consistency  *100% .* s$' "$TEST_TMPDIR/stderr")" = 1 ] || fail "not one has told of progress"
  cmp "$TEST_TMPDIR/manifest" "$TEST_TMPDIR/alone" || fail "another manifest of $processes"
done

# refused MESSAGE ARGUMENT…: mpirun fails, process 0 alone says why, and there is no manifest.
refused() {
  mpirun "${@:2}" 2>"$TEST_TMPDIR/stderr" && fail "no failure: $*"
  [ "$(grep '^error: ' "$TEST_TMPDIR/stderr")" = "error: $1" ] || fail "not just: $1"
  [ -e "$TEST_TMPDIR/manifest" ] && fail "a manifest was left: $*"
}
refused "process 2: cannot read no/rules: No such file or directory" \
  -n 2 $solver --rules=$rules "${tables[@]}" "$manifest" : \
  -n 1 $solver --rules=no/rules "${tables[@]}" "$manifest"
refused "process 1: other rules, files or program version than process 0" \
  -n 1 $solver --rules=$rules "${tables[@]}" "$manifest" : \
  -n 1 $solver --rules=corpus/rules/standard.textproto "${tables[@]}" "$manifest"

# A whole table would be verified by process 0.
[ "$(estimate 3 $rules)" -ge $((3 * $(estimate 1 $rules))) ] || fail "three processes need less than thrice"

start 3 --rules=$rules "${tables[@]}" "$manifest" --threads=1
until [ "$(wc -l <"$TEST_TMPDIR/pids")" = 3 ] || ! kill -0 $!; do sleep 0.01; done
kill_one "$TEST_TMPDIR/manifest" || fail "done before anybody was killed"

exit $((failures > 0))
