#!/bin/bash
# Runs solver A as several processes; expects the same bytes as from one process, or an error.
set -u
. base/processes.sh
solver=solver_a/solver_a
rules=corpus/rules

# refused MESSAGE ARGUMENT…: expects that mpirun fails, that MESSAGE is the only error, and that
# no table is left.
refused() {
  local message=$1
  shift
  mpirun "$@" 2>"$TEST_TMPDIR/stderr" && fail "no failure: $*"
  [ "$(grep '^error: ' "$TEST_TMPDIR/stderr")" = "error: $message" ] || fail "expected only: $message"
  [ -e "$TEST_TMPDIR/none" ] && fail "a table was left: $*"
}

alone $rules/board4x4.textproto
same_on_all $rules/board4x4.textproto
alone $rules/advanced.textproto
same $rules/advanced.textproto 2 2
same $rules/advanced.textproto 4 1
same $rules/advanced.textproto 7 2

out=--out=$TEST_TMPDIR/none
refused "process 2: other rules, files or program version than process 0" \
  -n 2 "$solver" --rules=$rules/board4x4.textproto "$out" : \
  -n 1 "$solver" --rules=$rules/standard.textproto "$out"
refused "process 1: cannot read no/rules: No such file or directory" \
  -n 1 "$solver" --rules=$rules/board4x4.textproto "$out" : -n 1 "$solver" --rules=no/rules "$out"
refused "cannot create $TEST_TMPDIR/no/folder: No such file or directory" \
  -n 3 "$solver" --rules=$rules/board4x4.textproto --out="$TEST_TMPDIR/no/folder"

# Processes on one machine share its memory.
needed=$(estimate 4 $rules/advanced.textproto)
[ "$needed" -gt "$(estimate 1 $rules/advanced.textproto)" ] || fail "the estimate for four processes is not larger than for one: $needed bytes"
refused "these rules need about $(((needed + 999999) / 1000000)) MB of memory, but only 120 MB \
may be used by the 4 processes on this machine" \
  -n 4 "$solver" --rules=$rules/advanced.textproto --threads=1 --memory_mb=120 "$out"

# killed COUNT FILE ARGUMENT…: starts COUNT processes and kills one of them after FILE exists.
killed() {
  start "$1" --rules=$rules/advanced.textproto "$out" "${@:3}"
  until [ "$(wc -l <"$TEST_TMPDIR/pids")" = "$1" ] && [ -e "$2" ] || ! kill -0 $!; do
    sleep 0.1
  done
  sleep $((RANDOM % 2)).$((RANDOM % 10))
  kill_one "$TEST_TMPDIR/none" "$TEST_TMPDIR/advanced.table" || rm "$TEST_TMPDIR/none"
}

# After a kill, any number of processes resumes from the checkpoint.
killed 3 "$TEST_TMPDIR/pids"
kept=$TEST_TMPDIR/kept
for count in 3 3 1 4; do
  killed $count "$kept/solver_a.record" --checkpoint="$kept" --checkpoint_seconds=0 --resume
done
mpirun -n 2 "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/resumed" \
  --checkpoint="$kept" --resume 2>"$TEST_TMPDIR/stderr" || fail "cannot resume"
cmp "$TEST_TMPDIR/resumed" "$TEST_TMPDIR/advanced.table" || fail "the table differs after kills"
[ -e "$kept" ] && fail "the checkpoint was not removed"

exit $((failures > 0))
