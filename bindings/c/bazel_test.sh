#!/bin/bash
# Checks that the example of game/README.md compiles in another Bazel workspace that is set up as README.md says.
# (Linking it would take a minute.)
set -eu
# A test's inputs are links into the workspace.
teeko=$(dirname "$(readlink -f README.md)")
# block NUMBER: prints a code block of README.md.
block() { awk -v fence=$((2 * $1 - 1)) '/^```/ { ++fences; next } fences == fence' bindings/c/README.md; }

mkdir "$TEST_TMPDIR/mine"
block 3 >"$TEST_TMPDIR/mine/WORKSPACE"
block 4 >"$TEST_TMPDIR/mine/BUILD"
cp game/readme_example.cc "$TEST_TMPDIR/mine/example.cc"
ln -s "$teeko" "$TEST_TMPDIR/teeko"
cd "$TEST_TMPDIR/mine"
export BAZEL=$(command -v bazel-4 || command -v bazel)
"$teeko/bazelw" --batch --output_user_root="$TEST_TMPDIR/root" \
  build --cxxopt=-std=c++20 --spawn_strategy=local \
  --output_groups=compilation_outputs //:example
[ -e bazel-bin/_objs/example/example.pic.o ] || [ -e bazel-bin/_objs/example/example.o ]
