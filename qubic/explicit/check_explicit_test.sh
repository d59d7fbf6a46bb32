#!/bin/bash
# check_explicit accepts the certificate of the repository, and refuses damaged ones with the
# line that fails first.
set -eu
. base/expect.sh

check=$PWD/qubic/explicit/check_explicit
good=$PWD/qubic/explicit.txt
cd "$TEST_TMPDIR"
last=$(wc -l <"$good")

# accepted FILE
accepted() { expect 0 ": proved: X, who moves first, wins Qubic" "$check" "$1"; }
# refused FILE LINE REASON
refused() { expect 1 ": line $2: .*$3" "$check" "$1"; }

accepted "$good"
sed 's/$/\r/; 1s/^/\xEF\xBB\xBF/' "$good" >crlf.txt
accepted crlf.txt
tr '\n' '\r' <"$good" >cr.txt
accepted cr.txt
mkfifo pipe
cat "$good" >pipe &
accepted pipe
expect 0 "^-: proved: X" sh -c '"$1" - <cr.txt' sh "$check"
cp cr.txt ./-cr
expect 0 "^-cr: proved: X" "$check" -- -cr

# What is wrong with the file as a whole.
expect 1 "^.: cannot read: Is a directory$" "$check" .
expect 1 "^missing.txt: cannot read: No such file or directory$" "$check" missing.txt
expect 1 "^-: cannot read: Bad file descriptor$" sh -c '"$1" - <&-' sh "$check"
expect 1 "^/dev/zero: has more than 100 MB$" "$check" /dev/zero
refused /dev/null 1 "truncated"
expect 1 "usage:" "$check"
head -n "$((last - 1))" "$good" >short.txt
refused short.txt "$last" "truncated"
head -c -1 "$good" >no_end.txt
refused no_end.txt "$last" "truncated"
(cat "$good" && tail -n 1 "$good") >long.txt
refused long.txt "$((last + 1))" "end of the file"
tail -n +2 "$good" >no_header.txt
refused no_header.txt 1 "unknown format"
refused <(sed 's/explicit/moves/' "$good") 1 "unknown format"

# What is wrong with a line.  Its positions are those of a certificate that ends early.
head -n 101 "$good" >start.txt
refused start.txt 102 "truncated"
# bad LINE AWK REASON: damages a line of start.txt with a command of awk.
bad() {
  awk "NR == $1 { $2 } { print }" start.txt >bad.txt
  if cmp -s bad.txt start.txt; then fail "$2 changes nothing"; fi
  refused bad.txt "$1" "$3"
}
n=$(awk 'NR == 50 { print $1 }' start.txt)  # stones of a side
move=$((2 * n + 2))                          # field of the move
bad 50 '$1 = 32' "number of stones: expected 0 to 31"
bad 50 '$1 -= 1' ""
bad 50 '$2 = 0' "cell: expected 1 to 64, got \"0\""
bad 50 "\$$((n + 1)) = 65" "cell: expected [0-9]* to 64, got \"65\""
bad 50 '$3 = $2' "cell: expected"
bad 50 "for (i = 2; i < 2 + $n; ++i) { x = \$i; \$i = \$(i + $n); \$(i + $n) = x }" ""  # for O
bad 50 "\$$move = \$2" "two stones on a cell"
bad 50 "\$$((n + 2)) = \$2; \$$move = 1" ""
bad 50 "\$$((move + 1)) = 4" "not a forced line"
bad 50 "\$$((move + 2)) = 0" "cell: expected 1 to 64"
bad 50 '$NF = $NF + 1' ""
bad 50 '$0 = $0 " "' "expected the end of the line"
bad 50 '$0 = $0 " 1"' "expected the end of the line"
bad 50 'sub(/ /, "  ")' "got \"\""
bad 50 'sub(/ /, " 0")' "cell: expected"
bad 50 'sub(/ /, " +")' "cell: expected"
bad 50 'sub(/ [0-9]*$/, "")' "got \"\""
bad 50 '$0 = ""' "number of stones: expected"
sed '50{h;d};51{p;x}' start.txt >swapped.txt
refused swapped.txt 51 "expected entries in ascending order"
sed 50p start.txt >doubled.txt
refused doubled.txt 51 "expected entries in ascending order"
# The first line that ends in a reference: its map, and its entry.
reference=$(awk '$(NF - 2) == 0 && NR > 1 { print NR; exit }' start.txt)
bad "$reference" '$NF = 192' "map: expected 0 to 191"
bad "$reference" '$NF = ($NF + 1) % 192' "does not take the position to this entry"
bad "$reference" '$(NF - 1) = NR - 1' "entry: expected 1 to $((reference - 2))"
bad "$reference" '$(NF - 1) = 1 + $(NF - 1) % 5' "does not take the position to this entry"

# 1,000 random mutations of the first 101 lines.  Each is refused before line 102, or it leaves
# a proof of all entries; then the number of entries may be smaller.
awk -v mutations=1000 '
  function random(n) { return 1 + int(n * rand()) }
  BEGIN { srand(1) }
  { line[NR] = $0 }
  END {
    for (k = 1; k <= mutations; ++k) {
      at = 1 + random(NR - 1)
      count = split(line[at], field, " ")
      i = random(count)
      kind = random(7)
      doubled = ""
      if (kind == 1) field[i] = random(66) - 1
      if (kind == 2) field[i] += rand() < 0.5 ? 1 : -1
      if (kind == 3) field[i] = field[i] " " field[i]
      if (kind == 4) field[i] = ""
      if (kind == 5 && i < count) { other = field[i]; field[i] = field[i + 1]; field[i + 1] = other }
      changed = ""
      for (j = 1; j <= count; ++j) if (field[j] != "") changed = changed (changed == "" ? "" : " ") field[j]
      if (kind == 6) {
        j = random(length(changed))
        changed = substr(changed, 1, j - 1) sprintf("%c", 31 + random(95)) substr(changed, j + 1)
      }
      file = "mutant." k
      printf "" > file
      for (j = 1; j <= NR; ++j) {
        if (j != at) print line[j] > file
        else if (kind < 7) print changed > file
        else if (rand() < 0.5) print line[j] "\n" line[j] > file
      }
      close(file)
    }
  }' start.txt
same=0 proofs=0 refusals=0
for mutant in mutant.*; do
  if cmp -s "$mutant" start.txt; then same=$((same + 1)); continue; fi
  lines=$(wc -l <"$mutant")
  expect 1 ": line" "$check" "$mutant"
  case $(cat "$dir/printed") in
    "$mutant: line $((lines + 1)): the file is truncated") proofs=$((proofs + 1)) ;;
    *": line "*": the file is truncated"*) fail "$mutant" ;;
    *) refusals=$((refusals + 1)) ;;
  esac
done
echo "1,000 mutations: $refusals refused, $proofs prove every entry, $same change nothing"
[ "$((refusals + proofs + same))" = 1000 ] && [ "$refusals" -gt 850 ] || fail "mutations"
