// Checks rules and positions before they are used.  The conditions on rules are those of proto/rules_file.cc.

import {makeError} from './messages.js';

/**
 * @typedef {{shape: 'line'|'square'|'diamond'|'tilted', size?: number}} GoalFamily
 *     size: the squares of a line; the side of a square or the radius of a diamond, in steps from square to square
 * @typedef {'king'|'knight'|'orthogonal'|'diagonal'} Moves
 * @typedef {{rows: number, columns: number, pieces: number, wrapped: boolean, moves: Moves,
 *            goals: GoalFamily[], styles: string[], banned: number[], scoring?: Scoring}} Rules
 *     pieces: of each side; moves: how a piece moves (proto/rules.proto); styles: a letter S or A for each drop of a side;
 *     banned: squares that the centre ban forbids to the first drop, numbered from 1
 * @typedef {{pips: number[], special: number[], points: number}} Scoring
 *     pips: of each marker of a side, ascending; special: squares that add `points` to a score
 * @typedef {{black: number[], red: number[], toMove: 'black'|'red',
 *            style: string, banned: boolean}} Position
 *     black, red: squares of the pieces, numbered from 1; toMove: the side to move or, in the drop phase, the owner of
 *     the next piece; banned: whether the centre ban applies
 * @typedef {{outcome: 'win'|'loss'|'draw'|'none', plies: number}} Value
 *     for the side to move; none: the side to move already has a goal
 */

export const kMaxSquares = 64;

/** How pieces can move.  @type {Moves[]} */
export const kMoves = ['king', 'knight', 'orthogonal', 'diagonal'];

/** Throws an Error unless a condition holds.
 *  @param {boolean} holds @param {keyof typeof import('./messages.js').MESSAGES} key @param {Record<string, any>} values */
function requireThat(holds, key, values = {}) {
  if (!holds) throw makeError(key, values);
}

/** True if `number` is an integer between two limits.
 *  @param {any} number @param {number} least @param {number} most */
function isWhole(number, least, most) {
  return Number.isInteger(number) && number >= least && number <= most;
}

/** Throws an Error with a message for users if the rules are invalid.  @param {Rules} rules */
export function checkRules(rules) {
  const {rows, columns, pieces, goals, styles, banned} = rules;
  requireThat(isWhole(rows, 1, kMaxSquares), 'rules.rows', {most: kMaxSquares});
  requireThat(isWhole(columns, 1, kMaxSquares), 'rules.columns', {most: kMaxSquares});
  const squares = rows * columns;
  requireThat(squares <= kMaxSquares, 'rules.squares', {rows, columns, squares, most: kMaxSquares});
  requireThat(squares >= 4, 'rules.small');
  const most = Math.floor(squares / 2);
  requireThat(isWhole(pieces, 2, most), 'rules.pieces', {most, squares});
  requireThat(kMoves.includes(rules.moves), 'rules.moves');
  requireThat(Array.isArray(goals) && goals.length > 0, 'rules.goals');
  const shorter = Math.min(rows, columns);
  for (const {shape, size} of goals) {
    requireThat(['line', 'square', 'diamond', 'tilted'].includes(shape), 'rules.shape');
    if (shape === 'line') {
      requireThat(size === pieces, 'rules.line', {pieces});
      requireThat(pieces <= Math.max(rows, columns), 'rules.longLine', {pieces});
      continue;
    }
    requireThat(pieces === 4, 'rules.corners', {pieces});
    if (shape === 'square') {
      requireThat(shorter > 1, 'rules.noSquare');
      requireThat(isWhole(size, 1, shorter - 1), 'rules.square', {most: shorter - 1});
    } else if (shape === 'diamond') {
      requireThat(shorter > 2, 'rules.noDiamond');
      const widest = Math.floor((shorter - 1) / 2);
      requireThat(isWhole(size, 1, widest), 'rules.diamond', {most: widest});
    } else {
      requireThat(shorter >= 3, 'rules.tilted');
    }
  }
  requireThat(Array.isArray(styles) && styles.length > 0, 'rules.styles');
  for (const style of styles) {
    requireThat(typeof style === 'string' && /^[SA]+$/.test(style) && style.length === pieces, 'rules.letters', {pieces});
  }
  requireThat(new Set(styles).size === styles.length, 'rules.twice');
  requireThat(Array.isArray(banned) && banned.every((square) => isWhole(square, 1, squares)), 'rules.banned', {squares});
  requireThat(new Set(banned).size < squares, 'rules.allBanned');
}

/**
 * Throws an Error with a message for users if the tables of these rules have no value for the position.
 * @param {Rules} rules that have passed checkRules
 * @param {Position} position
 */
export function checkPosition(rules, {black, red, toMove, style}) {
  const squares = rules.rows * rules.columns;
  const all = [...black, ...red];
  requireThat(all.every((square) => isWhole(square, 1, squares)), 'position.squares', {squares});
  requireThat(new Set(all).size === all.length, 'position.twice');
  requireThat(toMove === 'black' || toMove === 'red', 'position.mover');
  if (black.length === rules.pieces && red.length === rules.pieces) return;
  requireThat(all.length < 2 * rules.pieces && black.length === Math.ceil(all.length / 2), 'position.turns', {pieces: rules.pieces});
  const next = all.length % 2 === 0 ? 'black' : 'red';
  requireThat(toMove === next, 'position.next', {side: next});
  requireThat(rules.styles.includes(style), 'position.style');
}
