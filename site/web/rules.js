// The rules in words, and as much of them as the page needs to be played on:
// which positions and moves there are.  Goals and neighbours are the module's.
// Squares are numbered from 1; sets of them are ascending lists.
// @ts-check
import {checkRules} from './rules_check.js';

/** @typedef {import('./solver.js').Rules} Rules */
/** @typedef {import('./solver.js').Position} Position */
/** @typedef {'black'|'red'} Colour */
/** A drop has no `from`.  @typedef {{from?: number, to: number}} Move */

/** The named rules of corpus/rules, in the words of the address. */
export const NAMED = {
  standard: '5x5.4.line.square1.ban13',
  advanced: '5x5.4.line.square1.square2.square3.square4.ban13',
  diamonds: '5x5.4.line.square1.diamond1.diamond2.ban13',
  advanced_diamonds: '5x5.4.line.square1.square2.square3.square4.diamond1.diamond2.ban13',
  tilted: '5x5.4.line.square1.tilted.ban13',
  every_square: '5x5.4.line.square1.square2.square3.square4.tilted.ban13',
  torus: '5x5.4.line.square1.wrapped.ban13',
  board4x4: '4x4.4.line.square1',
  standard_6x6: '6x6.4.line.square1',
  advanced_6x6: '6x6.4.line.square1.square2.square3.square4.square5',
};

/** @param {Colour} colour @returns {Colour} */
export const other = (colour) => (colour === 'black' ? 'red' : 'black');
/** @param {Colour} colour */
export const named = (colour) => (colour === 'black' ? 'Black' : 'Red');
/** Scarne's notation: "13" or "15-9".  @param {Move} move */
export const moveText = (move) => (move.from ? `${move.from}-${move.to}` : `${move.to}`);

/** All styles that a side with so many pieces can drop in.  @param {number} pieces */
export function allStyles(pieces) {
  const word = (/** @type {string} */ first, /** @type {number} */ k, /** @type {string} */ rest) =>
    first.repeat(k) + rest.repeat(pieces - k);
  const counts = Array.from({length: pieces - 1}, (_, k) => k + 1);
  return [word('S', pieces, ''), word('A', pieces, ''),
    ...counts.map((k) => word('A', k, 'S')), ...counts.map((k) => word('S', k, 'A'))];
}

/** Scarne's name of a style, or its letters.  @param {string} style */
export function styleName(style) {
  const kind = style[0] === 'S' ? 'Standard' : 'Alternate';
  const run = /^(S+A*|A+S*)$/.test(style) ? style.lastIndexOf(style[0]) + 1 : 0;
  if (run === style.length) return kind;
  return run >= 1 && run <= 3 ? `${['One', 'Two', 'Three'][run - 1]}-Move ${kind}` : style;
}

/**
 * Reads rules from a name or from words such as "5x6.4.line.square1.wrapped".
 * Throws an Error with a message for the reader if they make no sense.
 * @param {string} text @returns {Rules}
 */
export function parseRules(text) {
  const words = (Object.hasOwn(NAMED, text) ? NAMED[/** @type {keyof NAMED} */ (text)] : text).split('.');
  const [, rows, columns] = (/^(\d{1,3})x(\d{1,3})$/.exec(words[0]) ?? []).map(Number);
  if (!/^\d{1,2}$/.test(words[1] ?? '') || rows === undefined) {
    throw new Error(`There are no rules called "${text.slice(0, 60)}".`);
  }
  const pieces = Number(words[1]);
  /** @type {Rules} */
  const rules = {rows, columns, pieces, wrapped: false, goals: [], styles: [], banned: []};
  for (const word of words.slice(2)) {
    const [, name, size] = /^([a-z]+)(\d{0,3})$/.exec(word) ?? [];
    if (word === 'line') rules.goals.push({shape: 'line', size: pieces});
    else if (word === 'tilted') rules.goals.push({shape: 'tilted'});
    else if (word === 'wrapped') rules.wrapped = true;
    else if (name === 'ban' && size) rules.banned.push(Number(size));
    else if ((name === 'square' || name === 'diamond') && size) rules.goals.push({shape: name, size: Number(size)});
    else throw new Error(`"${word.slice(0, 60)}" says nothing about rules.`);
  }
  rules.styles = allStyles(pieces);
  checkRules(rules);
  return rules;
}

