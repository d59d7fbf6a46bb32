#!/bin/bash
# Tests that the small boards have the values in corpus/atlas.textproto.  Then damages files
# of the run, and tests that a second run writes the same values.
set -eu
. base/expect.sh
out=$dir/out

# same: fails unless each line of the output is in corpus/atlas.textproto, in the same order.
same() {
  [ -s "$out/atlas.textproto" ] || fail "atlas.textproto is missing or empty"
  ! diff "$out/atlas.textproto" corpus/atlas.textproto | grep '^<' || fail "atlas.textproto differs"
}

pipeline/atlas.sh "$out" 12 --threads=1 >"$dir/summary" 2>"$dir/log" || fail "$(cat "$dir/log")"
same
expect 0 '^12$' grep -c '^rules {' "$out/atlas.textproto"

rm "$out/advanced_3x4/manifest.textproto"
truncate -s -1 "$out/standard_3x3/solver_b.table"
sed -i 's/draws: .*/draws: 1/' "$out/lines_of_3_3x4/manifest.textproto"
pipeline/atlas.sh "$out" 12 >"$dir/summary" 2>"$dir/log" || fail "$(cat "$dir/log")"
same
expect 0 '^33$' grep -c ': kept$' "$dir/log"

# The tables in the Markdown files are the tables that reports/atlas prints.
reports/atlas >"$dir/tables"
for page in corpus/ATLAS.md docs/results.md; do
  tables=$(case $page in docs/results.md) sed '/^$/,$d' ;; *) cat ;; esac <"$dir/tables")
  [[ $(cat $page) == *"$tables"* ]] || fail "$page: the tables differ from the output of reports/atlas"
done
