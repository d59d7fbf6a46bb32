#!/bin/bash
# Records what the programs write, so that a change of the code can be compared with the state before it.
set -eu -o pipefail

usage="Builds the programs and records their outputs in a folder: SHA-256 digests of tables,
manifests and results, the outputs of query, annotate, longest and export on the
corpus, and medians of three timings.

  audit/record_outputs.sh [--slow] [--timings] FOLDER
  audit/record_outputs.sh --compare FOLDER FOLDER

Without flags, records small boards and the two ordinary games (about a minute after
the build).  FOLDER/digests and FOLDER/outputs have what must not change;
FOLDER/timings has user CPU seconds.

  --slow     also record both scored games (by the pipeline) and a reduced 6x6 table
             (by solver A), five to ten minutes on two cores
  --timings  also record timings: median user CPU seconds of three runs
  --compare  compare two recorded folders: the outputs that both have must be the
             same; prints both timings and their ratio

Exit status: 0, or 1 if a program fails or a recorded output differs."

slow=''
timings=''
compare=''
folders=()
for argument in "$@"; do
  case $argument in
    --help) echo "$usage"; exit ;;
    --slow) slow=1 ;;
    --timings) timings=1 ;;
    --compare) compare=1 ;;
    -*) echo "error: unexpected flag \"$argument\"; see --help" >&2; exit 1 ;;
    *) folders+=("$(realpath -m "$argument")") ;;
  esac
done
if [ ${#folders[@]} != $((1 + ${compare:-0})) ]; then
  echo "error: expected $((1 + ${compare:-0})) folders, got ${#folders[@]}; see --help" >&2
  exit 1
fi
folder=${folders[0]}

if [ -n "$compare" ]; then
  other=${folders[1]} status=0
  for file in digests/all $(cd "$folder" && ls outputs/*); do
    [ -e "$folder/$file" ] && [ -e "$other/$file" ] || { echo "only in one folder: $file"; continue; }
    # Only lines about files that both folders have.
    if ! diff <(awk 'NR == FNR { seen[$NF]; next } FILENAME !~ /digests/ || $NF in seen' "$other/$file" "$folder/$file") \
        <(awk 'NR == FNR { seen[$NF]; next } FILENAME !~ /digests/ || $NF in seen' "$folder/$file" "$other/$file"); then
      echo "DIFFERENT: $file"
      status=1
    fi
  done
  if [ -e "$folder/timings" ] && [ -e "$other/timings" ]; then
    join -t "$(printf '\t')" "$folder/timings" "$other/timings" |
      awk -F '\t' '{ printf "%-34s%8.2f%8.2f  %.3f\n", $1, $2, $3, $3 / $2 }'
  fi
  [ $status = 0 ] && echo "All outputs that both folders have are the same."
  exit $status
fi

cd "$(dirname "$0")/.."
mkdir -p "$folder"/{digests,outputs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# quietly COMMAND…: runs a command; prints its output only if it fails.
quietly() {
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }
}
quietly ./bazelw build //solver_a //solver_b //:pipeline \
  //reports:query //reports:annotate //reports:longest //reports:export

cat >"$work/small_scored.textproto" <<END
name: "small_scored" rows: 4 columns: 4 pieces: 3 goals { line { length: 3 } }
scoring { pips: [1, 2, 3] special_squares: [1, 4, 13, 16] special_points: 2 }
END
cp corpus/rules/*.textproto "$work"

# Small boards, without the pipeline.
for name in board4x4 torus small_scored; do
  for solver in solver_a solver_b; do
    mkdir -p "$work/out/$name"
    quietly "bazel-bin/$solver/$solver" --rules="$work/$name.textproto" --out="$work/out/$name/$solver.table"
  done
done
if [ -n "$slow" ]; then
  mkdir -p "$work/out/standard_6x6_reduced"
  quietly bazel-bin/solver_a/solver_a --rules=corpus/rules/standard_6x6.textproto --reduced \
    --out="$work/out/standard_6x6_reduced/solver_a.table"
fi

names=standard,advanced
[ -z "$slow" ] || names=$names,scored_standard,scored_advanced
quietly ./bazelw run //:pipeline -- --rules="$names" --out="$work/out"

# Reports name times and machines, so they are not recorded.  results.json covers all rules of this run.
(cd "$work/out" && find . \( -name '*.table' -o -name manifest.textproto -o -name results.json \
  -o -name extra_rules.json -o -name scores.json \) -print0 | sort -z | xargs -0 sha256sum) |
  sed "s|results.json|&_of_$names|" >"$folder/digests/all"

# record NAME PROGRAM ARGUMENT…: records the output (without progress and errors) and the exit status of a program of reports/.
record() {
  local name=$1 program=$2 status=0
  shift 2
  "bazel-bin/reports/$program" --tables="$work/out" "$@" >"$folder/outputs/$name" 2>"$work/log" || status=$?
  echo "exit status $status" >>"$folder/outputs/$name"
  # Outputs of many megabytes: only the digest.
  if [ "$(stat -c %s "$folder/outputs/$name")" -gt 1000000 ]; then
    sha256sum <"$folder/outputs/$name" >"$work/digest"
    mv "$work/digest" "$folder/outputs/$name"
  fi
}
for name in standard advanced; do
  record "annotate_$name" annotate --rules=$name --boards corpus/letter/*.txt corpus/composed/*.txt
  record "longest_$name" longest --rules=$name
  record "query_$name" query --rules=$name --line "Black on 14 18 19 24; Red on 13 15 17 23; Red to move"
  record "export_$name" export --rules=$name --value=win --min_plies=25
  record "export_5_$name" export --rules=$name --pieces=5 --style=AASS
done
if [ -n "$slow" ]; then
  for name in scored_standard scored_advanced; do
    record "query_$name" query --rules=$name "Black on 2:2 4:1 7:4 8:3; Red on 5:1 9:2 10:3 11:4; Black to move"
    record "query_drop_$name" query --rules=$name "Black on 13:4; Red on"
    record "annotate_$name" annotate --rules=$name - <<<"game 13:4 12:1 8:2 17:3"
  done
fi

# time_of NAME COMMAND…: records the median of the user CPU seconds of three runs.
time_of() {
  local name=$1
  shift
  for _ in 1 2 3; do
    ( TIMEFORMAT=%U; time "$@" >"$work/log" 2>&1 ) 2>&1
  done | sort -n | sed -n "2s/^/$name\t/p" >>"$work/timings"
}
if [ -n "$timings" ]; then
  for solver in solver_a solver_b; do
    for name in standard advanced ${slow:+scored_standard}; do
      time_of "$solver $name" "bazel-bin/$solver/$solver" --rules="corpus/rules/$name.textproto" --out="$work/timed.table"
    done
  done
  sort "$work/timings" >"$folder/timings"
fi
