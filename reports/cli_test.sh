#!/bin/sh
# Tests the command lines of annotate, query, longest, export and write_results.
set -eu
annotate=reports/annotate
query=reports/query
longest=reports/longest
exporter=reports/export
out=--tables=game/out_for_test
. base/expect.sh

# is_json COMMAND…: fails unless the command prints JSON of version 1.
is_json() {
  "$@" 2>/dev/null |
    python3 -c 'import json, sys; assert json.load(sys.stdin)["version"] == 1' ||
    fail "$* does not print JSON of version 1"
}

# Several files, several items in a file, and standard input.
"$annotate" $out corpus/letter/problem_6.txt corpus/letter/game_8.txt >"$dir/both"
{ cat reports/golden/problem_6.txt; echo; cat reports/golden/game_8.txt; } |
  cmp - "$dir/both" || fail "two files"
cat corpus/letter/problem_6.txt corpus/letter/game_8.txt | "$annotate" $out - |
  cmp - "$dir/both" || fail "standard input"

# every_kind COMMAND…: runs the command with standard input and output of every kind: sockets, half-read files,
# non-blocking pipes. Fails unless it always prints the same text.
every_kind() { python3 base/descriptors.py "$@"; }
for stdin in - /dev/stdin; do
  every_kind "$annotate" $out $stdin <corpus/letter/game_8.txt | cmp - reports/golden/game_8.txt ||
    fail "$stdin of every kind"
done
echo "Black on; Red on" | every_kind "$query" $out --rules=advanced | grep -q "^13     Black in 12" ||
  fail "a position from standard input of every kind"
yes "5/5/5/5/5 b" | head -n 99 | every_kind "$query" $out --rules=advanced --moves - >"$dir/stream" || fail "streams"
[ "$(wc -l <"$dir/stream")" = 99 ] || fail "a stream of every kind"
every_kind "$exporter" $out --rules=board4x4 --pieces=3 </dev/null >"$dir/stream" || fail "export to every kind"
expect 1 "^error: cannot read /dev/stdin: Is a directory" sh -c '"$@" <.' sh "$query" $out
expect 1 "^error: cannot read /dev/stdin: Bad file" sh -c '"$@" <&-' sh "$annotate" $out -

# Bytes of file names that are not UTF-8: unchanged in messages, U+FFFD in JSON.
odd=$dir/$(printf 'caf\351 x')
"$annotate" $out --json "$odd" >"$dir/stdout" 2>"$dir/stderr" && fail "no such file passes"
printf 'error: cannot read %s: No such file or directory\nannotate: 0 items read, 0 refused\n' "$odd" | cmp - "$dir/stderr" || fail "$(cat "$dir/stderr")"
grep -q "$(printf 'caf\357\277\275 x')" "$dir/stdout" || fail "$(cat "$dir/stdout")"
"$query" $out --json --rules="$odd" "Black on; Red on" >"$dir/stdout" 2>"$dir/stderr" && fail "no such rules pass"
grep -q "$(printf 'caf\357\277\275 x')" "$dir/stdout" || fail "$(cat "$dir/stdout")"
[ "$(wc -l <"$dir/stderr")" = 1 ] || fail "$(cat "$dir/stderr")"
cp corpus/letter/game_8.txt "$odd"
"$annotate" $out "$odd" | cmp - reports/golden/game_8.txt || fail "a file with an odd name"

# An error in one file or item does not stop the others.
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
echo "annotate: 2 items read, 1 refused" >>"$dir/wanted"
sed 's/ \[.*//' "$dir/errors" | cmp - "$dir/wanted" || fail "$(cat "$dir/errors")"

# Lines that are not items do not change the items; the last comment is printed.
printf '[Event "Club game"]\r# my\r13\r8\r\rMy best game\r19\r7\r# end' >"$dir/noise"
"$annotate" $out "$dir/noise" >"$dir/printed" 2>"$dir/errors" && fail "noise passes"
printf '# my\n13\n8\n\n19\n7\n# end' >"$dir/clean"
"$annotate" $out "$dir/clean" 2>/dev/null | cmp - "$dir/printed" || fail "noise changes items"
grep -q "^# end" "$dir/printed" || fail "the last comment: $(cat "$dir/printed")"
cut -d, -f1 "$dir/errors" >"$dir/first"
printf "error: $dir/noise:%s: expected a move\n" 1 6 >"$dir/wanted"
echo "annotate: 2 items read" >>"$dir/wanted"
cmp "$dir/first" "$dir/wanted" || fail "$(cat "$dir/errors")"
"$annotate" $out --json "$dir/noise" 2>/dev/null |
  python3 -c 'import json, sys; a = json.load(sys.stdin); assert (a["items_read"], a["items_refused"]) == (2, 2)' ||
  fail "counts as JSON"

