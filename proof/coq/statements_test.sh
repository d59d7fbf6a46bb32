#!/bin/bash
# Tests that the main theorems state what statements.txt says, and that README.md quotes them as they are. Needs no Coq.
set -eu
if [ -d proof/coq ]; then cd proof/coq; fi

# Prints the theorems that a file states, without their proofs.
statements() {  # FILE
  awk '/^Theorem / { inside = 1 } inside { print } /\.$/ { inside = 0 }' "$1"
}

actual=$(for file in *Theorems.v SmallBoard.v {Standard,Advanced}{Positions,Drops}.v PlaneRules.v Consistency.v Payload.v Sanity.v; do
  echo "(* $file *)"
  statements "$file"
done)
diff statements.txt - <<<"$actual" || { echo "statements.txt has other statements than the files"; exit 1; }

# Compares in one line, since the README may break lines elsewhere.
expected=$(tr -s ' \n' ' ' <statements.txt)
quoted=0
while IFS= read -r theorem; do
  if [[ $expected != *"$theorem "* ]]; then echo "README.md quotes another statement: $theorem"; exit 1; fi
  quoted=$((quoted + 1))
done < <(statements README.md | awk '{ printf "%s", $0 (/\.$/ ? "\n" : " ") }' | tr -s ' ')
if [ "$quoted" -lt 19 ]; then echo "README.md quotes only $quoted theorems"; exit 1; fi

# The drawings of the goals are those of docs/rules.md.
if ! diff <(grep -oE '"[X.]{5}[X. ]*"' Sanity.v | tr -d '"') \
    <(sed -n '/has 44 goals/,/^\*\*Values/s/^    \([X.][X. ]*\)$/\1/p' ../../docs/rules.md); then
  echo "Sanity.v has other drawings than docs/rules.md"
  exit 1
fi
