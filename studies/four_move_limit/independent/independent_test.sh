#!/bin/sh
# Tests the counts on small boards, and the flags and messages of the program.
set -eu
program=studies/four_move_limit/independent/independent
extra_rules=studies/extra_rules/extra_rules
board4x4=game/out_for_test/board4x4/solver_a.table
. base/expect.sh

expect 0 "four-move limit" "$program" --help
expect 1 "unexpected argument \"x\"" "$program" --table="$board4x4" x
expect 1 "table is missing" "$program"
expect 1 "no/such" "$program" --table="$dir/no/such"
expect 1 "threads" "$program" --table="$board4x4" --threads=0

cat >"$dir/expected" <<'END'
board4x4: original: 1856 draws lost by the side to move, 7392 won by the side to move
board4x4: amended: 308 draws lost by the side to move, 1304 won by the side to move
END
for threads in 1 3; do
  "$program" --table="$board4x4" --threads=$threads 2>"$dir/log" |
    diff "$dir/expected" - || fail "board4x4"
  # The numbers of states that the bounds leave open. Weaker bounds would leave more.
  grep -q "original  *11,212 positions" "$dir/log" && grep -q "amended  *7,524 positions" "$dir/log" ||
    fail "the bounds have changed: $(cat "$dir/log")"
done

# solve NAME WORDS…: solves the rules that the words state, and writes their table.
solve() {
  name=$1
  shift
  printf '%s\n' "name: \"$name\"" "$@" >"$dir/$name.textproto"
  solver_a/solver_a --rules="$dir/$name.textproto" --out="$dir/$name.table" 2>"$dir/log"
}

# On this board, a limit of three moves would have another result.
solve wide "rows: 3 columns: 5 pieces: 4" "goals { square { side: 2 } }"
expect 0 "wide: original: 44 draws lost by the side to move, 178 won" \
  "$program" --table="$dir/wide.table"

# Without the bounds, the result is the same.
solve tiny "rows: 2 columns: 4 pieces: 3" "goals { line { length: 3 } }"
for bounds in --bounds --nobounds; do
  expect 0 "tiny: original: 32 draws lost by the side to move, 24 won" \
    "$program" --table="$dir/tiny.table" $bounds
  expect 0 "tiny: amended: 24 draws lost by the side to move, 16 won" \
    "$program" --table="$dir/tiny.table" $bounds
done

# extra_rules, in the folder above, has the same result.
"$extra_rules" --table="$board4x4" --manifest=game/out_for_test/board4x4/manifest.textproto \
  --json="$dir/extra_rules.json" >"$dir/log" 2>&1
python3 - "$dir/extra_rules.json" >"$dir/first" <<'END'
import json, sys
rules = json.load(open(sys.argv[1]))
found = {(wording["moves"], wording["steady_turns"]): wording["draws_won"]
         for wording in rules["four_move_limit"]["wordings"]
         if not wording["binds_invoker"]}
for name, steady_turns in ("original", 0), ("amended", 1):
    draws = found[4, steady_turns]
    print(f"{rules['rules']}: {name}: {draws['loser_to_move']} draws lost by the side to move,"
          f" {draws['winner_to_move']} won by the side to move")
END
diff "$dir/expected" "$dir/first" || fail "extra_rules has another result"
