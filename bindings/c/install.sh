#!/bin/sh
# Installs the C++ and C libraries: ./bazelw run //:install -- --prefix=DIR
set -eu
fail() {
  echo "install: $1" >&2
  exit 1
}

case "$# ${1:-}" in
  "1 --prefix="?*) prefix=${1#--prefix=} ;;
  *) fail "./bazelw run //:install -- --prefix=DIR (/usr/local, for instance)" ;;
esac
# Relative paths count from where the user is.
case $prefix in
  /*) ;;
  *) prefix=${BUILD_WORKING_DIRECTORY:-$PWD}/$prefix ;;
esac
# Others would have to be escaped, in different ways: a run path ends at a colon, an option
# of the linker at a comma, and $(pkg-config …) splits its words where it likes.
LC_ALL=C
case $prefix in
  *[!A-Za-z0-9/._+@~-]*)
    fail "--prefix=$prefix: has a character that compilers, linkers or pkg-config do not take as \
part of a name: expected ASCII letters, digits and / . _ + @ ~ -; choose another folder"
    ;;
esac

# copy FOLDER FILE…
copy() {
  folder=$prefix/$1
  shift
  mkdir -p "$folder"
  install -m 644 "$@" "$folder"
}

# Headers include each other from below teeko/, where no other project has any.
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
