#!/bin/bash
# Runs a short campaign with every kind of fault.  Tests that no fault is missed, that the JSON
# report is right, and that invalid flags are refused.
set -eu

faults=audit/faults/faults
report=$TEST_TMPDIR/faults.json

"$faults" --faults=3 --seed=1 --json="$report"

# The recorded campaign must have the same kinds of faults.
recorded=corpus/recorded/faults.json
diff <(grep -E '"(place|name|checker)":' "$recorded") \
  <(grep -E '"(place|name|checker)":' "$report")

for flags in --faults=0 --threads=0 nonsense; do
  if "$faults" $flags; then
    echo "$flags was not refused"
    exit 1
  fi
done
