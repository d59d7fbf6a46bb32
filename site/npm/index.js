// The npm package: solves a game and returns the values of its positions.  types.d.ts documents all exports.
// @ts-check
import {compile, memoryLimit, startWorker} from '#platform';
import {memoryText} from './memory.js';
import {Module} from './module.js';
import {Game, NAMED, allStyles, moveText, parseRules, styleName} from './rules.js';
import {checkPosition, checkRules} from './rules_check.js';
import {solveHere} from './solve_here.js';
import {choicesFrom, resultOf, resultText} from './value.js';

export {moveText};

/** @typedef {import('./types.js').Rules} Rules */
/** @typedef {import('./types.js').Position} Position */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('./types.js').Successor} Successor */
/** @typedef {import('./types.js').SolveOptions} SolveOptions */
/** @typedef {import('./types.js').Tablebase} Declared */

export const namedRules = Object.freeze(Object.keys(NAMED));

/** Returns a short description of a value for error messages.  @param {any} value */
function describe(value) {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return Array.isArray(value) ? 'an array' : value instanceof Object ? 'an object' : String(value);
}

/**
 * Throws a TypeError unless `value` is an object with these fields only.
 * @param {string} where @param {any} value @param {string[]} fields
 */
function checkFields(where, value, fields) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${where}: expected an object, got ${describe(value)}`);
  }
  const unknown = Object.keys(value).find((key) => !fields.includes(key));
  if (unknown !== undefined) {
    throw new TypeError(`${where}: unknown field ${describe(unknown)}: expected one of ${fields.join(', ')}`);
  }
}

/** @param {string} where @param {any} value */
function checkArray(where, value) {
  if (!Array.isArray(value)) throw new TypeError(`${where}: expected an array, got ${describe(value)}`);
}

/** @param {string} where @param {any} value */
function checkNumber(where, value) {
  if (typeof value !== 'number') throw new TypeError(`${where}: expected a number, got ${describe(value)}`);
}

/** @param {string} where @param {any} list */
function checkSquares(where, list) {
  checkArray(where, list);
  list.forEach((/** @type {any} */ square, /** @type {number} */ i) => checkNumber(`${where}[${i}]`, square));
}

/** @param {string} where @param {any} value */
function checkBoolean(where, value) {
  if (typeof value !== 'boolean') throw new TypeError(`${where}: expected true or false, got ${describe(value)}`);
}

/** Fills in the defaults of rules.  Throws an Error if the rules are invalid.  @param {any} given @returns {Rules} */
function readRules(given) {
  if (typeof given === 'string') {
    if (/^\d/.test(given) || namedRules.includes(given)) return parseRules(given);
    throw new Error(`rules: expected ${namedRules.join(', ')}, or a text such as "5x5.4.line", got ${describe(given)}`);
  }
  checkFields('rules', given, ['rows', 'columns', 'pieces', 'wrapped', 'moves', 'goals', 'styles', 'banned']);
  const {rows = 5, columns = 5, pieces = 4, wrapped = false, moves = 'king', goals, banned = []} = given;
  // For other numbers of pieces, checkRules fails before it looks at the styles.
  const {styles = pieces >= 2 && pieces <= 32 ? allStyles(pieces) : []} = given;
  for (const [name, list] of Object.entries({goals, styles, banned})) checkArray(`rules.${name}`, list);
  checkBoolean('rules.wrapped', wrapped);
  const families = goals.map((/** @type {any} */ goal, /** @type {number} */ i) => {
    checkFields(`rules.goals[${i}]`, goal, ['shape', 'size']);
    return goal.shape === 'line' ? {size: pieces, ...goal} : {...goal};
  });
  const rules = {rows, columns, pieces, wrapped, moves, goals: families, styles: [...styles], banned: [...banned]};
  checkRules(rules);
  return rules;
}

/** @type {Promise<WebAssembly.Module>|null} teeko.wasm */
let compiling = null;

/**
 * Solves a game in a worker or, if no worker can be started, on the calling thread.
 * @param {import('./solve_here.js').Task} task
 * @param {SolveOptions} options
 * @returns {Promise<import('./solve_here.js').Solution>}
 */
function solveInWorker(task, {onProgress = () => {}, signal}) {
  return new Promise((resolve, reject) => {
    let [started, ended] = [false, false];
    let stop = () => {};
    const end = (/** @type {() => void} */ settle) => {
      ended = true;
      signal?.removeEventListener('abort', abort);
      stop();
      settle();
    };
    const abort = () => end(() => reject(signal?.reason));
    const onWorkerError = (/** @type {Error} */ error) => end(() => {
      if (started) return reject(new Error(`The solver has stopped: ${error.message}`));
      try {
        resolve(solveHere(task, (progress) => {
          onProgress(progress);
          signal?.throwIfAborted();
        }));
      } catch (error) {
        reject(error);
      }
    });
    signal?.addEventListener('abort', abort);
    try {
      stop = startWorker(task, ({progress, solution, error}) => {
        started = true;
        if (ended) return;
        if (solution) end(() => resolve(solution));
        if (error) end(() => reject(new Error(error)));
        try {
          if (progress) onProgress(progress);
        } catch (error) {
          end(() => reject(error));
        }
      }, onWorkerError);
    } catch (error) {
      onWorkerError(/** @type {Error} */ (error));
    }
  });
}

/**
 * @param {import('./types.js').RulesInput|string} given
 * @param {SolveOptions} options
 * @returns {Promise<Tablebase>}
 */
export async function solve(given, options = {}) {
  const rules = readRules(given);
  checkFields('options', options, ['onProgress', 'signal']);
  options.signal?.throwIfAborted();
  compiling ??= compile();
  // If this fails, the next call tries again.
  compiling.catch(() => compiling = null);
  const compiled = await compiling;
  const module = new Module(compiled, rules);
  const [bytes, limit] = [module.memoryBytes(), memoryLimit()];
  if (bytes > limit) {
    throw new RangeError(`rules: not enough memory: expected a game that fits into ${memoryText(limit)}, got one that needs ${memoryText(bytes)}`);
  }
  options.signal?.throwIfAborted();
  const {sections, values} = await solveInWorker({compiled, rules}, options);
  module.restore(sections, values);
  return new Tablebase(rules, module);
}

/** @param {Position} position */
const keyOf = ({black, red, toMove}) => `${black};${red};${toMove}`;

/** Converts a text or an object to a move.  Throws a TypeError if that fails.
 *  @param {any} given such as "13", "15-9" or {from: 15, to: 9} @returns {Move} */
function moveOf(given) {
  if (typeof given === 'string') {
    const [, from, to] = /^(?:(\d{1,2})-)?(\d{1,2})$/.exec(given) ?? [];
    if (to !== undefined) return {...(from === undefined ? {} : {from: Number(from)}), to: Number(to)};
  } else if (Number.isInteger(given?.to) && (given.from === undefined || Number.isInteger(given.from))) {
    return given.from === undefined ? {to: given.to} : {from: given.from, to: given.to};
  }
  throw new TypeError(`move: expected "13", "15-9" or {from, to}, got ${describe(given)}`);
}

/** @param {any} value */
export function valueText(value) {
  checkFields('value', value, ['winner', 'plies']);
  if (![null, 'black', 'red'].includes(value.winner)) {
    throw new TypeError(`value.winner: expected "black", "red" or null, got ${describe(value.winner)}`);
  }
  checkNumber('value.plies', value.plies);
  return resultText(value);
}

/** @implements {Declared} */
class Tablebase {
  #module;
  #game;

  /** @param {Rules} rules @param {Module} module that contains the solved game */
  constructor(rules, module) {
    this.#module = module;
    this.#game = new Game(rules, module.goals(), module.neighbours());
  }

  get rules() {
    return structuredClone(this.#game.rules);
  }

  get goals() {
    return structuredClone(this.#game.goals);
  }

  /** @param {string} style @param {boolean} banned @returns {Position} */
  start(style = this.#game.rules.styles[0], banned = false) {
    const {styles} = this.#game.rules;
    const wanted = String(style).toLowerCase();
    const found = styles.find((letters) => [letters, styleName(letters)].some((name) => name.toLowerCase() === wanted));
    if (found === undefined) throw new Error(`style: expected one of ${styles.join(', ')}, got ${describe(style)}`);
    checkBoolean('banned', banned);
    return this.#game.start(found, banned);
  }

  /** @param {import('./types.js').PositionInput} position */
  probe(position) {
    return this.probeMany([position])[0];
  }

  /** @param {import('./types.js').PositionInput[]} positions */
  probeMany(positions) {
    checkArray('positions', positions);
    const complete = positions.map((position, i) => this.#checkedPosition(position, positions.length > 1 ? `positions[${i}]` : 'position'));
    return this.#module.probe(complete).map((value, i) => resultOf(complete[i].toMove, value));
  }

  /** @param {import('./types.js').PositionInput} position */
  moves(position) {
    return this.#successors(this.#checkedPosition(position));
  }

  /** @param {import('./types.js').PositionInput} position */
  line(position) {
    /** @type {Successor[]} */
    const line = [];
    let current = this.#checkedPosition(position);
    const seen = new Set();
    while (!seen.has(keyOf(current))) {
      seen.add(keyOf(current));
      const [best] = this.#successors(current);
      if (best === undefined) break;
      line.push(best);
      current = best.position;
    }
    return line;
  }

  /** @param {import('./types.js').PositionInput} position @param {Move|string} move */
  play(position, move) {
    const complete = this.#checkedPosition(position);
    const read = moveOf(move);
    try {
      return this.#game.play(complete, read);
    } catch (error) {
      throw new Error(`move ${moveText(read)}: ${/** @type {Error} */ (error).message}`);
    }
  }

  /** @param {import('./types.js').PositionInput} position */
  chooser(position) {
    return this.#game.chooser(this.#checkedPosition(position));
  }

  /** @param {Position} position @returns {Successor[]} */
  #successors(position) {
    const moves = this.#game.moves(position);
    const positions = moves.map((move) => this.#game.after(position, move));
    return choicesFrom(this.#game.chooser(position), moves, positions, this.#module.probe(positions))
        .map(({move, position, result}) => ({move, position, value: result}));
  }

  /** Fills in the defaults of a position.  Throws an Error if the position is invalid.
   *  @param {any} given @returns {Position} */
  #checkedPosition(given, where = 'position') {
    checkFields(where, given, ['black', 'red', 'toMove', 'style', 'banned']);
    const {black = [], red = [], style = this.#game.rules.styles[0], banned = false} = given;
    for (const [name, list] of Object.entries({black, red})) checkSquares(`${where}.${name}`, list);
    checkBoolean(`${where}.banned`, banned);
    const {toMove = black.length > red.length ? 'red' : 'black'} = given;
    const ascending = (/** @type {number[]} */ squares) => [...squares].sort((a, b) => a - b);
    const position = {black: ascending(black), red: ascending(red), toMove, style, banned};
    try {
      checkPosition(this.#game.rules, position);
    } catch (error) {
      throw new Error(`${where}: ${/** @type {Error} */ (error).message}`);
    }
    const problem = this.#game.check(position);
    if (problem) throw new Error(`${where}: ${problem}`);
    return position;
  }
}
