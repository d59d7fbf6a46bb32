#!/bin/bash
# Tests that no component has more lines of code than audit/line_budgets.txt allows, that the file has each component, and
# that proof/README.md states the lines of the checker.
set -eu
# The inputs of a test are links into the workspace.
cd "$(dirname "$(readlink -f README.md)")"
audit/count_lines.sh | awk '
  FILENAME != "-" { if (!/^#/) budget[$1] = $2; next }
  $2 == "all" { next }
  !($2 in budget) { print $2 ": audit/line_budgets.txt has no budget"; bad = 1 }
  $1 > budget[$2] { print $2 ": has " $1 " lines, more than the " budget[$2] " of audit/line_budgets.txt"; bad = 1 }
  { seen[$2] }
  END {
    for (c in budget) if (!(c in seen)) { print "audit/line_budgets.txt: there is no component " c; bad = 1 }
    exit bad
  }' audit/line_budgets.txt -
lines=$(grep -cvE '^[[:space:]]*(//.*)?$' proof/check/check.cc)
grep -q "it has $lines lines of code" proof/README.md || { echo "proof/README.md: check.cc has $lines lines of code"; exit 1; }
