// The editor for positions: places pieces by click or drag, sets the side to move, and rotates or mirrors the board.
// @ts-check
import {image, opponentOf} from './rules.js';
import {chosenValue, get, on} from './page.js';
import {messageText} from './texts.js';

/** @import {App} from './app.js' */
/** @import {Colour} from './rules.js' */
/** @import {Position} from './rules_check.js' */

export class SetUp {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Position|null} the position in the editor, or null if the editor is closed */
    this.position = null;
    on('setup', () => this.show({...app.position}));
    on('setup-done', () => this.finish());
    on('setup-cancel', () => this.close());
    on('to-move', () => this.show({...this.edited, toMove: /** @type {Colour} */ (chosenValue('turn'))}), 'change');
    for (const how of ['clear', 'turn', 'mirror', 'flip', 'swap']) on(`setup-${how}`, () => this.transform(how));
  }

  /** The position in the editor, which must be open. */
  get edited() {
    return /** @type {Position} */ (this.position);
  }

  /** Shows a position in the editor; null closes the editor.  @param {Position|null} position */
  show(position) {
    this.position = position;
    this.app.render();
  }

  close() {
    this.show(null);
    get('setup').focus();
  }

  /** Returns a position with a piece of a colour on a square, or with an empty square if the colour is "".
   *  @param {number} square @param {string} colour @param {Position} position */
  withPiece(square, colour, position = this.edited) {
    const rest = {...position};
    for (const side of /** @type {const} */ (['black', 'red'])) {
      rest[side] = rest[side].filter((n) => n !== square);
      if (side === colour) rest[side] = [...rest[side], square].sort((a, b) => a - b);
    }
    return rest;
  }

  /** Places or removes a piece.  @param {number} square */
  click(square) {
    const brush = chosenValue('brush');
    const colourThere = this.edited.black.includes(square) ? 'black' : this.edited.red.includes(square) ? 'red' : '';
    this.show(this.withPiece(square, brush === colourThere ? '' : brush));
  }

  /** @param {import('./rules.js').Move} move */
  drag({from = 0, to}) {
    this.show(this.withPiece(to, this.edited.black.includes(from) ? 'black' : 'red', this.withPiece(from, '')));
  }

  /** Clears, rotates, mirrors or flips the board, or swaps the colours.  @param {string} how */
  transform(how) {
    const {black, red, toMove} = this.edited;
    if (how === 'swap') return this.show({...this.edited, black: red, red: black, toMove: opponentOf(toMove)});
    const images = (/** @type {number[]} */ squares) => (how === 'clear' ? [] : squares
      .map((square) => image(this.app.state.rules, /** @type {'turn'|'mirror'|'flip'} */ (how), square)).sort((a, b) => a - b));
    this.show({...this.edited, black: images(black), red: images(red)});
  }

  /** Starts a game from the position. */
  finish() {
    const {black, red, toMove} = this.edited;
    if (!this.app.game || this.app.game.check(this.edited)) return;
    this.position = null;
    this.app.update({start: black.length + red.length > 0 ? {black, red, toMove} : null, moves: [], at: 0});
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
    const wrong = app.game.findError(position);
    get('setup-wrong').textContent = wrong ? messageText(wrong) : '';
    get('setup-done', HTMLButtonElement).disabled = wrong !== null;
  }
}
