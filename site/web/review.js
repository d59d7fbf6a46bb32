// A game looked back on: what it was worth after each ply, and each side's worst move.
// @ts-check
import {outcome, utility, worthBefore} from './annotation.js';

/** @typedef {import('./annotation.js').Annotated} Annotated */
/** @typedef {import('./annotation.js').Choice} Choice */
/** @typedef {import('./annotation.js').Worth} Worth */
/** @typedef {import('./rules.js').Colour} Colour */

/** The value before the first ply and after each.  @param {Choice[]} first those of the first position
 *  @param {Annotated[]} plies @returns {Worth[]} */
export function worths(first, plies) {
  return [worthBefore(first), ...plies.map(({worth}) => worth)];
}

/** What a ply cost the side that chose it; nothing can be dearer than a worse outcome.  @param {Annotated} ply */
const cost = ({chooser, worth, could}) => utility(chooser, could) - utility(chooser, worth);

/** What was wrong with a ply that cost something: the end of a key of the texts, and by how many plies.  @param {Annotated} ply */
export function fault({chooser, worth, could}) {
  const [before, after] = [outcome(chooser, could), outcome(chooser, worth)];
  if (before !== after) return {kind: before === 0 ? 'drawLost' : after === 0 ? 'winDrawn' : 'winLost', n: 0};
  return {kind: before === 1 ? 'slower' : 'sooner', n: Math.abs(worth.plies - could.plies)};
}

/** The ply that cost a side most, the first of these, by its index; none if nothing could be better, and null if the side
 *  has chosen nothing.  @param {Annotated[]} plies @param {Colour} side @returns {{index: number}|'none'|null} */
export function worstMove(plies, side) {
  const own = plies.map((ply, index) => ({index, cost: ply.chooser === side ? cost(ply) : -1})).filter((ply) => ply.cost >= 0);
  if (own.length === 0) return null;
  const worst = own.reduce((most, ply) => (ply.cost > most.cost ? ply : most));
  return worst.cost > 0 ? {index: worst.index} : 'none';
}
