// The hint: the best moves, and the reason.
// @ts-check
import {bestOf, outcome, sameResult} from './annotation.js';
import {moveText} from './rules.js';
import {t} from './texts.js';
import {someMoves, resultWords} from './wording.js';

/** @import {Choice} from './value.js' */

/**
 * Returns the best moves and a sentence about them.
 * @param {import('./rules.js').Colour} chooser @param {Choice[]} choices all moves, the best first
 * @returns {{moves: import('./rules.js').Move[], text: string}} moves: empty if there are several
 *     moves and all are equally good
 */
export function hint(chooser, choices) {
  const best = bestOf(choices);
  const n = best.length;
  const {result: value, traps} = choices[0];
  const result = resultWords(value);
  if (n === 0) return {moves: [], text: t('hint.all', {n: choices.length, result})};
  const moves = best.map(({move}) => move);
  const holding = choices.filter((choice) => sameResult(choice.result, value)).length;
  const values = {n, result, moves: someMoves(moves.map(moveText)), bad: choices.length - holding};
  const won = outcome(chooser, value);
  const key = won === 1 ? 'hint.win' : won === -1 ? 'hint.loss' : holding === 1 ? 'hint.only' : 'hint.draw';
  const text = t(choices.length > 1 ? key : 'hint.single', values);
  return {moves, text: traps?.losing ? `${text} ${t('hint.traps', {...traps})}` : text};
}
