#!/bin/bash
# Solver A on several ranks: the same bytes as one process, and what is refused.
set -u
. stage/ranks.sh
solver=solver_a/solver_a
rules=corpus/rules

# same RULES RANKS THREADS
same() {
  local table=$TEST_TMPDIR/$1.$2.$3
  mpirun -n "$2" "$solver" --rules="$rules/$1.textproto" --threads="$3" --out="$table" \
    --report="$TEST_TMPDIR/report" 2>"$TEST_TMPDIR/stderr" || fail "$1 on $2 ranks with $3 threads"
  [ "$2" = 1 ] || grep -q '^sent_bytes: [1-9]' "$TEST_TMPDIR/report" || fail "no word of bytes"
  [ "$(grep -c ': levels .* s$' "$TEST_TMPDIR/stderr")" = 1 ] || fail "not one has told of progress"
  cmp "$table" "$TEST_TMPDIR/$1.table" || fail "$1 on $2 ranks with $3 threads differs"
  rm -f "$table"
}

# refused MESSAGE ARGUMENT…: mpirun fails, rank 0 alone says why, and no table is left.
refused() {
  local message=$1
  shift
  mpirun "$@" 2>"$TEST_TMPDIR/stderr" && fail "no failure: $*"
  [ "$(grep '^error: ' "$TEST_TMPDIR/stderr")" = "error: $message" ] || fail "not just: $message"
  [ -e "$TEST_TMPDIR/none" ] && fail "a table was left: $*"
}

for name in board4x4 advanced; do
  "$solver" --rules=$rules/$name.textproto --out="$TEST_TMPDIR/$name.table" \
    2>"$TEST_TMPDIR/stderr" || fail "$name in one process"
done
for ranks in 1 2 3 4 7; do
  for threads in 1 2; do same board4x4 $ranks $threads; done
done
same advanced 2 2
same advanced 4 1
same advanced 7 2

out=--out=$TEST_TMPDIR/none
refused "rank 2 has other rules, or is of another version, than rank 0" \
  -n 2 "$solver" --rules=$rules/board4x4.textproto "$out" : \
  -n 1 "$solver" --rules=$rules/standard.textproto "$out"
refused "rank 1: cannot read no/rules: No such file or directory" \
  -n 1 "$solver" --rules=$rules/board4x4.textproto "$out" : -n 1 "$solver" --rules=no/rules "$out"
refused "cannot create $TEST_TMPDIR/no/folder: No such file or directory" \
  -n 3 "$solver" --rules=$rules/board4x4.textproto --out="$TEST_TMPDIR/no/folder"

# Ranks on one machine share its memory.
estimate() {
  mpirun -n "$1" "$solver" --rules=$rules/advanced.textproto --threads=1 --estimate \
    --report="$TEST_TMPDIR/estimate" 2>"$TEST_TMPDIR/stderr" || fail "no estimate for $1 ranks"
  sed 's/.*: //' "$TEST_TMPDIR/estimate"
}
needed=$(estimate 4)
[ "$needed" -gt "$(estimate 1)" ] || fail "four ranks need $needed bytes, no more than one"
refused "these rules need about $(((needed + 999999) / 1000000)) MB of memory, but only 120 MB \
can be had by the 4 ranks on this machine" \
  -n 4 "$solver" --rules=$rules/advanced.textproto --threads=1 --memory_mb=120 "$out"

# kill_one RANKS FILE ARGUMENT…: kills one of them some time after FILE is there, unless all
# have done their work by then.
kill_one() {
  local ranks=$1 file=$2
  shift 2
  : >"$TEST_TMPDIR/pids"
  mpirun -n "$ranks" sh -c 'echo $$ >>"$0"; exec "$@"' "$TEST_TMPDIR/pids" \
    "$solver" --rules=$rules/advanced.textproto "$out" "$@" >"$TEST_TMPDIR/stderr" 2>&1 &
  until [ "$(wc -l <"$TEST_TMPDIR/pids")" = "$ranks" ] && [ -e "$file" ] || ! kill -0 $!; do
    sleep 0.1
  done
  sleep $((RANDOM % 2)).$((RANDOM % 10))
  if ! kill -9 "$(shuf -n 1 "$TEST_TMPDIR/pids")"; then
    rm "$TEST_TMPDIR/none"
    return
  fi
  wait $! && fail "nobody noticed a death"
  grep -qi 'signal 9\|killed' "$TEST_TMPDIR/stderr" || fail "no word of a death"
  [ -e "$TEST_TMPDIR/none" ] && fail "a table of the dead"
}

# One that dies takes all along, and leaves no table; whoever is then started goes on.
kill_one 3 "$TEST_TMPDIR/pids"
kept=$TEST_TMPDIR/kept
for ranks in 3 3 1 4; do
  kill_one $ranks "$kept/solver_a.record" --checkpoint="$kept" --checkpoint_seconds=0 --resume
done
mpirun -n 2 "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/resumed" \
  --checkpoint="$kept" --resume 2>"$TEST_TMPDIR/stderr" || fail "nobody went on"
cmp "$TEST_TMPDIR/resumed" "$TEST_TMPDIR/advanced.table" || fail "another table after deaths"
[ -e "$kept" ] && fail "a checkpoint beside a table"

exit $((failures > 0))
