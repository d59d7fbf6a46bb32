// Who plays against whom: two players, or the reader against the computer, which
// plays perfectly but for moves made at random.
// @ts-check
import {choose} from './annotation.js';
import {chosen, get, on} from './page.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./rules.js').Colour} Colour */

/**
 * How many per cent of its moves a level makes at random; the others are perfect.
 * Against a player who sees one ply ahead (who completes a goal, lets the opponent
 * complete none, and else moves at random) beginner loses about 58 of 100 games of
 * Standard and 60 of Advanced, club 8 and 14, perfect none.
 */
export const LEVELS = {beginner: 80, club: 40, perfect: 0};

/** @param {string} name @param {string} value of the radio button to be chosen, if there is one */
function mark(name, value) {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`input[name="${name}"]`))) {
    input.checked = input.value === value;
  }
}

export class Opponent {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    on('opponent', () => this.choose(), 'change');
    on('rate', () => {
      const rate = Math.round(Number(get('rate', HTMLInputElement).value)) || 0;
      app.go({rate: Math.min(100, Math.max(0, rate))}, {replace: true});
    }, 'change');
  }

  /** What the buttons say.  Values are hidden from whoever begins to play against the computer. */
  choose() {
    const {state} = this.app;
    const level = /** @type {HTMLInputElement|null} */ (document.querySelector('input[name="opponent"]:checked'))?.value;
    if (level === 'two') {
      this.app.showValues = true;
      return this.app.go({human: null, rate: 0});
    }
    if (!state.human) this.app.showValues = false;
    const rate = level ? LEVELS[/** @type {keyof typeof LEVELS} */ (level)] : state.rate;
    this.app.go({human: /** @type {Colour} */ (chosen('human')), rate});
  }

  /** Whether the reader may move. */
  isYours() {
    return this.isReaders(this.app.position);
  }

  /** Whether the reader picks the move in a position.  @param {import('./rules.js').Position} position */
  isReaders(position) {
    const {state, game} = this.app;
    const human = state.view === 'win' ? 'red' : state.view === 'puzzle' ? state.start?.toMove : state.human;
    return !game || !human || game.chooser(position) === human;
  }

  /** Whether the page is to move. */
  isTheirs() {
    const {state, game, position} = this.app;
    return !this.isYours() && state.at === state.moves.length && !game?.winner(position);
  }

  /** The computer's move; none if it is not the computer's turn.  @returns {Promise<import('./rules.js').Move|null>} */
  async answer() {
    const {app} = this;
    if (!app.game || !this.isTheirs()) return null;
    if (app.state.view === 'win') return app.chapter.answer();
    if (app.state.view !== 'explore' || !app.solved) return null;
    return (await choose(app.game, (p) => app.choices(p), app.position, app.state.rate / 100)).move;
  }

  render() {
    const {human, rate} = this.app.state;
    mark('opponent', !human ? 'two' : Object.entries(LEVELS).find(([, errs]) => errs === rate)?.[0] ?? '');
    mark('human', human ?? 'black');
    get('colour').hidden = !human;
    get('rate-label').hidden = !human;
    get('rate', HTMLInputElement).value = String(rate);
  }
}
