#!/bin/bash
# Tests that Coq proves the theorem, and that it assumes only Coq's primitive integers and arrays.
set -eu
export OUT=$TEST_TMPDIR/out
export HOME=$TEST_TMPDIR
qubic/coq/prove.sh

# Prints the assumptions in a file that are not Coq's primitives.
others() {
  grep -E '^[A-Za-z]' "$1" | grep -vE '^Axioms:$|^(PrimInt63|Uint63|PArray)\.[A-Za-z0-9_]+( |$)' || true
}

grep -qx 'Theorem qubic : wins X start.' qubic/coq/Theorems.v
grep -q '^Axioms:$' "$OUT/Theorems.out"
if [ -n "$(others "$OUT/Theorems.out")" ]; then
  echo "FAILED: the theorem assumes more:"
  others "$OUT/Theorems.out"
  exit 1
fi
# The test notices an axiom.
cat >"$OUT/Cheat.v" <<'END'
From Qubic Require Import Qubic.
Axiom cheat : forall p : Prop, p.
Theorem qubic : wins O start.
Proof. apply cheat. Qed.
Print Assumptions qubic.
END
coqc -R "$OUT" Qubic "$OUT/Cheat.v" >"$OUT/cheat"
if [ -z "$(others "$OUT/cheat")" ]; then
  echo "FAILED: an axiom is not noticed"
  exit 1
fi
