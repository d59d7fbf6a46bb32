// The page on which the reader plays O in Qubic against the proof of qubic/.
// @ts-check
import {startFrame} from './frame.js';
import {GamePage} from './history.js';
import {loadJson} from './load.js';
import {button, element, fill, get} from './page.js';
import {LINES, Qubic} from './qubic_game.js';
import {messageText, t} from './texts.js';

/** @import {Answer} from './qubic_game.js' */
/** `moves`: the cells of O's stones.  @typedef {{view: 'qubic', moves: number[], at: number}} State */

/** @param {State} state */
const toAddress = ({moves, at}) => (moves.length === 0 ? '#' : `#moves=${moves.join('.')}${at < moves.length ? `&at=${at}` : ''}`);

/** @param {string} address @returns {{state: State, problems: string[]}} */
function fromAddress(address) {
  const words = new URLSearchParams(address.slice(1));
  const moves = (words.get('moves') ?? '').split('.').filter(Boolean).slice(0, 32).map(Number);
  const at = Number(words.get('at') ?? moves.length);
  return {state: {view: 'qubic', moves, at: at >= 0 && at <= moves.length ? at : moves.length}, problems: []};
}

/** @extends {GamePage<State>} */
class Page extends GamePage {
  /** @param {Record<string, number>} moves X's strategic moves (build_site.py) */
  constructor(moves) {
    super({view: 'qubic', moves: [], at: 0}, {toAddress, fromAddress});
    this.strategy = moves;
    this.qubic = new Qubic(moves);
    /** @type {Answer[]} X's moves, one more than O's stones on the board */
    this.answers = [];
    this.focused = 1;
    this.bind();
    get('board').addEventListener('keydown', (event) => this.moveFocus(event));
    this.readAddress();
  }

  get isOver() {
    return this.qubic.linesWith(1, 4).length > 0;
  }

  /** Plays the moves of the state up to the ply on the board.  @param {() => string} message */
  apply(message) {
    const {state} = this;
    this.qubic = new Qubic(this.strategy);
    this.answers = [];
    let problem = message();
    for (let turn = 0; ; ++turn) {
      const answer = this.qubic.answer();
      this.qubic.toggle(answer.move, 1);
      this.answers.push(answer);
      if (turn === state.at) break;
      const cell = state.moves[turn];
      if (this.isOver || this.qubic.board[cell] !== 0) {
        problem = t('qubic.stops', {move: cell});
        Object.assign(state, {moves: state.moves.slice(0, turn), at: turn});
        break;
      }
      this.qubic.toggle(cell, 2);
    }
    get('say').textContent = problem;
    this.render();
  }

  /** The reader puts a stone on a cell.  @param {number} cell */
  reply(cell) {
    if (this.isOver || this.qubic.board[cell] !== 0) return;
    this.focused = cell;
    const {moves, at} = this.state;
    this.update({moves: [...moves.slice(0, at), cell], at: at + 1});
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

  /** Returns the button of a cell.  @param {number} cell @param {number[]} marked cells of lines of X @param {number[]} threats */
  cell(cell, marked, threats) {
    const {answers, qubic, state} = this;
    const side = ['empty', 'x', 'o'][qubic.board[cell]];
    const last = [answers[answers.length - 1].move, state.moves[state.at - 1]];
    const classes = [side, marked.includes(cell) && 'made', threats.includes(cell) && 'danger', last.includes(cell) && 'latest'];
    return element('button', {type: 'button', role: 'gridcell', key: String(cell), tabIndex: cell === this.focused ? 0 : -1,
      className: classes.filter(Boolean).join(' '), onclick: () => this.reply(cell),
      'aria-label': side === 'empty' ? t(threats.includes(cell) ? 'qubic.cell.threat' : 'qubic.cell.empty', {cell}) : `${cell}: ${side.toUpperCase()}`},
    [String(cell), '×', '○'][qubic.board[cell]]);
  }

  render() {
    const {answers, qubic, state} = this;
    const {move, kind} = answers[answers.length - 1];
    const full = qubic.linesWith(1, 4);
    const shown = full.length > 0 ? full : qubic.linesWith(1, 3);
    const threats = full.length > 0 ? [] : qubic.threats(1);
    const marked = shown.flatMap((line) => LINES[line]).filter((cell) => qubic.board[cell] === 1);
    this.renderFrame();
    get('turn').textContent = full.length > 0 ? t('qubic.won', {n: answers.length, cells: LINES[full[0]].join(' ')})
      : threats.length > 1 ? t('qubic.double', {move, cells: threats.join(' ')})
        : threats.length === 1 ? t('qubic.threat', {move, cell: threats[0]}) : t('qubic.quiet', {move});
    get('annotation').textContent = [t(`qubic.why.${kind}`), ...(full.length > 0 ? [] : shown.map((line) =>
      t('qubic.line', {stones: LINES[line].filter((cell) => qubic.board[cell] === 1).join(' '), cell: qubic.emptyCells(line)[0]})))].join(' ');
    fill(get('board'), ...[0, 1, 2, 3].map((z) => element('figure', {},
      element('figcaption', {'aria-hidden': 'true'}, t('qubic.level', {level: z + 1})),
      element('div', {role: 'grid', 'aria-label': t('qubic.level', {level: z + 1})},
        ...[0, 1, 2, 3].map((y) => element('div', {role: 'row'},
          ...[1, 2, 3, 4].map((x) => this.cell(x + 4 * y + 16 * z, marked, threats))))))));
    fill(get('game'), ...answers.map((answer, i) => {
      const made = button(`× ${answer.move}`, () => this.goToPly(i), {key: `turn ${i}`, className: 'plain'});
      if (i < state.at) made.append(`  ○ ${state.moves[i]}`);
      else made.setAttribute('aria-current', 'step');
      return element('li', {}, made);
    }));
    fill(get('intro'), element('p', {}, t('qubic.intro')));
    get('intro').hidden = false;
  }
}

/** @type {Page|undefined} */
let page;
get('board').setAttribute('role', 'group');
get('board').dataset.label = 'qubic';
get('solving').hidden = true;
startFrame(() => page?.render());
try {
  page = new Page(await loadJson('qubic.json'));
} catch (error) {
  get('say').textContent = messageText(error);
}
