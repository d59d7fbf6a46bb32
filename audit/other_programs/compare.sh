#!/bin/bash
# Solves Teeko with a program of other people, and compares its values with the tables in out/.
#
#   audit/other_programs/compare.sh gamesman CHECKOUT   Standard and Advanced; some 15 minutes of CPU time each, 9 GB of memory
#   audit/other_programs/compare.sh teeko_cc CHECKOUT   Standard; some 30 minutes of CPU time, 2 GB of memory
#
# CHECKOUT is a clone of github.com/GamesCrafters/GamesmanOne, built as its README says (bin/gamesman), or of
# github.com/pcarrier/teeko.cc, which needs a Go compiler of version 1.22. Values that CHECKOUT has from an earlier run are used
# again. The estimates that teeko.cc stores for drawn positions would take an hour; they are left out. First run
# ./bazelw run //:pipeline.
set -euo pipefail

fail() {
  echo "compare.sh: $*" >&2
  exit 1
}

[ $# = 2 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 2; }
checkout=$(cd "$2" && pwd)
cd "$(dirname "$0")/../.."
./bazelw build //audit/other_programs:compare
compare() { bazel-bin/audit/other_programs/compare --tables=out "$@"; }

git -C "$checkout" log -1 --format="$1 %H (%cs), compared on $(date +%F)"
case $1 in
  gamesman)
    for rules in standard advanced; do
      variant=$([ $rules = standard ] && echo 0 || echo 1)
      values=$checkout/data/teeko/$variant/arraydb
      [ -e "$values/.finish" ] || (cd "$checkout" && mkdir -p data && bin/gamesman solve teeko "$variant")
      echo "$rules:"
      for name in {0..7}_dropped moving_phase; do xz -dc "$values/$name.adb.xz"; done | compare --rules=$rules gamesman
    done
    ;;
  teeko_cc)
    if [ ! -e "$checkout/teeko.db" ]; then
      mkdir -p "$checkout/build"
      sed 's/^func heuristic(.*{$/&\n\treturn 0/' "$checkout/solution/teeko.go" >"$checkout/build/teeko.go"
      (cd "$checkout" && GO111MODULE=off go run build/teeko.go)
    fi
    compare --rules=standard teeko_cc <"$checkout/teeko.db"
    ;;
  *) fail "expected gamesman or teeko_cc, got $1" ;;
esac
