#!/bin/bash
# Solves and verifies a small board, makes certificates and a dump, and checks both. Compares the digests of sections.

set -eu

cd "$TEST_TMPDIR"
bin=$TEST_SRCDIR/$TEST_WORKSPACE
cat >rules <<EOF
name: "small" rows: 3 columns: 4 pieces: 3 goals { line { length: 3 } }
styles: "SSS" styles: "AAA" banned_first_drops: 6
EOF
for solver in solver_a solver_b; do
  "$bin/$solver/$solver" --rules=rules --out=$solver.table
done
"$bin/verify/verify" --rules=rules --table_a=solver_a.table \
  --table_b=solver_b.table --manifest=manifest

for out in first second; do
  "$bin/proof/certificates/certificates" --table=solver_a.table \
    --manifest=manifest --out=$out
done
diff -r first second
"$bin/proof/check/check" first/*

# Black wins in 9 or 11 plies, with and without the centre ban.
claim() {  # FILE AIM CLAIM
  grep -qx "aim: $2" "first/$1.txt" && grep -qx "claim: $3" "first/$1.txt" && return
  echo "$1.txt: expected claim: $3 (aim: $2)"
  exit 1
}
for ban in "" " without 6"; do
  claim SSS "win within 9 plies" "SSS$ban black"
  claim SSS-not-sooner "hold for 8 plies" "SSS$ban red"
  claim AAA "win within 11 plies" "AAA$ban black"
  claim AAA-not-sooner "hold for 10 plies" "AAA$ban red"
done

"$bin/proof/certificates/dump_table" --table=solver_a.table >dump
(here=$PWD && cd / && BUILD_WORKING_DIRECTORY=$here \
  "$bin/proof/certificates/dump_table" --table=solver_a.table) | cmp - dump
"$bin/proof/check/check_table" dump | tee output
grep -qx "  AAA: black wins in 11" output

# The program of docs/checking.md, dump_table and the manifest have the same digests.
sed -n '/^```python/,/^```/p' "$bin/docs/checking.md" | grep -v '^```' >sections.py
python3 sections.py solver_a.table >digests
diff <(cut -d' ' -f1 digests) <(sed -n '/^sections/,$s/^  sha256: "\(.*\)"/\1/p' manifest)
while read -r digest section; do
  "$bin/proof/certificates/dump_table" --table=solver_a.table --section="$section" >values
  echo "$digest  values" | sha256sum --check --quiet
  printf '\376' | dd of=values conv=notrunc status=none
  if echo "$digest  values" | sha256sum --check --status; then
    echo "section $section: a changed byte has the same digest"
    exit 1
  fi
done <digests
# The theorems state the digests of both games.
for game in standard advanced; do
  sed -n '/^    python3 sections.py/,/comm/s/^    //p' "$bin/docs/checking.md" |
    sed "s|out/standard|$bin/game/out_for_test/$game|; s|proof/coq/Standard|$bin/proof/coq/${game^}|" >commands
  [ "$(wc -l <commands)" = 2 ]
  sh -e commands >missing
  [ ! -s missing ]
  [ "$(wc -l <digests)" = 41 ]
done
sed "s/Advanced/Standard/" commands | sh -e >missing
[ -s missing ]
if "$bin/proof/certificates/dump_table" --table=solver_a.table --section=9 2>error; then exit 1; fi
grep -q "section=9: expected one of 6, 5A, 5S, " error