# A file that is not text; a comment that is not UTF-8, as JSON.
head -c 100000 "$annotate" >"$dir/rubbish"
expect 1 "rubbish:1: expected a move" "$annotate" $out "$dir/rubbish"
printf '# caf\351 \001\ngame 13\n' >"$dir/latin1"
"$annotate" $out --json "$dir/latin1" 2>/dev/null | grep -q '"move": "13"' || fail "JSON"
is_json "$annotate" $out --json "$dir/latin1"
"$annotate" $out --json "$dir/latin1" 2>"$dir/stderr" | grep -q '"# caf� ' || fail "a character of the comment is missing"
grep -qx "annotate: 1 item read, 0 refused" "$dir/stderr" || fail "$(cat "$dir/stderr")"

expect 0 "  annotate \[flags\] FILE" "$annotate" --help
expect 1 "error: no file to annotate: expected" "$annotate" $out
expect 1 "style \"chess\": these rules have SSSS (Standard), AAAA" \
  "$annotate" $out --style=chess -
printf 'game 13' >"$dir/centre"
expect 0 "^13 ! Black in 24" \
  "$annotate" $out --rules=advanced "--style=one-move standard" "$dir/centre"
expect 1 "these rules have no centre ban" "$annotate" $out --rules=board4x4 --centre_ban -
expect 1 "no accepted table of \"nonsense\": .*accepted tables: advanced, board4x4, standard; ./bazelw run //:pipeline makes" \
  "$annotate" $out --rules=nonsense -
mkdir "$dir/empty"
expect 1 "no accepted table of \"standard\": .*accepted tables: none; " "$annotate" --tables="$dir/empty" -
expect 1 "unknown flag --nonsense; see --help" "$annotate" $out --nonsense -

expect 0 "^13     Black in 12" "$query" $out --rules=advanced "Black on; Red on"
expect 0 "^Black to move: Draw" "$query" $out --rules=advanced --centre_ban "Black on; Red on"
# The centre wins in 13 plies, all other drops draw.
"$query" $out --rules=advanced --svg "Black on; Red on" >"$dir/svg" || fail "--svg"
[ "$(grep -o '>=</text>' "$dir/svg" | wc -l)" = 24 ] || fail "--svg shows other draws"
grep -q '<g class="black" transform="translate(42 42)"><rect width="20" height="20"/><text x="10" y="10">B 13<' "$dir/svg" || fail "--svg shows another win"
"$query" $out --rules=standard --svg "Black on 14 18 19 24; Red on 13 15 17 23; Red to move" >"$dir/svg" || fail "--svg"
[ "$(grep -o '<circle' "$dir/svg" | wc -l)" = 8 ] && grep -q '>R 9<' "$dir/svg" || fail "--svg of a move"
expect 1 "svg and --json" "$query" $out --svg --json "Black on; Red on"
expect 1 'states "Black to move and win", but its value is Draw' "$query" $out --rules=standard --svg "Black on; Red on; Black to move and win"
expect 0 '"principal_line": \[' "$query" $out --json --line "Black on; Red on"
is_json "$query" $out --json --line "Black on; Red on"
printf -- '- - - - -\n- - - - -\n- - O @ O\n- O @ @ -\n- - O @ -\n; Red to move' |
  "$query" $out | grep -q "^15-9   Red in 8" || fail "a diagram from the standard input"
# query reads the board and the position line that it prints.
"$query" $out "Black on d3 c2 d2 d1; Red on c3 e3 b2 c1; Red to move" >"$dir/letters"
grep -q "^e3-" "$dir/letters" || fail "$(cat "$dir/letters")"
! grep "Principal" "$dir/letters" || fail "a principal line without --line"
head -n 7 "$dir/letters" >"$dir/position"
for position in "$(head -n 5 "$dir/letters"); Red to move" "$(sed -n 6p "$dir/letters")"; do
  "$query" $out "$position" >"$dir/numbers"
  head -n 7 "$dir/numbers" | cmp - "$dir/position" || fail "$position"
  grep -q "^15-" "$dir/numbers" || fail "$position"
done
expect 1 "expected \"Black on\", found the end" "$query" $out
expect 1 "expected one position, got 2 arguments; put quotes" "$query" $out Black on
expect 1 "this one has 3" "$query" $out "..."
expect 1 "Black is to move but has a goal" "$query" $out \
  "Black on 1 2 3 4; Red on 6 7 8 15; Black to move"

# The statement of a position is checked.
problem="5/5/2rbr/1rbb1/2rb1 r and"
expect 0 "Red in 9" "$query" $out "$problem win in 9"
expect 1 "^error: the position states \"Red to move and lose\", but its value is Red in 9" "$query" $out "$problem lose"
expect 1 "Red in 9" "$query" $out "$problem draw"
expect 1 '"misstatement": "Red to move and win in 7"' "$query" $out --json "$problem win in 7"
echo "$problem lose" | "$query" $out - >"$dir/stream" 2>/dev/null && fail "a false statement passes"
grep -q '"misstatement":"Red to move and lose"' "$dir/stream" || fail "$(cat "$dir/stream")"

