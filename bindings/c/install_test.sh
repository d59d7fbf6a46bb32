#!/bin/sh
# Checks that the installed files compile and run in another directory, without the workspace.
set -eu
workspace=$PWD
bindings/c/install --prefix="$TEST_TMPDIR/prefix"
bindings/c/install --prefix="$TEST_TMPDIR/prefix"  # again, over the same files
if bindings/c/install 2>"$TEST_TMPDIR/error"; then exit 1; fi
grep -q -- --prefix=DIR "$TEST_TMPDIR/error"

# A prefix either works or is refused before anything is written.
newline='
'
for name in 'a,b' 'a:b' 'a b' "a'b" 'a"b' 'a$b' "a${newline}b" 'a#b' 'a%b' 'a\b' 'a`b' 'a;b' 'a*b' 'café'; do
  for prefix in "$TEST_TMPDIR/$name" "$TEST_TMPDIR/$name/prefix" "$name"; do
    if BUILD_WORKING_DIRECTORY=$TEST_TMPDIR bindings/c/install --prefix="$prefix" 2>"$TEST_TMPDIR/error"; then exit 1; fi
    grep -qF 'expected ASCII letters' "$TEST_TMPDIR/error"
  done
  [ ! -e "$TEST_TMPDIR/$name" ]
done
for name in '~' '~/no'; do
  if BUILD_WORKING_DIRECTORY=$TEST_TMPDIR bindings/c/install --prefix="$name" 2>"$TEST_TMPDIR/error"; then exit 1; fi
  grep -qF "write --prefix=\"\$HOME${name#'~'}\"" "$TEST_TMPDIR/error"
  [ ! -e "$TEST_TMPDIR/~" ]
done
if BUILD_WORKING_DIRECTORY=$TEST_TMPDIR/a,b bindings/c/install --prefix=prefix 2>"$TEST_TMPDIR/error"; then exit 1; fi
grep -qF "$TEST_TMPDIR/a,b/prefix" "$TEST_TMPDIR/error"

# No installed file contains the path of the prefix.
moved=$TEST_TMPDIR/moved-1.0+b~2@x_y
mv "$TEST_TMPDIR/prefix" "$moved"
export PKG_CONFIG_PATH="$moved/lib/pkgconfig"

# prints PROGRAM README: fails unless the program prints the second code block of the README.
prints() {
  "$1" >printed
  awk '/^```/ { ++fences; next } fences == 3' "$workspace/$2" | diff - printed
}

mkdir "$TEST_TMPDIR/elsewhere"
cp game/readme_example.cc bindings/c/readme_example.c "$TEST_TMPDIR/elsewhere"
cd "$TEST_TMPDIR/elsewhere"
ln -s "$workspace/game/out_for_test" out
c++ -o cxx readme_example.cc $(pkg-config --cflags --libs teeko)
prints ./cxx game/README.md
cc -Wall -Werror -o c readme_example.c $(pkg-config --cflags --libs teeko-c)
prints ./c bindings/c/README.md

# Every header compiles on its own, does not include protobuf, and defines no macros except its include guard.
for header in $(cd "$moved/include" && find * -name '*.h'); do
  echo "#include \"$header\"" >alone.cc
  c++ -Wall -Werror -fsyntax-only alone.cc $(pkg-config --cflags teeko)
  c++ -M alone.cc $(pkg-config --cflags teeko) >needed
  if grep google/protobuf needed; then exit 1; fi
  if grep '^#define' "$moved/include/$header" | grep -v '^#define TEEKO_[A-Z_]*_H_$'; then exit 1; fi
done
[ "$(cd "$moved/include" && echo *)" = "teeko teeko.h" ]

# The version is that of version.bzl.
[ "$(pkg-config --modversion teeko)" = "$(sed -n 's/^VERSION = "\(.*\)"/\1/p' "$workspace/version.bzl")" ]
