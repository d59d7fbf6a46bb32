#!/bin/sh
# Tests the command line of solver B.
set -u
solver=solver_b/solver_b
rules=corpus/rules
failures=0

fail() {
  echo "FAILED: $1" >&2
  failures=$((failures + 1))
}

# refuses MESSAGE ARGUMENT…: expects exit status 1, nothing on stdout, and one line
# on stderr that contains MESSAGE.
refuses() {
  message=$1
  shift
  "$solver" "$@" >"$TEST_TMPDIR/stdout" 2>"$TEST_TMPDIR/stderr"
  status=$?
  [ $status -eq 1 ] || fail "exit status $status of: $*"
  [ -s "$TEST_TMPDIR/stdout" ] && fail "stdout of: $*"
  [ "$(wc -l <"$TEST_TMPDIR/stderr")" -eq 1 ] || fail "expected one line on stderr from: $*"
  grep -qF -e "$message" "$TEST_TMPDIR/stderr" ||
    fail "no \"$message\" from: $*: $(cat "$TEST_TMPDIR/stderr")"
}

table=$TEST_TMPDIR/table
report=$TEST_TMPDIR/report

refuses '--rules is missing' --out="$table"
ldd "$solver" | grep -q libmpi ||
  OMPI_COMM_WORLD_SIZE=2 refuses 'build this program with --config=mpi' --rules=$rules/board4x4.textproto --out="$table"
refuses '--out is missing' --rules=$rules/board4x4.textproto
refuses 'unexpected argument "more"' --rules=$rules/board4x4.textproto --out="$table" more
refuses 'no_such_file' --rules=no_such_file --out="$table"
refuses '--threads=0' --rules=$rules/board4x4.textproto --out="$table" --threads=0
"$solver" --rules=$rules/standard.textproto --estimate --memory_mb=1 --report="$report" ||
  fail "--estimate failed"
grep -q '^peak_memory_bytes: [3-4].......$' "$report" || fail "estimated: $(cat "$report")"
# A reduced table stores one position of 8.
"$solver" --rules=$rules/standard_6x6.textproto --estimate --report="$report" || fail "--estimate failed"
[ "$(sed 1d "$report")" = "positions: 2797102856
disk_bytes: 174818928.5
temporary_disk_bytes: 699275714" ] || fail "estimated: $(cat "$report")"
refuses 'these rules need about' --rules=$rules/standard.textproto --out="$table" --memory_mb=25

scored=$TEST_TMPDIR/scored.textproto
echo 'name: "scored" rows: 3 columns: 4 pieces: 2 goals { line { length: 2 } } scoring { pips: [1, 2] }' >"$scored"
refuses 'these rules need about' --rules="$scored" --out="$table" --memory_mb=1
"$solver" --rules="$scored" --estimate --report="$report" || fail "--estimate failed"
grep -q '^positions: [1-9]' "$report" || fail "estimated: $(cat "$report")"

cat >"$TEST_TMPDIR/huge.textproto" <<'END'
name: "huge" rows: 8 columns: 8 pieces: 20 goals { line { length: 20 } }
END
refuses 'no line of 20 fits' --rules="$TEST_TMPDIR/huge.textproto" --out="$table"
cat >"$TEST_TMPDIR/huge.textproto" <<'END'
name: "huge" rows: 8 columns: 8 pieces: 8 goals { line { length: 8 } }
END
refuses 'these rules need about' --rules="$TEST_TMPDIR/huge.textproto" --out="$table"
[ -e "$table" ] && fail "a failed run left a table"

"$solver" --rules=$rules/board4x4.textproto --out="$table" --report="$report" \
  --threads=2 2>"$TEST_TMPDIR/stderr" || fail "solving 4x4"
[ "$(head -c 8 "$table")" = TEEKOTBL ] || fail "$table: not a table"
ls "$table".*.partial >/dev/null 2>&1 && fail "a partial file is left"
for phase in levels 'drop phase' writing; do
  grep -qF "name: \"$phase\"" "$report" || fail "no phase $phase in the report"
done
[ "$(grep -c '^  positions: [1-9]' "$report")" = 3 ] || fail "expected the positions of three phases: $(cat "$report")"

# A failed run does not change an earlier table.
cp "$table" "$TEST_TMPDIR/before"
ln -s "$table" "$table.link"
"$solver" --rules=$rules/board4x4.textproto --out="$table.link" 2>"$TEST_TMPDIR/stderr" &&
  fail "wrote through a link"
grep -qF 'got a symbolic link' "$TEST_TMPDIR/stderr" || fail "the error does not name the link"
cmp -s "$table" "$TEST_TMPDIR/before" || fail "the earlier table has changed"

refuses '--checkpoint is missing' --rules=$rules/board4x4.textproto --out="$table" --resume

# resumes RULES RECORD OTHER_RULES: kills a run that has saved RECORD; expects that it leaves no
# table, that only a run with the same rules resumes, and that this run writes the same table.
kept=$TEST_TMPDIR/kept
resumes() {
  "$solver" --rules="$1" --out="$table" 2>"$TEST_TMPDIR/stderr" || fail "solving $1"
  "$solver" --rules="$1" --out="$table.2" --checkpoint="$kept" --checkpoint_seconds=0 \
    2>"$TEST_TMPDIR/stderr" &
  until [ -e "$kept/$2" ]; do sleep 0.01; done
  kill -9 $!
  wait $!
  [ -e "$table.2" ] && fail "a killed run left a table"
  refuses 'a checkpoint exists' --rules="$1" --out="$table.2" --checkpoint="$kept"
  refuses 'of other rules or another program version' --rules="$3" --out="$table.2" \
    --checkpoint="$kept" --resume
  cp -r "$kept" "$kept.copy"
  "$solver" --rules="$1" --out="$table.2" --checkpoint="$kept" --resume \
    2>"$TEST_TMPDIR/stderr" || fail "resuming $1"
  cmp "$table" "$table.2" || fail "the table of $1 differs after resuming"
  [ -e "$kept" ] && fail "the checkpoint was not removed"
  rm "$table.2"
  mv "$kept.copy" "$kept"
}
wide=$TEST_TMPDIR/wide.textproto
echo 'name: "wide" rows: 4 columns: 5 pieces: 4 goals { line { length: 4 } } styles: "SSSS"' >"$wide"
sed 's/$/ scoring { pips: [1, 1, 2, 3] }/' "$wide" >"$scored"
resumes "$wide" solver_b.record "$scored"
rm -r "$kept"
resumes "$scored" solver_b_threshold_2.record "$wide"
# A threshold game does not resume from another one.
mv "$kept/solver_b_threshold_2.record" "$kept/solver_b_threshold_3.record"
refuses 'solver_b_threshold_3.record: checkpoint of other rules' --rules="$scored" \
  --out="$table.2" --checkpoint="$kept" --resume

# Tables of scored rules are always reduced.
"$solver" --rules="$scored" --out="$table.2" --reduced 2>"$TEST_TMPDIR/stderr" || fail "--reduced"
cmp "$table" "$table.2" || fail "--reduced changes a table of scored rules"

"$solver" --help | grep -qF -e '--memory_mb ' || fail "--help"

[ $failures -eq 0 ]
