#!/bin/sh
# What is installed compiles and runs, elsewhere and with nothing of the workspace.
set -eu
workspace=$PWD
api/install --prefix="$TEST_TMPDIR/prefix"
api/install --prefix="$TEST_TMPDIR/prefix" # over itself
if api/install 2>"$TEST_TMPDIR/error"; then exit 1; fi
grep -q -- --prefix=DIR "$TEST_TMPDIR/error"

# Nothing in it knows where it is.
mv "$TEST_TMPDIR/prefix" "$TEST_TMPDIR/moved"
export PKG_CONFIG_PATH="$TEST_TMPDIR/moved/lib/pkgconfig"

# prints_what FENCES README PROGRAM: what stands in the README's second block.
prints_what() {
  awk '/^```/ { ++fences; next } fences == 3' "$workspace/$1" | diff - "$TEST_TMPDIR/printed"
}

mkdir "$TEST_TMPDIR/elsewhere"
cp game/readme_example.cc api/readme_example.c "$TEST_TMPDIR/elsewhere"
cd "$TEST_TMPDIR/elsewhere"
ln -s "$workspace/game/out_for_test" out
c++ -o cxx readme_example.cc $(pkg-config --cflags --libs teeko)
./cxx >"$TEST_TMPDIR/printed"
prints_what game/README.md
cc -Wall -Werror -o c readme_example.c $(pkg-config --cflags --libs teeko-c)
./c >"$TEST_TMPDIR/printed"
prints_what api/README.md

# Each header by itself.
cd "$TEST_TMPDIR/moved/include/teeko"
find . -name '*.h' >"$TEST_TMPDIR/headers"
[ "$(wc -l <"$TEST_TMPDIR/headers")" -gt 15 ]
sed 's|^./\(.*\)|#include "\1"|' "$TEST_TMPDIR/headers" >"$TEST_TMPDIR/all.cc"
c++ -fsyntax-only $(pkg-config --cflags teeko) "$TEST_TMPDIR/all.cc"

# The program's version.
[ "$(pkg-config --modversion teeko)" = "$(sed -n 's/^VERSION = "\(.*\)"/\1/p' "$workspace/version.bzl")" ]
