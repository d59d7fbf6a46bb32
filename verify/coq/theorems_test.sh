#!/bin/bash
# theorems_test.sh [--first]: Coq proves the theorems, and they assume nothing but its
# primitive integers and arrays.
set -eu
export OUT=$TEST_TMPDIR/out
BASE=$PWD/verify/coq/base.tar verify/coq/prove.sh "$@"

# Names of assumptions that are not Coq's own primitives.
strangers() {
  grep -E '^[A-Za-z]' "$1" | grep -vE '^Axioms:$|^(PrimInt63|Uint63|PArray)\.[A-Za-z0-9_]+( |$)' || true
}

file=$(cd verify/coq && [ "${1:-}" = --first ] && echo FirstTheorems || echo Theorems)
asked=$(grep -c '^Print Assumptions' "verify/coq/$file.v")
stated=$(grep -c '^Theorem' "verify/coq/$file.v")
answered=$(grep -c '^Axioms:' "$OUT/assumptions")
if [ "$asked" != "$stated" ] || [ "$answered" != "$stated" ]; then
  echo "$stated theorems, but assumptions of $answered were printed"
  exit 1
fi
if [ -n "$(strangers "$OUT/assumptions")" ]; then
  echo "the theorems assume more than they should:"
  strangers "$OUT/assumptions"
  exit 1
fi
# A cheat would be seen.
cat >"$OUT/Cheat.v" <<'END'
From Teeko Require Import Rules Soundness.
Axiom cheat : forall p : Prop, p.
Theorem too_good : wins_in (Rules Standard nil nil) Black 3.
Proof. apply cheat. Qed.
Print Assumptions too_good.
END
coqc -R "$OUT/teeko" Teeko "$OUT/Cheat.v" >"$OUT/cheat"
if [ -z "$(strangers "$OUT/cheat")" ]; then
  echo "an axiom of ours is not noticed"
  exit 1
fi
