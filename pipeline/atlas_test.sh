#!/bin/bash
# The small boards come to what corpus/atlas.textproto says of them, also if an
# earlier run was stopped or its files were damaged.
set -eu
. base/expect.sh
out=$dir/out

# same: each line is one of the atlas, in its order.
same() {
  [ -s "$out/atlas.textproto" ] || fail "no atlas"
  ! diff "$out/atlas.textproto" corpus/atlas.textproto | grep '^<' || fail "another atlas"
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

# What is printed of the atlas is what stands in the files that people read.
reports/atlas >"$dir/tables"
for page in corpus/ATLAS.md docs/results.md; do
  tables=$(case $page in docs/results.md) sed '/^$/,$d' ;; *) cat ;; esac <"$dir/tables")
  [[ $(cat $page) == *"$tables"* ]] || fail "$page has other tables than reports/atlas prints"
done
