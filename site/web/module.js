// A class around the functions that bindings/webassembly/module.cc exports, for pages, workers and Node.

import {makeError} from './messages.js';
import {checkPosition, checkRules, kMoves} from './rules_check.js';

/** @import {Position, Rules, Value} from './rules_check.js' */

/**
 * @typedef {{phase: 'levels'|'drops', level: number, done: number,
 *            total: number}} SolverProgress
 *     level: the last solved level, in plies; done: the number of solved positions; total: the number of all positions,
 *     or 0 if it is unknown
 * @typedef {{placed: number, drops: string, positions: number}} Section
 */

// The shapes are in the order of GoalFamily::Shape.
const kShapes = ['line', 'square', 'diamond', 'tilted'];
const kQueryBytes = 24;
const kNoValue = 65535;

// Converts an address or a size to an unsigned number, because WebAssembly returns signed numbers.
/** @param {number} number @returns {number} */
const unsigned = (number) => number >>> 0;

// Converts letters S and A of a style to bits: bit k is 1 if letter k is A.
/** @param {string} letters */
const bitsOf = (letters) =>
    [...letters].reduce((bits, letter, k) => bits | Number(letter === 'A') << k, 0);
/** Converts the bits of a style to letters.  @param {number} bits @param {number} count of letters */
const lettersOf = (bits, count) =>
    Array.from({length: count}, (_, k) => bits >>> k & 1 ? 'A' : 'S').join('');

/** @param {bigint} set @returns {number[]} its squares, numbered from 1, ascending */
function squaresOf(set) {
  const squares = [];
  for (let square = 1; set !== 0n; ++square, set >>= 1n) {
    if (set & 1n) squares.push(square);
  }
  return squares;
}

/** @param {number} value as tables encode it (docs/formats.md) @returns {Value} */
function decode(value) {
  if (value === kNoValue) return {outcome: 'none', plies: 0};
  if (value === 0) return {outcome: 'draw', plies: 0};
  return {outcome: value % 2 === 0 ? 'win' : 'loss', plies: value - 1};
}

/** @param {Value} value @returns {number} larger for values that are better for the side to move */
function score({outcome, plies}) {
  if (outcome === 'draw') return 0;
  return outcome === 'win' ? 1 / (plies + 1) : -1 / (plies + 1);
}

/** Returns the value of a position whose best successor has the value `after`.
 *  @param {Value} after @returns {Value} */
function valueBefore(after) {
  if (after.outcome === 'draw') return after;
  return {outcome: after.outcome === 'loss' ? 'win' : 'loss',
          plies: after.plies + 1};
}

/** The solver for one game.  It runs on the calling thread. */
export class Module {
  /** @type {Rules} */
  #rules;
  /** @type {any} the functions of module.cc */
  #exports;
  /** @type {Map<string, number>} section numbers by `placed` and `drops`, such as "7AS" */
  #sectionNumbers = new Map();
  /** With rules that have scoring: the number of threshold games, and how many of them are solved. */
  largestScore = 0;
  thresholds = 0;

