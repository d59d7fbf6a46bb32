// SHA-256, and the digests that tables must come to (corpus/digests.textproto).

/** @typedef {import('./rules_check.js').Rules} Rules */
/** @typedef {import('./module.js').Section} Section */

/** Whether this page may use WebCrypto: from https and this machine only. */
export const canDigest = globalThis.crypto?.subtle !== undefined;

/** @param {BufferSource} bytes @returns {Promise<string>} in hexadecimal */
export async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What makes tables the same or not, as text: all of the rules but the centre
 * ban, which is not in the table, in an order of its own.
 * @param {Rules} rules
 */
export function tableKey({rows, columns, pieces, wrapped, goals, styles}) {
  const families = goals.map(
      ({shape, size}) => shape === 'tilted' ? shape : `${shape} ${size}`);
  return [`${rows}x${columns}`, wrapped ? 'wrapped' : 'bounded',
          `${pieces} pieces`, ...[...new Set(families)].sort(),
          ...[...styles].sort()].join(', ');
}

/** GoldenDigests, as proto/message_file.h writes them, give rules in their own words. */
function rulesOf({rows, columns, pieces, edges, goals}) {
  return {
    rows, columns, pieces, wrapped: edges === 'WRAPPED', styles: [], banned: [],
    goals: goals.map(({line, square, diamond}) => {
      if (line) return {shape: 'line', size: line.length};
      if (square) return {shape: 'square', size: square.side};
      if (diamond) return {shape: 'diamond', size: diamond.radius};
      return {shape: 'tilted'};
    }),
  };
}

/**
 * The digests of the sections of these rules, by placed and drops ("7AS"), if
 * there are any.
 * @param {object} digests digests.json
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
