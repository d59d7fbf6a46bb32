#!/bin/bash
# The fuzzer as a person runs it.
set -eu
fuzz=audit/fuzz/fuzz
err=$TEST_TMPDIR/err

expect() {
  grep -qe "$1" "$2" || { echo "expected \"$1\" in:"; cat "$2"; exit 1; }
}
refuse() {
  if "$fuzz" "$@" >/dev/null 2>"$err"; then echo "took $*"; exit 1; fi
}

"$fuzz" --help >"$TEST_TMPDIR/help"
expect --seconds=N "$TEST_TMPDIR/help"

# The same seeds, the same cases; another seed every time if none is given.
for i in 1 2; do "$fuzz" --seed=9 --cases=20 2>/dev/null | sed 's/ in .* s / /' >"$TEST_TMPDIR/$i"; done
expect "All agree: 20 rules" "$TEST_TMPDIR/1"
cmp "$TEST_TMPDIR/1" "$TEST_TMPDIR/2"
"$fuzz" --seconds=1 >"$TEST_TMPDIR/any" 2>"$err" || cat "$TEST_TMPDIR/any" "$err"
expect "All agree" "$TEST_TMPDIR/any"
expect "^fuzz: --seed=[1-9]" "$err"

refuse --seconds=-1 && expect "must not be negative" "$err"
refuse --table=no/such && expect "no/such" "$err"
refuse 60 && expect "unexpected argument" "$err"
