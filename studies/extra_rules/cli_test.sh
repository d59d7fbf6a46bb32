#!/bin/sh
# What extra_rules owes the person who runs it.
set -eu
extra_rules=studies/extra_rules/extra_rules
accepted=game/out_for_test/board4x4
. stage/expect.sh

flags="--table=$accepted/solver_a.table --manifest=$accepted/manifest.textproto"
"$extra_rules" $flags --json="$dir/found.json" --out="$dir/chapter.md" \
  --report="$dir/report.textproto" 2>"$dir/progress"
grep -q "board4x4: extra_rules" "$dir/progress" || fail "no progress"
grep -q "^phases {" "$dir/report.textproto" || fail "--report"
grep -q "^| 4 moves, 1 steady turn | 308 |" "$dir/chapter.md" || fail "--out"
python3 - "$dir/found.json" <<'END' || fail "--json"
import json, sys
wordings = json.load(open(sys.argv[1]))["four_move_limit"]["wordings"]
assert [w["harmless"] for w in wordings[:5]] == [False, False, False, True, True]
END

# The chapter goes to stdout unless told otherwise; other lengths on demand.
expect 0 "^| 7 moves, 1 steady turn | 308 |" "$extra_rules" $flags --every_length

expect 0 "  extra_rules --table=FILE" "$extra_rules" --help
expect 1 "^error: --table is missing" "$extra_rules"
expect 1 "^error: --manifest is missing" "$extra_rules" --table=x
expect 1 "unexpected argument \"x\"" "$extra_rules" $flags x
expect 1 "threads" "$extra_rules" $flags --threads=0
expect 1 "no/such" "$extra_rules" $flags --table=no/such
expect 1 "not a table that the verifier accepted (other rules)" "$extra_rules" $flags \
  --table=game/out_for_test/standard/solver_a.table
expect 1 "chapter.md:1:1: " "$extra_rules" $flags --manifest="$dir/chapter.md"
expect 1 "no/such" "$extra_rules" $flags --out="$dir/no/such"
