#!/bin/sh
# Fills the folder of a release:
#
#   make.sh FOLDER RULES PIPELINE CLAIMS SITE [FILE PLACE]…
#
# RULES are names of rules, separated by commas. PIPELINE, CLAIMS and SITE are the paths of these programs. Each FILE is copied
# to FOLDER/PLACE.
set -eu
folder=$1 rules=$2 pipeline=$3 claims=$4 site=$5
shift 5

quietly() { "$@" >"$folder.log" 2>&1 || { cat "$folder.log" >&2; exit 1; }; }

quietly "$pipeline" --rules="$rules" --out="$folder"
# Stage reports differ in every run. Only --resume needs the locks and the digests of the stages.
find "$folder" '(' -name '*.report.textproto' -o -name '*.sha256' -o -name '.*lock' ')' -delete
quietly "$claims" --out="$folder"
quietly "$site" --out="$folder/site" --findings="$folder"
while [ $# -gt 0 ]; do
  mkdir -p "$(dirname "$folder/$2")"
  cp -L "$1" "$folder/$2"
  shift 2
done
cd "$folder"
find . -type f ! -name SHA256SUMS | LC_ALL=C sort | xargs sha256sum >SHA256SUMS
chmod -R u=rwX,go=rX .