/** The shortest words that parseRules reads as these rules.  @param {Rules} rules */
export function rulesText(rules) {
  const words = [`${rules.rows}x${rules.columns}`, rules.pieces,
    ...rules.goals.map(({shape, size}) => (shape === 'line' || shape === 'tilted' ? shape : `${shape}${size}`)),
    ...(rules.wrapped ? ['wrapped'] : []), ...rules.banned.map((square) => `ban${square}`)].join('.');
  return Object.entries(NAMED).find(([, text]) => text === words)?.[0] ?? words;
}

/** The directions in the order of the letter's lists. */
const DIRECTIONS = [[-1, 0], [0, -1], [0, 1], [1, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]];

/** @param {number[]} set @param {number} square */
const plus = (set, square) => [...set, square].sort((a, b) => a - b);

/** A game of given rules: what is possible, and what is not and why. */
export class Game {
  /** @param {Rules} rules @param {number[][]} goals @param {number[][]} neighbours those of square 1 first */
  constructor(rules, goals, neighbours) {
    this.rules = rules;
    this.goals = goals;
    this.squares = rules.rows * rules.columns;
    this.goalKeys = new Set(goals.map((goal) => goal.join()));
    this.neighbours = neighbours.map((around, i) => {
      const [row, column] = [Math.floor(i / rules.columns), i % rules.columns];
      const listed = DIRECTIONS.map(([down, right]) => ((row + down + rules.rows) % rules.rows) * rules.columns +
        ((column + right + rules.columns) % rules.columns) + 1);
      return [...new Set(listed)].filter((square) => around.includes(square));
    });
  }

  /** The empty board.  @returns {Position} */
  start(style = this.rules.styles[0], banned = false) {
    return {black: [], red: [], toMove: 'black', style, banned};
  }

  /** Who has a goal, or whose opponent cannot move.  @param {Position} position @returns {Colour|null} */
  winner(position) {
    for (const colour of /** @type {Colour[]} */ (['black', 'red'])) {
      if (this.goalKeys.has(position[colour].join())) return colour;
    }
    return this.stuck(position) ? other(position.toMove) : null;
  }

  /** Whether the side to move has no move; there is always a square to drop on.  @param {Position} position */
  stuck(position) {
    const {black, red, toMove} = position;
    return !this.dropping(position) && !position[toMove].some((from) =>
      this.neighbours[from - 1].some((to) => !black.includes(to) && !red.includes(to)));
  }

  /** @param {Position} position */
  dropping(position) {
    return position[position.toMove].length < this.rules.pieces;
  }

  /** Who picks the next move: in drops with the letter A not the piece's owner.  @param {Position} position */
  chooser(position) {
    const letter = this.dropping(position) ? position.style[position[position.toMove].length] : 'S';
    return letter === 'A' ? other(position.toMove) : position.toMove;
  }

  /** All moves, in the order of the letter's lists.  @param {Position} position @returns {Move[]} */
  moves(position) {
    if (this.winner(position)) return [];
    const taken = new Set([...position.black, ...position.red]);
    if (this.dropping(position)) {
      if (position.banned && taken.size === 0) for (const square of this.rules.banned) taken.add(square);
      return Array.from({length: this.squares}, (_, i) => ({to: i + 1})).filter(({to}) => !taken.has(to));
    }
    return position[position.toMove].flatMap((from) =>
      this.neighbours[from - 1].filter((to) => !taken.has(to)).map((to) => ({from, to})));
  }

