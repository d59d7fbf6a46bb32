#!/bin/bash
# Proves the theorems with Coq and prints them with what they assume.
#
#   prove.sh          all
#   prove.sh --first  Standard and Advanced Teeko in Standard style only
#   prove.sh --base   no theorem; what they are made of
#
# What Coq makes of the files goes to a temporary directory, or to $OUT.  With $BASE,
# an archive of what --base makes, that is not made again.
set -eu
# Bazel starts it elsewhere.
if [ -d verify/coq ]; then cd verify/coq; else cd "$(dirname "$0")"; fi
certificates=../certificates/files
case ${1:-} in
  "") theorems=Theorems names=$(cd $certificates && ls ./*.txt) ;;
  --first) theorems=FirstTheorems
           names="standard_SSSS.txt advanced_SSSS.txt advanced_SSSS-not-sooner.txt" ;;
  --base) theorems='' names='' ;;
  *) sed -n '2,9s/^# \{0,1\}//p' prove.sh >&2; exit 2 ;;
esac
if ! command -v coqc >/dev/null; then
  echo "prove.sh: this needs coqc, of Debian's package coq (./bazelw installs it)" >&2
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
  local module=$out/certificates/${1//-/_}.v
  ./certificate.sh "$certificates/$1.txt" >"$module" && compile "$module"
}

if [ -n "${BASE:-}" ]; then
  tar -xf "$BASE" -C "$out"
else
  for file in Rules Formations Consistency Geometry Rounds Drops Search Certificate Soundness; do
    cp $file.v "$out/teeko"
    compile "$out/teeko/$file.v"
  done
fi
export out certificates
export -f compile check
for name in $names; do basename "$name" .txt; done | xargs -rP "$(nproc)" -I{} bash -c 'check "$1"' . {}
[ -n "$theorems" ] || exit 0
cp $theorems.v "$out"
compile "$out/$theorems.v" >"$out/assumptions"
echo
sed -n '/^Theorem/,/\.$/p' $theorems.v | grep -v '^Proof'
echo
echo "What they assume:"
cat "$out/assumptions"
