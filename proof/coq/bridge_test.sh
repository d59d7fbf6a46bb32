#!/bin/bash
# Compares Rules.v with the kernel: all goals and neighbours, the first drops with each square
# banned, and the successors, the side that picks and the winner of 100,000 positions of every
# phase and style.
set -eu
cp proof/coq/Rules.v proof/coq/ExtractRules.v proof/coq/bridge.ml "$TEST_TMPDIR"
bridge=$PWD/proof/coq/bridge
cd "$TEST_TMPDIR"
coqc -R . Teeko Rules.v
coqc -R . Teeko ExtractRules.v
ocamlopt -w -a rules.mli rules.ml bridge.ml -o coq_bridge
"$bridge" 100000 >kernel
if [ "$(wc -l <kernel)" != 100052 ]; then echo "positions are missing"; exit 1; fi
./coq_bridge <kernel >coq
cmp kernel coq

# The test notices a missing neighbour, a missing goal and a missing ban.
for change in 's/near (column s)/near (1 + column s)/' 's/; corners 4\]/]/' \
    's/existsb (N.eqb s) (banned r)/existsb (N.eqb (s + 1)) (banned r)/'; do
  mkdir -p wrong
  sed "$change" Rules.v >wrong/Rules.v
  if cmp -s Rules.v wrong/Rules.v; then echo "$change changes nothing"; exit 1; fi
  cp ExtractRules.v bridge.ml wrong
  (cd wrong && coqc -R . Teeko Rules.v && coqc -R . Teeko ExtractRules.v &&
    ocamlopt -w -a rules.mli rules.ml bridge.ml -o coq_bridge)
  if wrong/coq_bridge <kernel | cmp -s kernel -; then echo "$change is not seen"; exit 1; fi
done
