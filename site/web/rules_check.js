// Whether rules and positions make sense, before anything is made of them.
// What is said of rules is what proto/rules_file.cc says, in words for a page.

import {problem} from './messages.js';

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

/** @param {boolean} holds @param {keyof typeof import('./messages.js').MESSAGES} key @param {Record<string, any>} values */
function demand(holds, key, values = {}) {
  if (!holds) throw problem(key, values);
}

/** @param {any} number @param {number} least @param {number} most */
function isWhole(number, least, most) {
  return Number.isInteger(number) && number >= least && number <= most;
}

/**
 * Throws an Error, whose message can be shown, unless the rules make sense.
 * @param {Rules} rules
 */
export function checkRules(rules) {
  const {rows, columns, pieces, goals, styles, banned} = rules;
  demand(isWhole(rows, 1, kMaxSquares), 'rules.rows', {most: kMaxSquares});
  demand(isWhole(columns, 1, kMaxSquares), 'rules.columns', {most: kMaxSquares});
  const squares = rows * columns;
  demand(squares <= kMaxSquares, 'rules.squares', {rows, columns, squares, most: kMaxSquares});
  demand(squares >= 4, 'rules.small');
  const most = Math.floor(squares / 2);
  demand(isWhole(pieces, 2, most), 'rules.pieces', {most, squares});
  demand(Array.isArray(goals) && goals.length > 0, 'rules.goals');
  const shorter = Math.min(rows, columns);
  for (const {shape, size} of goals) {
    demand(['line', 'square', 'diamond', 'tilted'].includes(shape), 'rules.shape');
    if (shape === 'line') {
      demand(size === pieces, 'rules.line', {pieces});
      demand(pieces <= Math.max(rows, columns), 'rules.longLine', {pieces});
      continue;
    }
    demand(pieces === 4, 'rules.corners', {pieces});
    if (shape === 'square') {
      demand(shorter > 1, 'rules.noSquare');
      demand(isWhole(size, 1, shorter - 1), 'rules.square', {most: shorter - 1});
    } else if (shape === 'diamond') {
      demand(shorter > 2, 'rules.noDiamond');
      const widest = Math.floor((shorter - 1) / 2);
      demand(isWhole(size, 1, widest), 'rules.diamond', {most: widest});
    } else {
      demand(shorter >= 3, 'rules.tilted');
    }
  }
  demand(Array.isArray(styles) && styles.length > 0, 'rules.styles');
  for (const style of styles) {
    demand(typeof style === 'string' && /^[SA]+$/.test(style) && style.length === pieces, 'rules.letters', {pieces});
  }
  demand(new Set(styles).size === styles.length, 'rules.twice');
  demand(Array.isArray(banned) && banned.every((square) => isWhole(square, 1, squares)), 'rules.banned', {squares});
  demand(new Set(banned).size < squares, 'rules.allBanned');
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
  demand(all.every((square) => isWhole(square, 1, squares)), 'position.squares', {squares});
  demand(new Set(all).size === all.length, 'position.twice');
  demand(toMove === 'black' || toMove === 'red', 'position.mover');
  if (black.length === rules.pieces && red.length === rules.pieces) return;
  demand(all.length < 2 * rules.pieces && black.length === Math.ceil(all.length / 2), 'position.turns', {pieces: rules.pieces});
  const next = all.length % 2 === 0 ? 'black' : 'red';
  demand(toMove === next, 'position.next', {side: next});
  demand(rules.styles.includes(style), 'position.style');
}
