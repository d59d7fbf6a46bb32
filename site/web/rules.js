// Rules as text, and the moves and positions of a game.  The module provides goals and neighbours.
// Squares are numbered from 1.  A set of squares is an ascending list.
// @ts-check
import {makeError, makeMessage} from './messages.js';
import {checkRules, kMoves} from './rules_check.js';

/** @import {Moves, Position, Rules} from './rules_check.js' */
/** @typedef {'black'|'red'} Colour */
/** A drop has no `from`.  In scored games it has the pips of the marker.  @typedef {{from?: number, to: number, pips?: number}} Move */

/** The rules of corpus/rules by name, in the notation of the address. */
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
  standard_knight: '5x5.4.line.square1.knight.ban13',
  advanced_knight: '5x5.4.line.square1.square2.square3.square4.knight.ban13',
};

/** @param {Colour} colour @returns {Colour} */
export const opponentOf = (colour) => (colour === 'black' ? 'red' : 'black');
/** @param {Colour} colour */
export const colourName = (colour) => (colour === 'black' ? 'Black' : 'Red');
/** Returns a move in Scarne's notation: "13" or "15-9"; the drop of a marker with 4 pips is "13:4".  @param {Move} move */
export const moveText = ({from, to, pips}) => (from ? `${from}-${to}` : pips ? `${to}:${pips}` : `${to}`);

/** Returns the styles with at most one change of letter, such as SSSS and AASS.  @param {number} pieces of a side */
export function allStyles(pieces) {
  const word = (/** @type {string} */ first, /** @type {number} */ k, /** @type {string} */ rest) =>
    first.repeat(k) + rest.repeat(pieces - k);
  const counts = Array.from({length: pieces - 1}, (_, k) => k + 1);
  return [word('S', pieces, ''), word('A', pieces, ''),
    ...counts.map((k) => word('A', k, 'S')), ...counts.map((k) => word('S', k, 'A'))];
}

/** Returns Scarne's name of a style or, if it has none, its letters.  @param {string} style */
export function styleName(style) {
  const kind = style[0] === 'S' ? 'Standard' : 'Alternate';
  const run = /^(S+A*|A+S*)$/.test(style) ? style.lastIndexOf(style[0]) + 1 : 0;
  if (run === style.length) return kind;
  return run >= 1 && run <= 3 ? `${['One', 'Two', 'Three'][run - 1]}-Move ${kind}` : style;
}

/**
 * Reads rules from a name or from a text such as "5x6.4.line.square1.wrapped".
 * Throws an Error with a message for users if the rules are invalid.
 * @param {string} text @returns {Rules}
 */
export function parseRules(text) {
  const words = (Object.hasOwn(NAMED, text) ? NAMED[/** @type {keyof NAMED} */ (text)] : text).split('.');
  const [, rows, columns] = (/^(\d{1,3})x(\d{1,3})$/.exec(words[0]) ?? []).map(Number);
  if (!/^\d{1,2}$/.test(words[1] ?? '') || rows === undefined) {
    throw makeError('rules.name', {name: text.slice(0, 60)});
  }
  const pieces = Number(words[1]);
  /** @type {Rules} */
  const rules = {rows, columns, pieces, wrapped: false, moves: 'king', goals: [], styles: [], banned: []};
  for (const word of words.slice(2)) {
    const [, name, size] = /^([a-z]+)(\d{0,3})$/.exec(word) ?? [];
    if (word === 'line') rules.goals.push({shape: 'line', size: pieces});
    else if (word === 'tilted') rules.goals.push({shape: 'tilted'});
    else if (word === 'wrapped') rules.wrapped = true;
    else if (kMoves.includes(/** @type {Moves} */ (word))) rules.moves = /** @type {Moves} */ (word);
    else if (name === 'ban' && size) rules.banned.push(Number(size));
    else if ((name === 'square' || name === 'diamond') && size) rules.goals.push({shape: name, size: Number(size)});
    else throw makeError('rules.word', {word: word.slice(0, 60)});
  }
  rules.styles = allStyles(pieces);
  checkRules(rules);
  return rules;
}

