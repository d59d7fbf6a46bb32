#!/bin/bash
# Tests that //qubic proves, checks, and writes facts.json.
set -eu
. base/expect.sh

out=$TEST_TMPDIR/qubic
expect 0 'proved: X, who moves first, wins Qubic$' qubic/qubic --moves="$PWD/qubic/files/moves.txt" --rounds=0 --out="$out"
moves=$(($(wc -l <qubic/files/moves.txt) - 1))
expect 0 '^ "strategic_moves": '"$moves"',$' cat "$out/facts.json"
expect 0 '^ "explicit_bytes": '"$(stat -c %s "$out/explicit.txt")"',$' cat "$out/facts.json"
expect 0 '^ "check_explicit_seconds": [0-9.]*$' cat "$out/facts.json"
cmp qubic/files/moves.txt "$out/moves.txt"

# After an error there is no facts.json.
expect 1 'cannot' qubic/qubic --moves=/no/such/file --out="$out"
[ ! -e "$out/facts.json" ] || fail "facts.json is left"

BUILD_WORKING_DIRECTORY=$TEST_TMPDIR expect 1 'write --out="$HOME/no"' qubic/qubic '--out=~/no'
[ ! -e "$TEST_TMPDIR/~" ] || fail "a folder has the name ~"

expect 0 'by number of stones before the move:  0: 1  2: 12  4: ' qubic/prove --moves="$PWD/qubic/files/moves.txt" --rounds=0
expect 0 '^0 of 345 three-stone openings are proved wins$' qubic/prove --openings --effort=1
# Each opening, "X 1 O 2 X 3: not proved", has three different cells.
awk '/^X/ { ++n; if ($4 < 1 || $4 == $2 || $4 == $6 + 0 || $2 >= $6 + 0) bad = 1 } END { exit bad || n != 345 }' \
  "$dir/printed" || fail "wrong cells of openings"
expect 1 'no proof found for 12 of 12 replies of O: 2 to 1, .* 64 to 1$' qubic/prove --effort=1
