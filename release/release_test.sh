#!/bin/sh
# Tests that a release has the files that VERIFY.md names, and that a second run of make.sh makes the same bytes.
set -eu
. base/expect.sh
release=$PWD/release/release_for_test

cd "$release"
sha256sum --quiet --check SHA256SUMS
[ "$(find -L . -type f | wc -l)" = $(($(wc -l <SHA256SUMS) + 1)) ] || fail "SHA256SUMS does not have all files"
# The files that VERIFY.md names exist.
for name in $(grep -o '`[^` ]*`' VERIFY.md | tr -d '`' | grep '[./]' | grep -v '^\./bazelw'); do
  # Skips the two games, which this test does not solve, and names with a version.
  case $name in standard/ | advanced/ | *…*) continue ;; esac
  [ -e "$name" ] || fail "VERIFY.md names $name"
done
for package in teeko-*.whl teeko-*.tgz; do [ -e "$package" ] || fail "no $package"; done
c++ -O1 -std=c++20 -o "$dir/check" check.cc
"$dir/check" certificates/standard_SSSS.txt >/dev/null
cd "$OLDPWD"

# Makes the release again, in another folder.
mkdir -p "$dir/a/second"
set --
for file in $(cd "$release" && find -L . -type f); do
  case $file in ./board4x4/* | ./site/* | ./results.* | ./report.* | ./SHA256SUMS) ;;
    *) set -- "$@" "$release/$file" "$file" ;;
  esac
done
release/make.sh "$dir/a/second" board4x4 pipeline/pipeline reports/claims/claims site/site "$@"
diff -r "$release" "$dir/a/second"

version=$(sed -n 's/^VERSION = "\(.*\)"/\1/p' version.bzl)
grep -qx "version: $version" "$release/CITATION.cff" || fail "CITATION.cff: not $version"
grep -qx "## $version" "$release/CHANGELOG.md" || fail "CHANGELOG.md: no $version"
expect 0 "^teeko $version\$" pipeline/pipeline --version