/** Returns the shortest text that parseRules reads as these rules.  @param {Rules} rules */
export function rulesText(rules) {
  const words = [`${rules.rows}x${rules.columns}`, rules.pieces,
    ...rules.goals.map(({shape, size}) => (shape === 'line' || shape === 'tilted' ? shape : `${shape}${size}`)),
    ...(rules.wrapped ? ['wrapped'] : []), ...(rules.moves === 'king' ? [] : [rules.moves]),
    ...rules.banned.map((square) => `ban${square}`)].join('.');
  return Object.entries(NAMED).find(([, text]) => text === words)?.[0] ?? words;
}

/** Directions as [rows down, columns right], in the order in which Steele's letter lists moves. */
const DIRECTIONS = [[-1, 0], [0, -1], [0, 1], [1, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]];

/** Returns a set with one more square.  @param {number[]} set @param {number} square */
const withSquare = (set, square) => [...set, square].sort((a, b) => a - b);

/** The positions and moves of a game with given rules. */
export class Game {
  /** @param {Rules} rules @param {number[][]} goals @param {number[][]} neighbours of each square; index 0 is square 1 */
  constructor(rules, goals, neighbours) {
    this.rules = rules;
    this.goals = goals;
    this.squares = rules.rows * rules.columns;
    this.goalKeys = new Set(goals.map((goal) => goal.join()));
    this.neighbours = neighbours.map((around, i) => {
      const [row, column] = [Math.floor(i / rules.columns), i % rules.columns];
      const listed = DIRECTIONS.map(([down, right]) => ((row + down + rules.rows) % rules.rows) * rules.columns +
        ((column + right + rules.columns) % rules.columns) + 1);
      // The other squares are those that only knights reach.
      return [...new Set([...listed, ...around])].filter((square) => around.includes(square));
    });
  }

  /** Returns the empty board.  @returns {Position} */
  start(style = this.rules.styles[0], banned = false) {
    return {black: [], red: [], toMove: 'black', style, banned};
  }

  /** Returns the side that has a goal or whose opponent cannot move, or null.
   *  @param {Position} position @returns {Colour|null} */
  winner(position) {
    for (const colour of /** @type {Colour[]} */ (['black', 'red'])) {
      if (this.goalKeys.has(position[colour].join())) return colour;
    }
    return this.hasNoMoves(position) ? opponentOf(position.toMove) : null;
  }

  /** True if the side to move has no move.  A drop is always possible.  @param {Position} position */
  hasNoMoves(position) {
    const {black, red, toMove} = position;
    return !this.dropping(position) && !position[toMove].some((from) =>
      this.neighbours[from - 1].some((to) => !black.includes(to) && !red.includes(to)));
  }

  /** True in the drop phase.  @param {Position} position */
  dropping(position) {
    return position[position.toMove].length < this.rules.pieces;
  }

  /** Returns the side that picks the next move: the opponent of the piece's owner in drops with letter A.
   *  @param {Position} position */
  chooser(position) {
    const letter = this.dropping(position) ? position.style[position[position.toMove].length] : 'S';
    return letter === 'A' ? opponentOf(position.toMove) : position.toMove;
  }

  /** Returns all moves in the order of Steele's letter.  @param {Position} position @returns {Move[]} */
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

  /** Returns the position after a move, which must be possible.
   *  @param {Position} position @param {Move} move @returns {Position} */
  after(position, move) {
    const own = withSquare(position[position.toMove].filter((square) => square !== move.from), move.to);
    return {...position, [position.toMove]: own, toMove: opponentOf(position.toMove)};
  }

