// Qubic: the board, forced lines, and X's moves from the proof in qubic/.  docs/qubic.md defines the cells, lines and maps.
// @ts-check

/** @typedef {{move: number, kind: 'win'|'forced'|'block'|'strategic'}} Answer X's move and the reason for it */

/** Returns the number of the cell with these coordinates, which are 0 to 3.  @param {number[]} point */
const cellAt = ([x, y, z]) => 1 + x + 4 * y + 16 * z;
/** @param {number} cell */
const pointOf = (cell) => [(cell - 1) & 3, (cell - 1) >> 2 & 3, (cell - 1) >> 4];
const CELLS = Array.from({length: 64}, (_, i) => i + 1);

/** The 76 lines, each with four cells.  @type {number[][]} */
export const LINES = [];
for (const start of CELLS) {
  for (let direction = 14; direction < 27; ++direction) {  // half of the 26 directions, so that no line comes twice
    const step = [direction % 3 - 1, Math.floor(direction / 3) % 3 - 1, Math.floor(direction / 9) - 1];
    const points = [0, 1, 2, 3].map((n) => pointOf(start).map((coordinate, i) => coordinate + n * step[i]));
    if (points.flat().every((coordinate) => coordinate >= 0 && coordinate <= 3)) LINES.push(points.map(cellAt));
  }
}
/** By cell: the numbers of the lines through it. */
const THROUGH = [0, ...CELLS].map((cell) => LINES.flatMap((line, i) => (line.includes(cell) ? [i] : [])));

/** The 192 maps: by map and cell, the cell to which the map sends it. */
export const MAPS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].flatMap((order) =>
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((flips) => [[0, 1, 2, 3], [0, 2, 1, 3], [1, 0, 3, 2], [1, 3, 0, 2]].map((row) =>
    [0, ...CELLS.map((cell) => {
      const point = pointOf(cell).map((coordinate, i) => (flips >> i & 1 ? 3 - row[coordinate] : row[coordinate]));
      return cellAt(order.map((i) => point[i]));
    })])));

// Two random 32-bit numbers for each cell and side, for the keys of positions.
const RANDOM = new Int32Array(4 * 65);
for (let i = 0, seed = 1; i < RANDOM.length; ++i) RANDOM[i] = seed = Math.imul(seed ^ seed >>> 15, 0x2c1b3c6d) + 0x297a2d39 | 0;

/** A position.  Sides are 1 (X) and 2 (O). */
export class Qubic {
  /** @param {Record<string, number>} moves X's strategic moves, by the key of the canonical position */
  constructor(moves) {
    this.moves = moves;
    this.board = new Uint8Array(65);  // by cell: 0 if empty, otherwise the side
    this.counts = [new Uint8Array(76), new Uint8Array(76), new Uint8Array(76)];  // by side and line: the stones
    this.low = 0;
    this.high = 0;
  }

  /** Puts a stone on an empty cell, or takes it away again.  @param {number} cell @param {number} side */
  toggle(cell, side) {
    const puts = this.board[cell] === 0;
    this.board[cell] = puts ? side : 0;
    for (const line of THROUGH[cell]) this.counts[side][line] += puts ? 1 : -1;
    this.low ^= RANDOM[4 * cell + side];
    this.high ^= RANDOM[4 * cell + side - 1];
  }

  /** Returns the lines that a side has filled, or can fill with one stone.  @param {number} side @param {number} stones 4 or 3
   *  @param {number[]} lines numbers of the lines to look at */
  linesWith(side, stones, lines = LINES.map((_, i) => i)) {
    return lines.filter((i) => this.counts[side][i] === stones && this.counts[3 - side][i] === 0);
  }

  /** Returns the cells that complete a line of a side.  @param {number} side @param {number[]} [lines] numbers of lines */
  threats(side, lines) {
    return [...new Set(this.linesWith(side, 3, lines).map((i) => this.emptyCells(i)[0]))];
  }

  /** @param {number} line the number of a line */
  emptyCells(line) {
    return LINES[line].filter((cell) => this.board[cell] === 0);
  }

  /** Returns the first move of a forced line from a position in which X threatens nothing, or 0 if there is none.
   *  The search is complete.  @param {number[]} danger the cells that O threatens @param {Set<number>} failed keys of
   *  positions without a forced line @returns {number} */
  forcedMove(danger, failed = new Set()) {
    const key = (this.low >>> 0) * 2 ** 21 + (this.high & 0x1fffff);
    if (danger.length > 1 || failed.has(key)) return 0;
    for (const line of this.linesWith(1, 2)) {
      for (const move of this.emptyCells(line)) {
        if (danger.length === 1 && danger[0] !== move) continue;
        this.toggle(move, 1);
        const threats = this.threats(1, THROUGH[move]);
        let wins = threats.length > 1;
        if (!wins) {
          this.toggle(threats[0], 2);
          wins = this.forcedMove(this.threats(2, THROUGH[threats[0]]), failed) > 0;
          this.toggle(threats[0], 2);
        }
        this.toggle(move, 1);
        if (wins) return move;
      }
    }
    failed.add(key);
    return 0;
  }

  /** Returns X's move.  @returns {Answer} */
  answer() {
    const [win] = this.threats(1);
    if (win) return {move: win, kind: 'win'};
    const danger = this.threats(2);
    const forced = this.forcedMove(danger);
    if (forced) return {move: forced, kind: 'forced'};
    if (danger.length > 0) return {move: danger[0], kind: 'block'};
    const {key, map} = this.canonical();
    return {move: map.indexOf(this.moves[key]), kind: 'strategic'};
  }

  /** Returns the canonical form (docs/qubic.md) as cells of X and O, and the map that leads to it. */
  canonical() {
    const sides = [1, 2].map((side) => CELLS.filter((cell) => this.board[cell] === side));
    // The cells in descending order: of two sets with equally many cells, the smaller number comes first.
    const images = MAPS.map((map) => ({map, cells: sides.map((cells) => cells.map((cell) => map[cell]).sort((a, b) => b - a))}));
    const difference = (/** @type {number[]} */ a, /** @type {number[]} */ b) => {
      const i = a.findIndex((cell, at) => cell !== b[at]);
      return i < 0 ? 0 : a[i] - b[i];
    };
    const {map, cells} = images.reduce((best, image) =>
      ((difference(image.cells[0], best.cells[0]) || difference(image.cells[1], best.cells[1])) < 0 ? image : best));
    return {key: cells.map((side) => side.reverse().join(' ')).join('|'), map};
  }
}
