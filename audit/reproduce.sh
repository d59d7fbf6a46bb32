#!/bin/bash
# Tests that the solvers write the same bytes with several compilers, options and instruction sets.
set -eu -o pipefail

usage="Builds both solvers with GCC and with Clang, with and without optimisation.  Runs each
program on 1, 2 and 3 threads, and solver A also with every SIMD instruction set of this
machine.  Each table must have the same bytes as the table that the same solver writes in
the pipeline.  (The digests of that table must be those of corpus/digests.textproto.)
Takes up to half an hour on two cores, mostly for the programs without optimisation.

  audit/reproduce.sh [--rules=NAME,...] [--out=DIR]

  --rules=NAME,...  rule sets in corpus/rules/ (default: standard,advanced)
  --out=DIR         folder for the tables (default: a temporary folder, which is
                    kept only if a table differs)

Exit status: 0 if all tables are the same, 1 if not."

rules=standard,advanced
out=
for argument in "$@"; do
  case $argument in
    --help) echo "$usage"; exit ;;
    --rules=*) rules=${argument#*=} ;;
    --out='~' | --out='~/'*)
      echo "error: $argument: the shell does not expand this ~: write --out=\"\$HOME${argument#*'~'}\"" >&2; exit 1 ;;
    --out=*) out=${argument#*=} ;;
    *) echo "error: unexpected argument \"$argument\"; see --help" >&2; exit 1 ;;
  esac
done
work=${out:-$(mktemp -d)} || { echo "error: cannot make a temporary folder in TMPDIR=${TMPDIR:-}" >&2; exit 1; }
mkdir -p "$work"
work=$(realpath "$work")
cd "$(dirname "$0")/.."

# The compiler, the optimisation level, and the flags of Bazel for them.
builds=(
  "gcc -O2 -c opt"
  "gcc -O3 -c opt --copt=-O3 --platform_suffix=-O3"
  "gcc -O0 -c fastbuild"
  "clang -O2 -c opt --config=clang"
  "clang -O0 -c fastbuild --config=clang"
)

# quietly COMMAND…: runs a command; prints its output only if it fails.
quietly() {
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }
}

echo "The pipeline's tables:"
./bazelw run //:pipeline -- --rules="$rules" --out="$work/pipeline" 2>"$work/log" >"$work/summary" ||
  { cat "$work/log" >&2; exit 1; }
grep -B7 -A1 '^  digest ' "$work/summary" | grep -E '^[a-z]|digest'

different=0

# try BUILD SOLVER RULES FLAG…: runs a solver, compares its table, and prints a line.
try() {
  local build=$1 solver=$2 name=$3 table=$work/table
  shift 3
  local start=$EPOCHREALTIME
  quietly "$work/$build/$solver" --rules="corpus/rules/$name.textproto" --out="$table" "$@"
  local end=$EPOCHREALTIME sum same=same
  sum=$(sha256sum <"$table" | head -c 16)
  if ! cmp -s "$table" "$work/pipeline/$name/$solver.table"; then
    different=$((different + 1))
    same="DIFFERENT: $table.$different"
    mv "$table" "$table.$different"
  fi
  printf '%-18s%-10s%-10s%-24s%-18s%8.1f  %s\n' "$name" "$solver" "$build" "$*" \
    "$sum" "$(awk "BEGIN { print $end - $start }")" "$same"
}

printf '\n%-18s%-10s%-10s%-24s%-18s%8s\n' rules solver build flags "file's SHA-256" seconds
for build in "${builds[@]}"; do
  read -r compiler level flags <<<"$build"
  # shellcheck disable=SC2086  # Flags are separate words.
  quietly ./bazelw build $flags //solver_a //solver_b
  mkdir -p "$work/$compiler$level"
  cp -f bazel-bin/solver_a/solver_a bazel-bin/solver_b/solver_b "$work/$compiler$level"
  for name in ${rules//,/ }; do
    for threads in 1 2 3; do
      try "$compiler$level" solver_a "$name" --threads=$threads
      try "$compiler$level" solver_b "$name" --threads=$threads
    done
    for simd in $("$work/$compiler$level/solver_a" --simd=list); do
      try "$compiler$level" solver_a "$name" --simd="$simd"
    done
  done
done

if [ $different != 0 ]; then
  echo "Number of tables that are DIFFERENT: $different"
  exit 1
fi
echo "All tables are the same."
[ -n "$out" ] || rm -rf "$work"
