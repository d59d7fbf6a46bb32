#!/bin/bash
# Mutations are planted beside what is right, and only where it is clear what
# that is.
set -eu

cd "$TEST_TMPDIR"
mutate=$TEST_SRCDIR/teeko/audit/faults/mutate
echo 'int Three() { return 1 + 2; }  // 1' > three.cc

# mutations RIGHT…: a file of mutations that change each of these to 9.
mutations() {
  for right in "$@"; do
    echo "mutations { name: 'nine' file: 'three.cc' right: '$right' wrong: '9' }"
  done > mutations
}

mutations "1 + 2"
"$mutate" mutations three.cc copy.cc > copy.cc
grep -qxF 'int Three() { return (::teeko::faults::Planted("nine") ? (9) : (1 + 2)); }  // 1' copy.cc

# Not there, there twice, overlapping.
for right in 4 1 "1 +/+ 2"; do
  IFS=/ read -ra rights <<< "$right"
  mutations "${rights[@]}"
  if "$mutate" mutations three.cc copy.cc > copy.cc; then
    echo "planted $right"
    exit 1
  fi
done
