// How Black wins Advanced Teeko: the strategy that a certificate
// (verify/certificates/files) lists formations for, found again by looking ahead.
// A set of squares is a number here, in which bit i stands for square i + 1.
// @ts-check
import {image} from './rules.js';
import {t} from './texts.js';

/** @typedef {import('./rules.js').Game} Game */
/** @typedef {import('./rules.js').Move} Move */
/** Where Black goes: to a goal, or to a formation (its number, from 0) or a part
 *  of it.  @typedef {{move: Move, set: number, goal: boolean, formations: number[], plies: number}} Answer */

/** @param {number[]} squares */
const setOf = (squares) => squares.reduce((set, square) => set | (1 << (square - 1)), 0);
/** @param {number} set */
function count(set) {
  let n = 0;
  for (; set; set &= set - 1) ++n;
  return n;
}
/** @param {number} set */
export const squaresOf = (set) => Array.from({length: 25}, (_, i) => i + 1).filter((square) => (set >> (square - 1)) & 1);

/** The formations and the limit of plies of a certificate.  Throws an Error if it is another kind of file.
 *  @param {string} text */
export function parseCertificate(text) {
  const plies = Number(/^aim: win within (\d+) plies$/m.exec(text)?.[1]);
  const formations = [...text.matchAll(/^\d+( \d+){3}$/gm)].map(([line]) => line.split(' ').map(Number));
  if (!plies || formations.length === 0 || !/^rows: 5\ncolumns: 5\nedges: bounded\npieces: 4$/m.test(text)) {
    throw new Error(t('win.unread'));
  }
  return {plies, formations};
}

/** Black keeps to formations, Red does whatever the rules allow. */
export class Strategy {
  /** @param {Game} game of Advanced Teeko @param {number[][]} formations @param {number} plies within which Black wins */
  constructor(game, formations, plies) {
    this.plies = plies;
    this.goals = new Set(game.goals.map(setOf));
    this.around = game.neighbours.map(setOf);
    /** @type {Map<number, number>} from what Black may form to the number of the formation; -1 is a goal */
    this.kept = new Map([...this.goals].map((goal) => [goal, -1]));
    formations.forEach((formation, number) => {
      for (let i = 0, squares = formation; i < 8; ++i) {
        this.kept.set(setOf(squares), number);
        squares = squares.map((square) => image(game.rules, i === 3 ? 'mirror' : 'turn', square));
      }
    });
    /** @type {Map<number, number[]>} from parts of these to their numbers, each once */
    this.parts = new Map();
    for (const [set, number] of this.kept) {
      for (let part = set; part; part = (part - 1) & set) {
        const numbers = this.parts.get(part) ?? [];
        if (!numbers.includes(number)) numbers.push(number);
        this.parts.set(part, numbers);
      }
    }
    /** @type {Map<number, number>} what `wins` has found out */
    this.known = new Map();
  }

  /** What Black may form next.  @param {number} own @param {number} red */
  next(own, red) {
    const allowed = count(own) < 3 ? this.parts : this.kept;
    return this.moves(own, red).filter((set) => allowed.has(set));
  }

  /** All that a side's pieces can be next.  @param {number} own @param {number} others @returns {number[]} */
  moves(own, others) {
    const empty = ~(own | others) & 0x1ffffff;
    const sets = [];
    if (count(own) < 4) {
      for (let left = empty; left; left &= left - 1) sets.push(own | (left & -left));
      return sets;
    }
    for (let pieces = own; pieces; pieces &= pieces - 1) {
      const from = pieces & -pieces;
      for (let left = this.around[31 - Math.clz32(from)] & empty; left; left &= left - 1) sets.push(own ^ from ^ (left & -left));
    }
    return sets;
  }

  /** Whether Black, to move, wins within so many plies.  @param {number} black @param {number} red @param {number} plies
   *  @returns {boolean} */
  wins(black, red, plies) {
    if (plies < 1) return false;
    const key = black * 2 ** 25 + red;
    const known = this.known.get(key) ?? 0;  // Wins within (its low byte), does not within (the other).
    if ((known & 255) > 0 && (known & 255) <= plies) return true;
    if (known >> 8 >= plies) return false;
    const sets = this.next(black, red);
    const won = sets.some((set) => this.goals.has(set)) || sets.some((set) => this.holds(set, red, plies - 1));
    this.known.set(key, won ? (known & ~255) | plies : (known & 255) | (plies << 8));
    return won;
  }

  /** Whether Black wins within so many plies whatever Red, to move, does.  @param {number} black @param {number} red
   *  @param {number} plies @returns {boolean} */
  holds(black, red, plies) {
    if (plies < 2) return false;
    const replies = this.moves(red, black);
    return !replies.some((set) => this.goals.has(set)) && replies.every((set) => this.wins(black, set, plies - 1));
  }

  /** The quickest way to win for Black, to move, among what keeps to formations.
   *  @param {number[]} blackSquares @param {number[]} redSquares @returns {Answer|null} if there is none */
  answer(blackSquares, redSquares) {
    const [black, red] = [setOf(blackSquares), setOf(redSquares)];
    const left = this.plies - blackSquares.length - redSquares.length;
    for (let plies = 1; plies <= Math.max(left, 5); plies += 2) {
      for (const set of this.next(black, red)) {
        const goal = this.goals.has(set);
        if (!goal && !this.holds(set, red, plies - 1)) continue;
        const [from] = squaresOf(black & ~set);
        const [to] = squaresOf(set & ~black);
        const formations = (this.parts.get(set) ?? []).filter((number) => number >= 0).sort((a, b) => a - b);
        return {move: from ? {from, to} : {to}, set, goal, formations, plies};
      }
    }
    return null;
  }
}
