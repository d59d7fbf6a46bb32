// The opponent: another person at the same device, or the computer, which plays some moves at random and the others
// perfectly.
// @ts-check
import {choose} from './annotation.js';
import {chosenValue, get, on} from './page.js';

/** @import {App} from './app.js' */
/** @import {Colour} from './rules.js' */

/**
 * The percentage of random moves at each strength of the computer.  All other moves are perfect.  site/README.md has a
 * table of the games that the computer loses at each strength.
 */
export const STRENGTHS = {beginner: 80, club: 40, perfect: 0};

/** Selects the radio button with a value and clears the others.  @param {string} name @param {string} value */
function selectRadio(name, value) {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`input[name="${name}"]`))) {
    input.checked = input.value === value;
  }
}

export class Opponent {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    on('opponent', () => this.applyChoice(), 'change');
    on('rate', () => {
      const rate = Math.round(Number(get('rate', HTMLInputElement).value)) || 0;
      app.update({rate: Math.min(100, Math.max(0, rate))}, {replace: true});
    }, 'change');
  }

  /** Applies the chosen opponent.  Hides the values when a game against the computer starts. */
  applyChoice() {
    const {state} = this.app;
    const choice = /** @type {HTMLInputElement|null} */ (document.querySelector('input[name="opponent"]:checked'))?.value;
    if (choice === 'two') {
      this.app.show({values: true});
      return this.app.update({human: null, rate: 0});
    }
    if (!state.human) this.app.show({values: false});
    const rate = choice ? STRENGTHS[/** @type {keyof typeof STRENGTHS} */ (choice)] : state.rate;
    this.app.update({human: /** @type {Colour} */ (chosenValue('human')), rate});
  }

  /** True if the reader picks the move in the position on the board. */
  isReaderToPick() {
    return this.readerPicks(this.app.position);
  }

  /** True if the computer makes the decisions of a side.  @param {Colour} side */
  plays(side) {
    const {human} = this.app.state;
    return human !== null && side !== human;
  }

  /** True if the reader picks the move in a position.  @param {import('./rules_check.js').Position} position */
  readerPicks(position) {
    const {state, game} = this.app;
    const human = state.view === 'win' ? 'red' : state.view === 'puzzle' ? state.start?.toMove : state.human;
    return !game || !human || game.chooser(position) === human;
  }

  isComputerToPick() {
    const {state, game, position} = this.app;
    return !this.isReaderToPick() && state.at === state.moves.length && !game?.winner(position);
  }

  /** Returns the computer's move, or null if it is not the computer's turn.
   *  @returns {Promise<import('./rules.js').Move|null>} */
  async computerMove() {
    const {app} = this;
    if (!app.game || !this.isComputerToPick()) return null;
    if (app.state.view === 'win') return app.chapter.blackMove();
    if (app.state.view === 'points') return app.points.computerMove();
    if (app.state.view !== 'explore' || !app.solved) return null;
    return app.table && (await choose(app.game, app.table, app.position, app.state.rate / 100)).move;
  }

  render() {
    const {human, rate} = this.app.state;
    selectRadio('opponent', !human ? 'two' : Object.entries(STRENGTHS).find(([, percentage]) => percentage === rate)?.[0] ?? '');
    selectRadio('human', human ?? 'black');
    get('colour').hidden = !human;
    get('rate-label').hidden = !human;
    get('rate', HTMLInputElement).value = String(rate);
  }
}
