#!/bin/bash
# Tests the open certificates with `search`, which must also notice faults, and with
# //verify/check on bounded boards that contain the field.
set -eu
. base/expect.sh
PATH=$PWD/audit/open_boards:$PWD/verify/check:$PATH
files=$PWD/verify/certificates/open
descriptors=$PWD/base/descriptors.py
awk=$PWD/audit/open_boards/on_board.awk
cd "$TEST_TMPDIR"

expect 0 "advanced.* line 4 and squares: .* within 13 plies .* 5x5 squares$" \
  search "$files"/*.txt
grep -q "standard.* line 4 and square 1: .* within 15 plies .* 6x6 squares$" printed
expect 0 "^$files/standard.txt: proved, .* 6x6 squares, .* line 4 and square 1:$" \
  check_open "$files"/*.txt
grep -q "Black, who moves first, can win within 15 plies$" printed
expect 1 "^cannot read none: No such file or directory$" search none "$files/advanced.txt"
expect 1 "^error: expected a certificate; see --help$" search
expect 1 "^error: unknown flag --nonsense; see --help$" search --nonsense
expect 0 "^For example: " search --help
expect 0 "^Exit status: 0 " search --help

# Tests standard input, all line ends, and a byte order mark.
python3 "$descriptors" search - <"$files/advanced.txt" | grep -q "^-: proved" || fail "standard input"
sed 's/$/\r/; 1s/^/\xEF\xBB\xBF/' "$files/advanced.txt" >crlf
tr '\n' '\r' <"$files/advanced.txt" >cr
expect 0 "^crlf: proved" search crlf cr

# fault LINE EDIT: changes the certificate of Advanced Teeko with the sed script EDIT, and expects
# that `search` prints an error about line LINE.
fault() {
  sed "$2" "$files/advanced.txt" >changed
  expect 1 "^changed:$1: " search changed
}
# false EDIT: changes the certificate with the sed script EDIT, which keeps the format valid, and
# expects that both programs reject the claim.
false() {
  fault 8 "$1"
  expect 1 "^changed: line 8: the formations do not suffice$" check_open changed
}
fault 1 's/open/text/'
fault 1 '1,$d'
fault 2 's/^rows: 5/rows: 05/'
fault 2 's/^rows: 5/rows: 0/'
fault 2 '/^rows/d'
fault 3 's/^columns: 5/columns: 5 /'
fault 3 's/^columns: 5/columns: 99999999999/'
fault 4 's/^margin: 1/margin: -1/'
fault 4 's/^margin: 1/margin: 2/'
fault 5 's/^pieces: 4/pieces: 5/'
fault 5 's/^pieces: 4/pieces:4/'
fault 6 's/^pieces: 4/pieces: 3/'
fault 6 's/line 4/line 3/'
fault 6 's/squares/square 0/'
fault 6 's/squares/diamond 1/'
fault 6 's/squares/squares and squares/'
fault 6 's/^goals: .*/goals: /'
fault 7 's/win within 13/hold for 13/'
fault 7 's/within 13/within 8/'
fault 7 's/within 13/within 10000/'
fault 8 's/black/red/'
fault 8 's/SSSS/SSSA/'
fault 8 's/black/black without 13/'
fault 9 's/^formations: 13/formations: many/'
fault 10 's/^3 6 7 8/3 7 6 8/'
fault 10 's/^3 6 7 8/3 6 7/'
fault 10 's/^3 6 7 8/3 6 7 8 9/'
fault 10 's/^3 6 7 8/3 6 7 26/'
fault 10 's/^3 6 7 8/0 6 7 8/'
fault 10 's/^3 6 7 8/1 2 6 7/'
fault 11 's/^4 8 11 12/3 8 9 10/'
fault 11 's/^4 8 11 12/2 7 11 12/'
fault 22 's/^formations: 13/formations: 12/'
fault 23 's/^formations: 13/formations: 14/'
fault 23 's/^end/END/'
fault 24 '$a end'
false 's/^margin: 1/margin: 0/'
false 's/within 13/within 12/'
false 's/within 13/within 11/'
false 's/ and squares/ and square 1/'
for line in $(seq 10 22); do
  false "s/^formations: 13/formations: 12/;${line}d"
done

# certificate ROWS COLUMNS MARGIN PLIES FORMATION…: writes a certificate for lines of three.
certificate() {
  printf '%s\n' "teeko certificate 1 open" "rows: $1" "columns: $2" "margin: $3" \
    "pieces: 3" "goals: line 3" "aim: win within $4 plies" "claim: SSS black" \
    "formations: $(($# - 4))" "${@:5}" end >small
}
# rejected ARGUMENT…: expects that both programs reject the claim of this certificate.
rejected() {
  certificate "$@"
  expect 1 "^small:8: the formations do not suffice$" search small
  expect 1 "^small: line 8: the formations do not suffice$" check_open small
}
certificate 3 4 1 9 "2 6 7"
expect 0 "proved, for 3 pieces a side, goals line 3: .* 3x4 squares$" search small
# The aim has one ply less.
rejected 3 4 1 8 "2 6 7"
# Without a margin, Red may leave the window, use squares outside it for a goal, and win with
# his last drop.
rejected 3 4 0 9 "2 6 7"
# All of Red's drops may be outside the window.
rejected 1 5 0 9 "1 2 4" "1 2 5" "1 3 4" "1 3 5"
# Goals of Black count only in the field.
rejected 2 3 1 9 "1 2 4" "1 2 5" "1 2 6" "1 3 4" "1 3 5"

# on_board FILE ROWS COLUMNS DOWN RIGHT: expects that //verify/check accepts the certificate on
# this bounded board, with the field at square (DOWN, RIGHT).
on_board() {
  awk -v rows="$2" -v columns="$3" -v down="$4" -v right="$5" -f "$awk" "$1" >board
  grep "^aim: " "$1" | cmp - <(grep "^aim: " board)
  expect 0 "proved, for $2x$3 squares" check board
}
certificate 3 4 1 9 "2 6 7"
on_board small 3 4 0 0
on_board small 5 7 1 3
on_board "$files/advanced.txt" 5 5 0 0
on_board "$files/advanced.txt" 5 6 0 1
on_board "$files/advanced.txt" 6 6 0 0
on_board "$files/advanced.txt" 7 7 1 1
on_board "$files/standard.txt" 6 6 0 0
on_board "$files/standard.txt" 6 7 0 1
on_board "$files/standard.txt" 7 7 0 1
