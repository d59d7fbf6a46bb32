#!/bin/sh
# Installs the C++ and C libraries: ./bazelw run //:install -- --prefix=DIR
set -eu
case "$# ${1:-}" in
  "1 --prefix="?*) prefix=${1#--prefix=} ;;
  *)
    echo "install: ./bazelw run //:install -- --prefix=DIR (/usr/local, for instance)" >&2
    exit 1
    ;;
esac
# Relative paths count from where the user is.
case $prefix in
  /*) ;;
  *) prefix=${BUILD_WORKING_DIRECTORY:-$PWD}/$prefix ;;
esac

# copy FOLDER FILE…
copy() {
  folder=$prefix/$1
  shift
  mkdir -p "$folder"
  install -m 644 "$@" "$folder"
}

for header in $(find -L api game proto stage verify -name '*.h' ! -path api/teeko.h); do
  copy "include/teeko/$(dirname "$header")" "$header"
done
copy include/teeko api/teeko.h
copy lib/pkgconfig api/teeko.pc api/teeko-c.pc
install -m 644 api/libteeko.so "$prefix/lib/libteeko.so.0"
ln -sf libteeko.so.0 "$prefix/lib/libteeko.so"
echo "$prefix: include/teeko, lib/libteeko.so, lib/pkgconfig"
