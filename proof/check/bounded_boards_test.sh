#!/bin/bash
# Tests the open certificates of the repository: check_open accepts them and refuses false ones, and check accepts them on
# bounded boards that contain the field.
set -eu
. base/expect.sh
PATH=$PWD/proof/check:$PATH
files=$PWD/proof/certificates/open
awk=$PWD/proof/check/on_board.awk
cd "$TEST_TMPDIR"

expect 0 "^$files/advanced.txt: proved, .* 5x5 squares, .* line 4 and squares:$" check_open "$files"/*.txt
grep -q "^$files/standard.txt: proved, .* 6x6 squares, .* line 4 and square 1:$" printed
grep -q "Black, who moves first, can win within 15 plies$" printed

# false_claim EDIT: expects that check_open rejects the claim of the certificate of Advanced Teeko after the sed script EDIT.
false_claim() {
  sed "$1" "$files/advanced.txt" >changed
  expect 1 "^changed: line 8: the formations do not suffice$" check_open changed
}
false_claim 's/^margin: 1/margin: 0/'
false_claim 's/within 13/within 11/'
false_claim 's/ and squares/ and square 1/'
for line in $(seq 10 22); do
  false_claim "s/^formations: 13/formations: 12/;${line}d"
done

# on_board FILE ROWS COLUMNS DOWN RIGHT: expects that check accepts the certificate on this bounded board, with the field at
# square (DOWN, RIGHT).
on_board() {
  awk -v rows="$2" -v columns="$3" -v down="$4" -v right="$5" -f "$awk" "$1" >board
  grep "^aim: " "$1" | cmp - <(grep "^aim: " board)
  expect 0 "proved, for $2x$3 squares" check board
}
printf '%s\n' "teeko certificate 1 open" "rows: 3" "columns: 4" "margin: 1" "pieces: 3" "goals: line 3" \
  "aim: win within 9 plies" "claim: SSS black" "formations: 1" "2 6 7" end >small
on_board small 3 4 0 0
on_board small 5 7 1 3
on_board "$files/advanced.txt" 5 5 0 0
on_board "$files/advanced.txt" 5 6 0 1
on_board "$files/advanced.txt" 6 6 0 0
on_board "$files/advanced.txt" 7 7 1 1
on_board "$files/standard.txt" 6 6 0 0
on_board "$files/standard.txt" 6 7 0 1
on_board "$files/standard.txt" 7 7 0 1
