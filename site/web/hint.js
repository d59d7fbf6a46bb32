// The hint: the best moves, and the reason.
// @ts-check
import {outcome, sameResult} from './annotation.js';
import {moveText} from './rules.js';
import {t} from './texts.js';
import {someMoves, resultWords} from './wording.js';

/** @typedef {import('./annotation.js').Choice} Choice */

/**
 * Returns the best moves and a sentence about them.
 * @param {import('./rules.js').Colour} chooser @param {Choice[]} choices all moves, the best first
 * @returns {{moves: import('./rules.js').Move[], text: string}} moves: empty if there are several
 *     moves and all are equally good
 */
export function hint(chooser, choices) {
  const best = choices.filter(({result}) => sameResult(result, choices[0].result));
  const n = best.length;
  const result = resultWords(best[0].result);
  if (n === choices.length && n > 1) return {moves: [], text: t('hint.all', {n, result})};
  const moves = best.map(({move}) => move);
  const values = {n, result, moves: someMoves(moves.map(moveText)), bad: choices.length - n};
  const won = outcome(chooser, best[0].result);
  const key = won === 1 ? 'hint.win' : won === -1 ? 'hint.loss' : n === 1 && choices.length > 1 ? 'hint.only' : 'hint.draw';
  return {moves, text: t(choices.length > 1 ? key : 'hint.single', values)};
}
