#!/bin/bash
# A short campaign, with every kind of fault at least once, misses nothing, and
# tells so in JSON; nonsense is refused.
set -eu

faults=audit/faults/faults
report=$TEST_TMPDIR/faults.json

"$faults" --faults=3 --seed=1 --json="$report"

# The recorded campaign is one of today's kinds, and missed nothing.
recorded=corpus/recorded/faults.json
diff <(grep -E '"(place|name|checker)":' "$recorded") \
  <(grep -E '"(place|name|checker)":' "$report")

for flags in --faults=0 --threads=0 nonsense; do
  if "$faults" $flags; then
    echo "$flags was not refused"
    exit 1
  fi
done
