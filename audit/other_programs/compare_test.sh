#!/bin/bash
# Compares the tables with recorded values of other programs: positions with up to four pieces.  Plants a fault in them.
set -eu
. base/expect.sh
here=audit/other_programs

# expect_from FILE STATUS PATTERN ARGUMENT…: the same as expect, with compare's standard input from a file.
expect_from() {
  local file=$1 status=$2 pattern=$3
  shift 3
  expect "$status" "$pattern" sh -c "$here/compare --tables=game/out_for_test $* <$file"
}

zcat $here/recorded/gamesman_advanced.gz >"$dir/gamesman"
expect_from "$dir/gamesman" 0 '^4 placed: 9664 values, 0 differ$' --rules=advanced gamesman
# The empty board: Black wins in 13 plies.  The record becomes a win in 15 plies.
printf '\017' | dd of="$dir/gamesman" bs=1 conv=notrunc status=none
expect_from "$dir/gamesman" 1 '^black to move: the table has 14, the other program 16$' --rules=advanced gamesman
grep -q '^0 placed: 1 values, 1 differ$' "$dir/printed" || fail "$(cat "$dir/printed")"

truncate -s -1 "$dir/gamesman"
expect_from "$dir/gamesman" 1 'standard input ends within a section' --rules=advanced gamesman
expect_from /dev/null 1 'expected 1 to 9 sections' --rules=advanced gamesman
expect_from "$dir/gamesman" 1 'expected a teeko.db of version 2' --rules=standard teeko_cc
expect_from /dev/null 1 'expected gamesman or teeko_cc' other
