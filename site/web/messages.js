// What the rules and the solver have to say, in English.  An error keeps its key
// and its values, so that a page can say it in another language (texts.js).
// @ts-check

/**
 * Something said: the words in English and, if it can be said in other
 * languages, a key of MESSAGES with the values of its placeholders.
 * @typedef {{message: string, key?: string, values?: Record<string, any>}} Said
 */

export const MESSAGES = {
  'rules.rows': 'The number of rows has to be 1 to {most}.',
  'rules.columns': 'The number of columns has to be 1 to {most}.',
  'rules.squares': '{rows}×{columns} is {squares} squares; a board can have {most} at most.',
  'rules.small': 'Two pieces a side need a board of 4 squares or more.',
  'rules.pieces': 'A side has 2 to {most} pieces on a board of {squares} squares.',
  'rules.goals': 'There has to be a goal to win with.',
  'rules.shape': 'A goal is a line, a square, a diamond or a tilted square.',
  'rules.line': 'A goal takes all pieces of a side, so there can only be lines of {pieces} squares.',
  'rules.longLine': 'No line of {pieces} squares fits on this board.',
  'rules.corners': 'Squares and diamonds have four corners: they need four pieces a side, not {pieces}.',
  'rules.noSquare': 'There is no such square: no square fits on this board.',
  'rules.square': 'There is no such square: on this board its side can be 1 to {most}.',
  'rules.noDiamond': 'There is no such diamond: no diamond fits on this board.',
  'rules.diamond': 'There is no such diamond: on this board its radius can be 1 to {most}.',
  'rules.tilted': 'No tilted square fits on this board.',
  'rules.styles': 'There has to be a style of drops.',
  'rules.letters': 'A style has a letter, S or A, for each of the {pieces} drops.',
  'rules.twice': 'A style comes twice.',
  'rules.banned': 'Banned squares are numbered 1 to {squares}.',
  'rules.allBanned': 'The first drop has to have a square left.',
  'rules.name': 'There are no rules called "{name}".',
  'rules.word': '"{word}" says nothing about rules.',
  'position.squares': 'Squares are numbered 1 to {squares}.',
  'position.twice': 'Two pieces are on one square.',
  'position.mover': 'Somebody is to move: Black or Red.',
  'position.turns': 'Pieces are dropped in turn, Black first, {pieces} of each side.',
  'position.next': 'The next piece is {side}\'s.',
  'position.style': 'These drops have not been solved.',
  'play.over': 'the game is over: {side} has won',
  'play.squares': 'square {square}: squares are numbered 1 to {squares}',
  'play.drop': 'a move, but {side} has pieces left to drop',
  'play.move': 'a drop, but all of {side}\'s pieces are placed',
  'play.piece': '{side} has no piece on {square}',
  'play.occupied': 'square {square} is occupied',
  'play.adjacent': '{to} is not adjacent to {from}',
  'play.banned': 'square {square} is banned to the first drop',
  'play.line': '{move}: {reason}',
  'check.shared': 'Square {square} has a black piece and a red one.',
  'check.pieces': '{side} has {count} pieces, but a side has {pieces}.',
  'check.turns': 'Black has {black} and Red has {red} on the board, but they drop in turn, Black first.',
  'check.next': 'With {black} black and {red} red on the board, the next drop is {side}\'s.',
  'check.goal': '{side} is to move but has a goal already.',
  'load.file': '{file} could not be loaded ({reason}).',
  'load.damaged': '{file} is damaged.',
  'load.damagedBy': '{file} is damaged ({reason}).',
  'load.wasm': 'This browser runs no WebAssembly, which the solver is made of.',
  'notation.empty': 'there is nothing to read',
  'notation.long': 'a text can have {most} MB, this one has {size} MB',
  'notation.memory': 'the text could not be read: there may not be enough memory',
  'solver.memory': 'To solve these rules takes about {needed} GB of memory, and a page can have about {limit} GB here.',
  'solver.long': 'Some games are too long for a table.',
  'solver.closed': 'The solver has been closed.',
  'solver.worker': 'This browser starts no worker here ({reason}).',
  'solver.stopped': 'The solver has stopped ({reason}).',
  'solver.unloaded': 'it could not be loaded',
  'solver.again': '{error} Starting anew.',
  'solver.crashed': 'The solver has stopped; there may not be enough memory ({reason}).',
  'store.missing': 'Values are missing.',
  'store.many': 'There are too many values.',
  'store.unused': 'No use could be made of what the browser keeps: {reason}.',
  'store.large': 'The table is too large to be kept for the next visit.',
  'store.notKept': 'The browser does not keep the table: {reason}.',
  'store.insecure': 'Digests are compared, and tables kept, only if the page comes by https or from this machine.',
  'store.silent': 'the browser does not answer',
  'store.damaged': 'the table that was kept is damaged',
};

/** @param {any} value */
function inEnglish(value) {
  if (value === 'black' || value === 'red') return value === 'black' ? 'Black' : 'Red';
  return typeof value === 'number' ? value.toLocaleString('en') : String(value?.message ?? value);
}

/** @param {keyof typeof MESSAGES} key @param {Record<string, any>} values of its placeholders: texts, numbers,
 *  colours or what else is said @returns {Said} */
export function say(key, values = {}) {
  return {message: MESSAGES[key].replace(/\{(\w+)\}/g, (_, name) => inEnglish(values[name])), key, values};
}

/** An Error whose message can be shown.  @param {keyof typeof MESSAGES} key @param {Record<string, any>} values
 *  @returns {Error & Said} */
export function problem(key, values = {}) {
  return problemOf(say(key, values));
}

/** The Error of what was said elsewhere, as in a worker.  @param {Said} said @returns {Error & Said} */
export function problemOf({message, key, values}) {
  return Object.assign(new Error(message), {key, values});
}

/** What an error says, as a copy that can be sent to another thread.  @param {any} error @returns {Said} */
export function saidBy({message, key, values}) {
  return {message, key, values};
}
