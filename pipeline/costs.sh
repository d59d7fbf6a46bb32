#!/bin/bash
# Measures what solving costs, on boards from 5×5 to 6×6 and on 1, 2 and 4 ranks, and adds
# what was recorded on 7×7.
#
#   ./bazelw run --config=mpi //pipeline:costs -- DIR >corpus/costs.textproto
#
# DIR gets the tables, some 15 GB.  On two idle cores it takes a quarter of an hour.
set -eu
export RUNFILES_DIR=${PWD%/*}  # of this script, so of what it starts
out=$(cd "${BUILD_WORKING_DIRECTORY:-.}" && realpath -m "$1")
mkdir -p "$out"
small=$out/standard_5x6.textproto
echo "name: 'standard_5x6' rows: 5 columns: 6 pieces: 4
  goals { line { length: 4 } } goals { square { side: 1 } }" >"$small"

cat <<EOF
# What solving has cost on two cores: ./bazelw run --config=mpi //pipeline:costs
EOF
for ranks in 1 2 4; do
  mpirun=
  if [ "$ranks" != 1 ]; then mpirun="mpirun --oversubscribe -n $ranks"; fi
  for rules in standard advanced "$small" standard_6x6; do
    pipeline/pipeline --tables_only --out="$out/$ranks" --rules="$rules" \
      --threads=$(((2 + ranks - 1) / ranks)) --mpirun="$mpirun" >&2
  done
  for report in "$out/$ranks"/*/*.report.textproto; do
    stage=$(basename "$report" .report.textproto)
    printf 'costs { rules: "%s" stage: "%s" ranks: %d measured {\n%s\n} }\n' \
      "$(basename "$(dirname "$report")")" "$stage" "$ranks" "$(sed 's/^/  /' "$report")"
  done
done
cat corpus/recorded/standard_7x7_costs.textproto
