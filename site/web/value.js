// Values of positions and moves.  A value of the module (rules_check.js) is for the side to move; a Result names the winner.
// @ts-check
import {colourName, opponentOf} from './rules.js';

/** @import {Colour, Move} from './rules.js' */
/** @import {Position} from './rules_check.js' */
/** A value: who wins and in how many plies.  The winner is null for a draw.  In scored games `points` are the winner's
 *  points; `least` says that they may be more.
 *  @typedef {{winner: Colour|null, plies: number, points?: number, least?: boolean}} Result */
/** A move, the position after it, and the value of that position.  `traps`: what a move that holds a draw leaves to the opponent.
 *  @typedef {{move: Move, position: Position, result: Result, traps?: import('./traps.js').Traps}} Choice */

/** Returns a value in the words of Steele's letter: "Black in 13", "Draw", "Red wins".  @param {Result} result */
export function resultText({winner, plies}) {
  if (!winner) return 'Draw';
  return plies === 0 ? `${colourName(winner)} wins` : `${colourName(winner)} in ${plies}`;
}

/** Returns a number that is larger for values that are better for a side.  @param {Colour} side @param {Result} result */
export function utility(side, {winner, plies, points = 0}) {
  if (!winner) return 0;
  const size = 1000 * (points + 1) - plies;
  return winner === side ? size : -size;
}

/** Returns 1 for a win of the side, 0 for a draw, -1 for a loss.  @param {Colour} side @param {Result} result */
export const outcome = (side, {winner}) => (!winner ? 0 : winner === side ? 1 : -1);

/** @param {Result} a @param {Result} b */
export const sameResult = (a, b) => a.winner === b.winner && a.plies === b.plies && a.points === b.points;

/** Converts a value of the module, which is for the side to move.
 *  @param {Colour} toMove @param {import('./rules_check.js').Value} value @returns {Result} */
export function resultOf(toMove, {outcome, plies}) {
  const winner = outcome === 'draw' ? null : outcome === 'win' ? toMove : opponentOf(toMove);
  return {winner, plies: winner ? plies : 0};
}

/**
 * Returns the moves of a position with their values, the best for the chooser first.  Equally good moves stay in their
 * order.
 * @param {Colour} chooser who picks the move
 * @param {Move[]} moves
 * @param {Position[]} positions after the moves
 * @param {import('./rules_check.js').Value[]} values of these positions
 * @returns {Choice[]}
 */
export function choicesFrom(chooser, moves, positions, values) {
  return moves
    .map((move, i) => ({move, position: positions[i], result: resultOf(positions[i].toMove, values[i])}))
    .sort((a, b) => utility(chooser, b.result) - utility(chooser, a.result));
}
