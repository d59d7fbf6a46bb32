#!/bin/bash
# no_axioms_test.sh FOLDER: tests that no proof is missing, that there are no axioms and no casts, and that only sections
# have hypotheses. Needs no Coq.
set -eu
cd "$1"
shopt -s nullglob
forbidden='\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Obj\.magic|bypass_check)\b|Unset +(Guard|Positivity|Universe)|type-in-type'

# Prints the lines of files that are forbidden.
cheats() {
  grep -nHE "$forbidden" "$@" || true
  awk 'FNR == 1 { depth = 0 }
    /^Section [A-Za-z]+\./ { ++depth }
    /^End [A-Za-z]+\.$/ { --depth }
    depth < 1 && /(^|[^A-Za-z_])(Hypothes[ie]s|Variables?|Context)[ (]/ { print FILENAME ":" FNR ":" $0 }' "$@"
}

found=$(cheats ./*.v ./*.ml certificate.sh prove.sh)
if [ -n "$found" ]; then
  printf '%s\nthis must not be there\n' "$found"
  exit 1
fi
# The test notices an example of each.
for cheat in 'Admitted.' 'Axiom a : False.' 'Obj.magic x' 'Unset Guard Checking.' 'Hypothesis a : forall p : Prop, p.' \
  $'Section A.\nEnd A.\n#[local] Variable a : False.'; do
  echo "$cheat" >"$TEST_TMPDIR/cheat.v"
  if [ -z "$(cheats "$TEST_TMPDIR/cheat.v")" ]; then
    echo "not found: $cheat"
    exit 1
  fi
done
