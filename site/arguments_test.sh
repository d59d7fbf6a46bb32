#!/bin/sh
# Tests that the scripts refuse a path whose ~ the shell has not expanded.
set -eu
. base/expect.sh

export BUILD_WORKING_DIRECTORY="$TEST_TMPDIR"
refused='the shell does not expand this ~: write "$HOME/no"'
expect 2 "argument --out: ~/no: $refused" site/site --out=~/no
expect 2 "argument --findings: ~/no: $refused" site/site --out=new --findings=~/no
expect 2 "argument --dir: ~/no: $refused" site/serve --dir=~/no
expect 2 'argument --out: ~: .*"$HOME"' site/site '--out=~'
[ ! -e "$TEST_TMPDIR/~" ] || fail "a folder has the name ~"
