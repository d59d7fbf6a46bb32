#!/bin/bash
# Proves the theorems with Coq. Prints the theorems and their assumptions.
#
#   prove.sh          all
#   prove.sh --5x5    Standard and Advanced Teeko in all styles
#   prove.sh --first  Standard and Advanced Teeko in style SSSS only
#   prove.sh --open   the boards of any size
#   prove.sh --6x6    6x6 squares
#   prove.sh --small  every placement of the 4×4 board
#   prove.sh --positions  every placement of Standard and Advanced Teeko
#   prove.sh --drops      every position of Standard and Advanced Teeko in every style
#   prove.sh --base   only the common files, which do not depend on a certificate
#   prove.sh --inputs GROUP  proves nothing; prints a digest of what the proofs of a group read
#
# Coq's output goes to a temporary directory, or to $OUT. If $BASE is set, it names an
# archive with the output of --base, and these files are not compiled again.  In a checkout,
# accepted.txt has the digest of each group that was proved last.
set -eu
# Bazel starts the script in another folder.
if [ -d proof/coq ]; then cd proof/coq; else cd "$(dirname "$0")"; fi
certificates=../certificates
five=$(cd $certificates/files 2>/dev/null && printf "files/%s\n" *.txt) || five=
open="open/advanced.txt open/standard.txt"
six=files/6x6/standard_6x6_SSSS.txt  # the other theorem follows from open/advanced.txt
positions="StandardPositions AdvancedPositions"
drops="$positions StandardDrops AdvancedDrops"
inputs=
if [ "${1:-}" = --inputs ]; then inputs=1; shift; fi
# memory: MB that the largest coqc process needs, at least 13 percent more than measured.
case ${1:-} in
  "") theorems="Theorems OpenTheorems SixTheorems SmallBoard $drops"
      names="$five $open $six" memory=3800 ;;
  --5x5) theorems=Theorems names=$five memory=1800 ;;
  --first) theorems=FirstTheorems memory=800
           names="files/standard_SSSS.txt files/advanced_SSSS.txt files/advanced_SSSS-not-sooner.txt" ;;
  --open) theorems=OpenTheorems names=$open memory=600 ;;
  --6x6) theorems=SixTheorems names="$six open/advanced.txt" memory=600 ;;
  --small) theorems=SmallBoard names='' memory=600 ;;
  --positions) theorems=$positions names='' memory=2100 ;;
  --drops) theorems=$drops names='' memory=3800 ;;
  --base) theorems='' names='' memory=600 ;;
  *) sed -n '2,18s/^# \{0,1\}//p' prove.sh >&2; exit 2 ;;
esac
if [ -n "$inputs" ]; then
  digest=$({
    coqc --version
    # shellcheck disable=SC2046
    cat $(coqdep -sort -R . Teeko $(printf "%s.v " $theorems) 2>/dev/null)
    for name in $names; do ./certificate.sh "$certificates/$name"; done
  } | sha256sum)
  echo "${1:-all} ${digest%% *}"
  exit
fi
if ! command -v coqc >/dev/null; then
  echo "prove.sh: this needs coqc, of Debian's package coq (./bazelw installs it)" >&2
  exit 1
fi
# Earlier versions have a fault in primitive arrays, with which one can prove anything.
version=$(coqc --version | sed -n 's/.* version \([0-9][0-9.]*\).*/\1/p')
if [ "$(printf '%s\n' 8.16.1 "$version" | sort -V | head -n 1)" != 8.16.1 ]; then
  echo "prove.sh: expected Coq 8.16.1 or later, got $version" >&2
  exit 1
fi
available=$(awk '/^MemAvailable/ {print int($2 / 1024)}' "${MEMINFO:-/proc/meminfo}")
if [ "$available" -lt $memory ]; then
  echo "prove.sh: too little memory: expected $memory MB available, got $available" >&2
  exit 1
fi
# Certificates are checked in parallel. A certificate needs at most 1800 MB.
jobs=$((available / (memory < 1800 ? memory : 1800)))
if [ "$jobs" -gt "$(nproc)" ]; then jobs=$(nproc); fi
out=${OUT:-$(mktemp -d)} || { echo "prove.sh: TMPDIR=${TMPDIR:-}: no folder can be made there" >&2; exit 1; }
mkdir -p "$out/teeko" "$out/certificates" "$out/theorems"
if [ -z "${OUT:-}" ]; then trap 'rm -rf "$out"' EXIT; fi

# The digests are those of the files before the proof, in case that one changes meanwhile.
record=${BUILD_WORKSPACE_DIRECTORY:+$BUILD_WORKSPACE_DIRECTORY/proof/coq/}accepted.txt
if [ -w "$record" ]; then proved=$(for group in ${1:---5x5 --drops}; do ./prove.sh --inputs "$group"; done); fi

# By default, coqc lets its heap grow to more than twice the size of its data.
export OCAMLRUNPARAM=s=32M,o=60

compile() {  # FILE
  TIMEFORMAT="${1##*/}: %U s of CPU time"
  time coqc -w -abstract-large-number -R "$out/teeko" Teeko -Q "$out/certificates" Certificates \
    -R "$out/theorems" Theorems "$1"
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
    Placements Rows Numbering Levels Counts Solution Boards DropPhase DropTables Sha256 FastSha256 Payload Digests Sanity; do
    cp $file.v "$out/teeko"
    compile "$out/teeko/$file.v"
  done
fi
export out certificates
export -f compile check
for name in $names; do echo "$name"; done | xargs -rP "$jobs" -I{} bash -c 'check "$1"' . {}
[ -n "$theorems" ] || exit 0
: >"$out/assumptions"
for file in $theorems; do
  cp "$file.v" "$out/theorems"
  compile "$out/theorems/$file.v" >>"$out/assumptions"
done
echo
for file in $theorems; do sed -n '/^Theorem/,/\.$/p' "$file.v" | grep -v '^Proof'; done
echo
echo "What they assume:"
cat "$out/assumptions"

if [ -w "$record" ]; then
  for group in ${1:---5x5 --drops}; do sed -i "/^$group /d" "$record"; done
  echo "$proved" >>"$record"
fi
