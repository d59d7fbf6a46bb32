// A hint: the best moves, and why they are the best.
// @ts-check
import {outcome, same} from './annotation.js';
import {moveText} from './rules.js';
import {t} from './texts.js';
import {someMoves, worthWords} from './wording.js';

/** @typedef {import('./annotation.js').Choice} Choice */

/**
 * @param {import('./rules.js').Colour} chooser @param {Choice[]} choices all that there are, the best first
 * @returns {{moves: import('./rules.js').Move[], text: string}} moves: none if all are equally good
 */
export function hint(chooser, choices) {
  const best = choices.filter(({worth}) => same(worth, choices[0].worth));
  const n = best.length;
  const worth = worthWords(best[0].worth);
  if (n === choices.length && n > 1) return {moves: [], text: t('hint.all', {n, worth})};
  const moves = best.map(({move}) => move);
  const values = {n, worth, moves: someMoves(moves.map(moveText)), bad: choices.length - n};
  const could = outcome(chooser, best[0].worth);
  const key = could === 1 ? 'hint.win' : could === -1 ? 'hint.loss' : n === 1 && choices.length > 1 ? 'hint.only' : 'hint.draw';
  return {moves, text: t(choices.length > 1 ? key : 'hint.single', values)};
}
