// What is on the board, in the reader's words.
// @ts-check
import {styleName} from './rules.js';
import {LANGUAGES, t} from './texts.js';

/** A value, the same words everywhere.  @param {import('./annotation.js').Worth} worth */
export function worthWords({winner, plies}) {
  if (!winner) return t('worth.draw');
  return t(`worth.${plies === 0 ? 'won' : 'wins'}.${winner}`, {plies});
}

/** A style's name and letters.  @param {string} style */
export function styleWords(style) {
  const key = `style.${styleName(style)}`;
  return Object.hasOwn(LANGUAGES.en, key) ? t('options.styleNamed', {name: t(key), letters: style}) : style;
}

/** The name of rules, or the words of the address.  @param {string} text */
export function rulesWords(text) {
  const key = `named.${text}`;
  return Object.hasOwn(LANGUAGES.en, key) ? t(key) : text;
}

/** "Red to move and win in 9".  @param {import('./notation.js').Placement} placement */
export function taskWords({toMove = 'black', statement}) {
  const {outcome = 'plain', plies} = statement ?? {};
  return t(`task.${outcome}${plies === undefined || outcome === 'draw' ? '' : 'In'}`, {side: toMove, plies});
}

/** Moves for a sentence: not more than a few.  @param {string[]} moves */
export function someMoves(moves, most = 4) {
  const left = moves.length - most;
  return left < 2 ? moves : t('hint.more', {n: left, moves: moves.slice(0, most).join(', ')});
}
