#!/bin/bash
# Tests that the programs are independent.  The solvers and the verifier share only proto/ (file
# formats), base/ (flags, files, process communication, checkpoints) and libraries.  The verifier
# does not depend on a solver.  The kernel (without kernel/rules), plain search, scoring and the
# checkers in proof/check depend on nothing else.
set -u
failures=0

complain() {
  echo "$1"
  failures=$((failures + 1))
}

# may_need TARGET PATTERN: expects that all dependencies of TARGET match PATTERN, except parts of
# Bazel and the compiler.
may_need() {
  local deps=audit/dependencies/$1_deps
  test -s "$deps" || complain "$deps is empty"
  local forbidden
  if forbidden=$(grep -v '^@bazel_tools//\|^@local_config_' "$deps" | grep -Ev "^($2)"); then
    complain "$1: forbidden dependencies:"$'\n'"$forbidden"
  fi
}

libraries="@|//third_party:"
may_need solver_a "//solver_a:|//proto:|//base:|$libraries"
may_need solver_b "//solver_b:|//proto:|//base:|$libraries"
may_need verify "//verify:|//kernel:|//proto:|//base:|$libraries"
may_need kernel "//kernel:"
may_need plain_search "//kernel:"
may_need scoring "//kernel:"
may_need check "//proof/check:check"
may_need check_open "//proof/check:check_open"
may_need check_table "//proof/check:check_table"

# may_include PATTERN FILE…: expects that all quoted #includes of the files match PATTERN.  (A file
# can include a header by its path, even if its target does not depend on the header's target.)
may_include() {
  local pattern=$1
  shift
  local forbidden
  if forbidden=$(grep -nE '^ *# *include *"' "$@" | grep -Ev "include *\"($pattern)"); then
    complain "forbidden #includes:"$'\n'"$forbidden"
  fi
}

libraries="absl/|google/|gtest/|gmock/|rapidcheck/|benchmark/|hwy/|tbb/"
may_include "(teeko/)?(solver_a|proto|base)/|$libraries" solver_a/*.h solver_a/*.cc
may_include "(teeko/)?(solver_b|proto|base)/|$libraries" solver_b/*.h solver_b/*.cc
may_include "kernel/(kernel|order|plain_search|scoring).h" kernel/{kernel,order,plain_search,scoring}.{h,cc}

exit $((failures > 0))
