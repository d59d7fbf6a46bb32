#!/bin/bash
# Tests that Coq refuses damaged certificates and names the line and the reason. The extracted
# checker and ../check/check.cc must name the same line. For open certificates, ../check/check_open.cc must.
set -eu
export OUT=$TEST_TMPDIR/out
folder=$PWD
files=$PWD/proof/certificates/files
check=$PWD/proof/check/check
scripts=$PWD/proof/coq
BASE=$PWD/proof/coq/base.tar proof/coq/prove.sh --base

mkdir "$TEST_TMPDIR/checker"
cp "$scripts/main.ml" "$scripts/uint63.ml" "$scripts/parray.ml" "$TEST_TMPDIR/checker"
cd "$TEST_TMPDIR/checker"
coqc -R "$OUT/teeko" Teeko -o "$OUT/Extract.vo" "$scripts/Extract.v"
if grep -n 'Obj.magic' checker.ml; then exit 1; fi
ocamlopt -w -a -inline 200 uint63.ml parray.ml checker.mli checker.ml main.ml -o checker

good=$files/advanced_SSSS.txt
./checker "$good"
sed 's/$/\r/; 1s/^/\xEF\xBB\xBF/' "$good" >crlf.txt
tr '\n' '\r' <"$good" >cr.txt
./checker crlf.txt cr.txt - <"$good"
for file in crlf.txt cr.txt; do
  "$scripts/certificate.sh" "$file" | cmp - <("$scripts/certificate.sh" "$good")
done
"$check" "$good"

count=0
# refused LINE REASON CERTIFICATE: fails unless all three programs refuse the certificate at this line.
refused() {
  local line=$1 reason=$2 file=$3
  count=$((count + 1))
  if cmp -s "$file" "$good"; then echo "nothing changed: $reason"; exit 1; fi
  "$scripts/certificate.sh" "$file" >"$OUT/bad$count.v"
  if coqc -R "$OUT/teeko" Teeko "$OUT/bad$count.v" 2>message; then
    echo "Coq accepts $file"; exit 1
  fi
  # Coq breaks long lines.
  if ! tr '\n' ' ' <message | tr -s ' ' | grep -qF "Refused $line \"$reason\")"; then
    echo "expected line $line, $reason, but Coq says:"; cat message; exit 1
  fi
  if ./checker "$file" >message || ! grep -qF "line $line: $reason" message; then
    echo "expected line $line, $reason, but the extracted checker says:"; cat message; exit 1
  fi
  if "$check" "$file" >message || ! grep -qF ": line $line: " message; then
    echo "expected line $line, but check.cc says:"; cat message; exit 1
  fi
}

few="the formations do not suffice"
sed -e '/^7 9 12 13$/d' -e 's/^formations: 8$/formations: 7/' "$good" >missing.txt
refused 8 "$few" missing.txt
sed 's/^7 9 13 17$/7 9 13 18/' "$good" >square.txt
refused 8 "$few" square.txt
sed 's/within 13 plies/within 11 plies/' "$good" >sooner.txt
refused 8 "$few" sooner.txt
sed 's/ black$/ red/' "$good" >other_side.txt
refused 8 "$few" other_side.txt
head -n 12 "$good" >truncated.txt
refused 13 "the file is truncated" truncated.txt
sed '/^7 9 12 13$/d' "$good" >count.txt
refused 17 "expected squares in ascending order" count.txt
sed 's/^3 6 7 13$/3 7 6 13/' "$good" >order.txt
refused 11 "expected squares in ascending order" order.txt
sed 's/^3 6 7 13$/3 6 7 26/' "$good" >outside.txt
refused 11 "expected squares in ascending order" outside.txt
sed 's/^3 6 7 13$/7 8 12 13/' "$good" >goal.txt
refused 11 "a formation must not be a goal" goal.txt
sed 's/^3 6 7 13$/3 8 9 10/' "$good" >twice.txt
refused 11 "the formation, or an image of it, is listed twice" twice.txt

# Open certificates.
check_open=$folder/proof/check/check_open
good=$folder/proof/certificates/open/advanced.txt
# refused_open LINE REASON CERTIFICATE [LINE2]: fails unless Coq refuses the certificate at LINE, and check_open at LINE2.
refused_open() {
  local line=$1 reason=$2 file=$3 check_line=${4:-$1}
  if cmp -s "$file" "$good"; then echo "nothing changed: $reason"; exit 1; fi
  "$scripts/certificate.sh" "$file" >"$OUT/bad_${file%.txt}.v"
  if coqc -R "$OUT/teeko" Teeko "$OUT/bad_${file%.txt}.v" 2>message; then
    echo "Coq accepts $file"; exit 1
  fi
  if ! tr '\n' ' ' <message | tr -s ' ' | grep -qF "Refused $line \"$reason\")"; then
    echo "expected line $line, $reason, but Coq says:"; cat message; exit 1
  fi
  if "$check_open" "$file" >message || ! grep -qF ": line $check_line: " message; then
    echo "expected line $check_line, but check_open says:"; cat message; exit 1
  fi
}

sed 's/within 13 plies/within 11 plies/' "$good" >open_sooner.txt
refused_open 8 "$few" open_sooner.txt
sed 's/^rows: 5/rows: 0/' "$good" >open_empty.txt
refused_open 2 "the number is out of range" open_empty.txt
sed 's/and squares$/and square 2/' "$good" >open_game.txt
# check_open accepts games that Coq's checker does not know.
refused_open 6 "these are neither Standard's goals nor Advanced's" open_game.txt 8
sed 's/^3 6 7 8$/3 7 6 8/' "$good" >open_order.txt
refused_open 10 "expected squares of the field in ascending order" open_order.txt
sed 's/^3 6 7 8$/3 6 7 26/' "$good" >open_outside.txt
refused_open 10 "expected squares of the field in ascending order" open_outside.txt
sed 's/^end$/ende/' "$good" >open_end.txt
refused_open 23 "expected end" open_end.txt
head -n 12 "$good" >open_truncated.txt
refused_open 13 "the file is truncated" open_truncated.txt

# If there is too little memory, prove.sh starts nothing, and prints how much it needs.
echo "MemAvailable: 400000 kB" >meminfo
for group in "" --5x5 --first --open --6x6 --small --positions --drops --base; do
  if MEMINFO=$PWD/meminfo OUT=$PWD/none "$scripts/prove.sh" $group 2>message; then
    echo "prove.sh $group starts with 390 MB"; exit 1
  fi
  if ! grep -qE "too little memory: expected [0-9]+ MB available, got 390" message || [ -e none ]; then
    echo "prove.sh $group with 390 MB says:"; cat message; exit 1
  fi
done

# An earlier version of Coq, with a known fault, is refused.
mkdir old
printf '#!/bin/sh\necho "The Coq Proof Assistant, version %s"\n' 8.15.2 >old/coqc
chmod +x old/coqc
if PATH=$PWD/old:$PATH OUT=$PWD/none "$scripts/prove.sh" --first 2>message ||
  ! grep -q "expected Coq 8.16.1 or later, got 8.15.2" message || [ -e none ]; then
  echo "prove.sh with Coq 8.15.2 says:"; cat message; exit 1
fi
