// Converts the state of the page to the part of the address after #, and back.
// @ts-check
import {NAMED, parseRules, rulesText, moveText} from './rules.js';
import {t} from './texts.js';

/** @import {Colour, Move} from './rules.js' */
/**
 * The state of the page.
 * `start`: the first position, or null for the empty board.  `at`: the number of moves from `start` to the position on the board.
 * `human`: the reader's side, or null for two players.  `rate`: percentage of the computer's moves that are random.
 * @typedef {{view: 'explore'|'puzzle'|'win'|'points', puzzle: string, rules: import('./rules_check.js').Rules, style: string,
 *            banned: boolean, start: {black: number[], red: number[], toMove: Colour}|null,
 *            moves: Move[], at: number, human: Colour|null, rate: number}} State
 */

// Longer addresses are refused.
const kMaxCharacters = 20_000;

/** Returns the state of an empty address.  @returns {State} */
export function initialState() {
  const rules = parseRules('standard');
  return {view: 'explore', puzzle: '', rules, style: rules.styles[0], banned: false, start: null,
    moves: [], at: 0, human: null, rate: 0};
}

/** Returns the address of a state, from "#" on.  @param {State} state */
export function toAddress(state) {
  const words = [];
  if (state.view !== 'explore') words.push(state.view + (state.puzzle && `=${state.puzzle}`));
  if (state.view === 'explore' || state.view === 'points') {
    words.push(`rules=${rulesText(state.rules)}`, `style=${state.style}`);
    if (state.banned) words.push('ban');
    if (state.start) {
      const {black, red, toMove} = state.start;
      words.push(`black=${black.join('.')}`, `red=${red.join('.')}`, `turn=${toMove}`);
    }
    if (state.human) words.push(`play=${state.human}`);
    if (state.human && state.rate) words.push(`errs=${state.rate}`);
  }
  if (state.moves.length > 0) words.push(`moves=${state.moves.map(moveText).join('.')}`);
  if (state.at < state.moves.length) words.push(`at=${state.at}`);
  return `#${words.join('&')}`;
}

/**
 * Reads the valid parts of an address; `problems` are messages about the invalid parts.
 * @param {string} address @returns {{state: State, problems: string[]}}
 */
export function fromAddress(address) {
  const state = initialState();
  /** @type {string[]} */
  const problems = [];
  const text = address.length > kMaxCharacters ? '' : address.replace(/^#/, '');
  const words = new Map(text.split('&').filter(Boolean).map((word) => {
    const [key, ...value] = word.split('=');
    return [key, value.join('=')];
  }));
  const known = ['puzzle', 'win', 'points', 'rules', 'style', 'ban', 'black', 'red', 'turn', 'play', 'errs', 'moves', 'at'];
  const unknown = [...words.keys()].filter((key) => !known.includes(key));
  const bad = (/** @type {string} */ message) => problems.push(message);
  if (address.length > kMaxCharacters) bad(t('address.long', {n: address.length, most: kMaxCharacters}));
  if (unknown.length > 0) bad(t('address.word', {word: unknown[0].slice(0, 40)}));
  if (words.has('puzzle')) state.view = 'puzzle';
  if (words.has('win')) state.view = 'win';
  if (words.has('points')) state.view = 'points';
  state.puzzle = words.get('puzzle') ?? '';
  try {
    state.rules = parseRules(words.get('rules') ?? (state.view === 'win' ? 'advanced' : Object.keys(NAMED)[0]));
  } catch (error) {
    bad(t('address.rules', {reason: error}));
  }
  state.style = state.rules.styles[0];
  const style = words.get('style')?.toUpperCase() ?? state.style;
  if (state.rules.styles.includes(style)) state.style = style;
  else bad(t('address.style', {word: style.slice(0, 40)}));
  state.banned = words.has('ban') && state.rules.banned.length > 0;
  const squares = (/** @type {string} */ key) => {
    const list = (words.get(key) ?? '').split('.').filter(Boolean).map(Number);
    const good = [...new Set(list)].filter((n) => Number.isInteger(n) && n >= 1 && n <= state.rules.rows * state.rules.columns);
    if (good.length < list.length) bad(t('address.squares', {word: key}));
    return good.sort((a, b) => a - b);
  };
  const colour = (/** @type {string} */ key) => {
    const value = words.get(key);
    if (value !== undefined && value !== 'black' && value !== 'red') bad(t('address.colour', {word: key}));
    return value === 'black' || value === 'red' ? value : null;
  };
  if (words.has('black') || words.has('red')) {
    state.start = {black: squares('black'), red: squares('red'), toMove: colour('turn') ?? 'black'};
  }
  state.human = colour('play');
  state.rate = Math.min(100, Math.max(0, Math.round(Number(words.get('errs') ?? 0)) || 0));
  for (const word of (words.get('moves') ?? '').split('.').filter(Boolean)) {
    const [, first, sign, second] = /^(\d{1,2})(?:([-:])(\d{1,2}))?$/.exec(word) ?? [];
    if (!first || (sign === ':' && state.view !== 'points')) {
      bad(t('address.move', {word: word.slice(0, 40)}));
      break;
    }
    const [a, b] = [Number(first), Number(second)];
    state.moves.push(sign === '-' ? {from: a, to: b} : sign ? {to: a, pips: b} : {to: a});
  }
  const at = Number(words.get('at') ?? state.moves.length);
  state.at = Number.isInteger(at) && at >= 0 && at <= state.moves.length ? at : state.moves.length;
  return {state, problems};
}
