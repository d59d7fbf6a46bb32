#!/bin/bash
# Tests that rank_formations and find_formations.py make certificates of scores, which the program check accepts.

set -eu
. base/expect.sh

check=proof/check/check
cat >"$dir/header" <<'END'
teeko certificate 2 text
rows: 3
columns: 4
edges: bounded
pieces: 3
goals: line 3
markers: 1 1 3
special: 2 points on 5
END

# find AIM CLAIM: writes a certificate to $dir/found; prints its number of formations.
find() {
  { cat "$dir/header"; printf 'aim: %s\nclaim: %s\n' "$1" "$2"; } >"$dir/with_aim"
  proof/certificates/find_formations.py $check "$dir/with_aim" >"$dir/found" 2>"$dir/log" || return
  $check "$dir/found" >"$dir/log"
  sed -n 's/^formations: //p' "$dir/found"
}

# For each score, either Black can score it or Red can prevent it. Every formation is needed.
for points in 1 2 3 4 5; do
  for style in SSS AAA; do
    if count=$(find "score $points points within 99 plies" "$style black"); then
      if find "prevent $points points" "$style red" >/dev/null; then fail "$points points: both sides reach their aims"; fi
      find "score $points points within 99 plies" "$style black" >/dev/null
    else
      count=$(find "prevent $points points" "$style red") || fail "$points points: $(cat "$dir/log")"
    fi
    for line in $(seq 12 $((11 + count))); do
      sed -e "${line}d" -e "s/^formations: .*/formations: $((count - 1))/" "$dir/found" >"$dir/fewer"
      expect 1 "do not suffice" $check "$dir/fewer"
    done
    echo "$points points, $style: $count formations"
  done
done

# The most useful formations of a table.
rank=proof/certificates/rank_formations
table=game/out_for_test/scored_small/solver_a.table
[ "$($rank --table=$table --score=2 | wc -l)" = 5 ] || fail "--score=2"
[ "$($rank --table=$table --prevent=2 | wc -l)" = 4 ] || fail "--prevent=2"
printf '3 7\n4 6\n' | diff - <($rank --table=$table --prevent=2 | head -2)
expect 1 "score or --prevent" $rank --table=$table --score=6
expect 1 "score or --prevent" $rank --table=$table --score=1 --prevent=1
expect 1 "score or --prevent" $rank --table=$table
