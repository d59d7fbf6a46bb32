#!/bin/bash
# Every value of these rules, with the centre ban and without, is claimed by
# certificates, and the checker accepts them.

set -eu

rules=$1
files=verify/certificates/files
verify/check/check "$files/$rules"_*.txt

claim() {  # AIM CLAIM: fails unless there is a file that claims it.
  local file
  for file in "$files/$rules"_*.txt; do
    if grep -qx "aim: $1" "$file" && grep -qx "claim: $2" "$file"; then
      return
    fi
  done
  echo "$rules: no certificate of $2 ($1)"
  exit 1
}

for style in SSSS SSSA SSAA SAAA AAAA AAAS AASS ASSS; do
  for variant in "$style" "$style without 13"; do
    case "$rules $variant" in
      "advanced SSSS")
        claim "win within 13 plies" "SSSS black"
        claim "hold for 12 plies" "SSSS red"
        ;;
      "advanced SAAA")
        claim "win within 25 plies" "SAAA black"
        claim "hold for 24 plies" "SAAA red"
        ;;
      *)
        claim hold "$variant black"
        claim hold "$variant red"
        ;;
    esac
  done
done
