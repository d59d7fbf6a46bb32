// Estimates the cost of solving before it starts.

import {loadModule} from './load.js';
import {memoryLimit} from './memory.js';
import {Module} from './module.js';
import {checkRules} from './rules_check.js';

/** @import {Rules} from './rules_check.js' */

// Returns the binomial coefficient C(n, k).  Results above 2^53 are approximate.
function binomial(n, k) {
  let product = 1;
  for (let i = 1; i <= k; ++i) product = product * (n - k + i) / i;
  return Math.round(product);
}

/** Returns the number of positions in all sections (docs/formats.md).  @param {Rules} rules */
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
 * Estimates the memory that solving needs.  Throws an Error with a message for users if the rules are invalid or the
 * solver cannot be loaded.
 * @param {Rules} rules
 * @returns {Promise<{bytes: number, positions: number, limit: number,
 *                    fits: boolean}>} bytes: the needed memory; limit: the available memory in bytes
 */
export async function estimate(rules) {
  checkRules(rules);
  compiled ??= loadModule();
  // If loading fails, the next call tries again.
  compiled.catch(() => compiled = null);
  const bytes = new Module(await compiled, rules).memoryBytes();
  const limit = memoryLimit();
  return {bytes, positions: countPositions(rules), limit, fits: bytes <= limit};
}
