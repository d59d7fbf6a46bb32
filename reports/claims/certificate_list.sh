#!/bin/sh
# Prints a line for each certificate: name, aim, formations and bytes, with tabs
# between them.
set -eu
for file; do
  name=$(basename "$file" .txt)
  aim=$(sed -n 's/^aim: //p' "$file")
  formations=$(sed -n 's/^formations: //p' "$file")
  printf '%s\t%s\t%s\t%s\n' "$name" "$aim" "$formations" "$(wc -c < "$file" | tr -d ' ')"
done
