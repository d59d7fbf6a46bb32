# For tests of programs, to be sourced: what every program has to do for whoever runs it.
dir=$TEST_TMPDIR

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# expect STATUS PATTERN COMMAND…: its exit status, and what it prints.
expect() {
  status=$1 pattern=$2
  shift 2
  actual=0
  "$@" >"$dir/printed" 2>&1 </dev/null || actual=$?
  [ "$actual" = "$status" ] || fail "$* exits with $actual: $(cat "$dir/printed")"
  grep -q -e "$pattern" "$dir/printed" || fail "$* prints: $(cat "$dir/printed")"
}