  /** Returns the position after a move.  Throws an Error with the reason if the move is impossible.
   *  @param {Position} position @param {Move} move */
  play(position, move) {
    /** @type {(...reason: Parameters<typeof makeError>) => never} */
    const fail = (...reason) => {
      throw makeError(...reason);
    };
    const side = position.toMove;
    const won = this.winner(position);
    const onBoard = (/** @type {number} */ square) => square >= 1 && square <= this.squares;
    if (won) fail('play.over', {side: won});
    for (const square of move.from === undefined ? [move.to] : [move.from, move.to]) {
      if (!onBoard(square)) fail('play.squares', {square, squares: this.squares});
    }
    if (this.dropping(position)) {
      if (move.from) fail('play.drop', {side});
    } else if (!move.from) {
      fail('play.move', {side});
    } else if (!position[position.toMove].includes(move.from)) {
      fail('play.piece', {side, square: move.from});
    }
    if ([...position.black, ...position.red].includes(move.to)) fail('play.occupied', {square: move.to});
    if (move.from && !this.neighbours[move.from - 1].includes(move.to)) {
      const [{moves}, {from, to}] = [this.rules, move];
      if (moves === 'king') fail('play.adjacent', {to, from});
      fail('play.way', {from, to, way: makeMessage(`moves.${moves}`)});
    }
    if (position.banned && position.black.length === 0 && this.rules.banned.includes(move.to)) fail('play.banned', {square: move.to});
    return this.after(position, move);
  }

  /**
   * Plays moves as long as they are possible.  Returns `positions`: the start and the position after each move; `problem`:
   * the reason why the next move is impossible, or ""; `message`: the reason as a message, or null.
   * @param {Position} start @param {Move[]} moves
   */
  line(start, moves) {
    const positions = [start];
    for (const move of moves) {
      try {
        positions.push(this.play(positions[positions.length - 1], move));
      } catch (error) {
        const message = makeMessage('play.line', {move: moveText(move), reason: error});
        return {positions, problem: message.message, message};
      }
    }
    return {positions, problem: '', message: null};
  }

  /** Returns the reason why no game can reach a position, in English, or "".  @param {Position} position */
  check(position) {
    return this.findError(position)?.message ?? '';
  }

  /** Returns the reason why no game can reach a position, as a message, or null.  @param {Position} position */
  findError({black, red, toMove}) {
    const {pieces} = this.rules;
    const shared = black.find((square) => red.includes(square));
    if (shared) return makeMessage('check.shared', {square: shared});
    for (const [side, set] of Object.entries({black, red})) {
      if (set.length > pieces) return makeMessage('check.pieces', {side, count: set.length, pieces});
    }
    const counts = {black: black.length, red: red.length};
    if (black.length !== red.length && black.length !== red.length + 1) return makeMessage('check.turns', counts);
    const turn = black.length === red.length ? 'black' : 'red';
    if (red.length < pieces && toMove !== turn) return makeMessage('check.next', {...counts, side: turn});
    return this.goalKeys.has({black, red}[toMove].join()) ? makeMessage('check.goal', {side: toMove}) : null;
  }
}

/** Returns the squares where one more move completes a goal, with the sides that threaten the goal.
 *  @param {Game} game @param {Position} position */
export function threats(game, position) {
  /** @type {Map<number, Colour[]>} */
  const found = new Map();
  for (const toMove of /** @type {Colour[]} */ (['black', 'red'])) {
    for (const move of game.moves({...position, toMove})) {
      const after = game.after({...position, toMove}, move);
      if (!game.goalKeys.has(after[toMove].join()) || found.get(move.to)?.includes(toMove)) continue;
      found.set(move.to, [...(found.get(move.to) ?? []), toMove]);
    }
  }
  return found;
}

/**
 * Returns the square to which a square goes when the board is turned, mirrored left to right, or flipped upside down.  A
 * turn is a quarter turn if the board has as many rows as columns, otherwise a half turn.
 * @param {Rules} rules @param {'turn'|'mirror'|'flip'} how @param {number} square
 */
export function image({rows, columns}, how, square) {
  const [row, column] = [Math.floor((square - 1) / columns), (square - 1) % columns];
  const [r, c] = how === 'mirror' ? [row, columns - 1 - column] : how === 'flip' ? [rows - 1 - row, column]
    : rows === columns ? [column, rows - 1 - row] : [rows - 1 - row, columns - 1 - column];
  return r * columns + c + 1;
}
