#!/bin/bash
# Tests that Coq refuses damaged certificates. Coq and check_explicit must name the same line,
# the first one that fails.
set -eu
good=$PWD/qubic/explicit.txt
check=$PWD/qubic/explicit/check_explicit
certificate=$PWD/qubic/coq/certificate.sh
export OUT=$TEST_TMPDIR/out
export HOME=$TEST_TMPDIR
mkdir "$OUT"
cp qubic/coq/*.v "$OUT"
cd "$OUT"
for name in Qubic Checker Soundness; do coqc -R . Qubic $name.v; done

# refused FILE LINE: Coq and check_explicit refuse the file at this line.
refused() {
  "$certificate" "$1" >Certificate.v
  coqc -R . Qubic Certificate.v
  if coqc -R . Qubic Theorems.v 2>message; then
    echo "FAILED: Coq accepts $1"
    exit 1
  fi
  if ! grep -q "The certificate is (Refused $2)" message; then
    echo "FAILED: expected line $2, but Coq says: $(cat message)"
    exit 1
  fi
  if "$check" "$1" >message || ! grep -q ": line $2: " message; then
    echo "FAILED: expected line $2, but check_explicit says: $(cat message)"
    exit 1
  fi
}

# A certificate that ends early proves its lines, but not the theorem.
head -n 101 "$good" >start.txt
refused start.txt 102
sed 's/$/\r/; 1s/^/\xEF\xBB\xBF/' start.txt >crlf.txt
cmp <("$certificate" crlf.txt) <("$certificate" start.txt)
move=$(awk 'NR == 50 { print 2 * $1 + 2 }' start.txt)  # field of the move
reference=$(awk '$(NF - 2) == 0 && NR > 1 { print NR; exit }' start.txt)  # ends with one
# bad LINE AWK: damages a line with a command of awk.
bad() {
  awk "NR == $1 { $2 } { print }" start.txt >bad.txt
  if cmp -s bad.txt start.txt; then
    echo "FAILED: \"$2\" changes nothing"
    exit 1
  fi
  refused bad.txt "$1"
}
bad 50 "\$$move = \$2"                 # the move is on a stone
bad 50 "\$$((move + 2)) = \$2"         # so is the first cell of a forced line
bad "$reference" '$NF = ($NF + 1) % 192'
bad "$reference" '$(NF - 1) = NR - 1'  # an entry refers to itself
