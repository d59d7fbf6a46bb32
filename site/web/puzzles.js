// The problems of the problem book and of Steele's letter.  The values of the table decide whether a try is right.
// A wrong try is not played.
// @ts-check
import {loadText} from './load.js';
import {parseItems} from './notation.js';
import {parseRules, moveText} from './rules.js';
import {button, element, fill} from './page.js';
import {utility, outcome, sameResult} from './annotation.js';
import {t} from './texts.js';
import {taskWords, resultWords} from './wording.js';

/** @import {App} from './app.js' */
/** @import {Item} from './notation.js' */
/** @import {Move} from './rules.js' */

export const BOOKS = {
  standard: {file: 'corpus/composed/standard.txt', rules: 'standard'},
  advanced: {file: 'corpus/composed/advanced.txt', rules: 'advanced'},
  problem_6: {file: 'corpus/letter/problem_6.txt', rules: 'standard'},
  cycle: {file: 'corpus/letter/cycle.txt', rules: 'advanced'},
};

export class Puzzles {
  /** @param {App} app @param {HTMLElement} root */
  constructor(app, root) {
    this.app = app;
    this.root = root;
    /** @type {Map<string, Item[]>} */
    this.books = new Map();
    this.revealed = '';  // the id of the problem whose solution is shown
    this.shown = '';  // the id of the problem on the page
    this.tries = 0;
  }

  /** The book and number of the problem in the state.  A problem that does not exist has the number 0. */
  get id() {
    const {puzzle} = this.app.state;
    const [, book = '', number] = /^(\w+)(?:\.(\d+))?$/.exec(puzzle || 'advanced') ?? [];
    const known = Object.hasOwn(BOOKS, book);
    return {book: known ? /** @type {keyof BOOKS} */ (book) : 'advanced', number: known ? Number(number ?? 1) : 0};
  }

  /** The problem, if it is loaded.  @returns {Item|undefined} */
  get item() {
    return this.books.get(this.id.book)?.[this.id.number - 1];
  }

  get showsSolution() {
    return this.revealed === this.app.state.puzzle;
  }

  /** Loads the problem of the state.  Returns its rules and first position. */
  async load() {
    const {book} = this.id;
    if (!this.books.has(book)) {
      const text = await loadText(BOOKS[book].file);
      this.books.set(book, (await parseItems(text, {rows: 5, columns: 5})).items);
    }
    if (this.shown !== this.app.state.puzzle) Object.assign(this, {shown: this.app.state.puzzle, tries: 0});
    if (!this.item) throw new Error(t('puzzle.missing', {number: this.app.state.puzzle.slice(0, 40)}));
    const {black, red, toMove = 'black'} = /** @type {import('./notation.js').Setup} */ (this.item.initial);
    return {rules: parseRules(BOOKS[book].rules), start: {black, red, toMove}};
  }

  get solved() {
    const {app, item} = this;
    if (!item?.initial || !app.game) return false;
    return item.initial.statement?.outcome === 'draw' ? app.state.at >= item.plies.length
      : app.game.winner(app.position) === item.initial.toMove;
  }

  /** Judges a try.  If the try is one of the best moves, plays it and the reply.  @param {Move} move */
  async judge(move) {
    const {app} = this;
    const game = /** @type {import('./rules.js').Game} */ (app.game);
    const {position} = app;
    const before = app.state;
    game.play(position, move);  // Throws an Error if the move is impossible.
    app.showMessage(t('puzzle.looking'));
    const choices = await app.choices(position);
    if (app.state !== before) return;
    const text = moveText(move);
    const {result} = /** @type {import('./value.js').Choice} */ (choices.find((choice) => moveText(choice.move) === text));
    const solver = game.chooser(position);
    const best = choices[0].result;
    ++this.tries;
    if (!sameResult(result, best)) {
      const sameOutcome = outcome(solver, result) === outcome(solver, best);
      return app.showMessage(t(sameOutcome ? 'puzzle.slow' : 'puzzle.wrong', {move: text, result: resultWords(result)}));
    }
    const verdict = t('puzzle.right', {move: text, result: resultWords(result)});
    const message = () => this.withSolved(verdict);
    await app.update({moves: [...app.state.moves.slice(0, app.state.at), move], at: app.state.at + 1}, {message});
    if (this.solved) return;
    const {state} = app;
    const replies = await app.choices(app.position);
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (app.state !== state) return;
    // Plays the reply of the book if it is one of the best replies.
    const bookReply = this.item?.plies[app.state.at] && moveText(this.item.plies[app.state.at].move);
    const chooser = game.chooser(app.position);
    const bestReplies = replies.filter((reply) => utility(chooser, reply.result) === utility(chooser, replies[0].result));
    const reply = bestReplies.find((choice) => moveText(choice.move) === bookReply) ?? bestReplies[0];
    app.update({moves: [...state.moves, reply.move], at: state.at + 1},
      {replace: true, message: () => this.withSolved(t('puzzle.answer', {verdict, side: chooser, move: moveText(reply.move)}))});
  }

  /** Returns a message, with "Solved." added if the problem is solved.  @param {string} message */
  withSolved(message) {
    return this.solved ? `${message} ${this.showsSolution ? t('puzzle.solved') : t('puzzle.tries', {n: this.tries})}` : message;
  }

  /** The task of the problem, such as "Black to move and win in 5", or "". */
  get task() {
    return this.item?.initial ? taskWords(this.item.initial) : '';
  }

  /** @param {number} step */
  turnTo(step) {
    const {book, number} = this.id;
    this.app.update({puzzle: `${book}.${number + step}`, moves: [], at: 0});
  }

  render() {
    const {book, number} = this.id;
    const {item, app} = this;
    const count = this.books.get(book)?.length ?? 1;
    const select = element('select', {key: 'book', onchange: () => app.update({puzzle: `${select.value}.1`, moves: [], at: 0})},
      ...Object.keys(BOOKS).map((value) => element('option', {value, selected: value === book}, t(`book.${value}`))));
    fill(this.root,
      element('h2', {id: 'puzzle-heading'}, item && count > 1 ? t('puzzle.of', {number, n: count}) : t('puzzle')),
      element('label', {}, t('puzzle.from'), ' ', select),
      element('div', {className: 'tools'},
        button(t('puzzle.previous'), () => this.turnTo(-1), {key: 'previous', disabled: number <= 1}),
        button(t('puzzle.next'), () => this.turnTo(1), {key: 'next', disabled: number >= count}),
        button(t('puzzle.again'), () => app.update({moves: [], at: 0}), {key: 'again', disabled: app.state.moves.length === 0}),
        button(t('puzzle.solution'), () => {
          this.revealed = this.showsSolution ? '' : app.state.puzzle;
          app.render();
        }, {key: 'solution', 'aria-pressed': String(this.showsSolution)})),
      ...(this.showsSolution && item ? [element('p', {className: 'solution'}, t('puzzle.line', {moves: item.plies.map((ply) => moveText(ply.move)).join(' ')}))] : []));
  }
}
