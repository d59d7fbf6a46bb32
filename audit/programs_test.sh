#!/bin/sh
# Tests the common flags and messages of all programs (base/program.h).
#
#   programs_test.sh PROGRAM…
set -eu
. base/expect.sh

for program in "$@"; do
  case $program in
    # Users compile each of these programs from one file, so they have no --version.
    */check/*) ;;
    *) expect 0 '^teeko [0-9]' "$program" --version ;;
  esac
  expect 0 '[Ee]xample' "$program" --help
  expect 0 'Exit status: 0 ' "$program" --help
  expect 1 '^error: unknown flag --nonsense; see --help$' "$program" --nonsense
done
