#!/bin/sh
# What annotate, query and longest owe the person who runs them.
set -eu
annotate=reports/annotate
query=reports/query
longest=reports/longest
out=--tables=game/out_for_test
. stage/expect.sh

# is_json COMMAND…
is_json() {
  "$@" 2>/dev/null |
    python3 -c 'import json, sys; assert json.load(sys.stdin)["version"] == 1' ||
    fail "$* does not print JSON of version 1"
}

# Any number of files and items; the standard input.
"$annotate" $out corpus/letter/problem_6.txt corpus/letter/game_8.txt >"$dir/both"
{ cat reports/golden/problem_6.txt; echo; cat reports/golden/game_8.txt; } |
  cmp - "$dir/both" || fail "two files"
cat corpus/letter/problem_6.txt corpus/letter/game_8.txt | "$annotate" $out - |
  cmp - "$dir/both" || fail "standard input"

# What is wrong with one does not stop the next.
printf 'game 1 1\ngame 13\n' >"$dir/items"
status=0
"$annotate" $out "$dir/none" "$dir/items" "$dir" corpus/letter/game_8.txt \
  >"$dir/printed" 2>"$dir/errors" || status=$?
[ "$status" = 1 ] || fail "exit status $status"
{ printf 'game\n13 Draw\n\n'; cat reports/golden/game_8.txt; } |
  cmp - "$dir/printed" || fail "good items among bad ones"
printf 'error: cannot read %s: %s\n' "$dir/none" "No such file or directory" \
  "$dir" "Is a directory" >"$dir/wanted"
sed -i "1a error: $dir/items:1: 1: square 1 is occupied" "$dir/wanted"
sed 's/ \[.*//' "$dir/errors" | cmp - "$dir/wanted" || fail "$(cat "$dir/errors")"

# Rubbish; a comment that is not UTF-8, as JSON.
head -c 100000 "$annotate" >"$dir/rubbish"
expect 1 "rubbish:1: expected \"problem\" or \"game\"" "$annotate" $out "$dir/rubbish"
printf '# caf\351 \001\ngame 13\n' >"$dir/latin1"
"$annotate" $out --json "$dir/latin1" 2>/dev/null | grep -q '"move": "13"' || fail "JSON"
is_json "$annotate" $out --json "$dir/latin1"

expect 0 "  annotate \[flags\] FILE" "$annotate" --help
expect 1 "error: no file to annotate" "$annotate" $out
expect 1 "style \"chess\": these rules have SSSS (Standard), AAAA" \
  "$annotate" $out --style=chess -
printf 'game 13' >"$dir/centre"
expect 0 "^13 ! Black in 24" \
  "$annotate" $out --rules=advanced "--style=one-move standard" "$dir/centre"
expect 1 "these rules ban no first drop" "$annotate" $out --rules=board4x4 --centre_ban -
expect 1 "no table of \"nonsense\" .*but of advanced, board4x4, standard; ./bazelw run //:pipeline makes" \
  "$annotate" $out --rules=nonsense -
mkdir "$dir/empty"
expect 1 "no table of \"standard\" .*nor any other; " "$annotate" --tables="$dir/empty" -
expect 1 "unknown flag --nonsense; see --help" "$annotate" $out --nonsense -

expect 0 "^13     Black in 12" "$query" $out --rules=advanced "Black on; Red on"
expect 0 "^Black to move: Draw" "$query" $out --rules=advanced --centre_ban "Black on; Red on"
expect 0 '"principal_line": \[' "$query" $out --json --line "Black on; Red on"
is_json "$query" $out --json --line "Black on; Red on"
printf -- '- - - - -\n- - - - -\n- - O @ O\n- O @ @ -\n- - O @ -\n; Red to move' |
  "$query" $out - | grep -q "^15-9   Red in 8" || fail "a diagram from the standard input"
expect 1 "one position is wanted, but there are 0" "$query" $out
expect 1 "but there are 2 arguments (has it quotes" "$query" $out Black on
expect 1 "this one has 3" "$query" $out "..."
expect 1 "Black is to move but has a goal" "$query" $out \
  "Black on 1 2 3 4; Red on 6 7 8 15; Black to move"

for wrong in "Black on 1" --nonsense; do
  "$query" $out --json "$wrong" 2>"$dir/stderr" >"$dir/stdout" && fail "$wrong passes"
  python3 -c 'import json, sys; assert "error: " + json.load(sys.stdin)["error"] == sys.argv[1]' \
    "$(cat "$dir/stderr")" <"$dir/stdout" || fail "an error as JSON"
done

expect 0 "longest forced wins" "$longest" --help
expect 0 "Black to move and win in 13" "$longest" $out --rules=board4x4
expect 1 "unexpected argument \"x\"" "$longest" $out x
expect 1 "no/such" "$longest" --tables="$dir/no/such"
expect 1 "threads" "$longest" $out --threads=0
is_json "$longest" $out --rules=board4x4 --json
"$longest" $out --rules=board4x4 --json |
  python3 -c 'import json, sys; assert json.load(sys.stdin)["rules"][0]["plies"] == 13' ||
  fail "--json"
for threads in 1 3; do
  "$longest" $out --rules=board4x4 --threads=$threads >"$dir/$threads"
done
cmp "$dir/1" "$dir/3" || fail "other threads, other text"
