#!/bin/sh
# Checks that compose prints exactly the books in corpus/composed/.
set -eu
for rules in standard advanced; do
  studies/compose/compose --tables=game/out_for_test --rules=$rules |
    diff corpus/composed/$rules.txt -
done
