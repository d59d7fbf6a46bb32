// What positions and moves are worth: who wins, and in how many plies.
// @ts-check
import {named, other} from './rules.js';

/** @typedef {import('./rules.js').Colour} Colour */
/** @typedef {import('./rules.js').Move} Move */
/** @typedef {import('./rules.js').Position} Position */
/** Who wins and in how many plies; no winner is a draw.  @typedef {{winner: Colour|null, plies: number}} Worth */
/** A move, where it leads, and what that is worth.  @typedef {{move: Move, position: Position, worth: Worth}} Choice */

/** The letter's words.  @param {Worth} worth */
export function worthText({winner, plies}) {
  if (!winner) return 'Draw';
  return plies === 0 ? `${named(winner)} wins` : `${named(winner)} in ${plies}`;
}

/** How much a side likes a value: more is better.  @param {Colour} side @param {Worth} worth */
export function utility(side, {winner, plies}) {
  return !winner ? 0 : winner === side ? 1000 - plies : plies - 1000;
}

/** 1 a win, 0 a draw, -1 a loss of the side's.  @param {Colour} side @param {Worth} worth */
export const outcome = (side, {winner}) => (!winner ? 0 : winner === side ? 1 : -1);

/** @param {Worth} a @param {Worth} b */
export const same = (a, b) => a.winner === b.winner && a.plies === b.plies;

/** The module's value for the side to move, as a winner.  @param {Colour} toMove @param {import('./rules_check.js').Value} value @returns {Worth} */
export function worthOf(toMove, {outcome, plies}) {
  const winner = outcome === 'draw' ? null : outcome === 'win' ? toMove : other(toMove);
  return {winner, plies: winner ? plies : 0};
}

/**
 * Returns the moves of a position with their values, the best for the chooser
 * first; equally good ones stay in their order.
 * @param {Colour} chooser who picks the move
 * @param {Move[]} moves
 * @param {Position[]} positions after the moves
 * @param {import('./rules_check.js').Value[]} values of these positions
 * @returns {Choice[]}
 */
export function choicesFrom(chooser, moves, positions, values) {
  return moves
    .map((move, i) => ({move, position: positions[i], worth: worthOf(positions[i].toMove, values[i])}))
    .sort((a, b) => utility(chooser, b.worth) - utility(chooser, a.worth));
}
