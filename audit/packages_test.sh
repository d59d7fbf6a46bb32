#!/bin/sh
# Tests which Debian packages bazelw installs for a command, on a machine without any of them.
set -eu
. base/expect.sh

# Imitates this machine: no package is installed, and apt-get writes the packages to a file, then fails.
mkdir "$dir/bin"
cat >"$dir/bin/apt-get" <<'EOF'
#!/bin/sh
case "$*" in *"install -y"*) printf '%s\n' "$@" | grep -vE '^(-.*|install|DPkg.*)$' >"$TEST_TMPDIR/installed"; exit 1 ;; esac
EOF
printf '#!/bin/sh\n' >"$dir/bin/dpkg-query"
printf '#!/bin/sh\necho 0\n' >"$dir/bin/id"
chmod +x "$dir"/bin/*
PATH=$dir/bin:$PATH

always="bazel-bootstrap bazel-rules-cc bazel-rules-java bazel-skylib g++ libabsl-dev libhwy-dev libkainjow-mustache-dev
  libmd4c-dev libmd4c-html0-dev libprotobuf-dev libssl-dev libtbb-dev libxxhash-dev libzstd-dev protobuf-compiler python3"
tests="libbenchmark-dev libgmock-dev libgtest-dev librapidcheck-dev"
webassembly="clang libc++-dev-wasm32 libclang-rt-dev-wasm32 lld wasi-libc"
browser="chromium chromium-driver firefox-esr nodejs python3-selenium"
python="mypy python3-ipykernel python3-matplotlib python3-nbclient python3-numpy python3-pip python3-protobuf python3-venv"

# installs COMMAND PACKAGE…: fails unless `./bazelw COMMAND` installs these packages besides those that every command needs.
installs() {
  command=$1
  shift
  # shellcheck disable=SC2086  # Words are separate arguments.
  expect 1 'apt-get failed' ./bazelw --yes $command
  printf '%s\n' $always "$@" | sort >"$dir/expected"
  # Only a machine without npm installs npm.
  grep -vx npm "$dir/installed" | sort | diff "$dir/expected" - || fail "the packages of: ./bazelw $command"
}

# shellcheck disable=SC2086
{
  installs "run //:pipeline"
  installs "run //site:serve" $webassembly
  installs "build //site:npm" $webassembly
  installs "build //bindings/python:wheel"
  installs "run //:install"
  installs "run //qubic"
  installs "test //game/..." $tests
  installs "test //site/tests:page_test" $tests $webassembly $browser
  installs "test //bindings/..." $tests $webassembly $python pkgconf
  installs "test //..." $tests $webassembly $browser $python pkgconf clang-format codespell
  installs "test --config=fuzz //proto/..." $tests clang libclang-rt-dev
  installs "run //proof/coq" coq ocaml-nox
}
