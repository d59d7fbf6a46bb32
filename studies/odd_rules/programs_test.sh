#!/bin/sh
# Runs the programs of the studies with odd rules. Tests that no program crashes, that both programs for the four-move
# limit agree, and that a study that does not apply prints the reason.
set -eu
out=studies/odd_rules/out
. base/expect.sh

for name in "$@"; do
  table=$out/$name/solver_a.table
  expect 0 "" studies/compose/compose --tables=$out --rules="$name"
  expect 0 "^$name: \|^does not apply: " studies/extra_rules/extra_rules \
    --table=$table --manifest=$out/$name/manifest.textproto --json="$dir/$name.json"
  expect 0 "^$name: amended: " studies/four_move_limit/independent/independent --table=$table
  studies/four_move_limit/independent/independent --table=$table >"$dir/$name.second" 2>"$dir/log"
done

python3 - "$dir" "$@" <<'END_OF_CHECK' || fail "the programs disagree, or the findings have changed"
import hashlib, json, re, sys
folder, names = sys.argv[1], sys.argv[2:]
left_out = []
everything = []
for name in names:
    found = json.load(open(f"{folder}/{name}.json"))
    everything.append(found)
    if found["not_applicable"]:
        left_out.append(name)
        assert not any(value for key, value in found.items() if key != "not_applicable"), found
        continue
    draws = {(w["moves"], w["steady_turns"]): w["draws_won"]
             for w in found["four_move_limit"]["wordings"] if not w["binds_invoker"]}
    second = open(f"{folder}/{name}.second").read()
    for wording, steady in ("original", 0), ("amended", 1):
        lost, won = re.search(rf"{wording}: (\d+) .*, (\d+) won", second).groups()
        assert draws[4, steady]["loser_to_move"] == int(lost), (name, wording)
        assert draws[4, steady]["winner_to_move"] == int(won), (name, wording)
assert left_out == ["full_2x5", "long_64x1"], left_out
digest = hashlib.sha256(json.dumps(everything, sort_keys=True).encode()).hexdigest()
assert digest.startswith("241ee11f61ecfe41"), digest
END_OF_CHECK
