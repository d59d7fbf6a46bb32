#!/bin/bash
# Runs short campaigns with every kind of fault. Tests that no fault is missed, that the JSON report is right, that faults
# count as missed if the checkers accept them, that the same seed plants the same faults, and that invalid flags are
# refused.
set -eu

faults=audit/faults/faults

# The report must be the same as the recorded one, except for the number of faults.
"$faults" --faults=3 --seed=1 --json="$TEST_TMPDIR/faults.json"
diff <(sed 's/"planted": 200/"planted": 3/' corpus/recorded/faults.json) "$TEST_TMPDIR/faults.json"

# Programs that do their work, but accept everything. The processes of a solver crash.
cp -rs "$PWD" "$TEST_TMPDIR/accepting"
cd "$TEST_TMPDIR/accepting"
for program in verify/verify proof/check/check proof/check/check_table proof/certificates/certificates \
  audit/faults/solve_for_test; do
  mv "$program" "$program.real"
  status=$([[ $program == */solve_for_test ]] && echo 3 || echo 0)
  printf '#!/bin/sh\n"$0.real" "$@"\nexit %s\n' "$status" >"$program"
  chmod +x "$program"
done

# missed FLAG…: runs a campaign, which must end with status 1, and prints the missed faults.
missed() {
  local status=0
  "$faults" --faults=2 "$@" >printed || status=$?
  [ "$status" = 1 ] || { echo "$* ended with status $status" >&2; exit 1; }
  # Programs print times after the description of a fault.
  sed -n 's/^\(missed: .*\): status .*/\1/p' printed
}

missed --threads=4 >all
[ "$(wc -l <all)" = 142 ] || { echo "expected 142 missed faults, got:"; cat all; exit 1; }
diff <(grep '^missed: table file: ' all) <(missed --threads=1 --place="table file")
if diff all <(missed --seed=2) >/dev/null; then
  echo "another seed plants the same faults"
  exit 1
fi

for flags in --faults=0 --threads=0 --place=nowhere nonsense; do
  status=0
  "$faults" $flags || status=$?
  [ "$status" = 2 ] || { echo "$flags was not refused"; exit 1; }
done
