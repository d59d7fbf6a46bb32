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
    2>"$TEST_TMPDIR/stderr" || fail "$1 on $2 ranks with $3 threads"
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

# One that dies takes all along, and leaves no table.
mpirun -n 3 sh -c 'echo $$ >>"$0"; exec "$@"' "$TEST_TMPDIR/pids" \
  "$solver" --rules=$rules/advanced.textproto "$out" >"$TEST_TMPDIR/stderr" 2>&1 &
until [ "$(wc -l <"$TEST_TMPDIR/pids")" = 3 ]; do sleep 0.1; done 2>/dev/null
kill -9 "$(tail -1 "$TEST_TMPDIR/pids")"
wait $! && fail "nobody noticed a death"
grep -qi 'signal 9\|killed' "$TEST_TMPDIR/stderr" || fail "no word of a death"
[ -e "$TEST_TMPDIR/none" ] && fail "a table of the dead"

exit $((failures > 0))
