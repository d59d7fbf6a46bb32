#!/bin/bash
# Proves the theorems with Coq and prints them with what they assume.
#
#   prove.sh          all
#   prove.sh --5x5    Standard and Advanced Teeko in all styles
#   prove.sh --first  Standard and Advanced Teeko in Standard style only
#   prove.sh --open   the boards of any size
#   prove.sh --6x6    6x6 squares
#   prove.sh --small  every position of the 4×4 board with all pieces placed
#   prove.sh --positions  the same of Standard and Advanced Teeko
#   prove.sh --base   no theorem; what they are made of
#
# What Coq makes of the files goes to a temporary directory, or to $OUT.  With $BASE,
# an archive of what --base makes, that is not made again.
set -eu
# Bazel starts it elsewhere.
if [ -d verify/coq ]; then cd verify/coq; else cd "$(dirname "$0")"; fi
certificates=../certificates
five=$(cd $certificates/files 2>/dev/null && printf "files/%s\n" *.txt) || five=
open="open/advanced.txt open/standard.txt"
six="files/6x6/standard_6x6_SSSS.txt files/6x6/advanced_6x6_SSSS.txt"
case ${1:-} in
  "") theorems="Theorems OpenTheorems SixTheorems SmallBoard StandardPositions AdvancedPositions" names="$five $open $six" ;;
  --5x5) theorems=Theorems names=$five ;;
  --first) theorems=FirstTheorems
           names="files/standard_SSSS.txt files/advanced_SSSS.txt files/advanced_SSSS-not-sooner.txt" ;;
  --open) theorems=OpenTheorems names=$open ;;
  --6x6) theorems=SixTheorems names=$six ;;
  --small) theorems=SmallBoard names='' ;;
  --positions) theorems="StandardPositions AdvancedPositions" names='' ;;
  --base) theorems='' names='' ;;
  *) sed -n '2,14s/^# \{0,1\}//p' prove.sh >&2; exit 2 ;;
esac
if ! command -v coqc >/dev/null; then
  echo "prove.sh: this needs coqc, of Debian's package coq (./bazelw installs it)" >&2
  exit 1
fi
available=$(awk '/^MemAvailable/ {print int($2 / 1024)}' /proc/meminfo)
if [[ $theorems == *Positions* ]] && [ "$available" -lt 2500 ]; then
  echo "prove.sh: too little memory: expected 2500 MB available, got $available" >&2
  exit 1
fi
out=${OUT:-$(mktemp -d)} || { echo "prove.sh: TMPDIR=${TMPDIR:-}: no folder can be made there" >&2; exit 1; }
mkdir -p "$out/teeko" "$out/certificates"
if [ -z "${OUT:-}" ]; then trap 'rm -rf "$out"' EXIT; fi

compile() {  # FILE
  TIMEFORMAT="${1##*/}: %U s of CPU time"
  time coqc -w -abstract-large-number -R "$out/teeko" Teeko -Q "$out/certificates" Certificates "$1"
}

check() {  # CERTIFICATE
  local module=${1%.txt}
  module=${module#files/}
  module=${module#6x6/}
  module=$out/certificates/${module//[-\/]/_}.v
  ./certificate.sh "$certificates/$1" >"$module" && compile "$module"
}

if [ -n "${BASE:-}" ]; then
  tar -xf "$BASE" -C "$out"
else
  for file in Rules Formations Consistency Geometry Rounds Drops Search Certificate Soundness \
    Plane OpenGame OpenSoundness OpenCertificate PlaneRules \
      Placements Rows Numbering Levels Counts Solution DropPhase; do
    cp $file.v "$out/teeko"
    compile "$out/teeko/$file.v"
  done
fi
export out certificates
export -f compile check
for name in $names; do echo "$name"; done | xargs -rP "$(nproc)" -I{} bash -c 'check "$1"' . {}
[ -n "$theorems" ] || exit 0
: >"$out/assumptions"
for file in $theorems; do
  cp "$file.v" "$out"
  compile "$out/$file.v" >>"$out/assumptions"
done
echo
for file in $theorems; do sed -n '/^Theorem/,/\.$/p' "$file.v" | grep -v '^Proof'; done
echo
echo "What they assume:"
cat "$out/assumptions"
