#!/bin/bash
# Solves Teeko on boards of 3×3 squares and more, and writes the values of the empty boards.
#
#   ./bazelw run //pipeline:atlas -- DIR [MAX_SQUARES [FLAG…]]
#
# Writes the tables and atlas.textproto to DIR; corpus/ has a copy of atlas.textproto.
# Keeps valid files of an earlier run in DIR.  Omits boards with more than MAX_SQUARES
# squares (default: 36, for boards up to 6×6; 49 includes 7×7).  Passes each FLAG on to the
# pipeline.
set -eu
export RUNFILES_DIR=${PWD%/*}  # the programs that this script starts need it
out=$(cd "${BUILD_WORKING_DIRECTORY:-.}" && realpath -m "$1")
max_squares=${2:-36}
mkdir -p "$out/.rules"

# rules GAME PIECES GOAL…: writes a rules file for a board of $rows × $columns squares.
all=()
rules() {
  local file=$out/.rules/$1_$board.textproto
  printf '%s\n' "name: '$1_$board' rows: $rows columns: $columns pieces: $2" \
    "${@:3}" >"$file"
  all+=("$file")
}

for rows in 3 4 5 6 7; do
  for ((columns = rows; columns <= (rows < 7 ? 6 : 7); ++columns)); do
    if ((rows * columns > max_squares)); then continue; fi
    board=${rows}x$columns
    for pieces in 2 3 5; do
      # Five pieces per side on 36 squares would need 52 GB of memory.
      if ((pieces > columns || (pieces == 5 && rows * columns > 30))); then continue; fi
      rules "lines_of_$pieces" "$pieces" "goals { line { length: $pieces } }"
    done
    standard=()
    if ((columns >= 4)); then standard+=('goals { line { length: 4 } }'); fi
    standard+=('goals { square { side: 1 } }')
    squares=()
    for ((side = 2; side < rows; ++side)); do
      squares+=("goals { square { side: $side } }")
    done
    diamonds=()
    for ((radius = 1; radius <= (rows - 1) / 2; ++radius)); do
      diamonds+=("goals { diamond { radius: $radius } }")
    done
    rules standard 4 "${standard[@]}"
    rules advanced 4 "${standard[@]}" "${squares[@]}"
    rules diamonds 4 "${standard[@]}" "${diamonds[@]}"
    rules advanced_diamonds 4 "${standard[@]}" "${squares[@]}" "${diamonds[@]}"
    if ((rows < 4 || rows > 6 || rows != columns)); then continue; fi
    for moves in KNIGHT ORTHOGONAL DIAGONAL; do
      rules "standard_${moves,,}" 4 "moves: $moves" "${standard[@]}"
      rules "advanced_${moves,,}" 4 "moves: $moves" "${standard[@]}" "${squares[@]}"
    done
  done
done
pipeline/pipeline --tables_only --resume --out="$out" \
  --rules="$(IFS=, && echo "${all[*]}")" "${@:3}"
reports/atlas --results="$out/results.json" >"$out/atlas.textproto"
