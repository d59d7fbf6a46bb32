// The page on which the reader plays O in Qubic against the proof of qubic/.
// @ts-check
import {chooseLanguage} from './language.js';
import {element, fill, get, on} from './page.js';
import {LINES, Qubic} from './qubic_game.js';
import {t} from './texts.js';

/** @typedef {import('./qubic_game.js').Answer} Answer */

class Game {
  /** @param {Record<string, number>} moves X's strategic moves (build_site.py) */
  constructor(moves) {
    this.qubic = new Qubic(moves);
    /** @type {(Answer & {reply?: number})[]} X's moves, each with O's reply once it is made */
    this.turns = [];
    this.focused = 1;
    on('qubic-new', () => this.restart());
    on('qubic-back', () => this.takeBack());
    get('qubic-levels').addEventListener('keydown', (event) => this.moveFocus(event));
    this.restart();
  }

  get isOver() {
    return this.qubic.linesWith(1, 4).length > 0;
  }

  restart() {
    for (const {move, reply} of this.turns.splice(0)) {
      this.qubic.toggle(move, 1);
      if (reply) this.qubic.toggle(reply, 2);
    }
    this.answer();
  }

  /** X moves. */
  answer() {
    const answer = this.qubic.answer();
    this.qubic.toggle(answer.move, 1);
    this.turns.push(answer);
    this.render();
  }

  /** The reader puts a stone on a cell.  @param {number} cell */
  reply(cell) {
    if (this.isOver || this.qubic.board[cell] !== 0) return;
    this.qubic.toggle(cell, 2);
    this.turns[this.turns.length - 1].reply = cell;
    this.focused = cell;
    this.answer();
  }

  /** Takes back the reader's last stone and X's answer. */
  takeBack() {
    if (this.turns.length < 2) return;
    this.qubic.toggle(/** @type {Answer} */ (this.turns.pop()).move, 1);
    const turn = this.turns[this.turns.length - 1];
    this.qubic.toggle(/** @type {number} */ (turn.reply), 2);
    delete turn.reply;
    this.render();
  }

  /** @param {KeyboardEvent} event */
  moveFocus(event) {
    const step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -4, ArrowDown: 4, PageUp: -16, PageDown: 16}[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.focused = (this.focused + step + 63) % 64 + 1;
    this.render();
    /** @type {HTMLElement} */ (document.querySelector(`[data-key="${this.focused}"]`)).focus();
  }

  render() {
    const {qubic} = this;
    const {move, kind} = this.turns[this.turns.length - 1];
    const full = qubic.linesWith(1, 4);
    const shown = full.length > 0 ? full : qubic.linesWith(1, 3);
    const threats = full.length > 0 ? [] : qubic.threats(1);
    const marked = new Set(shown.flatMap((line) => LINES[line]).filter((cell) => qubic.board[cell] === 1));
    get('qubic-say').textContent = full.length > 0 ? t('qubic.won', {n: this.turns.length, cells: LINES[full[0]].join(' ')})
      : threats.length > 1 ? t('qubic.double', {move, cells: threats.join(' ')})
        : threats.length === 1 ? t('qubic.threat', {move, cell: threats[0]}) : t('qubic.quiet', {move});
    fill(get('qubic-why'), [t(`qubic.why.${kind}`), ...(full.length > 0 ? [] : shown.map((line) =>
      t('qubic.line', {stones: LINES[line].filter((cell) => qubic.board[cell] === 1).join(' '), cell: qubic.emptyCells(line)[0]})))].join(' '));
    get('qubic-back', HTMLButtonElement).disabled = this.turns.length < 2;
    const last = [move, this.turns[this.turns.length - 2]?.reply];
    const square = (/** @type {number} */ cell) => {
      const side = ['empty', 'x', 'o'][qubic.board[cell]];
      const classes = [side, marked.has(cell) && 'made', threats.includes(cell) && 'danger', last.includes(cell) && 'latest'];
      return element('button', {type: 'button', role: 'gridcell', key: String(cell), tabIndex: cell === this.focused ? 0 : -1,
        className: classes.filter(Boolean).join(' '), onclick: () => this.reply(cell),
        'aria-label': t(threats.includes(cell) ? 'qubic.cell.threat' : `qubic.cell.${side}`, {cell})},
      [String(cell), '×', '○'][qubic.board[cell]]);
    };
    fill(get('qubic-levels'), ...[0, 1, 2, 3].map((z) => element('div', {role: 'grid', 'aria-label': t('qubic.level', {level: z + 1})},
        ...[0, 1, 2, 3].map((y) => element('div', {role: 'row'}, ...[1, 2, 3, 4].map((x) => square(x + 4 * y + 16 * z)))))));
  }
}

/** @type {Game|undefined} */
let game;
const translateTitle = () => document.title = t('qubic');
chooseLanguage(() => {
  translateTitle();
  game?.render();
});
translateTitle();
const response = await fetch(new URL('qubic.json', import.meta.url)).catch((error) => ({ok: false, status: error.message}));
if ('json' in response && response.ok) game = new Game(await response.json());
else get('qubic-say').textContent = t('qubic.unloaded', {status: response.status});
