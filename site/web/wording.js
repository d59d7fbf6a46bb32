// Values, rules, styles and problems as texts in the reader's language.
// @ts-check
import {styleName} from './rules.js';
import {LANGUAGES, t} from './texts.js';

/** @param {import('./value.js').Result} result */
export function resultWords({winner, plies, points, least}) {
  if (points !== undefined && !winner) return least ? '?' : '0';
  if (points !== undefined) return t(least ? 'points.least' : 'points.result', {side: winner, points});
  if (!winner) return t('result.draw');
  return t(`result.${plies === 0 ? 'won' : 'wins'}.${winner}`, {plies});
}

/** Returns Scarne's name of a style, if it has one, and its letters.  @param {string} style */
export function styleWords(style) {
  const name = styleName(style);
  return name === style ? style : `${name} (${style})`;
}

/** Returns the name of rules or, if they have none, their text in the address.  @param {string} text */
export function rulesWords(text) {
  const key = `named.${text}`;
  return Object.hasOwn(LANGUAGES.en, key) ? t(key) : text;
}

/** Returns the task of a problem, such as "Red to move and win in 9".  @param {import('./notation.js').Setup} setup */
export function taskWords({toMove = 'black', statement}) {
  const {outcome = 'plain', plies} = statement ?? {};
  return t(`task.${outcome}${plies === undefined || outcome === 'draw' ? '' : 'In'}`, {side: toMove, plies});
}

/** Returns a list of moves that is short enough for a sentence.  @param {string[]} moves */
export function someMoves(moves, most = 4) {
  const left = moves.length - most;
  return left < 2 ? moves : t('hint.more', {n: left, moves: moves.slice(0, most).join(', ')});
}
