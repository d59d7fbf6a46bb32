#!/bin/sh
# What is installed compiles and runs, elsewhere and with nothing of the workspace.
set -eu
workspace=$PWD
api/install --prefix="$TEST_TMPDIR/prefix"
api/install --prefix="$TEST_TMPDIR/prefix"  # over itself
if api/install 2>"$TEST_TMPDIR/error"; then exit 1; fi
grep -q -- --prefix=DIR "$TEST_TMPDIR/error"

# Nothing in it knows where it is.
mv "$TEST_TMPDIR/prefix" "$TEST_TMPDIR/moved"
export PKG_CONFIG_PATH="$TEST_TMPDIR/moved/lib/pkgconfig"

# prints PROGRAM README: what stands in the README's second block.
prints() {
  "$1" >printed
  awk '/^```/ { ++fences; next } fences == 3' "$workspace/$2" | diff - printed
}

mkdir "$TEST_TMPDIR/elsewhere"
cp game/readme_example.cc api/readme_example.c "$TEST_TMPDIR/elsewhere"
cd "$TEST_TMPDIR/elsewhere"
ln -s "$workspace/game/out_for_test" out
c++ -o cxx readme_example.cc $(pkg-config --cflags --libs teeko)
prints ./cxx game/README.md
cc -Wall -Werror -o c readme_example.c $(pkg-config --cflags --libs teeko-c)
prints ./c api/README.md

# Every header finds what it includes.
(cd "$TEST_TMPDIR/moved/include/teeko" && find * -name '*.h') | sed 's/.*/#include "&"/' >all.cc
[ "$(wc -l <all.cc)" -gt 15 ]
c++ -fsyntax-only all.cc $(pkg-config --cflags teeko)

# The version is that of everything.
[ "$(pkg-config --modversion teeko)" = "$(sed -n 's/^VERSION = "\(.*\)"/\1/p' "$workspace/version.bzl")" ]
