#!/bin/bash
# Tests that the main theorems state what statements.txt says, that README.md quotes them as they are, and that their drawings and
# digests are those of the project. Needs no Coq.
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

# The digests of the theorems are those with which the pipeline compares tables.
for game in Standard Advanced; do
  sections=$(awk -v "name=\"${game,}\"" '/^tables/ { inside = 0 } $1 == "name:" { inside = $2 == name } inside' \
    ../../corpus/digests.textproto |
    sed -n 's/^  sections { placed: \([0-9]*\)\( drops: "\([AS]*\)"\)\? positions.*sha256: "\(.*\)" }/(\1, "\3", "\4")/p')
  [ "$(wc -l <<<"$sections")" = 41 ] || { echo "corpus/digests.textproto has other sections of $game"; exit 1; }
  while IFS= read -r section; do
    grep -qF "$section" "${game}Drops.v" || { echo "${game}Drops.v has another digest than $section"; exit 1; }
  done <<<"$sections"
done
