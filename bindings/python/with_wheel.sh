#!/bin/sh
# Runs a test in Python with the wheel installed. -P keeps Python from importing files beside the test.
set -eu
/usr/bin/python3 -m pip install --quiet --no-index --no-deps --no-compile --root-user-action=ignore \
  --target "$TEST_TMPDIR/site" bindings/python/*.whl
PYTHONPATH=$TEST_TMPDIR/site exec /usr/bin/python3 -BP "$@"