  /**
   * Throws an Error with a message for users if the rules are invalid.
   * @param {WebAssembly.Module} compiled teeko.wasm
   * @param {Rules} rules
   * @param {(progress: SolverProgress) => void} onprogress function that solve() calls
   */
  constructor(compiled, rules, onprogress = () => {}) {
    checkRules(rules);
    this.#rules = rules;
    const decoder = new TextDecoder();
    let output = '';
    const imports = {
      page: {
        progress: (phase, level, done, total) => onprogress(
            {phase: phase === 0 ? 'levels' : 'drops', level, done, total}),
      },
      // The C library calls these functions to print a message before the program aborts.
      wasi_snapshot_preview1: {
        fd_close: () => 0,
        fd_seek: () => 0,
        fd_write: (file, buffers, count, written) => {
          const view = new DataView(this.#exports.memory.buffer);
          let bytes = 0;
          for (let i = 0; i < count; ++i) {
            const entry = unsigned(buffers) + 8 * i;
            const length = view.getUint32(entry + 4, true);
            output += decoder.decode(this.#bytes(view.getUint32(entry, true), length));
            bytes += length;
          }
          view.setUint32(unsigned(written), bytes, true);
          console.error(output.trim());
          return 0;
        },
      },
    };
    this.#exports = new WebAssembly.Instance(compiled, imports).exports;
    this.#exports._initialize();
    const {game, add_goals, add_style, add_marker, add_special, board} = this.#exports;
    game(rules.rows, rules.columns, rules.pieces, rules.wrapped, kMoves.indexOf(rules.moves));
    // Adds each goal family only once, because the module needs time to compute its goals.
    const families = new Map(rules.goals.map(
        ({shape, size = 0}) => [shape + size, [kShapes.indexOf(shape), shape === 'tilted' ? 0 : size]]));
    for (const [shape, size] of families.values()) add_goals(shape, size);
    for (const style of rules.styles) add_style(bitsOf(style));
    for (const pips of rules.scoring?.pips ?? []) add_marker(pips);
    for (const square of rules.scoring?.special ?? []) add_special(square - 1, rules.scoring?.points);
    board();
    if (rules.scoring) this.largestScore = this.#exports.largest_score();
  }

  /** @returns {number[][]} the squares of each goal, numbered from 1 */
  goals() {
    return Array.from({length: this.#exports.goal_count()},
                      (_, i) => squaresOf(BigInt.asUintN(64, this.#exports.goal(i))));
  }

  /** @returns {number[][]} the neighbours of each square; index 0 is square 1 */
  neighbours() {
    return Array.from(
        {length: this.#rules.rows * this.#rules.columns},
        (_, i) => squaresOf(BigInt.asUintN(64, this.#exports.neighbours(i))));
  }

  /** @returns {number} estimated bytes of memory that solve() needs */
  memoryBytes() {
    return this.#exports.memory_bytes();
  }

  /** @returns {number} bytes of memory that the module has allocated */
  memoryUsed() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Solves the game.  Throws an Error if a distance is too large for a table. */
  solve() {
    if (!this.#exports.solve()) {
      throw makeError('solver.long');
    }
    this.#numberSections();
  }

  /** @returns {Section[]} in the order of the table */
  sections() {
    const {section_count, section_placed, section_drops, section_positions} =
        this.#exports;
    return Array.from({length: section_count()}, (_, i) => {
      const placed = section_placed(i);
      const left = this.#rules.pieces - Math.floor(placed / 2);
      return {placed, drops: lettersOf(section_drops(i), left),
              positions: section_positions(i)};
    });
  }

  /** @returns {number} bytes for each value of the table: 1 or 2 */
  valueBytes() {
    return this.#exports.value_bytes();
  }

  /**
   * Yields the payload of a section (docs/formats.md) in parts.  A part is valid until the next part is requested.
   * @param {number} section its index in the table
   * @returns {Generator<Uint8Array>}
   */
  *payload(section) {
    const {fill_payload, section_positions, buffer} = this.#exports;
    const positions = section_positions(section);
    for (let first = 0; first < positions;) {
      const bytes = fill_payload(section, first);
      yield this.#bytes(buffer(), bytes);
      first += bytes / this.valueBytes();
    }
  }

  /**
   * Returns the values of all sections, one for each canonical position.
   * @returns {Uint8Array|Uint16Array} with valueBytes() bytes for each value
   */
  values() {
    const {section_count, section_size} = this.#exports;
    const sizes = Array.from({length: section_count()},
                             (_, i) => unsigned(section_size(i)));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const all = new (this.#arrayType())(total);
    let from = 0;
    sizes.forEach((size, i) => {
      all.set(this.#values(i), from);
      from += size;
    });
    return all;
  }

  /**
   * Restores a solved game, so that solve() is not necessary.  Throws an Error if sections and values do not fit together.
   * @param {Section[]} sections the result of sections()
   * @param {Uint8Array|Uint16Array} values the result of values()
   */
  restore(sections, values) {
    const {add_section, section_size} = this.#exports;
    let from = 0;
    sections.forEach(({placed, drops}, i) => {
      add_section(values.BYTES_PER_ELEMENT, placed, bitsOf(drops));
      const end = from + unsigned(section_size(i));
      if (end > values.length) throw makeError('store.missing');
      this.#values(i).set(values.subarray(from, end));
      from = end;
    });
    if (from !== values.length) throw makeError('store.many');
    this.#numberSections();
  }

  /**
   * Returns the values of positions of a solved game.  Throws an Error with a message for users if a position is invalid.
   * @param {Position[]} positions
   * @returns {Value[]}
   */
  probe(positions) {
    for (const position of positions) checkPosition(this.#rules, position);
    const values = this.#lookUp(positions);
    positions.forEach((position, i) => {
      if (position.banned && position.black.length === 0) {
        values[i] = this.#withoutBanned(position);
      }
    });
    return values;
  }

  /**
   * Looks up the values of many queries.  Tests also call this function to compare many positions.
   * @param {Uint8Array} queries in the layout of Query in module.cc, at most bufferBytes()
   * @returns {Uint8Array} the queries with their values, valid until the next call
   */
  probeQueries(queries) {
    const {buffer, probe} = this.#exports;
    const shared = this.#bytes(buffer(), queries.length);
    shared.set(queries);
    probe(queries.length / kQueryBytes);
    return shared;
  }

  /** @returns {number} the size of the module's buffer in bytes */
  bufferBytes() {
    return this.#exports.buffer_bytes();
  }

  /** @returns {number} estimated bytes of memory that solveThreshold() needs */
  thresholdMemoryBytes() {
    return this.#exports.threshold_memory_bytes();
  }

  /** Solves the next threshold game, 1 to largestScore. */
  solveThreshold() {
    if (!this.#exports.solve_threshold()) throw makeError('solver.long');
    ++this.thresholds;
  }

  /**
   * Returns the scores of positions in which no side has a goal, for the side to move, as far as the solved threshold games
   * tell.
   * @param {(Position & {pips: Record<number, number>})[]} positions with the pips of the markers by square
   * @returns {{points: number, plies: number, least: boolean}[]} least: the score may be larger (or, below 0, smaller)
   */
  scores(positions) {
    const {buffer, probe_threshold} = this.#exports;
    const most = 2 * this.thresholds;
    return positions.map((position) => {
      checkPosition(this.#rules, position);
      const {black, red, toMove, style, pips} = position;
      const [own, others] = toMove === 'black' ? [black, red] : [red, black];
      const view = new DataView(this.#exports.memory.buffer, unsigned(buffer()), 32 * most);
      for (let i = 0; i < most; ++i) {
        const moves = i < this.thresholds;
        const [attacker, defender] = moves ? [own, others] : [others, own];
        const set = (/** @type {number[]} */ squares) => squares.reduce((bits, square) => bits | 1n << BigInt(square - 1), 0n);
        view.setBigUint64(32 * i, set(attacker), true);
        view.setBigUint64(32 * i + 8, set(defender), true);
        attacker.forEach((square, k) => view.setUint8(32 * i + 16 + k, pips[square]));
        view.setUint8(32 * i + 24, i % this.thresholds + 1);
        view.setUint8(32 * i + 25, Number(moves));
        view.setUint8(32 * i + 26, bitsOf(style.slice(Math.floor((black.length + red.length) / 2))));
      }
      probe_threshold(most);
      const values = Array.from({length: most}, (_, i) => view.getUint8(32 * i + 27));
      for (const sign of [1, -1]) {
        const part = values.slice(sign > 0 ? 0 : this.thresholds).slice(0, this.thresholds);
        const points = part.includes(0) ? part.indexOf(0) : part.length;
        if (points > 0) return {points: sign * points, plies: part[points - 1] - 1, least: points === this.thresholds && points < this.largestScore};
      }
      return {points: 0, plies: 0, least: this.thresholds === 0};
    });
  }

  // Returns the values of positions without regard to the centre ban.
  #lookUp(positions) {
    const most = this.#exports.buffer_bytes() / kQueryBytes;
    const values = [];
    for (let first = 0; first < positions.length; first += most) {
      const part = positions.slice(first, first + most);
      const words = new Uint32Array(part.length * kQueryBytes / 4);
      part.forEach(({black, red, toMove, style}, i) => {
        const placed = black.length + red.length;
        const query = words.subarray(6 * i);
        const [mover, opponent] = toMove === 'black' ? [black, red] : [red, black];
        for (const square of mover) {
          query[square - 1 >> 5] |= 1 << (square - 1 & 31);
        }
        for (const square of opponent) {
          query[2 + (square - 1 >> 5)] |= 1 << (square - 1 & 31);
        }
        const drops = placed === 2 * this.#rules.pieces ? '' :
            style.slice(Math.floor(placed / 2));
        // checkPosition has made sure that this section exists.
        query[4] = /** @type {number} */ (this.#sectionNumbers.get(placed + drops));
      });
      const found = this.probeQueries(new Uint8Array(words.buffer));
      const foundWords = new Uint32Array(found.buffer, found.byteOffset, words.length);
      part.forEach((_, i) => values.push(decode(foundWords[6 * i + 5])));
    }
    return values;
  }

  // Returns the value of the empty board if the first drop must not be on a banned square.
  #withoutBanned(start) {
    const squares = this.#rules.rows * this.#rules.columns;
    const drops = [];
    for (let square = 1; square <= squares; ++square) {
      if (this.#rules.banned.includes(square)) continue;
      drops.push({...start, black: [square], toMove: 'red', banned: false});
    }
    const values = this.#lookUp(drops).map(valueBefore);
    values.sort((a, b) => score(b) - score(a));
    return start.style[0] === 'S' ? values[0] : values[values.length - 1];
  }

  #numberSections() {
    this.sections().forEach(({placed, drops}, i) => {
      this.#sectionNumbers.set(placed + drops, i);
    });
  }

  // Creates a view for each use, because a view becomes invalid when the memory grows.
  #bytes(address, length) {
    return new Uint8Array(this.#exports.memory.buffer, unsigned(address), length);
  }

  #values(section) {
    return new (this.#arrayType())(
        this.#exports.memory.buffer, unsigned(this.#exports.section_values(section)),
        unsigned(this.#exports.section_size(section)));
  }

  #arrayType() {
    return this.valueBytes() === 1 ? Uint8Array : Uint16Array;
  }
}
