# Functions for tests that run $solver as several processes. Source this file. Files go to $TEST_TMPDIR; `failures`
# counts the failures.
failures=0

# Let Open MPI start more processes than there are processors, and run as root, as in a container.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
# Open MPI puts files into TMPDIR. Each test needs its own directory: the names of the files contain process IDs, which
# may be the same in two sandboxes. The path must be short, because Open MPI makes sockets in this directory.
TMPDIR=$(mktemp -d /tmp/processes.XXXXXX)
export TMPDIR OMPI_MCA_btl_vader_backing_directory=$TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT

fail() {
  echo "FAILED: $1" >&2
  cat "$TEST_TMPDIR/stderr" >&2
  failures=$((failures + 1))
}

# alone FILE: solves the rules of FILE, NAME.textproto, with one process and without mpirun. Writes NAME.table.
alone() {
  env -i "$solver" --rules="$1" --out="$TEST_TMPDIR/$(basename "$1" .textproto).table" \
    2>"$TEST_TMPDIR/stderr" || fail "$1 in one process"
}

# same FILE PROCESSES THREADS: solves the rules with this number of processes. The table must have the same bytes as
# the table of `alone`. Only one process may print progress lines. If PROCESSES is more than 1, the report must state
# sent_bytes.
same() {
  mpirun -n "$2" "$solver" --rules="$1" --threads="$3" --out="$TEST_TMPDIR/table" \
    --report="$TEST_TMPDIR/report" 2>"$TEST_TMPDIR/stderr" || fail "$*"
  [ "$(grep -c ': levels .* s$' "$TEST_TMPDIR/stderr")" = 1 ] || fail "expected progress lines from one process"
  [ "$2" = 1 ] || grep -q '^sent_bytes: [1-9]' "$TEST_TMPDIR/report" || fail "the report lacks sent_bytes"
  cmp "$TEST_TMPDIR/table" "$TEST_TMPDIR/$(basename "$1" .textproto).table" || fail "the table differs from the table of one process: $*"
  rm -f "$TEST_TMPDIR/table"
}

# same_on_all FILE: runs `same` with 1, 2, 3, 4 and 7 processes and 1 and 2 threads.
same_on_all() {
  local processes threads
  for processes in 1 2 3 4 7; do
    for threads in 1 2; do same "$1" $processes $threads; done
  done
}

# estimate PROCESSES FILE: prints the memory in bytes that this number of processes needs on this machine.
estimate() {
  mpirun -n "$1" "$solver" --rules="$2" --threads=1 --estimate --report="$TEST_TMPDIR/estimate" \
    2>"$TEST_TMPDIR/stderr" || fail "no estimate for $1 processes"
  sed -n 's/^peak_memory_bytes: //p' "$TEST_TMPDIR/estimate"
}

# start PROCESSES ARGUMENT…: starts mpirun with the processes in the background; $! is mpirun. Each process is a shell
# that writes its process ID to $TEST_TMPDIR/pids. Then `exec` replaces the shell by the program, so the ID stays valid.
start() {
  : >"$TEST_TMPDIR/pids"
  mpirun -n "$1" sh -c 'echo $$ >>"$0"; exec "$@"' "$TEST_TMPDIR/pids" "$solver" "${@:2}" \
    >"$TEST_TMPDIR/stderr" 2>&1 &
}

# kill_one TABLE [COMPLETE]: kills one of the processes that `start` has started. All processes must end, and no table may
# be left, except one with the bytes of COMPLETE, if the processes were about to end; it is removed. Returns false if the
# processes had already ended.
kill_one() {
  local mpirun=$! deadline=$((SECONDS + 20)) pid
  if ! kill -9 "$(shuf -n 1 "$TEST_TMPDIR/pids")" 2>"$TEST_TMPDIR/ignored"; then
    wait "$mpirun" || fail "the run failed before a process was killed"
    return 1
  fi
  while kill -0 "$mpirun" 2>"$TEST_TMPDIR/ignored" && [ $SECONDS -lt $deadline ]; do
    sleep 0.05
  done
  # If a process dies while it connects, Open MPI's mpirun reports it, and may then wait forever for a lock (in
  # pmix_rte_finalize). Then the ended processes stay zombies, which have no /proc/PID/exe.
  for pid in $(cat "$TEST_TMPDIR/pids"); do
    [ ! -e "/proc/$pid/exe" ] || fail "a process is still running after another was killed"
  done
  grep -qi 'signal 9\|killed\|non-zero exit' "$TEST_TMPDIR/stderr" || fail "mpirun does not report the killed process"
  kill -9 "$mpirun" 2>"$TEST_TMPDIR/ignored"
  wait "$mpirun" && fail "mpirun exits with 0 after a process was killed"
  [ ! -e "$1" ] || cmp "$1" "${2:-/dev/null}" || fail "a killed run left a table"
  rm -f "$1"
}
