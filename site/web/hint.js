// The hint: the best moves, and the reason.
// @ts-check
import {outcome, sameWorth} from './annotation.js';
import {moveText} from './rules.js';
import {t} from './texts.js';
import {someMoves, worthWords} from './wording.js';

/** @typedef {import('./annotation.js').Choice} Choice */

/**
 * Returns the best moves and a sentence about them.
 * @param {import('./rules.js').Colour} chooser @param {Choice[]} choices all moves, the best first
 * @returns {{moves: import('./rules.js').Move[], text: string}} moves: empty if all moves are equally good
 */
export function hint(chooser, choices) {
  const best = choices.filter(({worth}) => sameWorth(worth, choices[0].worth));
  const n = best.length;
  const worth = worthWords(best[0].worth);
  if (n === choices.length && n > 1) return {moves: [], text: t('hint.all', {n, worth})};
  const moves = best.map(({move}) => move);
  const values = {n, worth, moves: someMoves(moves.map(moveText)), bad: choices.length - n};
  const result = outcome(chooser, best[0].worth);
  const key = result === 1 ? 'hint.win' : result === -1 ? 'hint.loss' : n === 1 && choices.length > 1 ? 'hint.only' : 'hint.draw';
  return {moves, text: t(choices.length > 1 ? key : 'hint.single', values)};
}
