// Which of several draws is best?  The one after which the largest share of the opponent's replies loses.
// @ts-check
import {choicesFrom, outcome} from './value.js';

/** @import {Colour, Game} from './rules.js' */
/** @import {Position} from './rules_check.js' */
/** What a move that holds the draw leaves to the opponent.  `replies`: the number of replies; `losing`: how many of them lose;
 *  `deeper`: the mean, over the other replies, of the largest share of losing replies that the side can then reach.
 *  @typedef {{losing: number, replies: number, deeper: number}} Traps */

/** Returns a number that is larger for better traps.  @param {Traps|undefined} traps */
export const trapRank = (traps) => (traps ? traps.losing / Math.max(traps.replies, 1) + traps.deeper / 1e4 : 0);

/**
 * Returns the traps of the moves that hold a draw, in the order of game.moves; undefined for other moves.  Computes `deeper`
 * only for moves with the largest share, if there are several; otherwise it is 0.
 * @param {Game} game @param {(positions: Position[]) => import('./rules_check.js').Value[]} probe returns their values
 * @param {Position} position with the value draw @returns {(Traps|undefined)[]}
 */
export function trapsOf(game, probe, position) {
  const side = game.chooser(position);
  const choices = (/** @type {Position} */ at) => {
    const moves = game.moves(at);
    const positions = moves.map((move) => game.after(at, move));
    return moves.length > 0 ? choicesFrom(side, moves, positions, probe(positions)) : [];
  };
  const draws = (/** @type {Position} */ at) => choices(at).filter(({result}) => !result.winner);
  /** @type {Map<string, Traps>} */
  const known = new Map();
  const look = (/** @type {Position} */ at) => {
    const key = `${at.black};${at.red};${at.toMove}`;
    let traps = known.get(key);
    if (!traps) {
      const replies = choices(at);
      const losing = game.chooser(at) === side ? 0 : replies.filter(({result}) => outcome(side, result) === 1).length;
      traps = {losing, replies: replies.length, deeper: 0};
      known.set(key, traps);
    }
    return traps;
  };
  const share = (/** @type {Position} */ at) => trapRank(look(at));
  // The share that the side can reach after a reply.  If the opponent picks again, there is nothing to reach.
  const reach = (/** @type {Position} */ at) => (game.chooser(at) === side ? Math.max(...draws(at).map((choice) => share(choice.position))) : share(at));
  const made = draws(position).map((choice) => ({choice, traps: {...look(choice.position)}}));
  const most = Math.max(...made.map(({traps}) => trapRank(traps)));
  const best = made.filter(({traps}) => trapRank(traps) === most);
  for (const {choice, traps} of best.length > 1 ? best : []) {
    const held = draws(choice.position);
    traps.deeper = held.reduce((sum, reply) => sum + reach(reply.position), 0) / Math.max(held.length, 1);
  }
  return game.moves(position).map((move) => made.find(({choice}) => choice.move.from === move.from && choice.move.to === move.to)?.traps);
}
