#!/bin/sh
# Counts lines of C++ code by component.  Does not count comments, blank lines, and the files
# of tests, benchmarks and their libraries.
#
#   audit/count_lines.sh [COMMIT]      (default: the files in the working tree)
set -eu
cd "$(dirname "$0")/.."
commit=${1:-}
if [ -n "$commit" ]; then list="git ls-tree -r --name-only $commit"; else list="git ls-files"; fi
$list | grep -E '\.(h|cc)$' |
  grep -vE '_(test|benchmark|fuzz)\.cc$|^pipeline/test_fixture\.|_for_test\.(h|cc)$|/(fake_|plain_(search|game)\.|random_(rules|games)\.|replay_seeds|write_answers)' |
  while read -r file; do
    if [ -n "$commit" ]; then git show "$commit:$file"; else cat "$file"; fi |
      grep -cvE '^[[:space:]]*(//.*)?$' | sed "s|^|${file%%/*} |"
  done |
  awk '{ lines[$1] += $2; all += $2 }
       END { for (c in lines) print lines[c], c; print all, "all" }' | sort -n
