#!/bin/sh
# Random games on the small board; the others take an accepted table:
#
#   ./bazelw run //reports:random_games -- --rules=standard
exec reports/random_games --rules=board4x4 --out=reports/out_for_test
