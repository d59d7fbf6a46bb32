// Problems, games and diagrams as text: the notation of corpus/README.md.
// @ts-check
import {named, moveText} from './rules.js';

/** @typedef {import('./rules.js').Colour} Colour */
/** @typedef {import('./rules.js').Move} Move */
/**
 * What a problem starts from, and what it says of it.
 * @typedef {{black: number[], red: number[], toMove?: Colour,
 *            statement?: {outcome: 'win'|'draw'|'lose', plies?: number}}} Placement
 */
/** @typedef {{move: Move, line: number, comments: string[]}} Ply */
/** A game has no `initial`.  @typedef {{line: number, comments: string[], initial?: Placement, plies: Ply[]}} Item */
/** @typedef {{kind: 'word'|'number'|'sign'|'rubbish'|'end', text: string, line: number, comments: string[]}} Token */

/** @param {string} text @returns {Token[]} */
function tokens(text) {
  const found = [];
  let line = 1;
  /** @type {string[]} */
  let comments = [];
  for (const [part] of text.replace(/^\uFEFF/, '').matchAll(/\n|[^\S\n]+|#.*|[a-z]+|\d+|[:;-]|./gi)) {
    if (part === '\n') ++line;
    else if (part[0] === '#') comments.push(part.trimEnd());
    else if (part.trim()) {
      const kind = /^[a-z]/i.test(part) ? 'word' : /^\d/.test(part) ? 'number' : /^[:;-]$/.test(part) ? 'sign' : 'rubbish';
      found.push(/** @type {Token} */ ({kind, text: part, line, comments}));
      comments = [];
    }
  }
  found.push(/** @type {Token} */ ({kind: 'end', text: '', line, comments}));
  return found;
}

/** Reads one thing after the other; errors are about the token that is next then. */
class Parser {
  /** @param {string} text @param {number} squares */
  constructor(text, squares) {
    this.tokens = tokens(text);
    this.squares = squares;
    this.next = 0;
  }

  get token() {
    return this.tokens[this.next];
  }

  /** @param {string} text */
  is(text) {
    return this.token.text.toLowerCase() === text;
  }

  /** @param {string} text */
  take(text) {
    if (!this.is(text)) return false;
    ++this.next;
    return true;
  }

  beginsItem() {
    return this.is('problem') || this.is('game');
  }

  /** @param {string} what @returns {never} */
  expected(what) {
    const {kind, text} = this.token;
    throw new Error(`expected ${what}, found ${kind === 'end' ? 'the end' : `"${text.slice(0, 24)}${text.length > 24 ? '…' : ''}"`}`);
  }

  /** @returns {Item} */
  item() {
    const {line, comments} = this.token;
    if (!this.beginsItem()) this.expected('"problem" or "game"');
    const problem = this.is('problem');
    ++this.next;
    this.take(':');
    /** @type {Item} */
    const item = {line, comments, plies: []};
    if (problem) {
      item.initial = this.places();
      if (!this.take(';')) this.expected('";" and who is to move');
      this.turn(item.initial);
    }
    while (!this.beginsItem() && this.token.kind !== 'end') item.plies.push(this.ply());
    return item;
  }

  /** @param {string} what @returns {Colour} */
  colour(what) {
    if (this.take('black')) return 'black';
    return this.take('red') ? 'red' : this.expected(what);
  }

  square() {
    const {kind, text} = this.token;
    if (kind !== 'number') this.expected('a square');
    const square = Number(text);
    if (square < 1 || square > this.squares) throw new Error(`squares are numbered 1 to ${this.squares}, found "${text.slice(0, 24)}"`);
    ++this.next;
    return square;
  }

  /** @returns {Placement} */
  places() {
    /** @type {Placement} */
    const placement = {black: [], red: []};
    for (let i = 0, colour = this.colour('"Black on"'); i < 2; ++i) {
      if (!this.take('on')) this.expected('"on"');
      while (this.token.kind === 'number') {
        const square = this.square();
        if ([...placement.black, ...placement.red].includes(square)) throw new Error(`square ${square} is used twice`);
        placement[colour].push(square);
      }
      placement[colour].sort((a, b) => a - b);
      if (i === 1) break;
      colour = colour === 'black' ? 'red' : 'black';
      if (!this.take(';')) this.expected(`a square, or ";" and "${named(colour)} on"`);
      if (!this.take(colour)) this.expected(`"${named(colour)} on"`);
    }
    return placement;
  }

  /** @param {Placement} placement */
  turn(placement) {
    placement.toMove = this.colour('who is to move ("Red to move")');
    for (const word of ['to', 'move']) if (!this.take(word)) this.expected(`"${word}"`);
    if (!this.take('and')) return;
    const outcome = /** @type {const} */ (['draw', 'win', 'lose']).find((word) => this.take(word));
    if (!outcome) this.expected('"win", "draw" or "lose"');
    placement.statement = {outcome};
    if (outcome === 'draw' || !this.take('in')) return;
    if (this.token.kind !== 'number') this.expected('a number of plies');
    placement.statement.plies = Number(this.tokens[this.next++].text);
  }

  /** @returns {Ply} */
  ply() {
    const {kind, line, comments} = this.token;
    if (kind !== 'number') this.expected('a move, "problem" or "game"');
    const square = this.square();
    return {move: this.take('-') ? {from: square, to: this.square()} : {to: square}, line, comments};
  }

  /** After an error: to where the next item begins. */
  skip() {
    while (!this.beginsItem() && this.token.kind !== 'end') ++this.next;
  }
}

/**
 * Reads all items of a text for a board of so many squares.  One that does not
 * parse leaves an error, "line 3: reason", and reading goes on at the next.
 * @param {string} text @param {number} squares @returns {{items: Item[], errors: string[]}}
 */
export function parseItems(text, squares) {
  const parser = new Parser(text, squares);
  /** @type {{items: Item[], errors: string[]}} */
  const result = {items: [], errors: []};
  while (parser.token.kind !== 'end') {
    try {
      result.items.push(parser.item());
    } catch (error) {
      result.errors.push(`line ${parser.token.line}: ${/** @type {Error} */ (error).message}`);
      parser.skip();
    }
  }
  return result;
}

/**
 * Reads a position alone: a problem without moves or a diagram, with the word
 * "problem" and the turn or without.  Throws an Error with the reason.
 * @param {string} text @param {number} squares @returns {Placement}
 */
export function parsePlacement(text, squares) {
  const places = text.split(';', 1)[0];
  const diagram = /^[\s@BbOoRr.-]*$/.test(places);
  const parser = new Parser(diagram ? text.slice(places.length) : text, squares);
  if (parser.take('problem')) parser.take(':');
  /** @type {Placement} */
  const placement = diagram ? {black: [], red: []} : parser.places();
  if (diagram) {
    const signs = places.replace(/\s/g, '');
    if (signs.length !== squares) {
      throw new Error(`a diagram has one character for each of ${squares} squares, this one has ${signs.length}`);
    }
    [...signs].forEach((sign, i) => {
      if (/[@Bb]/.test(sign)) placement.black.push(i + 1);
      if (/[OoRr]/.test(sign)) placement.red.push(i + 1);
    });
  }
  if (parser.take(';')) parser.turn(placement);
  if (parser.token.kind !== 'end') parser.expected('the end of the position');
  return placement;
}

/**
 * Reads what somebody pastes: items, a position alone, or moves alone, which
 * are a game's.
 * @param {string} text @param {number} squares @returns {{items: Item[], errors: string[]}}
 */
export function parseAnything(text, squares) {
  const bare = text.replace(/#.*/g, '').trim();
  if (!bare) return {items: [], errors: ['there is nothing to read']};
  if (/^(\d+(\s*-\s*\d+)?[\s,]*)+$/.test(bare)) return parseItems(`game ${bare.replaceAll(',', ' ')}`, squares);
  const items = parseItems(text, squares);
  if (items.items.length > 0 || /^game/i.test(bare)) return items;
  try {
    return {items: [{line: 1, comments: [], initial: parsePlacement(text, squares), plies: []}], errors: []};
  } catch (error) {
    return /^problem/i.test(bare) ? items : {items: [], errors: [/** @type {Error} */ (error).message]};
  }
}

/** "Red to move and win".  @param {Placement} placement */
export function turnText({toMove = 'black', statement}) {
  const plies = statement?.plies === undefined ? '' : ` in ${statement.plies}`;
  return `${named(toMove)} to move${statement ? ` and ${statement.outcome}${plies}` : ''}`;
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
