// Solves a game with the module in Node and prints the seconds as JSON.
// Usage: node measure.mjs RULES, in the runfiles.  RULES are JSON.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const {Module} =
    await import(pathToFileURL(join(process.cwd(), 'site/web/module.js')));

const start = performance.now();
const module = new Module(
    await WebAssembly.compile(readFileSync('bindings/webassembly/teeko.wasm')),
    JSON.parse(process.argv[2]));
module.solve();
const solved = performance.now();
for (let i = 0; i < module.sections().length; ++i) {
  for (const part of module.payload(i)) part[0];
}
const seconds = (from, to) => (to - from) / 1000;
console.log(JSON.stringify({
  solve: seconds(start, solved), payload: seconds(solved, performance.now()),
  bytes: module.memoryUsed(),
}));
