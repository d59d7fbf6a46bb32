#!/bin/bash
# Tests that Coq refuses the proofs for the 4×4 board if a rule, the solver, a figure or a digest is changed.
set -eu
export OUT=$TEST_TMPDIR/out
scripts=$PWD/proof/coq
BASE=$PWD/proof/coq/base.tar proof/coq/prove.sh --base
cp "$scripts/SmallBoard.v" "$OUT/teeko"
files="Rules Formations Consistency Geometry Rounds Placements Rows Numbering Levels Counts Solution Boards DropPhase DropTables \
Sha256 FastSha256 Payload Digests SmallBoard "

count=0
# refused FILE CHANGE WHERE: fails unless Coq refuses the changed proof in the file WHERE.
refused() {
  count=$((count + 1))
  local folder=$TEST_TMPDIR/mutant$count where='' file
  cp -r "$OUT/teeko" "$folder"
  sed -i "$2" "$folder/$1.v"
  if cmp -s "$folder/$1.v" "$OUT/teeko/$1.v"; then echo "$2 changes nothing"; exit 1; fi
  for file in $1 ${files#*"$1 "}; do
    if ! coqc -R "$folder" Teeko "$folder/$file.v" >message 2>&1; then where=$file; break; fi
  done
  if [ "$where" != "$3" ] || ! grep -q "File \".*$3.v\", line" message; then
    echo "$1.v, $2: expected an error in $3.v, got one in ${where:-no file}:"
    cat message
    exit 1
  fi
}

refused Rules 's/(lines ++ \[corners 1\])/lines/' SmallBoard              # a goal too few
refused Rules 's/near (row s) (row t)/(row s =? row t)/' SmallBoard       # neighbours too few
refused Rules 's/near (column s)/near (1 + column s)/' Geometry           # there, but not back
refused Levels 's/lor (playable.\[w\] land union rows w)/lor union rows w/' Levels  # a win too many
refused Levels 's/rows w (playable.\[w\] land /rows w (/' Levels             # a loss too many
refused SmallBoard 's/(8, 0)/(9, 0)/' SmallBoard                          # a level
refused SmallBoard 's/660020/660021/' SmallBoard                          # the draws
refused DropTables 's/if x <? y then y else x/if y <? x then y else x/' DropTables      # the least score for Black
refused DropTables 's/with Own => c | Other => opponent c/with Own => opponent c | Other => c/' DropTables  # who picks
refused DropTables 's/if taken land m =? 0 then better c score (read x) else score/better c score (read x)/' DropTables  # drops on pieces
refused Sha256 's/ROTR 22/ROTR 23/' Sha256                                 # the hash
refused FastSha256 's/(x >> 22)/(x >> 23)/' FastSha256                    # the fast hash
refused Payload 's/mine p < mine q/mine q < mine p/' Digests              # the order of the positions
refused Payload 's/Z.of_nat n + 1)/Z.of_nat n + 2)/' Digests              # the byte of a value
refused Payload 's/then turn p else opponent (turn p)/then opponent (turn p) else turn p/' Digests  # the side that wins
refused Digests 's/else 201 - v - d/else 200 - v - d/' Digests             # the byte of a score
refused SmallBoard 's/ee025e8d/ee025e8c/' SmallBoard                      # a digit of a digest
# The digest of another section.
refused SmallBoard 's/f58f41ee[0-9a-f]*/8a4698e5e83750e50a46a141ba4ad0bd9da14ef1d4bb7a3d5f038a78e7de72e8/' SmallBoard
