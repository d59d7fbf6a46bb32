#!/bin/bash
# Proves with Coq that X wins Qubic, and prints what the theorem assumes.
#
#   prove.sh [CERTIFICATE]
#
# The default CERTIFICATE is the one that Bazel makes.  The compiled files go to a
# temporary directory, or to $OUT.
set -eu
if [ -d qubic/coq ]; then cd qubic/coq; else cd "$(dirname "$0")"; fi  # for Bazel
certificate=${1:-../explicit.txt}
if ! command -v coqc >/dev/null; then
  echo "prove.sh: coqc is missing: install Debian's package coq" >&2
  exit 1
fi
out=${OUT:-$(mktemp -d)}
mkdir -p "$out"
export HOME=${HOME:-$out}  # Coq warns if there is none
if [ -z "${OUT:-}" ]; then trap 'rm -rf "$out"' EXIT; fi
cp ./*.v "$out"
./certificate.sh "$certificate" >"$out/Certificate.v"
for name in Qubic Checker Soundness Certificate Theorems; do
  TIMEFORMAT="$name.v: %U s of CPU time"
  time coqc -R "$out" Qubic "$out/$name.v" >"$out/$name.out"
done
grep '^Theorem' Theorems.v
echo "Assumptions:"
cat "$out/Theorems.out"
