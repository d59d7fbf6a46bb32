#!/bin/sh
# Checks the types in JSDoc.
node ../npm/node_modules/typescript/lib/tsc.js --project site/tests/jsconfig.json
