#!/bin/sh
# The pipeline that only says what it would need, and on how many machines:
#
#   ./bazelw run //pipeline:plan -- --rules=FILE --ranks=1,4,16,64
RUNFILES_DIR=${PWD%/*} exec pipeline/pipeline --plan "$@"
