// SHA-256, and the verified digests of tables (corpus/digests.textproto).

/** @import {Section} from './module.js' */
/** @import {Moves, Rules} from './rules_check.js' */

/** True if the page may use WebCrypto.  Browsers allow it only over https or from this machine. */
export const canDigest = globalThis.crypto?.subtle !== undefined;

/** @param {BufferSource} bytes @returns {Promise<string>} in hexadecimal */
export async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns a text that is equal for rules with equal tables.  It contains all fields of the rules in a fixed order, but not the
 * centre ban, which does not change the table.
 * @param {Rules} rules
 */
export function tableKey({rows, columns, pieces, wrapped, moves, goals, styles}) {
  const families = goals.map(
      ({shape, size}) => shape === 'tilted' ? shape : `${shape} ${size}`);
  return [`${rows}x${columns}`, wrapped ? 'wrapped' : 'bounded',
          ...(moves === 'king' ? [] : [moves]),
          `${pieces} pieces`, ...[...new Set(families)].sort(),
          ...[...styles].sort()].join(', ');
}

/** Returns the rules of a GoldenDigests message.  The message is JSON, as proto/message_file.h writes it.  @returns {Rules} */
function rulesOf({rows, columns, pieces, edges, moves = 'KING', goals}) {
  return {
    rows, columns, pieces, wrapped: edges === 'WRAPPED', moves: /** @type {Moves} */ (moves.toLowerCase()), styles: [], banned: [],
    goals: goals.map(({line, square, diamond}) => {
      if (line) return {shape: 'line', size: line.length};
      if (square) return {shape: 'square', size: square.side};
      if (diamond) return {shape: 'diamond', size: diamond.radius};
      return {shape: 'tilted'};
    }),
  };
}

/**
 * Returns the verified digests of the sections, or null if these rules have none.  A key consists of `placed` and `drops`,
 * such as "5AS".
 * @param {object} digests the contents of digests.json
 * @param {Rules} rules
 * @returns {Map<string, string>|null}
 */
export function goldenSections(digests, rules) {
  const key = tableKey({...rules, styles: []});
  const table = digests.tables.find(
      (candidate) => tableKey(rulesOf(candidate.rules)) === key);
  return table ? new Map(table.sections.map(
                     ({placed, drops, sha256}) => [placed + drops, sha256])) :
                 null;
}
