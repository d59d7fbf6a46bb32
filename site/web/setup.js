// Setting up a position: pieces by click or drag, the side to move, symmetries.
// @ts-check
import {image, other} from './rules.js';
import {chosen, get, on} from './page.js';
import {words} from './texts.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./rules.js').Colour} Colour */
/** @typedef {import('./solver.js').Position} Position */

export class SetUp {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Position|null} what is being set up */
    this.position = null;
    on('setup', () => this.show({...app.position}));
    on('setup-done', () => this.finish());
    on('setup-cancel', () => this.close());
    on('to-move', () => this.show({...this.now, toMove: /** @type {Colour} */ (chosen('turn'))}), 'change');
    for (const how of ['clear', 'turn', 'mirror', 'flip', 'swap']) on(`setup-${how}`, () => this.transform(how));
  }

  get now() {
    return /** @type {Position} */ (this.position);
  }

  /** @param {Position|null} position */
  show(position) {
    this.position = position;
    this.app.render();
  }

  close() {
    this.show(null);
    get('setup').focus();
  }

  /** @param {number} square @param {string} colour of the only piece that is there then, if any @param {Position} position */
  put(square, colour, position = this.now) {
    const rest = {...position};
    for (const side of /** @type {const} */ (['black', 'red'])) {
      rest[side] = rest[side].filter((n) => n !== square);
      if (side === colour) rest[side] = [...rest[side], square].sort((a, b) => a - b);
    }
    return rest;
  }

  /** @param {number} square */
  click(square) {
    const brush = chosen('brush');
    const there = this.now.black.includes(square) ? 'black' : this.now.red.includes(square) ? 'red' : '';
    this.show(this.put(square, brush === there ? '' : brush));
  }

  /** @param {import('./rules.js').Move} move */
  drag({from = 0, to}) {
    this.show(this.put(to, this.now.black.includes(from) ? 'black' : 'red', this.put(from, '')));
  }

  /** @param {string} how */
  transform(how) {
    const {black, red, toMove} = this.now;
    if (how === 'swap') return this.show({...this.now, black: red, red: black, toMove: other(toMove)});
    const all = (/** @type {number[]} */ squares) => (how === 'clear' ? [] : squares
      .map((square) => image(this.app.state.rules, /** @type {'turn'|'mirror'|'flip'} */ (how), square)).sort((a, b) => a - b));
    this.show({...this.now, black: all(black), red: all(red)});
  }

  finish() {
    const {black, red, toMove} = this.now;
    if (!this.app.game || this.app.game.check(this.now)) return;
    this.position = null;
    this.app.go({start: black.length + red.length > 0 ? {black, red, toMove} : null, moves: [], at: 0});
    get('setup').focus();
  }

  render() {
    const {position, app} = this;
    get('setup-panel').hidden = position === null;
    if (!position || !app.game) return;
    const full = Math.min(position.black.length, position.red.length) >= app.state.rules.pieces;
    if (!full) position.toMove = position.black.length > position.red.length ? 'red' : 'black';
    /** @type {HTMLInputElement} */ (document.querySelector(`input[name="turn"][value="${position.toMove}"]`)).checked = true;
    get('to-move', HTMLFieldSetElement).disabled = !full;
    const wrong = app.game.wrong(position);
    get('setup-wrong').textContent = wrong ? words(wrong) : '';
    get('setup-done', HTMLButtonElement).disabled = wrong !== null;
  }
}
