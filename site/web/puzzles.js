// Puzzles: the problem book and the letter's problems, one at a time.  Each try
// is judged by the table; what is wrong is taken back.
// @ts-check
import {parseItems} from './notation.js';
import {parseRules, moveText} from './rules.js';
import {button, element, fill} from './page.js';
import {utility, outcome, same} from './annotation.js';
import {t} from './texts.js';
import {taskWords, worthWords} from './wording.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./rules.js').Move} Move */
/** @typedef {import('./notation.js').Item} Item */

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
    this.revealed = '';  // the address of the puzzle whose solution is shown
    this.shown = '';
    this.tries = 0;
    this.verdict = '';
  }

  get id() {
    const [book, number] = this.app.state.puzzle.split('.');
    return {book: Object.hasOwn(BOOKS, book) ? /** @type {keyof BOOKS} */ (book) : 'advanced', number: Number(number) || 1};
  }

  /** @returns {Item|undefined} */
  get item() {
    return this.books.get(this.id.book)?.[this.id.number - 1];
  }

  get showsSolution() {
    return this.revealed === this.app.state.puzzle;
  }

  /** Reads the book of the puzzle in `state` and sets its position up. */
  async load() {
    const {book} = this.id;
    if (!this.books.has(book)) {
      const response = await fetch(BOOKS[book].file);
      if (!response.ok) throw new Error(t('puzzle.unloaded', {status: response.status}));
      this.books.set(book, (await parseItems(await response.text(), {rows: 5, columns: 5})).items);
    }
    if (this.shown !== this.app.state.puzzle) Object.assign(this, {shown: this.app.state.puzzle, tries: 0, verdict: ''});
    if (!this.item) throw new Error(t('puzzle.missing', {number: this.app.state.puzzle.slice(0, 40)}));
    const {black, red, toMove = 'black'} = /** @type {import('./notation.js').Placement} */ (this.item.initial);
    return {rules: parseRules(BOOKS[book].rules), start: {black, red, toMove}};
  }

  /** Whether it is solved.  */
  get solved() {
    const {app, item} = this;
    if (!item?.initial || !app.game) return false;
    return item.initial.statement?.outcome === 'draw' ? app.state.at >= item.plies.length
      : app.game.winner(app.position) === item.initial.toMove;
  }

  /** Judges a try; the right one is played and answered.  @param {Move} move */
  async judge(move) {
    const {app} = this;
    const game = /** @type {import('./rules.js').Game} */ (app.game);
    const {position} = app;
    const before = app.state;
    game.play(position, move);  // throws
    app.say(t('puzzle.looking'));
    const choices = await app.choices(position);
    if (app.state !== before) return;
    const text = moveText(move);
    const {worth} = /** @type {import('./annotation.js').Choice} */ (choices.find((choice) => moveText(choice.move) === text));
    const solver = game.chooser(position);
    const best = choices[0].worth;
    ++this.tries;
    if (!same(worth, best)) {
      const still = outcome(solver, worth) === outcome(solver, best);
      this.verdict = t(still ? 'puzzle.slow' : 'puzzle.wrong', {move: text, worth: worthWords(worth)});
      app.say(this.verdict);
      return app.render();
    }
    this.verdict = t('puzzle.right', {move: text, worth: worthWords(worth)});
    const said = () => this.withSolved(this.verdict);
    await app.go({moves: [...app.state.moves.slice(0, app.state.at), move], at: app.state.at + 1}, {said});
    if (this.solved) return;
    const {state} = app;
    const replies = await app.choices(app.position);
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (app.state !== state) return;
    // The book's reply, if it is as good as any.
    const book = this.item?.plies[app.state.at] && moveText(this.item.plies[app.state.at].move);
    const chooser = game.chooser(app.position);
    const longest = replies.filter((reply) => utility(chooser, reply.worth) === utility(chooser, replies[0].worth));
    const reply = longest.find((choice) => moveText(choice.move) === book) ?? longest[0];
    app.go({moves: [...state.moves, reply.move], at: state.at + 1},
      {replace: true, said: () => this.withSolved(t('puzzle.answer', {verdict: this.verdict, side: chooser, move: moveText(reply.move)}))});
  }

  /** @param {string} said */
  withSolved(said) {
    return this.solved ? `${said} ${t('puzzle.solved')}` : said;
  }

  /** @param {number} step */
  turnTo(step) {
    const {book, number} = this.id;
    this.app.go({puzzle: `${book}.${number + step}`, moves: [], at: 0});
  }

  render() {
    const {book, number} = this.id;
    const {item, app} = this;
    const count = this.books.get(book)?.length ?? 1;
    const select = element('select', {key: 'book', onchange: () => app.go({puzzle: `${select.value}.1`, moves: [], at: 0})},
      ...Object.keys(BOOKS).map((value) => element('option', {value, selected: value === book}, t(`book.${value}`))));
    fill(this.root,
      element('h2', {id: 'puzzle-heading'}, count > 1 ? t('puzzle.of', {number, n: count}) : t('puzzle')),
      element('label', {}, t('puzzle.from'), ' ', select),
      element('p', {className: 'task'}, item?.initial ? t('puzzle.task', {task: taskWords(item.initial)}) : t('puzzle.loading')),
      element('p', {className: this.solved ? 'verdict good' : 'verdict'},
        !this.solved ? this.verdict : this.tries && !this.showsSolution ? t('puzzle.tries', {n: this.tries}) : t('puzzle.solved')),
      element('div', {className: 'tools'},
        button(t('puzzle.previous'), () => this.turnTo(-1), {key: 'previous', disabled: number <= 1}),
        button(t('puzzle.next'), () => this.turnTo(1), {key: 'next', disabled: number >= count}),
        button(t('puzzle.again'), () => app.go({moves: [], at: 0}), {key: 'again', disabled: app.state.moves.length === 0}),
        button(t('puzzle.solution'), () => {
          this.revealed = this.showsSolution ? '' : app.state.puzzle;
          app.render();
        }, {key: 'solution', 'aria-pressed': String(this.showsSolution)})),
      ...(this.showsSolution && item ? [element('p', {className: 'solution'}, t('puzzle.line', {moves: item.plies.map((ply) => moveText(ply.move)).join(' ')}))] : []));
  }
}
