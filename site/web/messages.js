// The messages of the library, in English.  An error contains the key and the values of its message, so that a page
// can show it in another language (texts.js).
// @ts-check

/**
 * A message: its English text and, if it can be translated, a key of MESSAGES with the values of its placeholders.
 * @typedef {{message: string, key?: string, values?: Record<string, any>}} Message
 */

export const MESSAGES = {
  'rules.rows': 'The number of rows must be 1 to {most}.',
  'rules.columns': 'The number of columns must be 1 to {most}.',
  'rules.squares': 'A board of {rows}×{columns} has {squares} squares; at most {most} are possible.',
  'rules.small': 'The board must have at least 4 squares.',
  'rules.pieces': 'On a board of {squares} squares, a side must have 2 to {most} pieces.',
  'rules.goals': 'The rules must have at least one goal.',
  'rules.shape': 'A goal must be a line, a square, a diamond or a tilted square.',
  'rules.line': 'A line must have {pieces} squares: a goal takes all pieces of a side.',
  'rules.longLine': 'No line of {pieces} squares fits on this board.',
  'rules.corners': 'Squares and diamonds need 4 pieces per side, not {pieces}.',
  'rules.noSquare': 'No square fits on this board.',
  'rules.square': 'On this board, the side of a square must be 1 to {most}.',
  'rules.noDiamond': 'No diamond fits on this board.',
  'rules.diamond': 'On this board, the radius of a diamond must be 1 to {most}.',
  'rules.tilted': 'No tilted square fits on this board.',
  'rules.styles': 'The rules must have at least one drop style.',
  'rules.letters': 'A drop style must have {pieces} letters, S or A: one for each drop of a side.',
  'rules.twice': 'A drop style is listed twice.',
  'rules.banned': 'Banned squares must be numbers from 1 to {squares}.',
  'rules.allBanned': 'At least one square must be allowed for the first drop.',
  'rules.name': 'There are no rules called "{name}".',
  'rules.moves': 'Pieces must move like a king or a knight, orthogonally or diagonally.',
  'moves.king': 'pieces move one step in any direction',
  'moves.knight': 'pieces move like knights in chess',
  'moves.orthogonal': 'pieces move one step along a row or a column',
  'moves.diagonal': 'pieces move one step along a diagonal',
  'rules.word': 'Unknown word in the rules: "{word}".',
  'position.squares': 'Squares are numbered 1 to {squares}.',
  'position.twice': 'Two pieces are on the same square.',
  'position.mover': 'The side to move must be Black or Red.',
  'position.turns': 'The sides drop {pieces} pieces each, in turn, Black first.',
  'position.next': 'The next drop is {side}\'s.',
  'position.style': 'This drop style has not been solved.',
  'play.over': 'the game is over: {side} has won',
  'play.squares': 'square {square}: squares are numbered 1 to {squares}',
  'play.drop': '{side} cannot move yet: it has pieces left to drop',
  'play.move': '{side} has no pieces left to drop',
  'play.marker': '{side} has no marker left with this number of pips: {pips}',
  'play.piece': '{side} has no piece on {square}',
  'play.occupied': 'square {square} is occupied',
  'play.adjacent': '{to} is not adjacent to {from}',
  'play.way': '{from}-{to} is not a move: {way}',
  'play.banned': 'square {square} is banned for the first drop',
  'play.line': '{move}: {reason}',
  'check.shared': 'Square {square} has a black piece and a red piece.',
  'check.pieces': '{side} has {count} pieces, but each side has only {pieces}.',
  'check.turns': 'The board has {black} black and {red} red pieces, but the sides drop in turn, Black first.',
  'check.next': 'With {black} black and {red} red pieces on the board, the next drop is {side}\'s.',
  'check.goal': '{side} is to move but already has a goal.',
  'load.file': '{file} could not be loaded ({reason}).',
  'load.page': '{file} could not be loaded: the server sent a web page instead.',
  'load.damaged': '{file} is damaged.',
  'load.damagedBy': '{file} is damaged ({reason}).',
  'load.forbidden': '{file} cannot run: it is forbidden by this site\'s security policy.',
  'load.worker': '{file} or a file that it needs could not be loaded',
  'load.wasm': 'This browser does not support WebAssembly, which the solver needs.',
  'notation.empty': 'the text is empty',
  'notation.long': 'the text is too long: expected at most {most} MB, got {size} MB',
  'notation.stopped': 'the text could not be read ({reason})',
  'solver.memory': 'Solving these rules takes about {needed} GB of memory, but a page can use only about {limit} GB here.',
  'solver.points': 'This browser has too little memory to solve this game for points.',
  'solver.long': 'Some wins take too many plies for a table.',
  'solver.closed': 'The solver has been closed.',
  'solver.stopped': 'The solver has stopped ({reason}).',
  'solver.again': '{error} Starting again.',
  'solver.crashed': 'The solver has stopped, perhaps for lack of memory ({reason}).',
  'store.missing': 'it has too few values',
  'store.many': 'it has too many values',
  'store.unused': 'The stored table could not be used: {reason}.',
  'store.large': 'The table is too large to be stored for the next visit.',
  'store.notKept': 'The browser did not store the table for the next visit: {reason}.',
  'store.insecure': 'The page compares digests and stores tables only if it comes over https or from this device.',
  'store.forbidden': 'the browser does not allow it',
  'store.silent': 'the browser does not answer',
  'store.damaged': 'the stored table is damaged',
};

/** Returns the English text for the value of a placeholder.  @param {any} value */
function inEnglish(value) {
  if (value === 'black' || value === 'red') return value === 'black' ? 'Black' : 'Red';
  return typeof value === 'number' ? value.toLocaleString('en') : String(value?.message ?? value);
}

/** Returns a text with one full stop where a message inside of it has added a second one.  @param {string} text */
export const oneStop = (text) => text.replace(/\.\.(?!\.)/g, '.');

/** @param {keyof typeof MESSAGES} key @param {Record<string, any>} values of its placeholders:
 *  texts, numbers, colours or other messages @returns {Message} */
export function makeMessage(key, values = {}) {
  return {message: oneStop(MESSAGES[key].replace(/\{(\w+)\}/g, (_, name) => inEnglish(values[name]))), key, values};
}

/** Returns an Error with a message for users.  @param {keyof typeof MESSAGES} key @param {Record<string, any>} values
 *  @returns {Error & Message} */
export function makeError(key, values = {}) {
  return toError(makeMessage(key, values));
}

/** Converts a message, such as one from a worker, to an Error.  @param {Message} message @returns {Error & Message} */
export function toError({message, key, values}) {
  return Object.assign(new Error(message), {key, values});
}

/** Returns the message of an error, in a form that can be sent to another thread.
 *  @param {any} error @returns {Message} */
export function toMessage({message, key, values}) {
  return {message, key, values};
}
