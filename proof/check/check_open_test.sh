#!/bin/bash
# Tests that check_open accepts true open certificates and refuses false ones, including certificates that are false
# because of a single rule of the open game. (bounded_boards_test checks all open certificates of the repository.)

set -eu
. base/expect.sh

check_open=$PWD/proof/check/check_open
advanced=$PWD/proof/certificates/open/advanced.txt
cd "$TEST_TMPDIR"

black="SSSS: Black, who moves first, can win within"
diff - <($check_open "$advanced") <<END
$advanced: proved, for every board that has 5x5 squares, 4 pieces a side, goals line 4 and squares:
  $black 13 plies
END

# refused FILE LINE EDIT: fails unless check_open refuses FILE after sed's EDIT and names LINE.
refused() {
  sed -E "$3" "$1" >changed
  if cmp -s changed "$1"; then fail "\"$3\" does not change $1"; fi
  if said=$($check_open changed); then fail "accepted after \"$3\""; fi
  case $said in
    "changed: line $2: "*) ;;
    *) fail "after \"$3\": $said" ;;
  esac
}
# Black needs ply 13, his seventh. Ply 12 belongs to Red.
refused "$advanced" 8 's/within 13/within 12/'

# certificate ROWS COLUMNS MARGIN PIECES GOALS PLIES FORMATION…: writes a certificate to the file `made`.
certificate() {
  style=SSSS
  printf '%s\n' "teeko certificate 1 open" "rows: $1" "columns: $2" "margin: $3" "pieces: $4" \
    "goals: $5" "aim: win within $6 plies" "claim: ${style:0:$4} black" \
    "formations: $(($# - 6))" "${@:7}" end >made
}
proved() {
  certificate "$@"
  expect 0 "^made: proved, for every board that has $1x$2 squares, $4 pieces a side, goals $5:$" \
    "$check_open" made
}
insufficient() {
  certificate "$@"
  expect 1 "^made: line 8: the formations do not suffice$" "$check_open" made
}

# The formation and all plies are needed.
proved 3 4 1 3 "line 3" 9 "2 6 7"
insufficient 3 4 1 3 "line 3" 8 "2 6 7"
insufficient 3 4 1 3 "line 3" 7 "2 6 7"
insufficient 3 4 1 3 "line 3" 9
# A field may have a single column. A field that is not square has no reflections in a diagonal.
proved 3 1 0 2 "line 2" 5
proved 3 4 1 3 "line 3" 9 "2 6 7" "5 6 10"

# Each of these claims is false because of one rule of the open game (docs/formats.md). Without the rule it would be true.
# Red may move in the window.
insufficient 2 5 1 3 "line 3" 9 "2 3 9" "2 4 8"
# His moves change the row, the column, or both.
insufficient 3 5 0 3 "line 3" 11 "2 7 13" "3 7 13"
# Red may leave the window from an edge square, also from a corner. He may complete a goal that reaches outside, with his
# last drop or with a later move.
insufficient 3 4 0 3 "line 3" 9 "2 6 7"
# Red may drop pieces outside.
insufficient 1 5 0 3 "line 3" 9 "1 2 4" "1 2 5" "1 3 4" "1 3 5"
# Red may win with his last drop.
insufficient 3 3 1 3 "line 3" 9 "1 2 5" "1 3 5" "1 5 6"
# Red may return on an edge square of the window.
refused "$advanced" 8 's/^formations: 13/formations: 12/; /^4 8 11 12$/d'
# Black's goals are in the field, and he drops on free squares.
insufficient 2 3 1 3 "line 3" 7
insufficient 2 3 1 3 "line 3" 9 "1 2 4" "1 2 5" "1 2 6" "1 3 4" "1 3 5"
insufficient 1 6 0 3 "line 3" 7

# A game that Black wins with his second drop: Red cannot block both neighbours of the middle square.
proved 1 3 1 2 "line 2" 5 "1 3"
mv made small
refused small 1 's/open/text/'
refused small 1 '1d'
refused small 2 's/^rows: 1/rows: 0/'
refused small 2 's/^rows: 1/rows: 01/'
refused small 3 's/^columns: 3/columns: 65/'
refused small 4 's/^margin: 1/margin: 9/'
refused small 4 's/^margin: 1/margin: 4/; s/^columns: 3/columns: 8/'
refused small 5 's/^pieces: 2/pieces: 1/'
refused small 5 's/^pieces: 2/pieces: 5/'
refused small 6 's/line 2/line 3/'
refused small 6 's/line 2/squares/'
refused small 6 's/line 2/lines/'
refused small 6 's/line 2/line 2 and/'
refused small 6 's/line 2/line 2 and line 2/'
refused small 7 's/within 5/within 4/'
refused small 7 's/within 5/within 10000/'
refused small 7 's/aim: win/aim: hold/'
refused small 8 's/SS/SA/'
refused small 8 's/SS/S/'
refused small 8 's/black/red/'
refused small 8 's/black/black without 2/'
refused small 9 's/^formations: 1/formations: 0x/'
refused small 10 's/^1 3/1/'
refused small 10 's/^1 3/3 1/'
refused small 10 's/^1 3/1 4/'
refused small 10 's/^1 3/0 3/'
refused small 10 's/^1 3/1 2/'
refused small 10 's/^formations: 1/formations: 0/'
refused small 11 's/^formations: 1/formations: 2/'
refused small 11 's/^formations: 1/formations: 2/; s/^1 3/1 3\n1 3/'
refused small 11 's/^end/ende/'
refused small 11 '$d'
refused small 11 's/^end/end\n/'
# If a formation is listed, none of its images under the symmetries of the field may be listed, too.
proved 4 4 0 3 "line 3" 7 "1 2 8"
mv made square
for image in '1 2 8' '3 4 5' '9 15 16' '12 13 14' '1 5 14' '4 8 15' '2 9 13' '3 12 16'; do
  refused square 11 "s/^formations: 1/formations: 2/; s/^1 2 8/&\\n$image/"
done

# All line ends, a byte order mark, pipes and standard input.
sed 's/$/\r/; 1s/^/\xEF\xBB\xBF/' small >crlf
tr '\n' '\r' <small >cr
expect 0 "^crlf: proved" "$check_open" crlf cr
refused crlf 11 's/^end/ende/'
expect 0 "^/dev/fd/[0-9]*: proved" "$check_open" <(cat small)
"$check_open" - <small | grep -q "^-: proved" || fail "standard input"

expect 1 "^none: cannot read: No such file or directory$" "$check_open" none
"$check_open" none - <small | grep -q "^-: proved" || fail "an error in one file hides the others"
expect 1 "^\.: cannot read: Is a directory$" "$check_open" .
expect 1 "^/dev/null: line 1: the file is empty$" "$check_open" /dev/null
expect 1 "^/dev/zero: has more than 100 MB$" "$check_open" /dev/zero
expect 1 "^error: no certificate; see --help$" "$check_open"
expect 1 "^error: unknown flag --what; see --help$" "$check_open" small --what
cp small ./-small
expect 0 "^-small: proved" "$check_open" -- -small
expect 1 "^small: proved" "$check_open" none small
expect 0 "usage: check_open" "$check_open" --help
if "$check_open" --help >/dev/full; then fail "--help: no error on a full disk"; fi
if "$check_open" small >/dev/full; then fail "no error on a full disk"; fi
