// What bindings/webassembly/module.cc exports, as a class.  Runs in pages, in workers
// and in Node.

import {problem} from './messages.js';
import {checkPosition, checkRules} from './rules_check.js';

/** @typedef {import('./rules_check.js').Rules} Rules */
/** @typedef {import('./rules_check.js').Position} Position */
/** @typedef {import('./rules_check.js').Value} Value */

/**
 * @typedef {{phase: 'levels'|'drops', level: number, done: number,
 *            total: number}} SolverProgress
 *     level: the last one solved, in plies; done, total: positions; total is 0
 *     if nobody can tell
 * @typedef {{placed: number, drops: string, positions: number}} Section
 */

// In the order of GoalFamily::Shape.
const kShapes = ['line', 'square', 'diamond', 'tilted'];
const kQueryBytes = 24;
const kNoValue = 65535;

// Addresses and sizes come from the module with a sign; they have none.
/** @param {number} number */
const unsigned = (number) => number >>> 0;

// A style or what is left of it, as bits: bit k for letter k, A as 1.
/** @param {string} letters */
const bitsOf = (letters) =>
    [...letters].reduce((bits, letter, k) => bits | Number(letter === 'A') << k, 0);
/** @param {number} bits @param {number} count */
const lettersOf = (bits, count) =>
    Array.from({length: count}, (_, k) => bits >>> k & 1 ? 'A' : 'S').join('');

/** @param {bigint} set @returns {number[]} its squares, counted from 1, ascending */
function squaresOf(set) {
  const squares = [];
  for (let square = 1; set !== 0n; ++square, set >>= 1n) {
    if (set & 1n) squares.push(square);
  }
  return squares;
}

/** @param {number} value of the table (docs/formats.md) @returns {Value} */
function decode(value) {
  if (value === kNoValue) return {outcome: 'none', plies: 0};
  if (value === 0) return {outcome: 'draw', plies: 0};
  return {outcome: value % 2 === 0 ? 'win' : 'loss', plies: value - 1};
}

/** @param {Value} value @returns {number} larger, the better for the side that has it */
function score({outcome, plies}) {
  if (outcome === 'draw') return 0;
  return outcome === 'win' ? 1 / (plies + 1) : -1 / (plies + 1);
}

/**
 * The value before a ply that leads to the value `after`.
 * @param {Value} after
 * @returns {Value}
 */
function before(after) {
  if (after.outcome === 'draw') return after;
  return {outcome: after.outcome === 'loss' ? 'win' : 'loss',
          plies: after.plies + 1};
}

/** The solver for one game, on the thread that uses it. */
export class Module {
  /** @type {Rules} */
  #rules;
  /** @type {any} what module.cc exports */
  #exports;
  /** @type {Map<string, number>} by placed and drops */
  #sectionNumbers = new Map();

