# For tests of $solver as several processes, to be sourced.  Files go to $TEST_TMPDIR; what was
# wrong is counted.
failures=0

# More processes than processors, and in a container as root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
# A folder for each, since names in it depend on the number of a process, which in two sandboxes
# may be the same; its sockets need short paths.
TMPDIR=$(mktemp -d /tmp/processes.XXXXXX)
export TMPDIR OMPI_MCA_btl_vader_backing_directory=$TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT

fail() {
  echo "FAILED: $1" >&2
  cat "$TEST_TMPDIR/stderr" >&2
  failures=$((failures + 1))
}

# alone FILE: the rules' NAME.table, of one process, which needs nothing of what mpirun does.
alone() {
  env -i "$solver" --rules="$1" --out="$TEST_TMPDIR/$(basename "$1" .textproto).table" \
    2>"$TEST_TMPDIR/stderr" || fail "$1 in one process"
}

# same FILE PROCESSES THREADS: the same bytes as alone; one process tells of progress, and how much
# they have sent.
same() {
  mpirun -n "$2" "$solver" --rules="$1" --threads="$3" --out="$TEST_TMPDIR/table" \
    --report="$TEST_TMPDIR/report" 2>"$TEST_TMPDIR/stderr" || fail "$*"
  [ "$(grep -c ': levels .* s$' "$TEST_TMPDIR/stderr")" = 1 ] || fail "not one has told of progress"
  [ "$2" = 1 ] || grep -q '^sent_bytes: [1-9]' "$TEST_TMPDIR/report" || fail "no word of bytes"
  cmp "$TEST_TMPDIR/table" "$TEST_TMPDIR/$(basename "$1" .textproto).table" || fail "another table: $*"
  rm -f "$TEST_TMPDIR/table"
}

# same_on_all FILE
same_on_all() {
  local processes threads
  for processes in 1 2 3 4 7; do
    for threads in 1 2; do same "$1" $processes $threads; done
  done
}

# estimate PROCESSES FILE: the memory in bytes that so many on this machine need.
estimate() {
  mpirun -n "$1" "$solver" --rules="$2" --threads=1 --estimate --report="$TEST_TMPDIR/estimate" \
    2>"$TEST_TMPDIR/stderr" || fail "no estimate for $1 processes"
  sed -n 's/^peak_memory_bytes: //p' "$TEST_TMPDIR/estimate"
}

# start PROCESSES ARGUMENT…: in the background, as $!; each becomes the program, so that its number
# in $TEST_TMPDIR/pids stays.
start() {
  : >"$TEST_TMPDIR/pids"
  mpirun -n "$1" sh -c 'echo $$ >>"$0"; exec "$@"' "$TEST_TMPDIR/pids" "$solver" "${@:2}" \
    >"$TEST_TMPDIR/stderr" 2>&1 &
}

# kill_one TABLE: one of those that start has started takes all along, and leaves no table.
# False if they were done before.
kill_one() {
  local mpirun=$! patience=$((SECONDS + 20)) pid
  if ! kill -9 "$(shuf -n 1 "$TEST_TMPDIR/pids")" 2>"$TEST_TMPDIR/none_there"; then
    wait "$mpirun" || fail "not killed, but failed"
    return 1
  fi
  while kill -0 "$mpirun" 2>"$TEST_TMPDIR/none_there" && [ $SECONDS -lt $patience ]; do
    sleep 0.05
  done
  # Of a process that dies while it connects, Open MPI's mpirun tells, and then may wait for ever
  # for a lock of its own (in pmix_rte_finalize).  Zombies have no program.
  for pid in $(cat "$TEST_TMPDIR/pids"); do
    [ ! -e "/proc/$pid/exe" ] || fail "a process outlives another"
  done
  grep -qi 'signal 9\|killed\|non-zero exit' "$TEST_TMPDIR/stderr" || fail "no word of a death"
  kill -9 "$mpirun" 2>"$TEST_TMPDIR/none_there"
  wait "$mpirun" && fail "nobody noticed a death"
  [ ! -e "$1" ] || fail "a table of the dead"
}
