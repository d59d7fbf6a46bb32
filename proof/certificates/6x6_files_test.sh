#!/bin/bash
# Tests that the certificates of a game on 6x6 squares prove the values of all its styles. These values are also the
# values that the pipeline found (corpus/atlas.textproto).

set -eu

rules=$1
game="for 6x6 squares, 4 pieces a side, goals line 4 and square 1"
black="Black, who moves first,"
red="Red, who moves second,"

draw() {
  cat <<END
./${rules}_$1.txt: proved, $game:
  $1: $red cannot be beaten
  $1: $black cannot be beaten
END
}

win() {
  cat <<END
./${rules}_$1-not-sooner.txt: proved, $game:
  $1: $red cannot be beaten for $(($2 - 1)) plies
./${rules}_$1.txt: proved, $game:
  $1: $black can win within $2 plies
END
}

values() {
  if [ "$rules" = standard_6x6 ]; then
    draw AAAA
    draw AAAS
    win AASS 33
    draw ASSS
    draw SAAA
    draw SSAA
    draw SSSA
    win SSSS 13
  else
    game+=" and square 2 and square 3 and square 4 and square 5"
    win AAAA 27
    win AAAS 25
    win AASS 27
    win ASSS 19
    win SAAA 27
    win SSAA 41
    draw SSSA
    win SSSS 13
  fi
}

cd proof/certificates/files/6x6
export LC_ALL=C
../../../check/check ./"$rules"_*.txt | diff - <(values)
