#!/bin/bash
# The certificates of these rules prove the value of every style, with the centre
# ban and without, and nothing else.

set -eu

rules=$1
files=verify/certificates/files
goals="line 4 and square 1"
if [ "$rules" = advanced ]; then
  goals="$goals and square 2 and square 3 and square 4"
fi

said=$TEST_TMPDIR/said
verify/check/check "$files/$rules"_*.txt >"$said"

black="Black, who moves first,"
red="Red, who moves second,"
{
  for style in SSSS SSSA SSAA SAAA AAAA AAAS AASS ASSS; do
    for variant in "$style" "$style without 13"; do
      case "$rules $variant" in
        "advanced SSSS")
          echo "  SSSS: $black can win within 13 plies"
          echo "  SSSS: $red cannot be beaten for 12 plies"
          ;;
        "advanced SAAA")
          echo "  SAAA: $black can win within 25 plies"
          echo "  SAAA: $red cannot be beaten for 24 plies"
          ;;
        *)
          echo "  $variant: $black cannot be beaten"
          echo "  $variant: $red cannot be beaten"
          ;;
      esac
    done
  done
} | sort | diff - <(grep '^  ' "$said" | sort)

# Each of a game with these goals.
grep -v '^  ' "$said" | sed 's/^[^ ]*: proved, for //' | sort -u |
  diff <(echo "5x5 squares, 4 pieces a side, goals $goals:") -
