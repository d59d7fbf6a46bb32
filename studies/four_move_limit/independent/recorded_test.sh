#!/bin/sh
# Compares the recorded results of the two programs at full size (corpus/recorded/).
set -eu
. base/expect.sh

# Prints lines "RULES STEADY LOST WON", without commas in numbers.
sed -n 's/,//g; s/^\([a-z]*\): limit of 4 moves steady turns \([01]\): \([0-9]*\) draws lost by .* \([0-9]*\) won$/\1 \2 \3 \4/p' \
  corpus/recorded/extra_rules.txt >"$dir/first"
sed -n 's/original:/0/; s/amended:/1/; s/^\([a-z]*\): \([01]\) \([0-9]*\) draws lost by .*, \([0-9]*\) won by.*/\1 \2 \3 \4/p' \
  corpus/recorded/four_move_limit_independent.txt >"$dir/second"
diff "$dir/first" "$dir/second" || fail "the two programs disagree"
[ "$(wc -l <"$dir/first")" = 4 ] || fail "expected two games with two wordings each"
