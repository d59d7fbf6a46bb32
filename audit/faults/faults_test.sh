#!/bin/bash
# Runs a short campaign with every kind of fault, which must miss nothing, and checks the JSON
# report.  Tests that invalid flags are refused.
set -eu

faults=audit/faults/faults
report=$TEST_TMPDIR/faults.json

"$faults" --faults=3 --seed=1 --json="$report"

# The recorded campaign has the same kinds.
recorded=corpus/recorded/faults.json
diff <(grep -E '"(place|name|checker)":' "$recorded") \
  <(grep -E '"(place|name|checker)":' "$report")

for flags in --faults=0 --threads=0 nonsense; do
  if "$faults" $flags; then
    echo "$flags was not refused"
    exit 1
  fi
done