# A stream: one answer for each line, without waiting for the next line; the exit status shows errors.
printf '5/5/5/5/5 b\n5/5/5/5/5 b ban\n' | "$query" $out --rules=advanced - >"$dir/stream" || fail "a stream"
grep -c '"outcome":"draw"' "$dir/stream" | grep -qx 1 || fail "$(cat "$dir/stream")"
printf '\377\n5/5/5/5/5 b\n' >"$dir/lines"
"$query" $out - <"$dir/lines" >"$dir/stream" 2>"$dir/stderr" && fail "a line that is not text passes"
grep -qx "error: 1 of 2 lines could not be answered" "$dir/stderr" || fail "$(cat "$dir/stderr")"
python3 - "$query" $out "$dir/stream" <<'EOF'
import json, subprocess, sys

wrong, right = [json.loads(line) for line in open(sys.argv[3])]
assert wrong["line"] == 1 and "\\xff" in wrong["error"], wrong
assert right["line"] == 2 and right["value"]["text"] == "Draw", right
with subprocess.Popen([*sys.argv[1:3], "--moves", "-"], stdin=subprocess.PIPE,
                      stdout=subprocess.PIPE) as query:
    for _ in range(2):
        query.stdin.write(b"5/5/5/5/5 b\n")
        query.stdin.flush()
        assert len(json.loads(query.stdout.readline())["moves"]) == 25
EOF
# If the reader closes the pipe, query ends without a message.
for signal in - ''; do
  (
    trap "$signal" PIPE
    { status=0; "$query" $out - 2>"$dir/stderr" || status=$?; echo $status >"$dir/status"; } |
      head -n 1 >"$dir/first"
  ) <<EOF
$(yes "5/5/5/5/5 b" | head -n 20000)
EOF
  grep -q '^{"line":1,' "$dir/first" || fail "a closed pipe"
  [ ! -s "$dir/stderr" ] || fail "a closed pipe: $(cat "$dir/stderr")"
  grep -qx '1\|141' "$dir/status" || fail "a closed pipe: exit status $(cat "$dir/status")"
done
"$query" $out - <"$dir/lines" 2>"$dir/stderr" >/dev/full && fail "a full disk"
grep -q "^error: cannot write to standard output" "$dir/stderr" || fail "$(cat "$dir/stderr")"

for wrong in "Black on 1" --nonsense; do
  "$query" $out --json "$wrong" 2>"$dir/stderr" >"$dir/stdout" && fail "$wrong passes"
  python3 -c 'import json, sys; assert "error: " + json.load(sys.stdin)["error"] == sys.argv[1]' \
    "$(cat "$dir/stderr")" <"$dir/stdout" || fail "an error as JSON"
done

expect 0 "longest forced wins" "$longest" --help
"$longest" $out --rules=board4x4 | cmp - reports/golden/longest_board4x4.txt || fail "longest"
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
cmp "$dir/1" "$dir/3" || fail "the text depends on the number of threads"

# The export has as many positions as the manifest counts, annotate confirms the
# values, and CSV and .npy agree.
field() { sed -n "s/^$1: //p" game/out_for_test/board4x4/manifest.textproto; }
"$exporter" $out --rules=board4x4 2>/dev/null >"$dir/all.csv"
for form in csv npy; do
  "$exporter" $out --rules=board4x4 --to_move=red --min_plies=8 --out="$dir/long.$form" 2>/dev/null
done
"$exporter" $out --rules=board4x4 --value=win --min_plies=11 --max_plies=12 2>/dev/null >"$dir/longest.csv"
"$exporter" $out --rules=board4x4 --pieces=3 2>/dev/null >"$dir/drops.csv"
"$exporter" $out --rules=advanced --style=AASS --pieces=2 2>/dev/null >"$dir/AASS.csv"
lines=$(wc -l <"$dir/all.csv")
[ "$lines" = $(($(field placements) - $(field no_value) + 1)) ] || fail "$lines lines"
python3 - "$dir" <<'EOF'
import ast, csv, random, struct, sys

folder = sys.argv[1]

def rows(name):
    return list(csv.DictReader(open(f"{folder}/{name}")))

def squares(bits):
    return " ".join(str(i + 1) for i in range(64) if bits >> i & 1)

