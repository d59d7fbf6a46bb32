#!/bin/sh
# Installs the C++ and C libraries: ./bazelw run //:install -- --prefix=DIR
set -eu
fail() {
  echo "install: $1" >&2
  exit 1
}

case "$# ${1:-}" in
  "1 --prefix="?*) prefix=${1#--prefix=} ;;
  *) fail "usage: ./bazelw run //:install -- --prefix=DIR, for example --prefix=/usr/local" ;;
esac
# Relative paths count from the user's directory.
case $prefix in
  /*) ;;
  '~' | '~/'*) fail "--prefix=$prefix: the shell does not expand this ~: write --prefix=\"\$HOME${prefix#'~'}\"" ;;
  *) prefix=${BUILD_WORKING_DIRECTORY:-$PWD}/$prefix ;;
esac
# Other characters need escaping, in different ways: a colon ends a run path, a comma ends an option of the linker, and
# the shell splits the output of $(pkg-config …).
LC_ALL=C
case $prefix in
  *[!A-Za-z0-9/._+@~-]*)
    fail "--prefix=$prefix: a character is not safe for compilers, linkers or pkg-config: expected \
ASCII letters, digits and / . _ + @ ~ -; choose another directory"
    ;;
esac

# copy FOLDER FILE…: copies files to FOLDER below the prefix.
copy() {
  folder=$prefix/$1
  shift
  mkdir -p "$folder"
  install -m 644 "$@" "$folder"
}

# Headers include each other as teeko/…, which does not collide with other projects.
for header in bindings/c/solve.h game/*.h kernel/*.h; do
  case $header in
    bindings/*) installed=api/solve.h ;;
    *) installed=$header ;;
  esac
  mkdir -p "$prefix/include/teeko/$(dirname "$installed")"
  sed -E 's@^#include "(game|kernel)/@#include "teeko/\1/@' "$header" >"$prefix/include/teeko/$installed"
done
copy include bindings/c/teeko.h
copy lib/pkgconfig bindings/c/teeko.pc bindings/c/teeko-c.pc
for library in libteeko libteeko-cpp; do
  install -m 644 "bindings/c/$library.so" "$prefix/lib/$library.so.0"
  ln -sf "$library.so.0" "$prefix/lib/$library.so"
done
echo "$prefix: include/teeko, include/teeko.h, lib/libteeko.so, lib/libteeko-cpp.so, lib/pkgconfig"
