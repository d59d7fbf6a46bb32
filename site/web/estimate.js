// What solving would take, before it starts.

import {loadModule} from './load.js';
import {memoryLimit} from './memory.js';
import {Module} from './module.js';
import {checkRules} from './rules_check.js';

/** @typedef {import('./rules_check.js').Rules} Rules */

// C(n, k); beyond 2^53 only about.
function binomial(n, k) {
  let product = 1;
  for (let i = 1; i <= k; ++i) product = product * (n - k + i) / i;
  return Math.round(product);
}

/**
 * The positions of all sections together (docs/formats.md).
 * @param {Rules} rules
 */
export function countPositions({rows, columns, pieces, styles}) {
  const squares = rows * columns;
  let count = 0;
  for (let placed = 0; placed <= 2 * pieces; ++placed) {
    const mover = Math.floor(placed / 2);
    const drops = new Set(styles.map((style) => style.slice(mover)));
    count += (placed === 2 * pieces ? 1 : drops.size) * binomial(squares, mover) *
        binomial(squares - mover, placed - mover);
  }
  return count;
}

/** @type {Promise<WebAssembly.Module>|null} */
let compiled = null;

/**
 * What solving takes, about.  Throws an Error, whose message can be shown, if
 * the rules make no sense or the solver cannot be loaded.
 * @param {Rules} rules
 * @returns {Promise<{bytes: number, positions: number, limit: number,
 *                    fits: boolean}>} limit: bytes that there are
 */
export async function estimate(rules) {
  checkRules(rules);
  compiled ??= loadModule();
  // Another time there may be a network.
  compiled.catch(() => compiled = null);
  const bytes = new Module(await compiled, rules).memoryBytes();
  const limit = memoryLimit();
  return {bytes, positions: countPositions(rules), limit, fits: bytes <= limit};
}
