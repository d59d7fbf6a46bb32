#!/bin/bash
# Proves that the first player wins Qubic, prints the figures, and checks both certificates.
# Flags are those of `prove` (--help lists them).  Certificates and facts.json go to --out, or to out/qubic, where the
# pipeline's report finds them.
set -eu
here=${BUILD_WORKING_DIRECTORY:-$PWD}
out=$here/out/qubic
for flag; do
  case $flag in
    --help | --version | --openings | --out='~' | --out='~/'*) exec qubic/prove "$@" ;;
    --out=/*) out=${flag#--out=} ;;
    --out=*) out=$here/${flag#--out=} ;;
  esac
done
mkdir -p "$out"
rm -f "$out/facts.json"

# timed COMMAND...: runs it, prints its output and its CPU time, and sets `printed` and `seconds`.
TIMEFORMAT=%U
timed() {
  seconds=$({ time "$@" >"$out/printed" 2>&3; } 3>&2 2>&1)
  printed=$(<"$out/printed")
  rm "$out/printed"
  printf '%s\n%s s of CPU time\n' "$printed" "$seconds"
}
timed qubic/prove "$@" --out="$out"
search=$seconds figures=$printed
timed qubic/check_moves "$out/moves.txt"
moves=$seconds
timed qubic/explicit/check_explicit "$out/explicit.txt"
# figure PATTERN: the number in the output of `prove`.
figure() { sed -n "s/.*$1.*/\1/p" <<<"$figures"; }
cat >"$out/facts.json" <<EOF
{
 "strategic_moves": $(figure ' \([0-9]*\) strategic moves'),
 "search_seconds": $search,
 "moves_bytes": $(figure 'moves form: \([0-9]*\)'),
 "explicit_bytes": $(figure 'explicit form: \([0-9]*\)'),
 "longest_line": $(figure 'longest with \([0-9]*\)'),
 "check_moves_seconds": $moves,
 "check_explicit_seconds": $seconds
}
EOF
