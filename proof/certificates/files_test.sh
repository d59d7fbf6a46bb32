#!/bin/bash
# Tests that the certificates of a game prove the values of all its styles. These values are also the values that the
# pipeline found (corpus/atlas.textproto, docs/results.md).
#
#   files_test.sh FOLDER RULES

set -eu

rules=$2
black="Black, who moves first,"
red="Red, who moves second,"

# proved FILE STYLE… WORDS: what `check` prints for a file with these styles.
proved() {
  echo "./${rules}_$1.txt: proved, $game:"
  shift
  while [ $# -gt 1 ]; do
    echo "  $1: ${*: -1}"
    set -- "${@:2}"
  done
}

draw() {
  echo "./${rules}_$1.txt: proved, $game:"
  for style in "${@:2}"; do
    echo "  $style: $red cannot be beaten"
    echo "  $style: $black cannot be beaten"
  done
}

# win PLIES FILE STYLE…
win() {
  proved "$2-not-sooner" "${@:3}" "$red cannot be beaten for $(($1 - 1)) plies"
  proved "$2" "${@:3}" "$black can win within $1 plies"
}

# either PLIES STYLE: with and without the centre ban.
either() { win "$1" "$2" "$2" "$2 without 13"; }

values() {
  case $rules in
    standard_6x6)
      game="for 6x6 squares, 4 pieces a side, goals line 4 and square 1"
      draw AAAA AAAA
      draw AAAS AAAS
      win 33 AASS AASS
      for style in ASSS SAAA SSAA SSSA; do draw $style $style; done
      win 13 SSSS SSSS ;;
    advanced_6x6)
      game="for 6x6 squares, 4 pieces a side, goals line 4 and square 1 and square 2 and square 3 and square 4 and square 5"
      win 27 AAAA AAAA
      win 25 AAAS AAAS
      win 27 AASS AASS
      win 19 ASSS ASSS
      win 27 SAAA SAAA
      win 41 SSAA SSAA
      draw SSSA SSSA
      win 13 SSSS SSSS ;;
    *_knight)
      game="for 5x5 squares, 4 pieces a side, moves knight, goals line 4 and square 1"
      # Plies of AAAA, AAAS, AASS, ASSS, SAAA-ban, SAAA, SSAA-ban and SSAA.
      plies=(23 19 17 11 27 21 29 19)
      if [ "$rules" = advanced_knight ]; then
        game+=" and square 2 and square 3 and square 4"
        plies=(19 17 15 11 27 19 21 17)
      fi
      either "${plies[0]}" AAAA
      either "${plies[1]}" AAAS
      either "${plies[2]}" AASS
      either "${plies[3]}" ASSS
      win "${plies[4]}" SAAA-ban "SAAA without 13"
      win "${plies[5]}" SAAA SAAA
      win "${plies[6]}" SSAA-ban "SSAA without 13"
      win "${plies[7]}" SSAA SSAA
      draw SSSA-ban "SSSA without 13"
      win 17 SSSA SSSA
      # Black wins in 9 plies; a certificate cannot state less than 10.
      proved SSSS SSSS "SSSS without 13" "$black can win within 10 plies" ;;
  esac
}

check=$PWD/proof/check/check
cd "proof/certificates/files/$1"
export LC_ALL=C
"$check" ./"$rules"_*.txt | diff - <(values)
