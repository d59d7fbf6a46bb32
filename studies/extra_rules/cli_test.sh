#!/bin/sh
# Tests the flags, messages and output of extra_rules.
set -eu
extra_rules=studies/extra_rules/extra_rules
accepted=game/out_for_test/board4x4
. base/expect.sh

flags="--table=$accepted/solver_a.table --manifest=$accepted/manifest.textproto"
"$extra_rules" $flags --json="$dir/found.json" --report="$dir/report.textproto" \
  2>"$dir/progress" >"$dir/summary"
grep -q "board4x4: extra_rules" "$dir/progress" || fail "no progress"
grep -q "^phases {" "$dir/report.textproto" || fail "--report"
grep -q "limit of 4 moves, steady turns 1: 308 draws lost by the side to move, 1,304 won" "$dir/summary" ||
  fail "summary"
python3 - "$dir/found.json" <<'END_OF_CHECK' || fail "--json"
import json, sys
found = json.load(open(sys.argv[1]))
wordings = found["four_move_limit"]["wordings"]
assert found["not_applicable"] == ""
assert [(w["moves"], w["steady_turns"], w["binds_invoker"]) for w in wordings] == [
    (4, 0, False), (4, 1, False), (4, 2, False), (4, 3, False), (4, 4, False),
    (4, 0, True), (4, 1, True)]
assert [w["harmless"] for w in wordings] == [False, False, False, True, True, False, False]
# For wordings that bind the invoker, the program only searches for wins.
assert [w["orbits_lost"] for w in wordings] == [74, 6, 0, 0, 0, 74, 6]
assert ["draws_won" in w for w in wordings] == [True] * 5 + [False] * 2
assert [list(w["draws_won"].values()) for w in wordings[:3]] == [
    [1856, 7392, 1312, 1856, 235284], [308, 1304, 308, 868, 44792], [0, 0, 0, 32, 424]]
END_OF_CHECK

# Other lengths, with --every_length.
expect 0 "limit of 7 moves, steady turns 1: 308 draws lost" \
  "$extra_rules" $flags --every_length --json="$dir/every.json"
# The digest of all findings, including the examples. Other tests check their contents.
python3 - "$dir/every.json" <<'END_OF_CHECK' || fail "--json --every_length"
import hashlib, json, sys
found = json.dumps(json.load(open(sys.argv[1])), sort_keys=True)
assert hashlib.sha256(found.encode()).hexdigest().startswith("da28dd27207592c1"), found
END_OF_CHECK
expect 0 "  extra_rules --table=FILE" "$extra_rules" --help
expect 1 "^error: --table is missing" "$extra_rules"
expect 1 "^error: --manifest is missing" "$extra_rules" --table=x
expect 1 "unexpected argument \"x\"" "$extra_rules" $flags x
expect 1 "threads" "$extra_rules" $flags --threads=0
expect 1 "no/such" "$extra_rules" $flags --table=no/such
expect 1 "not a table that the verifier accepted (other rules)" "$extra_rules" $flags \
  --table=game/out_for_test/standard/solver_a.table
expect 1 "summary:1:9: " "$extra_rules" $flags --manifest="$dir/summary"
expect 1 "no/such" "$extra_rules" $flags --json="$dir/no/such"
