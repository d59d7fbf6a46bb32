// The review of a game: its value after each ply, and the worst move of each side.
// @ts-check
import {outcome, utility, resultBefore} from './annotation.js';

/** @import {Annotated} from './annotation.js' */
/** @import {Colour} from './rules.js' */
/** @import {Choice, Result} from './value.js' */

/** Returns the value before the first ply and after each ply.  @param {Choice[]} first the choices in the first position
 *  @param {Annotated[]} plies @returns {Result[]} */
export function results(first, plies) {
  return [resultBefore(first), ...plies.map(({result}) => result)];
}

/** Returns how much worse a ply is than the best one, for the side that chose it.  A worse outcome costs more than any
 *  number of plies.  @param {Annotated} ply */
const cost = ({chooser, result, bestResult}) => utility(chooser, bestResult) - utility(chooser, result);

/** Returns what was wrong with a ply.  `kind`: the end of the key "worst.…" of a text; `n`: the difference in plies.
 *  @param {Annotated} ply */
export function fault({chooser, result, bestResult}) {
  const [before, after] = [outcome(chooser, bestResult), outcome(chooser, result)];
  if (before !== after) return {kind: before === 0 ? 'drawLost' : after === 0 ? 'winDrawn' : 'winLost', n: 0};
  return {kind: before === 1 ? 'slower' : 'sooner', n: Math.abs(result.plies - bestResult.plies)};
}

/** Returns the index of the first ply with the highest cost for a side; 'none' if all its plies were best; null if the
 *  side has chosen no ply.  @param {Annotated[]} plies @param {Colour} side @returns {{index: number}|'none'|null} */
export function worstMove(plies, side) {
  const own = plies.map((ply, index) => ({index, cost: ply.chooser === side ? cost(ply) : -1})).filter((ply) => ply.cost >= 0);
  if (own.length === 0) return null;
  const worst = own.reduce((most, ply) => (ply.cost > most.cost ? ply : most));
  return worst.cost > 0 ? {index: worst.index} : 'none';
}
