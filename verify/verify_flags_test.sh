#!/bin/sh
# Tests the verifier's errors for wrong flags, its estimate and its help.
set -u

verify=verify/verify
rules=corpus/rules/board4x4.textproto
failures=0

# check TEXT ARGUMENT...: expects exit status 1, and one line on stderr that contains the text.
check() {
  text=$1
  shift
  "$verify" "$@" >out 2>err
  status=$?
  if [ "$status" -ne 1 ] || [ -s out ] || [ "$(wc -l <err)" -ne 1 ] || ! grep -qF -e "$text" err; then
    echo "verify $*: expected exit status 1 and one line with \"$text\", got exit status $status and:"
    cat out err
    failures=$((failures + 1))
  fi
}

check "--rules is missing" --table_a=a --table_b=b --manifest=m
check "--table_a is missing" --rules="$rules" --table_b=b --manifest=m
check "--table_b is missing" --rules="$rules" --table_a=a --manifest=m
check "--manifest is missing" --rules="$rules" --table_a=a --table_b=b
check "unexpected argument \"more\"" --rules="$rules" --table_a=a --table_b=b --manifest=m more
check "--threads=0" --rules="$rules" --table_a=a --table_b=b --manifest=m --threads=0
check "none.textproto" --rules=none.textproto --table_a=a --table_b=b --manifest=m
check "cannot open none.a" --rules="$rules" --table_a=none.a --table_b=b --manifest=m
check "cannot write .: expected a regular file, got a directory" --rules="$rules" --table_a=a --table_b=b --manifest=.

"$verify" --rules=corpus/rules/standard.textproto --estimate --memory_mb=1 --threads=1 --report=estimate
if [ "$(cat estimate)" != "peak_memory_bytes: 30221897
positions: 118917258" ]; then
  echo "verify --estimate: $(cat estimate)"
  failures=$((failures + 1))
fi
if ! "$verify" --help | grep -q -e --table_a=FILE; then
  echo "verify --help does not list its flags"
  failures=$((failures + 1))
fi
exit "$failures"
