#!/bin/bash
# Tests that check_moves accepts the certificate, refuses damaged certificates, and names the first line that fails.
#
#   check_moves_test.sh [MUTATIONS]
#
# MUTATIONS is the number of random changes of one line. Each changed file must be refused, or prove the theorem.
set -eu
. base/expect.sh

check=$PWD/qubic/check_moves
moves=$PWD/qubic/files/moves.txt
mutations=${1:-4}
cd "$TEST_TMPDIR"
cp "$moves" moves.txt
last=$(wc -l <moves.txt)

proved="proved: X, who moves first, wins ($((last - 1)) strategic moves)"
expect 0 "^moves.txt: $proved\$" "$check" moves.txt

# refused LINE REASON: fails unless the certificate `changed` is refused in this line.
refused() { expect 1 "^changed: line $1: .*$2" "$check" changed; }

printf '' >changed
refused 1 "end of the file"
sed '1s/moves/explicit/' moves.txt >changed
refused 1 "expected the header"
sed '1s/qubic/teeko/' moves.txt >changed
refused 1 "expected"
sed 1d moves.txt >changed
refused 1 "expected"
for line in 0 65 -1 01 '1 ' ' 1' '' x 1,2 18446744073709551617; do
  sed "2s/.*/$line/" moves.txt >changed
  refused 2 "expected a cell, 1 to 64"
done
printf 'qubic certificate 1 moves\n1' >changed
refused 2 "end of the file"
head -3 moves.txt >changed
refused 4 "end of the file"
sed '2p' moves.txt >changed  # O, or X, is there
refused 3 "not empty"
head -40 moves.txt >changed
refused 41 "end of the file"
head -c 1000001 /dev/zero >changed
expect 1 "^changed: has more than 1 MB$" "$check" changed
mkdir directory
expect 1 "^directory: cannot read: Is a directory$" "$check" directory
expect 1 "^missing: cannot read: No such file or directory$" "$check" missing
expect 1 "^-: cannot read: Is a directory$" sh -c '"$1" - <directory' sh "$check"
expect 1 "^-: cannot read: Bad file descriptor$" sh -c '"$1" - <&-' sh "$check"
expect 1 "^usage" "$check"

# Any line ends, a byte order mark, a name that begins with -, and standard input.
{ printf '\xEF\xBB\xBF'; sed 's/$/\r/' moves.txt; } >./-changed
expect 0 "^-changed: $proved\$" "$check" -- -changed
tr '\n' '\r' <moves.txt | { "$check" - || true; } | grep -q "^-: $proved\$" || fail "a pipe with CR is refused"

{ cat moves.txt; echo 1; } >changed
refused $((last + 1)) "expected the end of the file"
head -$((last - 1)) moves.txt >changed
refused "$last" "end of the file"

RANDOM=1
refusals=0
for ((i = 0; i < mutations; ++i)); do
  line=$((2 + (RANDOM * 32768 + RANDOM) % (last - 1)))
  case $((RANDOM % 3)) in
    0) edit="${line}s/.*/$((1 + RANDOM % 64))/" ;;
    1) edit="${line}d" ;;
    2) edit="${line}p" ;;
  esac
  sed "$edit" moves.txt >changed
  if cmp -s changed moves.txt; then continue; fi
  said=$("$check" changed) && status=0 || status=$?
  case $status:$said in
    "1:changed: line "*) refusals=$((refusals + 1)) ;;
    "0:changed: proved: "*) ;;
    *) fail "after $edit: $status: $said" ;;
  esac
done
echo "$refusals of $mutations mutations are refused"