  /**
   * Throws an Error, whose message can be shown, if the rules make no sense.
   * @param {WebAssembly.Module} compiled teeko.wasm
   * @param {Rules} rules
   * @param {(progress: SolverProgress) => void} onprogress called by solve
   */
  constructor(compiled, rules, onprogress = () => {}) {
    checkRules(rules);
    this.#rules = rules;
    const decoder = new TextDecoder();
    let said = '';
    const imports = {
      page: {
        progress: (phase, level, done, total) => onprogress(
            {phase: phase === 0 ? 'levels' : 'drops', level, done, total}),
      },
      // The C library's.  Only what is said before the program ends comes here.
      wasi_snapshot_preview1: {
        fd_close: () => 0,
        fd_seek: () => 0,
        fd_write: (file, pieces, count, written) => {
          const view = new DataView(this.#exports.memory.buffer);
          let bytes = 0;
          for (let i = 0; i < count; ++i) {
            const piece = unsigned(pieces) + 8 * i;
            const length = view.getUint32(piece + 4, true);
            said += decoder.decode(this.#bytes(view.getUint32(piece, true), length));
            bytes += length;
          }
          view.setUint32(unsigned(written), bytes, true);
          console.error(said.trim());
          return 0;
        },
      },
    };
    this.#exports = new WebAssembly.Instance(compiled, imports).exports;
    this.#exports._initialize();
    const {game, add_goals, add_style, board} = this.#exports;
    game(rules.rows, rules.columns, rules.pieces, rules.wrapped);
    // Each family once: to make its goals takes time.
    const families = new Map(rules.goals.map(
        ({shape, size = 0}) => [shape + size, [kShapes.indexOf(shape), shape === 'tilted' ? 0 : size]]));
    for (const [shape, size] of families.values()) add_goals(shape, size);
    for (const style of rules.styles) add_style(bitsOf(style));
    board();
  }

  /** @returns {number[][]} squares, counted from 1, of every goal */
  goals() {
    return Array.from({length: this.#exports.goal_count()},
                      (_, i) => squaresOf(BigInt.asUintN(64, this.#exports.goal(i))));
  }

  /** @returns {number[][]} for each square (index 0 is square 1) those next to it */
  neighbours() {
    return Array.from(
        {length: this.#rules.rows * this.#rules.columns},
        (_, i) => squaresOf(BigInt.asUintN(64, this.#exports.neighbours(i))));
  }

  /** @returns {number} that solve takes, about */
  memoryBytes() {
    return this.#exports.memory_bytes();
  }

  /** @returns {number} bytes that have been taken so far */
  memoryUsed() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Throws an Error if some game is too long for a table. */
  solve() {
    if (!this.#exports.solve()) {
      throw problem('solver.long');
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

  /** @returns {number} bytes that a value takes in the table: 1 or 2 */
  valueBytes() {
    return this.#exports.value_bytes();
  }

  /**
   * The payload of a section (docs/formats.md), piece by piece; a piece is good
   * until the next is asked for.
   * @param {number} section by its place in the table
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
   * All values that have been solved, symmetric positions put together.
   * @returns {Uint8Array|Uint16Array} valueBytes() bytes each
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
   * Instead of solve(): takes what sections() and values() were.  Throws an
   * Error if they do not fit together.
   * @param {Section[]} sections
   * @param {Uint8Array|Uint16Array} values
   */
  restore(sections, values) {
    const {add_section, section_size} = this.#exports;
    let from = 0;
    sections.forEach(({placed, drops}, i) => {
      add_section(values.BYTES_PER_ELEMENT, placed, bitsOf(drops));
      const end = from + unsigned(section_size(i));
      if (end > values.length) throw problem('store.missing');
      this.#values(i).set(values.subarray(from, end));
      from = end;
    });
    if (from !== values.length) throw problem('store.many');
    this.#numberSections();
  }

  /**
   * What positions are worth, once they have been solved.  Throws an Error,
   * whose message can be shown, if there is no such position.
   * @param {Position[]} positions
   * @returns {Value[]}
   */
  probe(positions) {
    for (const position of positions) checkPosition(this.#rules, position);
    const values = this.#look(positions);
    positions.forEach((position, i) => {
      if (position.banned && position.black.length === 0) {
        values[i] = this.#withoutBanned(position);
      }
    });
    return values;
  }

  /**
   * The same for positions that are in the buffer already, as Query in
   * module.cc: for comparing many.
   * @param {Uint8Array} queries; what is returned is good until the next call
   * @returns {Uint8Array}
   */
  probeQueries(queries) {
    const {buffer, probe} = this.#exports;
    const shared = this.#bytes(buffer(), queries.length);
    shared.set(queries);
    probe(queries.length / kQueryBytes);
    return shared;
  }

  /** How many bytes the buffer takes. */
  bufferBytes() {
    return this.#exports.buffer_bytes();
  }

  // Values as the table has them.
  #look(positions) {
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
        // checkPosition has seen that there is such a section.
        query[4] = /** @type {number} */ (this.#sectionNumbers.get(placed + drops));
      });
      const found = this.probeQueries(new Uint8Array(words.buffer));
      const foundWords = new Uint32Array(found.buffer, found.byteOffset, words.length);
      part.forEach((_, i) => values.push(decode(foundWords[6 * i + 5])));
    }
    return values;
  }

  // The value of the empty board if the first drop must not go to banned squares.
  #withoutBanned(start) {
    const squares = this.#rules.rows * this.#rules.columns;
    const drops = [];
    for (let square = 1; square <= squares; ++square) {
      if (this.#rules.banned.includes(square)) continue;
      drops.push({...start, black: [square], toMove: 'red', banned: false});
    }
    const values = this.#look(drops).map(before);
    values.sort((a, b) => score(b) - score(a));
    return start.style[0] === 'S' ? values[0] : values[values.length - 1];
  }

  #numberSections() {
    this.sections().forEach(({placed, drops}, i) => {
      this.#sectionNumbers.set(placed + drops, i);
    });
  }

  // Memory that grows takes all views of it away: each is made anew.
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
