#!/bin/bash
# theorems_test.sh [--first|--5x5|--open|--6x6|--small|--positions|--drops]:
# tests that Coq proves these theorems, or all, and that they assume only Coq's primitive integers
# and arrays. The theorems of --open and --6x6 assume nothing.
set -eu
export OUT=$TEST_TMPDIR/out
BASE=$PWD/proof/coq/base.tar proof/coq/prove.sh "$@"

# Names of assumptions that are not Coq's own primitives.
strangers() {
  grep -E '^[A-Za-z]' "$1" | grep -vE '^Axioms:$|^Closed under the global context$|^(PrimInt63|Uint63|PArray)\.[A-Za-z0-9_]+( |$)' || true
}

theorems=$(cat "$OUT"/theorems/*.v)
asked=$(grep -c '^Print Assumptions' <<<"$theorems")
stated=$(grep -c '^Theorem' <<<"$theorems")
nothing=$(grep -c '^Closed under the global context' "$OUT/assumptions" || true)
answered=$(($(grep -c '^Axioms:' "$OUT/assumptions" || true) + nothing))
case ${1:-} in
  --open | --6x6) if [ "$nothing" != "$stated" ]; then echo "something is assumed"; exit 1; fi ;;
esac
if [ "$asked" != "$stated" ] || [ "$answered" != "$stated" ]; then
  echo "$stated theorems, but assumptions of $answered were printed"
  exit 1
fi
if [ -n "$(strangers "$OUT/assumptions")" ]; then
  echo "the theorems assume more than they should:"
  strangers "$OUT/assumptions"
  exit 1
fi
# The same for the theorems of the common files, some of which README.md names.
if [ "${1:-}" = --first ]; then
  for file in "$OUT"/teeko/*.v; do
    module=$(basename "$file" .v)
    echo "From Teeko Require $module."
    sed -nE "s/^Theorem ([A-Za-z_0-9']+).*/Print Assumptions $module.\1./p" "$file"
  done >"$OUT/Common.v"
  coqc -R "$OUT/teeko" Teeko "$OUT/Common.v" >"$OUT/common"
  asked=$(grep -c '^Print Assumptions' "$OUT/Common.v")
  answered=$(grep -cE '^(Axioms:|Closed under the global context)' "$OUT/common")
  if [ "$asked" -lt 50 ] || [ "$answered" != "$asked" ] || [ -n "$(strangers "$OUT/common")" ]; then
    echo "$asked theorems of the common files, $answered answers; strange assumptions: $(strangers "$OUT/common")"
    exit 1
  fi
fi
# The test notices an axiom.
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
