#!/bin/sh
# The books in corpus/composed/ are what is composed now, to the byte.
set -eu
for rules in standard advanced; do
  studies/compose/compose --tables=game/out_for_test --rules=$rules |
    diff corpus/composed/$rules.txt -
done
