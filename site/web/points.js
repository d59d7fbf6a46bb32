// Teeko for points: the markers, the scores, and the computer's moves.
// @ts-check
import {button, element, fill, get} from './page.js';
import {ScoredGame} from './scored_game.js';
import {t} from './texts.js';
import {resultWords} from './wording.js';
import {utility} from './value.js';

/** @import {Colour} from './rules.js' */
/** @import {Scored, ScoredChoice} from './scored_game.js' */
/** @import {Choice} from './value.js' */

export class Points {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {{position: Scored|null, pips: number}} the marker that the reader has chosen */
    this.chosen = {position: null, pips: 0};
  }

  /** The game and the position, if the page plays for points and the rules are loaded. */
  get now() {
    const {game, position} = this.app;
    return game instanceof ScoredGame ? {game, position: /** @type {Scored} */ (position)} : null;
  }

  /** The known scores of the moves with each marker.  @returns {ScoredChoice[]} */
  get choices() {
    return /** @type {ScoredChoice[]} */ (this.app.table?.known(this.app.position) ?? []);
  }

  /** The pips of the marker to drop, or 0 if it is not chosen yet. */
  get marker() {
    const {now, app, choices} = this;
    if (!now || !now.game.dropping(now.position) || now.game.winner(now.position)) return 0;
    const {game, position} = now;
    if (app.opponent.plays(position.toMove)) return choices.length > 0 ? game.best(position, choices).move.pips ?? 0 : 0;
    if (this.chosen.position === position) return this.chosen.pips;
    // If the computer picks the square, it waits until the reader has chosen a marker.
    return app.opponent.plays(game.chooser(position)) ? 0 : Math.max(...game.markersLeft(position));
  }

  /** Returns the moves with the chosen marker, the best for the chooser first.  @param {Choice[]} choices */
  shown(choices) {
    const {now, marker} = this;
    if (!now) return choices;
    const chooser = now.game.chooser(now.position);
    return choices.filter(({move}) => move.from || move.pips === marker)
      .sort((a, b) => utility(chooser, b.result) - utility(chooser, a.result));
  }

  /** Returns the computer's move, or null while the reader or the solver has to act first.  */
  computerMove() {
    const {now, marker, choices} = this;
    if (!now || choices.length === 0) return null;
    if (!now.game.dropping(now.position)) return choices[0].move;
    return marker ? now.game.expected(now.position, choices, marker).move : null;
  }

  /** Returns the words for the points that a ply has given away.  @param {Record<Colour, number>} lost @param {boolean} all
   *  whether to say also that a side gave away nothing */
  lostWords(lost, all = false) {
    return /** @type {Colour[]} */ (['black', 'red']).filter((side) => all || lost[side] > 0)
      .map((side) => t('points.lost', {side, n: lost[side]})).join(' ');
  }

  /** Shows the points that each side has given away in the game.  @param {Record<Colour, number>[]} losses of all plies */
  renderReview(losses) {
    get('review').hidden = losses.length === 0;
    const total = losses.reduce((sum, lost) => ({black: sum.black + lost.black, red: sum.red + lost.red}), {black: 0, red: 0});
    fill(get('review'), element('p', {}, this.lostWords(total, true)));
  }

  /** Shows the markers that can be dropped.  @param {boolean} shows whether to show scores */
  render(shows) {
    const {now, app, choices, marker} = this;
    const markers = !now || !now.game.dropping(now.position) || now.game.winner(now.position) ? [] : now.game.markersLeft(now.position);
    fill(get('markers'), ...markers.map((pips) => button(String(pips), () => {
      this.chosen = {position: /** @type {Scored} */ (app.position), pips};
      app.render();
      app.continueGame();
    }, {disabled: app.opponent.plays(app.position.toMove), 'aria-pressed': String(pips === marker),
      'aria-label': t('points.marker', {n: pips}) + (now && shows && choices.length > 0
        ? `: ${resultWords(now.game.expected(now.position, choices, pips).result)}` : '')})));
  }
}
