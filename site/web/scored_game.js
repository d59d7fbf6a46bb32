// Scored games (docs/rules.md §7): positions with pips, and the scores of moves.
// @ts-check
import {makeError} from './messages.js';
import {Game, opponentOf} from './rules.js';
import {outcome, utility} from './value.js';

/** @import {Colour, Move} from './rules.js' */
/** @import {Rules, Scoring} from './rules_check.js' */
/** A position, with the pips of its markers by square.
 *  @typedef {import('./rules_check.js').Position & {pips: Record<number, number>}} Scored */
/** A move, the position after it, and the score that it leads to.
 *  @typedef {import('./value.js').Choice & {position: Scored}} ScoredChoice */
/** The scores of positions for the side to move (module.js).
 *  @typedef {(positions: Scored[]) => Promise<{points: number, plies: number, least: boolean}[]>} Scores */

/**
 * Returns rules for points as in the edition of 1964: markers with 1, 2, … pips, and 4 more points on the corners and the
 * centre.
 * @param {Rules} rules @returns {Rules & {scoring: Scoring}}
 */
export function scoredRules(rules) {
  const {rows, columns, pieces} = rules;
  const special = [1, columns, (rows - 1) * columns + 1, rows * columns];
  if (rows * columns % 2 === 1) special.push((rows * columns + 1) / 2);
  const pips = Array.from({length: pieces}, (_, i) => i + 1);
  return {...rules, scoring: {pips, special, points: 4}};
}

export class ScoredGame extends Game {
  /** @param {Rules & {scoring: Scoring}} rules @param {number[][]} goals @param {number[][]} neighbours */
  constructor(rules, goals, neighbours) {
    super(rules, goals, neighbours);
    this.scoring = rules.scoring;
  }

  /** Returns the empty board.  @returns {Scored} */
  start(style = this.rules.styles[0], banned = false) {
    return {...super.start(style, banned), pips: {}};
  }

  /** Returns the different pips of the markers that the side to move can drop.  @param {Scored} position */
  markersLeft({pips, toMove, ...position}) {
    const left = [...this.scoring.pips];
    for (const square of position[toMove]) left.splice(left.indexOf(pips[square]), 1);
    return [...new Set(left)];
  }

  /** Returns the points of a move that completes a goal on a square.  @param {number} pips @param {number} square */
  points(pips, square) {
    const {special, points} = this.scoring;
    return pips + (special.includes(square) ? points : 0);
  }

  /** Returns the points that the last move of a game has scored.  @param {Scored} position the last one @param {Move} last */
  scored({black, red, pips}, {to}) {
    return [black, red].some((squares) => this.goalKeys.has(squares.join())) ? this.points(pips[to], to) : 1;
  }

  /** @param {Scored} position @param {Move} move @returns {Scored} */
  after(position, move) {
    const {[move.from ?? 0]: moved, ...others} = position.pips;
    return {...position, ...super.after(position, move), pips: {...others, [move.to]: move.pips ?? moved}};
  }

  /** @param {Scored} position @param {Move} move */
  play(position, move) {
    if (!move.from && this.dropping(position) && !this.markersLeft(position).includes(move.pips ?? 0)) {
      throw makeError('play.marker', {side: position.toMove, pips: move.pips ?? 0});
    }
    return super.play(position, move);
  }

  /** Returns all moves with each marker, the best for the side to move first.
   *  @param {Scored} position @param {Scores} scores @returns {Promise<ScoredChoice[]>} */
  async choices(position, scores) {
    const mover = position.toMove;
    const markers = this.markersLeft(position);
    const made = this.moves(position).flatMap((move) => (move.from ? [move] : markers.map((pips) => ({...move, pips}))))
      .map((move) => ({move, position: this.after(position, move)}));
    const goesOn = made.filter((choice) => !this.winner(choice.position));
    const found = goesOn.length > 0 ? await scores(goesOn.map((choice) => choice.position)) : [];
    return made.map((choice) => {
      const i = goesOn.indexOf(choice);
      // A completed goal, or an opponent without a move, who loses one point.
      const completes = this.goalKeys.has(choice.position[mover].join());
      const {to} = choice.move;
      const score = i >= 0 ? found[i] : {points: completes ? -this.points(choice.position.pips[to], to) : -1, plies: 0, least: false};
      const winner = score.points === 0 ? null : score.points < 0 ? mover : opponentOf(mover);
      return {...choice, result: {winner, plies: score.plies, points: Math.abs(score.points), least: score.least}};
    }).sort((a, b) => utility(mover, b.result) - utility(mover, a.result));
  }

  /** Returns the choice that a marker leads to if the chooser of the square plays well.
   *  @param {Scored} position @param {ScoredChoice[]} choices @param {number} marker @returns {ScoredChoice} */
  expected(position, choices, marker) {
    const among = choices.filter(({move}) => move.pips === marker);
    return among[this.chooser(position) === position.toMove ? 0 : among.length - 1];
  }

  /** Returns the choice that good play leads to.  @param {Scored} position @param {ScoredChoice[]} choices */
  best(position, choices) {
    if (!this.dropping(position)) return choices[0];
    return this.markersLeft(position).map((marker) => this.expected(position, choices, marker))
      .reduce((a, b) => (utility(position.toMove, b.result) > utility(position.toMove, a.result) ? b : a));
  }

  /**
   * Returns the points that each side gives away by a choice.  In a drop, the owner picks the marker, and the chooser the
   * square.
   * @param {Scored} position @param {ScoredChoice[]} choices @param {ScoredChoice} played @returns {Record<Colour, number>}
   */
  givenAway(position, choices, played) {
    const owner = position.toMove;
    const value = (/** @type {ScoredChoice} */ {result}) => (result.points ?? 0) * outcome(owner, result);
    const best = value(this.best(position, choices));
    const expected = this.dropping(position) ? value(this.expected(position, choices, played.move.pips ?? 0)) : best;
    const lost = {black: 0, red: 0};
    lost[owner] += best - expected;
    lost[this.chooser(position)] += Math.abs(expected - value(played));
    return lost;
  }
}
