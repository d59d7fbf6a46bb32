#!/bin/bash
# Solver B as several processes: the same bytes as one process, and what is refused.
set -u
. base/processes.sh
solver=solver_b/solver_b
rules=corpus/rules

# says MESSAGE: the last program has said it, and no other error.
says() {
  [ "$(grep -c '^error: ' "$TEST_TMPDIR/stderr")" -eq 1 ] || fail "errors, not just: $1"
  grep -qF "error: $1" "$TEST_TMPDIR/stderr" || fail "no word of: $1"
}

alone $rules/board4x4.textproto
same_on_all $rules/board4x4.textproto
alone $rules/advanced.textproto
same $rules/advanced.textproto 2 2
same $rules/advanced.textproto 3 1
same $rules/advanced.textproto 7 1

mpirun -n 2 "$solver" --rules=$rules/board4x4.textproto --out="$TEST_TMPDIR/none" : \
  -n 1 "$solver" --rules=$rules/standard.textproto --out="$TEST_TMPDIR/none" \
  2>"$TEST_TMPDIR/stderr" && fail "solved different rules"
says 'process 2: other rules, files or program version than process 0'
mpirun -n 3 "$solver" --rules=$rules/board4x4.textproto --out="$TEST_TMPDIR/no/folder" \
  2>"$TEST_TMPDIR/stderr" && fail "wrote into a folder that is not there"
says "cannot create $TEST_TMPDIR/no/folder: No such file or directory"
mpirun -n 3 "$solver" --threads=0 2>"$TEST_TMPDIR/stderr" && fail "no threads"
says '--threads=0'

# Processes on one machine share its memory.
[ "$(estimate 4 $rules/advanced.textproto)" -gt "$(estimate 1 $rules/advanced.textproto)" ] ||
  fail "four processes need no more than one"

kept=$TEST_TMPDIR/kept
start 3 --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/killed" --checkpoint="$kept" \
  --checkpoint_seconds=0
until [ -e "$kept/solver_b.record" ] || ! kill -0 $!; do sleep 0.1; done
kill_one "$TEST_TMPDIR/killed" || fail "done before anybody was killed"

# As many as there were resume until one has no room left; then others do.
mpirun -n 2 "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/table" \
  --checkpoint="$kept" --checkpoint_seconds=0 --resume : \
  -n 1 sh -c 'ulimit -f 1; trap "" XFSZ; exec "$@"' - \
  "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/table" \
  --checkpoint="$kept" --checkpoint_seconds=0 --resume \
  2>"$TEST_TMPDIR/stderr" && fail "wrote more than there was room for"
says "process 2: cannot write $kept/solver_b.level_"
mpirun -n 2 "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/resumed" \
  --checkpoint="$kept" --resume 2>"$TEST_TMPDIR/stderr" || fail "two did not resume for three"
cmp "$TEST_TMPDIR/resumed" "$TEST_TMPDIR/advanced.table" || fail "another table after resuming"
[ -e "$kept" ] && fail "a checkpoint beside a table"

exit $((failures > 0))
