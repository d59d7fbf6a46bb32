#!/bin/bash
# The certificates of the larger board prove what they are said to prove.

set -eu

cd verify/certificates/files/6x6
game="proved, for 6x6 squares, 4 pieces a side, goals line 4 and square 1"
../../../check/check ./* | diff - <(cat <<END
./advanced_6x6_AAAS.txt: $game and square 2 and square 3 and square 4 and square 5:
  AAAS: Black, who moves first, can win within 25 plies
./advanced_6x6_ASSS.txt: $game and square 2 and square 3 and square 4 and square 5:
  ASSS: Black, who moves first, can win within 19 plies
./advanced_6x6_SSSA.txt: $game and square 2 and square 3 and square 4 and square 5:
  SSSA: Red, who moves second, cannot be beaten
  SSSA: Black, who moves first, cannot be beaten
./advanced_6x6_SSSS-not-sooner.txt: $game and square 2 and square 3 and square 4 and square 5:
  SSSS: Red, who moves second, cannot be beaten for 12 plies
./advanced_6x6_SSSS.txt: $game and square 2 and square 3 and square 4 and square 5:
  SSSS: Black, who moves first, can win within 13 plies
./standard_6x6_AAAA.txt: $game:
  AAAA: Red, who moves second, cannot be beaten
  AAAA: Black, who moves first, cannot be beaten
./standard_6x6_AAAS.txt: $game:
  AAAS: Red, who moves second, cannot be beaten
  AAAS: Black, who moves first, cannot be beaten
./standard_6x6_AASS.txt: $game:
  AASS: Black, who moves first, can win within 33 plies
./standard_6x6_ASSS.txt: $game:
  ASSS: Red, who moves second, cannot be beaten
  ASSS: Black, who moves first, cannot be beaten
./standard_6x6_SAAA.txt: $game:
  SAAA: Red, who moves second, cannot be beaten
  SAAA: Black, who moves first, cannot be beaten
./standard_6x6_SSAA.txt: $game:
  SSAA: Red, who moves second, cannot be beaten
  SSAA: Black, who moves first, cannot be beaten
./standard_6x6_SSSA.txt: $game:
  SSSA: Red, who moves second, cannot be beaten
  SSSA: Black, who moves first, cannot be beaten
./standard_6x6_SSSS-not-sooner.txt: $game:
  SSSS: Red, who moves second, cannot be beaten for 12 plies
./standard_6x6_SSSS.txt: $game:
  SSSS: Black, who moves first, can win within 13 plies
END
)
