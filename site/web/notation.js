// Reads and writes problems, games and diagrams in the notation of corpus/README.md.  The parser is the C++ code that
// all programs use (bindings/webassembly/notation.cc).
// @ts-check
import {loadModule, startWorker} from './load.js';
import {makeError, makeMessage, toMessage} from './messages.js';
import {moveText, colourName} from './rules.js';

/** @import {Colour, Move} from './rules.js' */
/**
 * The first position of a problem, and the stated result.
 * @typedef {{black: number[], red: number[], toMove?: Colour, style?: string, banned?: boolean,
 *            statement?: {outcome: 'win'|'draw'|'lose', plies?: number}}} Setup
 */
/** @typedef {{move: Move, line: number, comments: string[]}} Ply */
/** A problem, or a game, which has no `initial`.
 *  @typedef {{line: number, comments: string[], initial?: Setup, plies: Ply[]}} Item */
/** The contents of a text.  `comments`: the comments after the last item.
 *  @typedef {{items: Item[], errors: (string|import('./messages.js').Message)[], comments: string[]}} Text */
/** @typedef {{rows: number, columns: number}} Board */

/** The largest size of a text, in bytes. */
export const kMaxBytes = 10e6;
// A worker reads texts with more characters than this, so that the page stays responsive.
const kLongText = 100e3;

/** @type {Promise<WebAssembly.Module>|undefined} */
let compiled;

/** Sets the module.  Programs outside of browsers must call it before they read texts.
 *  @param {WebAssembly.Module} module teeko.wasm */
export function useModule(module) {
  compiled = Promise.resolve(module);
}

/**
 * Returns the result of a parser function of the module.
 * @param {'read_items'|'read_position'} read @param {string} text @param {Board} board
 */
async function call(read, text, {rows, columns}) {
  const tooLong = (/** @type {number} */ bytes) =>
    makeError('notation.long', {most: kMaxBytes / 1e6, size: Math.ceil(bytes / 1e5) / 10});
  if (text.length > kMaxBytes) throw tooLong(text.length);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > kMaxBytes) throw tooLong(bytes.length);
  compiled ??= loadModule(0).catch((error) => {
    compiled = undefined;
    throw error;
  });
  // Creates a new instance for each text, so that the memory is freed afterwards.
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

/** Converts an item of the module's result.  @param {any} part @returns {Item} */
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
 * Reads all items of a text.  An invalid item becomes an error, "line 3: reason", and does not affect other items.
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
 * Reads a single position: a problem without moves, a position on one line, or a diagram.
 * Rejects with an Error that gives the reason.
 * @param {string} text @param {Board} board @returns {Promise<Setup>}
 */
export async function parseSetup(text, board) {
  const {error, initial} = await call('read_position', text, board);
  if (error) throw new Error(error);
  return initial;
}

/**
 * Reads pasted text: items, or a single position.
 * @param {string} text @param {Board} board @returns {Promise<Text>}
 */
export async function parseAnything(text, board) {
  if (text.length > kLongText && text.length <= kMaxBytes && typeof Worker !== 'undefined') return parseInWorker(text, board);
  try {
    const read = await parseItems(text, board);
    if (read.items.length > 0 && read.errors.length === 0) return read;
    if (read.items.length + read.errors.length === 0) read.errors.push(makeMessage('notation.empty'));
    try {
      const initial = await parseSetup(text, board);
      return {items: [{line: 1, comments: [], initial, plies: []}], errors: [], comments: []};
    } catch (error) {
      const {message} = /** @type {Error} */ (error);
      // For a diagram, the errors of its single lines do not help the reader.
      if (read.items.length === 0 && message.startsWith('a diagram')) read.errors = [message];
      return read;
    }
  } catch (error) {
    return {items: [], errors: [toMessage(error)], comments: []};
  }
}

/** Reads the items of a text in a worker.  @param {string} text @param {Board} board @returns {Promise<Text>} */
function parseInWorker(text, board) {
  return new Promise((resolve) => {
    const end = (/** @type {Text} */ read) => {
      worker?.terminate();
      resolve(read);
    };
    const worker = startWorker('notation_worker.js', end, (reason) =>
      end({items: [], errors: [makeMessage('notation.stopped', {reason})], comments: []}));
    worker?.postMessage({text, board});
  });
}

/**
 * Returns the setup of a position.  It has a style only in the drop phase, and a centre ban only on the empty board.
 * @param {{black: number[], red: number[], toMove: Colour}} position
 * @param {{style: string, banned: boolean, rules: {pieces: number}}} state @returns {Setup}
 */
export function setupOf({black, red, toMove}, {style, banned, rules: {pieces}}) {
  const drops = red.length < pieces;
  const empty = black.length === 0;
  return {black, red, toMove, ...(drops ? {style} : {}), ...(empty && banned ? {banned} : {})};
}

/** Returns the end of a heading, such as "Red to move AASS and win".  @param {Setup} setup */
export function turnText({toMove = 'black', style, banned, statement}) {
  const plies = statement?.plies === undefined ? '' : ` in ${statement.plies}`;
  return `${colourName(toMove)} to move${style ? ` ${style}` : ''}${banned ? ' ban' : ''}${statement ? ` and ${statement.outcome}${plies}` : ''}`;
}

/** Returns the first line of an item.  @param {Item} item */
export function heading({initial}) {
  if (!initial) return 'game';
  const places = (/** @type {Colour} */ colour) => [`${colourName(colour)} on`, ...initial[colour]].join(' ');
  return `problem: ${places('black')}; ${places('red')}; ${turnText(initial)}`;
}

/** Returns the text of an item, as parseItems reads it.  @param {Item} item */
export function print(item) {
  return [...item.comments, heading(item), ...item.plies.flatMap((ply) => [...ply.comments, moveText(ply.move)])]
    .map((line) => `${line}\n`).join('');
}

/**
 * Returns a diagram with one line of text for each row.
 * @param {{columns: number, rows: number}} board @param {{black: number[], red: number[]}} position
 */
export function diagram({columns, rows}, {black, red}) {
  const sign = (/** @type {number} */ square) => (black.includes(square) ? '@' : red.includes(square) ? 'O' : '-');
  return Array.from({length: rows}, (_, row) =>
    `${Array.from({length: columns}, (_, column) => sign(row * columns + column + 1)).join(' ')}\n`).join('');
}
