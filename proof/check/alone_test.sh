#!/bin/bash
# Builds the checkers from their source files alone. Tests that they accept certificates and that `check` refuses
# changed ones. (//proof/certificates and check_open_test check all certificates.)

set -eu

alone=$TEST_TMPDIR/alone
mkdir "$alone"
cp proof/check/check{,_open,_table}.cc "$alone"
cp proof/certificates/files/*.txt "$alone"
cp -r proof/certificates/open "$alone"
cd "$alone"
for program in check check_open check_table; do
  c++ -std=c++20 -O2 "$program.cc" -o "$program"
done

./check ./advanced_SSSS*.txt ./standard_ASSS.txt
./check_open open/advanced.txt

# change EDIT FILE...: fails unless sed's EDIT changes each file, and `check` refuses each changed file.
change() {
  local edit=$1 file
  shift
  for file; do
    sed "$edit" "$file" >changed
    if cmp -s changed "$file"; then
      echo "\"$edit\" does not change $file"
      exit 1
    fi
    if ./check changed; then
      echo "$file is accepted after \"$edit\""
      exit 1
    fi
  done
}

change '$d' ./*.txt
change '/^formations:/{s/.*/formations: 1/;n;s/$/\nend/;q}' ./advanced_*.txt
change 's/^aim: .*/aim: win within 999 plies/' ./*_SSSA.txt
change 's/^aim: win within 13 /aim: win within 12 /' ./advanced_SSSS.txt
change 's/^aim: win within 25 /aim: win within 24 /' ./advanced_SAAA.txt
change 's/^aim: hold for 12 /aim: hold for 13 /' ./advanced_SSSS-not-sooner.txt
change 's/^aim: hold for 24 /aim: hold for 25 /' ./advanced_SAAA-not-sooner.txt
change 's/ black$/ red/' ./advanced_SSSS.txt ./advanced_SAAA.txt
change 's/ without 13//' ./advanced_*-ban.txt
