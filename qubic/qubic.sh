#!/bin/bash
# Proves that the first player wins Qubic, prints the figures, and checks the certificate.
# Flags are those of `prove` (--help lists them).  Certificates go to --out, or to out/qubic.
set -eu
here=${BUILD_WORKING_DIRECTORY:-$PWD}
out=$here/out/qubic
for flag; do
  case $flag in
    --out=/*) out=${flag#--out=} ;;
    --out=*) out=$here/${flag#--out=} ;;
    --help | --version | --openings) exec qubic/prove "$@" ;;
  esac
done
mkdir -p "$out"
TIMEFORMAT='%U s of CPU time'
time qubic/prove "$@" --out="$out"
time qubic/check_moves "$out/moves.txt"
