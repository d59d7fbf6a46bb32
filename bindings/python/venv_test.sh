#!/bin/bash
# Installs the wheel in a virtual environment without Debian's Python packages, and in directories with unusual names.
set -eu
wheel=$(echo "$PWD"/bindings/python/teeko-*.whl)
cd "$TEST_TMPDIR"

cat >try.py <<'END'
import importlib.util
import teeko
tb = teeko.solve("advanced")
assert str(tb.probe(tb.start())) == "Black in 13"
assert importlib.util.find_spec("numpy") is None
assert importlib.util.find_spec("google") is None
try:
    tb.section(0).array()
except ImportError as error:
    assert "numpy" in str(error), error
else:
    raise AssertionError("an array without NumPy")
END
/usr/bin/python3 -m venv plain
plain/bin/pip install --quiet --no-index "$wheel"
env -i plain/bin/python3 -B try.py

for name in 'a b' 'a,b:c' $'a\nb' '"a'\''b' 'a$b' 'a#b%c' 'a\b' 'café'; do
  plain/bin/pip install --quiet --no-index --target "$name/site" "$wheel"
  PYTHONPATH= plain/bin/python3 -BIc 'import sys; sys.path.insert(0, sys.argv[1]); import teeko
assert teeko.__file__.startswith(sys.argv[1]), teeko.__file__
teeko.solve(rows=3, columns=3, pieces=2, goals=["line 2"])' "$PWD/$name/site"
done
