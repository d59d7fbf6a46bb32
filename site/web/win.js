// Black's winning strategy in Advanced Teeko.  A certificate (proof/certificates/files) lists the formations; a search
// finds the moves between them.  In this file, a set of squares is a number: bit i stands for square i + 1.
// @ts-check
import {image} from './rules.js';
import {t} from './texts.js';

/** @import {Game, Move} from './rules.js' */
/** An answer of Black.  set: Black's squares after the move; goal: whether they are a goal; formations: the numbers, from
 *  0, of the formations that contain these squares; plies: the number of plies within which Black wins.
 *  @typedef {{move: Move, set: number, goal: boolean, formations: number[], plies: number}} Answer */

/** Converts a list of squares to a set.  @param {number[]} squares */
const setOf = (squares) => squares.reduce((set, square) => set | (1 << (square - 1)), 0);
/** @param {number} set */
function count(set) {
  let n = 0;
  for (; set; set &= set - 1) ++n;
  return n;
}
/** Converts a set to a list of squares.  @param {number} set */
export const squaresOf = (set) => Array.from({length: 25}, (_, i) => i + 1).filter((square) => (set >> (square - 1)) & 1);

/** Returns the formations of a certificate, and the number of plies within which Black wins.  Throws an Error for other
 *  texts.
 *  @param {string} text */
export function parseCertificate(text) {
  const plies = Number(/^aim: win within (\d+) plies$/m.exec(text)?.[1]);
  const formations = [...text.matchAll(/^\d+( \d+){3}$/gm)].map(([line]) => line.split(' ').map(Number));
  if (!plies || formations.length === 0 || !/^rows: 5\ncolumns: 5\nedges: bounded\npieces: 4$/m.test(text)) {
    throw new Error(t('win.unread'));
  }
  return {plies, formations};
}

/** The strategy: Black keeps to formations; Red plays any move. */
export class Strategy {
  /** @param {Game} game of Advanced Teeko @param {number[][]} formations @param {number} plies within which Black wins */
  constructor(game, formations, plies) {
    this.plies = plies;
    this.goals = new Set(game.goals.map(setOf));
    this.neighbours = game.neighbours.map(setOf);
    /** @type {Map<number, number>} the number of the formation for each set that Black may form; -1 for goals */
    this.allowed = new Map([...this.goals].map((goal) => [goal, -1]));
    formations.forEach((formation, number) => {
      for (let i = 0, squares = formation; i < 8; ++i) {
        this.allowed.set(setOf(squares), number);
        squares = squares.map((square) => image(game.rules, i === 3 ? 'mirror' : 'turn', square));
      }
    });
    /** @type {Map<number, number[]>} the numbers of the formations that contain a set */
    this.parts = new Map();
    for (const [set, number] of this.allowed) {
      for (let part = set; part; part = (part - 1) & set) {
        const numbers = this.parts.get(part) ?? [];
        if (!numbers.includes(number)) numbers.push(number);
        this.parts.set(part, numbers);
      }
    }
    /** @type {Map<number, number>} the results of wins() */
    this.known = new Map();
  }

  /** Returns the sets of Black's squares that the strategy allows after Black's next ply.
   *  @param {number} own Black's squares @param {number} red Red's squares */
  next(own, red) {
    const allowed = count(own) < 3 ? this.parts : this.allowed;
    return this.moves(own, red).filter((set) => allowed.has(set));
  }

  /** Returns all sets of squares that a side can occupy after its next ply.
   *  @param {number} own its squares @param {number} others the opponent's squares @returns {number[]} */
  moves(own, others) {
    const empty = ~(own | others) & 0x1ffffff;
    const sets = [];
    if (count(own) < 4) {
      for (let left = empty; left; left &= left - 1) sets.push(own | (left & -left));
      return sets;
    }
    for (let pieces = own; pieces; pieces &= pieces - 1) {
      const from = pieces & -pieces;
      for (let left = this.neighbours[31 - Math.clz32(from)] & empty; left; left &= left - 1) sets.push(own ^ from ^ (left & -left));
    }
    return sets;
  }

  /** True if Black, to move, wins within `plies`.  @param {number} black @param {number} red @param {number} plies
   *  @returns {boolean} */
  wins(black, red, plies) {
    if (plies < 1) return false;
    const key = black * 2 ** 25 + red;
    // Low byte: a number of plies within which Black wins.  Next byte: a number of plies within which Black does not win.
    const known = this.known.get(key) ?? 0;
    if ((known & 255) > 0 && (known & 255) <= plies) return true;
    if (known >> 8 >= plies) return false;
    const sets = this.next(black, red);
    const won = sets.some((set) => this.goals.has(set)) || sets.some((set) => this.winsAfterRed(set, red, plies - 1));
    this.known.set(key, won ? (known & ~255) | plies : (known & 255) | (plies << 8));
    return won;
  }

  /** True if Black wins within `plies` after every move of Red, who is to move.  @param {number} black @param {number} red
   *  @param {number} plies @returns {boolean} */
  winsAfterRed(black, red, plies) {
    if (plies < 2) return false;
    const replies = this.moves(red, black);
    return !replies.some((set) => this.goals.has(set)) && replies.every((set) => this.wins(black, set, plies - 1));
  }

  /** Returns Black's move to the fastest win that keeps to formations, or null.  Black is to move.
   *  @param {number[]} blackSquares @param {number[]} redSquares @returns {Answer|null} */
  answer(blackSquares, redSquares) {
    const [black, red] = [setOf(blackSquares), setOf(redSquares)];
    const left = this.plies - blackSquares.length - redSquares.length;
    for (let plies = 1; plies <= Math.max(left, 5); plies += 2) {
      for (const set of this.next(black, red)) {
        const goal = this.goals.has(set);
        if (!goal && !this.winsAfterRed(set, red, plies - 1)) continue;
        const [from] = squaresOf(black & ~set);
        const [to] = squaresOf(set & ~black);
        const formations = (this.parts.get(set) ?? []).filter((number) => number >= 0).sort((a, b) => a - b);
        return {move: from ? {from, to} : {to}, set, goal, formations, plies};
      }
    }
    return null;
  }
}