  /** After a move that is one of them.  @param {Position} position @param {Move} move @returns {Position} */
  after(position, move) {
    const own = plus(position[position.toMove].filter((square) => square !== move.from), move.to);
    return {...position, [position.toMove]: own, toMove: other(position.toMove)};
  }

  /** After any move; throws an Error that says why it is impossible.  @param {Position} position @param {Move} move */
  play(position, move) {
    const fail = (/** @type {string} */ reason) => {
      throw new Error(reason);
    };
    const mover = named(position.toMove);
    const won = this.winner(position);
    const onBoard = (/** @type {number} */ square) => square >= 1 && square <= this.squares;
    if (won) fail(`the game is over: ${named(won)} has won`);
    for (const square of move.from === undefined ? [move.to] : [move.from, move.to]) {
      if (!onBoard(square)) fail(`square ${square}: squares are numbered 1 to ${this.squares}`);
    }
    if (this.dropping(position)) {
      if (move.from) fail(`a move, but ${mover} has pieces left to drop`);
    } else if (!move.from) {
      fail(`a drop, but all of ${mover}'s pieces are placed`);
    } else if (!position[position.toMove].includes(move.from)) {
      fail(`${mover} has no piece on ${move.from}`);
    }
    if ([...position.black, ...position.red].includes(move.to)) fail(`square ${move.to} is occupied`);
    if (move.from && !this.neighbours[move.from - 1].includes(move.to)) fail(`${move.to} is not adjacent to ${move.from}`);
    if (position.banned && position.black.length === 0 && this.rules.banned.includes(move.to)) fail(`square ${move.to} is banned to the first drop`);
    return this.after(position, move);
  }

  /**
   * The positions of a game, the first included, as far as its moves are
   * possible; `problem` is about the first that is not, or "".
   * @param {Position} start @param {Move[]} moves
   */
  line(start, moves) {
    const positions = [start];
    for (const move of moves) {
      try {
        positions.push(this.play(positions[positions.length - 1], move));
      } catch (error) {
        return {positions, problem: `${moveText(move)}: ${/** @type {Error} */ (error).message}`};
      }
    }
    return {positions, problem: ''};
  }

  /** Why no game can come to a position, or "".  @param {Position} position */
  check({black, red, toMove}) {
    const {pieces} = this.rules;
    const shared = black.find((square) => red.includes(square));
    if (shared) return `Square ${shared} has a black piece and a red one.`;
    for (const [name, set] of /** @type {[string, number[]][]} */ ([['Black', black], ['Red', red]])) {
      if (set.length > pieces) return `${name} has ${set.length} pieces, but a side has ${pieces}.`;
    }
    if (black.length !== red.length && black.length !== red.length + 1) {
      return `Black has ${black.length} and Red has ${red.length} on the board, but they drop in turn, Black first.`;
    }
    const turn = black.length === red.length ? 'black' : 'red';
    if (red.length < pieces && toMove !== turn) {
      return `With ${black.length} black and ${red.length} red on the board, the next drop is ${named(turn)}'s.`;
    }
    if (this.goalKeys.has({black, red}[toMove].join())) return `${named(toMove)} is to move but has a goal already.`;
    return '';
  }
}

/**
 * Where the squares of a board go if it is turned a quarter (half a turn if it
 * is no square), mirrored left to right, or flipped upside down.
 * @param {Rules} rules @param {'turn'|'mirror'|'flip'} how @param {number} square
 */
export function image({rows, columns}, how, square) {
  const [row, column] = [Math.floor((square - 1) / columns), (square - 1) % columns];
  const [r, c] = how === 'mirror' ? [row, columns - 1 - column] : how === 'flip' ? [rows - 1 - row, column]
    : rows === columns ? [column, rows - 1 - row] : [rows - 1 - row, columns - 1 - column];
  return r * columns + c + 1;
}
