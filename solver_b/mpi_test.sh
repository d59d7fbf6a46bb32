#!/bin/bash
# Solver B on several ranks: the same bytes as one process, and what is refused.
set -u
. stage/ranks.sh
solver=solver_b/solver_b
rules=corpus/rules

# says MESSAGE: the last program has said it, and no other error.
says() {
  [ "$(grep -c '^error: ' "$TEST_TMPDIR/stderr")" -eq 1 ] || fail "errors, not just: $1"
  grep -qF "error: $1" "$TEST_TMPDIR/stderr" || fail "no word of: $1"
}

# same RULES RANKS THREADS
same() {
  mpirun -n "$2" "$solver" --rules="$rules/$1.textproto" --threads="$3" \
    --out="$TEST_TMPDIR/table" --report="$TEST_TMPDIR/report" 2>"$TEST_TMPDIR/stderr" ||
    fail "$1 on $2 ranks"
  [ "$(grep -c ': writing .*100%.* s$' "$TEST_TMPDIR/stderr")" -eq 1 ] || fail "more than one has told of progress"
  [ "$2" = 1 ] || grep -q '^sent_bytes: [1-9]' "$TEST_TMPDIR/report" || fail "no word of bytes"
  cmp "$TEST_TMPDIR/table" "$TEST_TMPDIR/$1.table" || fail "$1 on $2 ranks with $3 threads differs"
}

for name in board4x4 advanced; do
  "$solver" --rules=$rules/$name.textproto --out="$TEST_TMPDIR/$name.table" \
    2>"$TEST_TMPDIR/stderr" || fail "$name on one rank"
done
for ranks in 1 2 3 4 7; do
  for threads in 1 2; do same board4x4 $ranks $threads; done
done
same advanced 2 2
same advanced 3 1
same advanced 7 1

mpirun -n 2 "$solver" --rules=$rules/board4x4.textproto --out="$TEST_TMPDIR/none" : \
  -n 1 "$solver" --rules=$rules/standard.textproto --out="$TEST_TMPDIR/none" \
  2>"$TEST_TMPDIR/stderr" && fail "solved different rules"
says 'rank 0: rank 2 has other rules, or is of another version, than rank 0'
mpirun -n 3 "$solver" --rules=$rules/board4x4.textproto --out="$TEST_TMPDIR/no/folder" \
  2>"$TEST_TMPDIR/stderr" && fail "wrote into a folder that is not there"
says "rank 0: cannot create $TEST_TMPDIR/no/folder: No such file or directory"
mpirun -n 3 "$solver" --threads=0 2>"$TEST_TMPDIR/stderr" && fail "no threads"
says '--threads=0'

# Whoever dies takes all with him, and leaves no table.
kept=$TEST_TMPDIR/kept
mpirun -n 3 sh -c 'echo $$ >>"$0.pids"; exec "$@"' "$TEST_TMPDIR/killed" \
  "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/killed" \
  --checkpoint="$kept" --checkpoint_seconds=0 \
  2>"$TEST_TMPDIR/stderr" >"$TEST_TMPDIR/stdout" &
until [ -e "$kept/checkpoint" ] || ! kill -0 $!; do sleep 0.1; done
kill -9 "$(tail -1 "$TEST_TMPDIR/killed.pids")"
wait $! && fail "nobody noticed"
cat "$TEST_TMPDIR/stdout" >>"$TEST_TMPDIR/stderr"
grep -qi 'signal 9\|killed' "$TEST_TMPDIR/stderr" || fail "no word of the death"
[ -e "$TEST_TMPDIR/killed" ] && fail "a table of the dead"

# As many as there were go on until one has no room left; then others do.
mpirun -n 2 "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/table" \
  --checkpoint="$kept" --checkpoint_seconds=0 --resume : \
  -n 1 sh -c 'ulimit -f 1; trap "" XFSZ; exec "$@"' - \
  "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/table" \
  --checkpoint="$kept" --checkpoint_seconds=0 --resume \
  2>"$TEST_TMPDIR/stderr" && fail "wrote more than there was room for"
says "rank 2: cannot write $kept/checkpoint.level_"
mpirun -n 2 "$solver" --rules=$rules/advanced.textproto --out="$TEST_TMPDIR/resumed" \
  --checkpoint="$kept" --resume 2>"$TEST_TMPDIR/stderr" || fail "two did not go on for three"
cmp "$TEST_TMPDIR/resumed" "$TEST_TMPDIR/advanced.table" || fail "another table after going on"
[ -z "$(ls "$kept")" ] || fail "left in the folder: $(ls "$kept")"

exit $((failures > 0))
