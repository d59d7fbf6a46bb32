# Functions for tests of programs. Source this file.
dir=$TEST_TMPDIR

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# expect STATUS PATTERN COMMAND…: fails unless the command exits with STATUS and prints a line that matches PATTERN.
expect() {
  status=$1 pattern=$2
  shift 2
  actual=0
  "$@" >"$dir/printed" 2>&1 </dev/null || actual=$?
  [ "$actual" = "$status" ] || fail "$* exits with $actual: $(cat "$dir/printed")"
  grep -q -e "$pattern" "$dir/printed" || fail "$* prints: $(cat "$dir/printed")"
}
