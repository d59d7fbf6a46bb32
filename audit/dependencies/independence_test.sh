#!/bin/bash
# Holds the boundaries: the two solvers and the verifier share nothing but proto/ (file
# formats), base/ (flags, files, process communication, checkpoints) and libraries; the kernel,
# the checkers in verify/check and the search need nothing at all; and the verifier knows neither
# solver.
set -u
failures=0

complain() {
  echo "$1"
  failures=$((failures + 1))
}

# may_need TARGET PATTERN: whatever TARGET needs that is not part of Bazel or
# the compiler matches.
may_need() {
  local deps=audit/dependencies/$1_deps
  test -s "$deps" || complain "$deps is empty"
  local strangers
  if strangers=$(grep -v '^@bazel_tools//\|^@local_config_' "$deps" | grep -Ev "^($2)"); then
    complain "$1 needs, against the boundaries:"$'\n'"$strangers"
  fi
}

libraries="@|//third_party:"
may_need solver_a "//solver_a:|//proto:|//base:|$libraries"
may_need solver_b "//solver_b:|//proto:|//base:|$libraries"
may_need verify "//verify:|//kernel:|//proto:|//base:|$libraries"
may_need kernel "//kernel:"
may_need plain_search "//kernel:"
may_need check "//verify/check:check"
may_need check_open "//verify/check:check_open"
may_need check_table "//verify/check:check_table"
may_need search "//audit/open_boards:search"

# A header read by its path would need no target.
# may_include PATTERN FILE…: all quoted #includes of the files match.
may_include() {
  local pattern=$1
  shift
  local strangers
  if strangers=$(grep -nE '^ *# *include *"' "$@" | grep -Ev "include *\"($pattern)"); then
    complain "included against the boundaries:"$'\n'"$strangers"
  fi
}

libraries="absl/|google/|gtest/|gmock/|rapidcheck/|benchmark/|hwy/|tbb/"
may_include "(teeko/)?(solver_a|proto|base)/|$libraries" solver_a/*.h solver_a/*.cc
may_include "(teeko/)?(solver_b|proto|base)/|$libraries" solver_b/*.h solver_b/*.cc
may_include "kernel/(kernel|order|plain_search).h" kernel/{kernel,order,plain_search}.{h,cc}

exit $((failures > 0))