long = rows("long.csv")
npy = open(f"{folder}/long.npy", "rb").read()
assert npy[:8] == b"\x93NUMPY\1\0"
start = 10 + int.from_bytes(npy[8:10], "little")
header = ast.literal_eval(npy[10:start].decode())
assert start % 64 == 0 and header["shape"] == (len(long),)
assert [name for name, _ in header["descr"]] == list(long[0])
for row, record in zip(long, struct.iter_unpack("<QQBbH", npy[start:]), strict=True):
    black, red, to_move, value, plies = record
    assert list(row.values()) == [squares(black), squares(red), ["black", "red"][to_move],
                                  ["draw", "win", "loss"][value], str(plies)], (row, record)
# --to_move=black swaps the colours and the side to move.
longest = [row for row in long if row["value"] == "win" and 11 <= int(row["plies"]) <= 12]
assert rows("longest.csv") == [
    dict(row, black=row["red"], red=row["black"], to_move="black") for row in longest]
lines = list(open(f"{folder}/all.csv"))
some = list(csv.DictReader(lines[:1] + random.Random(1).sample(lines[1:], 1000)))
def write(name, rows, style=""):
    with open(f"{folder}/{name}", "w") as problems:
        for row in rows:
            value = {"win": "win in {plies}", "loss": "lose in {plies}", "draw": "draw"}[row["value"]]
            problems.write(f"problem: Black on {row['black']}; Red on {row['red']}; {row['to_move']} "
                           f"to move{style} and {value.format(**row)}\n")

write("problems", some + rows("drops.csv"))
write("AASS", rows("AASS.csv"), " AASS")
write("SSSS", rows("AASS.csv"))
EOF
expect 0 "^problem" "$annotate" $out --rules=board4x4 "$dir/problems"
# The values of AASS differ from the values of Standard style.
expect 0 "^problem" "$annotate" $out --rules=advanced "$dir/AASS"
expect 1 "the problem states" "$annotate" $out --rules=advanced "$dir/SSSS"
# Filters select by value and plies; filters by plies leave out draws.
python3 - "$exporter" $out --rules=board4x4 --pieces=6 <<'EOF'
import subprocess, sys

def export(filters):
    flags = [f"--{name}={value}" for name, value in filters.items()]
    return subprocess.run([*sys.argv[1:], *flags], capture_output=True, check=True,
                          text=True).stdout.splitlines()

def keeps(line, value="any", min_plies=0, max_plies=65535):
    outcome, plies = line.split(",")[3:]
    in_length = (min_plies <= int(plies) <= max_plies if outcome != "draw"
                 else (min_plies, max_plies) == (0, 65535))
    return value in ("any", outcome) and in_length

head, *lines = export({})
# After six drops Black is to move, whatever --to_move says.
assert lines and all(line.split(",")[2] == "black" for line in lines + export({"to_move": "red"})[1:])
for filters in [{"value": "draw"}, {"value": "loss"}, {"min_plies": 5}, {"max_plies": 4},
                {"value": "draw", "min_plies": 1}, {"value": "win", "min_plies": 3, "max_plies": 7}]:
    assert export(filters) == [head] + [line for line in lines if keeps(line, **filters)], filters
EOF
expect 1 "^error: --value=won: expected one of any, win, draw, loss" "$exporter" $out --value=won
expect 1 "^error: --pieces=9: expected 0 to 8" "$exporter" $out --pieces=9
expect 1 "^error: --out=x: expected NAME.npy or NAME.csv" "$exporter" $out --out=x
"$exporter" $out 2>"$dir/stderr" >/dev/full && fail "a full disk"
grep -q "^error: cannot write to standard output" "$dir/stderr" || fail "$(cat "$dir/stderr")"

# The results of several rule sets, sorted by placements and goals.
results() {
  digests=$1
  shift
  reports/write_results --out=game/out_for_test --rules=advanced,standard,board4x4 --golden_digests="$digests" \
    --json="$dir/results.json" --text="$dir/results.txt" "$@"
}
results corpus/digests.textproto || fail "write_results"
[ "$(grep -c '"name": "\(board4x4\|standard\|advanced\)",' "$dir/results.json")" = 3 ] ||
  fail "$(cat "$dir/results.json")"
[ "$(grep '^[a-z]' "$dir/results.txt" | tr '\n' ' ')" = "board4x4 standard advanced " ] || fail "$(cat "$dir/results.txt")"
[ "$(grep -c 'equal to the digest' "$dir/results.txt")" = 3 ] || fail "known digests"
grep -q '"version": 1,' "$dir/results.json" || fail "version"
: >"$dir/none"
results "$dir/none" || fail "write_results without known digests"
[ "$(grep -c 'has no digest to compare with' "$dir/results.txt")" = 3 ] || fail "unknown digests"
sed "s/$(field digest | tr -d '\"')/0000/" corpus/digests.textproto >"$dir/wrong"
expect 1 "board4x4: the table has the digest .* has 0000" results "$dir/wrong"
expect 1 "no accepted table of \"nonsense\"" results corpus/digests.textproto --rules=nonsense
