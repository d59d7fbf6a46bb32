#!/bin/sh
# What JSDoc says of types is so.
node ../npm/node_modules/typescript/lib/tsc.js --project site/tests/jsconfig.json
