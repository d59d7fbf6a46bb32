#!/bin/sh
# Every program behaves alike: what stands in base/program.h for all of them.
#
#   programs_test.sh PROGRAM…
set -eu
. base/expect.sh

for program in "$@"; do
  case $program in
    # A stranger compiles these two alone, and they know of no release.
    */check/*) ;;
    *) expect 0 '^teeko [0-9]' "$program" --version ;;
  esac
  expect 0 'For example' "$program" --help
  expect 0 'Exit status: 0 ' "$program" --help
  expect 1 '^error: unknown flag --nonsense; see --help$' "$program" --nonsense
done
