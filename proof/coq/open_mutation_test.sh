#!/bin/bash
# Tests that a proof fails if one rule of the open game is changed, and that Coq names the place.
set -eu
export OUT=$TEST_TMPDIR/out
BASE=$PWD/proof/coq/base.tar proof/coq/prove.sh --base
cd proof/coq

# refuted FILE EDIT WHERE LEMMA: fails unless sed's EDIT of FILE.v breaks the proof of LEMMA in WHERE.v.
refuted() {
  local file=$1 edit=$2 where=$3 lemma=$4 started='' name line at
  local folder=$TEST_TMPDIR/mutant
  rm -rf "$folder"
  cp -r "$OUT/teeko" "$folder"
  sed -E "$edit" "$file.v" >"$folder/$file.v"
  if cmp -s "$file.v" "$folder/$file.v"; then echo "\"$edit\" does not change $file.v"; exit 1; fi
  for name in Plane OpenGame OpenSoundness OpenCertificate PlaneRules; do
    if [ "$name" = "$file" ]; then started=1; fi
    if [ -z "$started" ] || coqc -R "$folder" Teeko "$folder/$name.v" 2>"$folder/message"; then continue; fi
    line=$(grep -o 'line [0-9]*' "$folder/message" | head -n 1)
    at=$(head -n "${line#line }" "$folder/$name.v" | grep -E '^(Lemma|Theorem) ' | tail -n 1 | awk '{ print $2 }')
    if [ "$name $at" = "$where $lemma" ]; then echo "$file, $edit: $where.v, $line, $lemma"; return; fi
    echo "\"$edit\": expected $lemma of $where.v to fail, not $at of $name.v:"
    cat "$folder/message"
    exit 1
  done
  echo "everything is proved in spite of \"$edit\""
  exit 1
}

# Goals: all pieces elsewhere, a corner of a wide square, the goals of Standard Teeko.
refuted OpenGame 's/0%N :: map \(fun s/map (fun s/' OpenSoundness in_their_goals
refuted OpenGame 's/map \(fun s => only \(number s\)\) window \+\+//' OpenSoundness in_their_goals
refuted Plane 's/In f lines \\\/ f = corners 1/In f lines \\\/ f = corners 2/' OpenCertificate shapes_are_goals
# Neighbours, and where a piece may return.
refuted OpenGame 's/\(Z.abs \(fst s - fst t\) <=\? 1\)/(Z.abs (fst s - fst t) <=? 2)/' OpenSoundness next_to_spec
refuted OpenGame 's/ \|\| \(snd s =\? 0\)//' OpenSoundness edge_spec
# A missing reply, and a missing level.
refuted OpenGame 's/if edge then f rest \(S away\) else true/true/' OpenSoundness red_move
refuted OpenSoundness 's/wins_on \(1 \+ 2 \* n\) p/wins_on (2 * n) p/' OpenSoundness search_sound
# The board of Rules.v has other neighbours.
refuted Plane 's/Z.abs \(fst s - fst t\) <= 1/Z.abs (fst s - fst t) <= 2/' OpenSoundness next_to_spec
