#!/bin/bash
# Runs solver B as several processes; expects the same bytes as from one process, or an error.
set -u
. base/processes.sh
solver=solver_b/solver_b
rules=corpus/rules

# expect_error MESSAGE: expects that the last program printed MESSAGE and no other error.
expect_error() {
  [ "$(grep -c '^error: ' "$TEST_TMPDIR/stderr")" -eq 1 ] || fail "expected only: $1"
  grep -qF "error: $1" "$TEST_TMPDIR/stderr" || fail "missing error: $1"
}

alone $rules/board4x4.textproto
same_on_all $rules/board4x4.textproto
alone $rules/advanced.textproto
same $rules/advanced.textproto 2 2
same $rules/advanced.textproto 3 1
same $rules/advanced.textproto 7 1

# Scored rules.  `same` expects one threshold game.
scored=$TEST_TMPDIR/scored.textproto
echo 'name: "scored" rows: 4 columns: 4 pieces: 3 goals { line { length: 3 } } scoring { pips: [1, 2, 4] }' >"$scored"
alone "$scored"
for processes in 2 5; do
  mpirun -n $processes "$solver" --rules="$scored" --out="$TEST_TMPDIR/table" 2>"$TEST_TMPDIR/stderr" ||
    fail "scored rules with $processes processes"
  cmp "$TEST_TMPDIR/table" "$TEST_TMPDIR/scored.table" || fail "the table of scored rules differs"
done

mpirun -n 2 "$solver" --rules=$rules/board4x4.textproto --out="$TEST_TMPDIR/none" : \
  -n 1 "$solver" --rules=$rules/standard.textproto --out="$TEST_TMPDIR/none" \
  2>"$TEST_TMPDIR/stderr" && fail "solved different rules"
expect_error 'process 2: other rules, files or program version than process 0'
mpirun -n 3 "$solver" --rules=$rules/board4x4.textproto --out="$TEST_TMPDIR/no/folder" \
  2>"$TEST_TMPDIR/stderr" && fail "wrote into a missing folder"
expect_error "cannot create $TEST_TMPDIR/no/folder: No such file or directory"
mpirun -n 3 "$solver" --threads=0 2>"$TEST_TMPDIR/stderr" && fail "accepted --threads=0"
expect_error '--threads=0'

# Processes on one machine share its memory.
[ "$(estimate 4 $rules/advanced.textproto)" -gt "$(estimate 1 $rules/advanced.textproto)" ] ||
  fail "the estimate for four processes is not larger than for one"

kept=$TEST_TMPDIR/kept
start 3 --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/killed" --checkpoint="$kept" \
  --checkpoint_seconds=0
until [ -e "$kept/solver_b.record" ] || ! kill -0 $!; do sleep 0.1; done
kill_one "$TEST_TMPDIR/killed" || fail "the run ended before the kill"

# The same number of processes resumes, until the disk of one is full; then two processes resume.
mpirun -n 2 "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/table" \
  --checkpoint="$kept" --checkpoint_seconds=0 --resume : \
  -n 1 sh -c 'ulimit -f 1; trap "" XFSZ; exec "$@"' - \
  "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/table" \
  --checkpoint="$kept" --checkpoint_seconds=0 --resume \
  2>"$TEST_TMPDIR/stderr" && fail "wrote more than the limit"
expect_error "process 2: cannot write $kept/solver_b.level_"
mpirun -n 2 "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/resumed" \
  --checkpoint="$kept" --resume 2>"$TEST_TMPDIR/stderr" || fail "two processes cannot resume"
cmp "$TEST_TMPDIR/resumed" "$TEST_TMPDIR/advanced.table" || fail "the table differs after resuming"
[ -e "$kept" ] && fail "the checkpoint was not removed"

exit $((failures > 0))
