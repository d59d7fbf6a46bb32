#!/bin/bash
# The open certificates prove what they are said to prove, and none that is changed does.

set -eu

check_open=verify/check/check_open
files=verify/certificates/open
cd "$TEST_SRCDIR/$TEST_WORKSPACE"

fail() {
  echo "$*"
  exit 1
}

black="SSSS: Black, who moves first, can win within"
diff - <($check_open $files/advanced.txt $files/standard.txt) <<END
$files/advanced.txt: proved, for every board that has 5x5 squares, 4 pieces a side, goals line 4 and squares:
  $black 13 plies
$files/standard.txt: proved, for every board that has 6x6 squares, 4 pieces a side, goals line 4 and square 1:
  $black 15 plies
END

changed=$TEST_TMPDIR/changed.txt

# refused FILE LINE EDIT: with sed's EDIT the line of the file is named, and nothing proved.
refused() {
  sed -E "$3" "$1" >"$changed"
  if cmp -s "$changed" "$1"; then fail "\"$3\" does not change $1"; fi
  if said=$($check_open "$changed"); then fail "accepted after \"$3\""; fi
  case $said in
    "$changed: line $2: "*) ;;
    *) fail "after \"$3\": $said" ;;
  esac
}

# Not one formation can be missed.
refused $files/advanced.txt 8 's/^formations: 13/formations: 12/; 10d'
refused $files/advanced.txt 8 's/^formations: 13/formations: 12/; 22d'
refused $files/advanced.txt 8 's/within 13/within 11/'
refused $files/advanced.txt 8 's/^margin: 1/margin: 0/'
# Nor does one come twice, in whichever of the eight ways the field is flipped.
for image in '3 6 7 8' '3 8 9 10' '16 17 18 23' '18 19 20 23' \
  '2 7 11 12' '4 9 14 15' '11 12 17 22' '14 15 19 24'; do
  refused $files/advanced.txt 11 "s/^formations: 13/formations: 14/; s/^3 6 7 8/&\\n$image/"
done
# Without the larger squares there is no win in 13.
refused $files/advanced.txt 8 's/ and squares/ and square 1/'

# A game that is won with the second drop: the third square of a line of three
# cannot be taken twice.
cat >"$TEST_TMPDIR/small.txt" <<END
teeko certificate 1 open
rows: 1
columns: 3
margin: 1
pieces: 2
goals: line 2
aim: win within 5 plies
claim: SS black
formations: 1
1 3
end
END
small=$TEST_TMPDIR/small.txt
$check_open "$small"
refused "$small" 1 's/open/text/'
refused "$small" 2 's/^rows: 1/rows: 0/'
refused "$small" 2 's/^rows: 1/rows: 01/'
refused "$small" 3 's/^columns: 3/columns: 65/'
refused "$small" 4 's/^margin: 1/margin: 9/'
refused "$small" 4 's/^margin: 1/margin: 4/; s/^columns: 3/columns: 8/'
refused "$small" 5 's/^pieces: 2/pieces: 1/'
refused "$small" 6 's/line 2/line 3/'
refused "$small" 6 's/line 2/squares/'
refused "$small" 6 's/line 2/lines/'
refused "$small" 6 's/line 2/line 2 and/'
refused "$small" 6 's/line 2/line 2 and line 2/'
refused "$small" 7 's/within 5/within 4/'
refused "$small" 7 's/aim: win/aim: hold/'
refused "$small" 8 's/SS/SA/'
refused "$small" 8 's/SS/S/'
refused "$small" 8 's/black/red/'
refused "$small" 9 's/^formations: 1/formations: 0x/'
refused "$small" 10 's/^1 3/1/'
refused "$small" 10 's/^1 3/3 1/'
refused "$small" 10 's/^1 3/1 4/'
refused "$small" 10 's/^1 3/1 2/'
refused "$small" 11 's/^formations: 1/formations: 2/; s/^1 3/1 3\n1 3/'
refused "$small" 11 's/^end/ende/'
refused "$small" 11 '$d'
refused "$small" 11 's/^end/end\n/'
if $check_open; then fail "accepts nothing at all"; fi
if $check_open "$TEST_TMPDIR"; then fail "accepts a folder"; fi
if $check_open /dev/zero; then fail "accepts what has no end"; fi
$check_open --help | grep -q "usage: check_open" || fail "--help"
if $check_open --help >/dev/full; then fail "--help is lost"; fi
