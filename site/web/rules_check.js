// Whether rules and positions make sense, before anything is made of them.
// What is said of rules is what proto/rules_file.cc says, in words for a page.

/**
 * @typedef {{shape: 'line'|'square'|'diamond'|'tilted', size?: number}} GoalFamily
 *     size: a line's squares; a square's side, a diamond's distance from centre
 *     to corner, counted in steps from square to square
 * @typedef {{rows: number, columns: number, pieces: number, wrapped: boolean,
 *            goals: GoalFamily[], styles: string[], banned: number[]}} Rules
 *     pieces: of a side; styles: a letter S or A for each of a player's drops;
 *     banned: what the centre ban forbids to the first drop, counted from 1
 * @typedef {{black: number[], red: number[], toMove: 'black'|'red',
 *            style: string, banned: boolean}} Position
 *     squares are counted from 1; as long as there are drops, toMove owns the
 *     next piece, whoever picks its square
 * @typedef {{outcome: 'win'|'loss'|'draw'|'none', plies: number}} Value
 *     for the side toMove; none: it has a goal already
 */

export const kMaxSquares = 64;

/** @param {boolean} holds @param {string} message */
function demand(holds, message) {
  if (!holds) throw new Error(message);
}

/** @param {any} number @param {number} least @param {number} most */
function isWhole(number, least, most) {
  return Number.isInteger(number) && number >= least && number <= most;
}

/** @param {number} most @param {string} what */
function upTo(most, what) {
  return most < 1 ? `no ${what} fits on this board` :
      `on this board the size of a ${what} can be 1` +
          (most > 1 ? ` to ${most}` : '');
}

/**
 * Throws an Error, whose message can be shown, unless the rules make sense.
 * @param {Rules} rules
 */
export function checkRules(rules) {
  const {rows, columns, pieces, goals, styles, banned} = rules;
  for (const [name, length] of [['rows', rows], ['columns', columns]]) {
    demand(isWhole(length, 1, kMaxSquares),
             `The number of ${name} has to be 1 to ${kMaxSquares}.`);
  }
  const squares = rows * columns;
  demand(squares <= kMaxSquares,
           `${rows}×${columns} is ${squares} squares; a board can have ${
               kMaxSquares} at most.`);
  demand(squares >= 4, 'Two pieces a side need a board of 4 squares or more.');
  demand(isWhole(pieces, 2, Math.floor(squares / 2)),
           `A side has 2 to ${Math.floor(squares / 2)} pieces on a board of ${
               squares} squares.`);
  demand(Array.isArray(goals) && goals.length > 0,
           'There has to be a goal to win with.');
  const shorter = Math.min(rows, columns);
  for (const {shape, size} of goals) {
    demand(['line', 'square', 'diamond', 'tilted'].includes(shape),
             'A goal is a line, a square, a diamond or a tilted square.');
    if (shape === 'line') {
      demand(size === pieces, `A goal takes all pieces of a side: lines of ${
                                    pieces} squares, that is.`);
      demand(pieces <= Math.max(rows, columns),
               `No line of ${pieces} squares fits on this board.`);
      continue;
    }
    demand(pieces === 4, `Squares and diamonds have four corners: they need \
four pieces a side, not ${pieces}.`);
    if (shape === 'square') {
      demand(isWhole(size, 1, shorter - 1),
               `There is no such square: ${upTo(shorter - 1, 'square')}.`);
    } else if (shape === 'diamond') {
      const most = Math.floor((shorter - 1) / 2);
      demand(isWhole(size, 1, most),
               `There is no such diamond: ${upTo(most, 'diamond')}.`);
    } else {
      demand(shorter >= 3, 'No tilted square fits on this board.');
    }
  }
  demand(Array.isArray(styles) && styles.length > 0,
           'There has to be a style of drops.');
  for (const style of styles) {
    demand(typeof style === 'string' && /^[SA]+$/.test(style) &&
                 style.length === pieces,
             `A style has a letter, S or A, for each of the ${pieces} drops.`);
  }
  demand(new Set(styles).size === styles.length, 'A style comes twice.');
  demand(Array.isArray(banned) &&
               banned.every((square) => isWhole(square, 1, squares)),
           `Banned squares are numbered 1 to ${squares}.`);
  demand(new Set(banned).size < squares,
           'The first drop has to have a square left.');
}

/**
 * Throws an Error, whose message can be shown, unless the position has a value
 * in the tables of these rules, which have passed checkRules.
 * @param {Rules} rules
 * @param {Position} position
 */
export function checkPosition(rules, {black, red, toMove, style}) {
  const squares = rules.rows * rules.columns;
  const all = [...black, ...red];
  demand(all.every((square) => isWhole(square, 1, squares)),
           `Squares are numbered 1 to ${squares}.`);
  demand(new Set(all).size === all.length, 'Two pieces are on one square.');
  demand(toMove === 'black' || toMove === 'red',
           'Somebody is to move: Black or Red.');
  if (black.length === rules.pieces && red.length === rules.pieces) return;
  demand(all.length < 2 * rules.pieces &&
               black.length === Math.ceil(all.length / 2),
           `Pieces are dropped in turn, Black first, ${
               rules.pieces} of each side.`);
  demand(toMove === (all.length % 2 === 0 ? 'black' : 'red'),
           `The next piece is ${all.length % 2 === 0 ? 'Black' : 'Red'}'s.`);
  demand(rules.styles.includes(style), 'These drops have not been solved.');
}
