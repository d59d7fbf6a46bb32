// Problems, games and diagrams as text: the notation of corpus/README.md, read
// by the code that all programs use (bindings/webassembly/notation.cc).
// @ts-check
import {loadModule} from './load.js';
import {problem, say, saidBy} from './messages.js';
import {moveText, named} from './rules.js';

/** @typedef {import('./rules.js').Colour} Colour */
/** @typedef {import('./rules.js').Move} Move */
/**
 * What a problem starts from, and what it says of it.
 * @typedef {{black: number[], red: number[], toMove?: Colour, style?: string, banned?: boolean,
 *            statement?: {outcome: 'win'|'draw'|'lose', plies?: number}}} Placement
 */
/** @typedef {{move: Move, line: number, comments: string[]}} Ply */
/** A game has no `initial`.  @typedef {{line: number, comments: string[], initial?: Placement, plies: Ply[]}} Item */
/** `comments`: behind the last item.
 *  @typedef {{items: Item[], errors: (string|import('./messages.js').Said)[], comments: string[]}} Text */
/** @typedef {{rows: number, columns: number}} Board */

/** Bytes of a longer text are not read. */
export const kMostBytes = 10e6;
// A worker reads longer texts, so that the page goes on.
const kLongText = 100e3;

/** @type {Promise<WebAssembly.Module>|undefined} */
let compiled;

/** Uses a module that is there: outside of browsers.  @param {WebAssembly.Module} module teeko.wasm */
export function useModule(module) {
  compiled = Promise.resolve(module);
}

/**
 * What the module's function reads.
 * @param {'read_items'|'read_position'} read @param {string} text @param {Board} board
 */
async function call(read, text, {rows, columns}) {
  const tooLong = (/** @type {number} */ bytes) =>
    problem('notation.long', {most: kMostBytes / 1e6, size: Math.ceil(bytes / 1e5) / 10});
  if (text.length > kMostBytes) throw tooLong(text.length);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > kMostBytes) throw tooLong(bytes.length);
  compiled ??= loadModule(0).catch((error) => {
    compiled = undefined;
    throw error;
  });
  // What it took of memory is given back afterwards.
  const unused = () => 0;
  const {exports} = await WebAssembly.instantiate(await compiled, {
    page: {progress: unused},
    wasi_snapshot_preview1: {fd_close: unused, fd_seek: unused, fd_write: unused},
  });
  const module = /** @type {any} */ (exports);
  module._initialize();
  const address = module.text_buffer(bytes.length) >>> 0;
  new Uint8Array(module.memory.buffer, address, bytes.length).set(bytes);
  module[read](rows, columns);
  const json = new Uint8Array(module.memory.buffer, module.result() >>> 0, module.result_bytes() >>> 0);
  return JSON.parse(new TextDecoder().decode(json));
}

/** @param {any} part of what the module reads @returns {Item} */
function itemOf({line, comments, initial, plies, plyComments}) {
  /** @type {Item} */
  const item = {line, comments, plies: []};
  if (initial) item.initial = initial;
  for (let i = 0; i < plies.length; i += 3) {
    const [from, to] = plies.slice(i, i + 2);
    item.plies.push({move: from ? {from, to} : {to}, line: plies[i + 2], comments: plyComments[i / 3] ?? []});
  }
  return item;
}

/**
 * Reads all items of a text.  What cannot be read leaves an error, "line 3:
 * reason", and does not change the rest.
 * @param {string} text @param {Board} board @returns {Promise<Text>}
 */
export async function parseItems(text, board) {
  const {parts, more, comments} = await call('read_items', text, board);
  /** @type {Text} */
  const read = {items: [], errors: [], comments};
  for (const part of parts) {
    if (part.error) read.errors.push(`line ${part.line}: ${part.error}`);
    else read.items.push(itemOf(part));
  }
  if (more) read.errors.push(`the text has ${more} more items or lines than a page can show`);
  return read;
}

/**
 * Reads a position alone: a problem without moves, one line or a diagram.
 * Rejects with an Error that has the reason.
 * @param {string} text @param {Board} board @returns {Promise<Placement>}
 */
export async function parsePlacement(text, board) {
  const {error, initial} = await call('read_position', text, board);
  if (error) throw new Error(error);
  return initial;
}

/**
 * Reads what somebody pastes: items, or a position alone.
 * @param {string} text @param {Board} board @returns {Promise<Text>}
 */
export async function parseAnything(text, board) {
  if (text.length > kLongText && text.length <= kMostBytes && typeof Worker !== 'undefined') return parseInWorker(text, board);
  try {
    const read = await parseItems(text, board);
    if (read.items.length > 0 && read.errors.length === 0) return read;
    if (read.items.length + read.errors.length === 0) read.errors.push(say('notation.empty'));
    try {
      const initial = await parsePlacement(text, board);
      return {items: [{line: 1, comments: [], initial, plies: []}], errors: [], comments: []};
    } catch (error) {
      const {message} = /** @type {Error} */ (error);
      // Its lines alone would not tell what is wrong.
      if (read.items.length === 0 && message.startsWith('a diagram')) read.errors = [message];
      return read;
    }
  } catch (error) {
    return {items: [], errors: [saidBy(error)], comments: []};
  }
}

/** @param {string} text @param {Board} board @returns {Promise<Text>} */
function parseInWorker(text, board) {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('notation_worker.js', import.meta.url), {type: 'module'});
    const end = (/** @type {Text} */ read) => {
      worker.terminate();
      resolve(read);
    };
    worker.onmessage = ({data}) => end(data);
    worker.onerror = () => end({items: [], errors: [say('notation.memory')], comments: []});
    worker.postMessage({text, board});
  });
}

/**
 * A placement with the style and the ban, where they matter.
 * @param {{black: number[], red: number[], toMove: Colour}} position
 * @param {{style: string, banned: boolean, rules: {pieces: number}}} state @returns {Placement}
 */
export function placementOf({black, red, toMove}, {style, banned, rules: {pieces}}) {
  const drops = red.length < pieces;
  const empty = black.length === 0;
  return {black, red, toMove, ...(drops ? {style} : {}), ...(empty && banned ? {banned} : {})};
}

/** "Red to move AASS and win".  @param {Placement} placement */
export function turnText({toMove = 'black', style, banned, statement}) {
  const plies = statement?.plies === undefined ? '' : ` in ${statement.plies}`;
  return `${named(toMove)} to move${style ? ` ${style}` : ''}${banned ? ' ban' : ''}${statement ? ` and ${statement.outcome}${plies}` : ''}`;
}

/** The first line of an item.  @param {Item} item */
export function heading({initial}) {
  if (!initial) return 'game';
  const places = (/** @type {Colour} */ colour) => [`${named(colour)} on`, ...initial[colour]].join(' ');
  return `problem: ${places('black')}; ${places('red')}; ${turnText(initial)}`;
}

/** The whole item as parseItems reads it.  @param {Item} item */
export function print(item) {
  return [...item.comments, heading(item), ...item.plies.flatMap((ply) => [...ply.comments, moveText(ply.move)])]
    .map((line) => `${line}\n`).join('');
}

/**
 * One line of text a row.
 * @param {{columns: number, rows: number}} board @param {{black: number[], red: number[]}} position
 */
export function diagram({columns, rows}, {black, red}) {
  const sign = (/** @type {number} */ square) => (black.includes(square) ? '@' : red.includes(square) ? 'O' : '-');
  return Array.from({length: rows}, (_, row) =>
    `${Array.from({length: columns}, (_, column) => sign(row * columns + column + 1)).join(' ')}\n`).join('');
}
