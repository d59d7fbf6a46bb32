# For tests of programs that mpirun starts, to be sourced.
failures=0

# More ranks than processors, and in a container as root.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
# Its sockets need short paths.
export TMPDIR=/tmp

fail() {
  echo "FAILED: $1" >&2
  cat "$TEST_TMPDIR/stderr" >&2
  failures=$((failures + 1))
}
