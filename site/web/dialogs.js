// The two dialogs: text in and out, and rules of one's own.
// @ts-check
import {estimate} from './solver.js';
import {named, parseRules} from './rules.js';
import {annotateItem} from './annotation.js';
import {diagram, heading, parseAnything, print} from './notation.js';
import {button, chosen, fill, get, message, on, thousands} from './page.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./notation.js').Item} Item */
/** @typedef {import('./notation.js').Placement} Placement */

// The address, in which all that is shown has to fit, holds no longer games (address.js).
const kMostPlies = 3000;
const kMostItems = 200;

export class TextDialog {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.dialog = get('text-dialog', HTMLDialogElement);
    this.area = get('text-area', HTMLTextAreaElement);
    on('text', () => {
      this.show();
      this.write();
    });
    for (const choice of document.querySelectorAll('input[name="form"]')) choice.addEventListener('change', () => this.write());
    on('text-read', () => this.read());
    on('text-copy', () => this.copy());
    document.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain');
      if (!text || /** @type {HTMLElement} */ (event.target).closest('input, textarea, dialog')) return;
      event.preventDefault();
      this.show();
      this.area.value = text;
      this.read();
    });
  }

  show() {
    this.said('');
    fill(get('text-items'));
    this.dialog.showModal();
  }

  /** @param {string} text */
  said(text) {
    get('text-wrong').textContent = text;
  }

  /** What is on the page, as text. */
  async write() {
    const {game, state, position, solved} = this.app;
    const {start, moves} = state;
    /** @type {Item} */
    const item = {line: 1, comments: [], ...(start ? {initial: start} : {}), plies: moves.map((move) => ({move, line: 1, comments: []}))};
    const form = chosen('form');
    if (form === 'link') this.area.value = location.href;
    else if (form === 'diagram') this.area.value = `${diagram(state.rules, position)}; ${named(position.toMove)} to move\n`;
    else if (form === 'moves') this.area.value = print(item);
    else if (!game || !solved) this.said('There are no values yet: one moment, please.');
    else this.area.value = await annotateItem(game, (p) => this.app.choices(p), item, state.style, state.banned);
  }

  async copy() {
    this.area.select();
    try {
      await navigator.clipboard.writeText(this.area.value);
      this.said('Copied.');
    } catch {
      this.said('The browser does not let the page copy. The text is selected: copy it with the browser’s own command.');
    }
  }

  read() {
    const {game} = this.app;
    if (!game) return this.said('One moment: the rules are being loaded.');
    const {items, errors} = parseAnything(this.area.value, game.squares);
    if (items.length > kMostItems) errors.push(`line ${items[kMostItems].line}: a text may have ${kMostItems} games and problems; these are the first`);
    const good = items.slice(0, kMostItems).filter((item) => {
      const wrong = this.whatIsWrong(item, game);
      if (wrong) errors.push(wrong);
      return !wrong;
    });
    this.said(errors.length > 0 ? `This cannot be read: ${errors.slice(0, 4).join('; ')}.` : '');
    fill(get('text-items'));
    if (good.length === 1 && errors.length === 0) return this.open(good[0]);
    fill(get('text-items'), ...good.map((item) =>
      button(`Open ${item.comments.at(-1)?.replace(/^#\s*/, '') ?? heading(item)}`, () => this.open(item))));
  }

  /** Why an item cannot be played, or "".  @param {Item} item @param {import('./rules.js').Game} game */
  whatIsWrong({initial, plies, line}, game) {
    const wrong = game.check(this.placed(initial));
    if (wrong) return `line ${line}: ${wrong.replace(/\.$/, '')}`;
    if (plies.length > kMostPlies) return `line ${line}: a game of ${thousands(plies.length)} plies; the page can show ${thousands(kMostPlies)}`;
    const {positions, problem} = game.line(this.placed(initial), plies.map((ply) => ply.move));
    return problem && `line ${plies[positions.length - 1].line}: ${problem}`;
  }

  /** With the side to move, if it is unsaid.  @param {Placement|undefined} placement */
  placed({black, red, toMove} = {black: [], red: []}) {
    const {style, banned} = this.app.state;
    return {black, red, toMove: toMove ?? (black.length > red.length ? /** @type {const} */ ('red') : 'black'), style, banned};
  }

  /** @param {Item} item */
  open({initial, plies}) {
    const {black, red, toMove} = this.placed(initial);
    this.dialog.close();
    this.app.go({view: 'explore', puzzle: '', human: null, start: initial ? {black, red, toMove} : null,
      moves: plies.map((ply) => ply.move), at: plies.length});
  }
}

export class OwnRules {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.form = get('own-form', HTMLFormElement);
    this.judged = 0;
    on('own', () => this.show());
    on('own-form', () => this.judge(), 'input');
    on('own-solve', async () => {
      const rules = await this.judge();
      if (!rules) return;
      get('own-dialog', HTMLDialogElement).close();
      app.changeRules(rules);
    });
  }

  show() {
    const {rows, columns, pieces, wrapped, goals, banned} = this.app.state.rules;
    const sizes = (/** @type {string} */ shape) => goals.filter((goal) => goal.shape === shape).map((goal) => goal.size).join(' ');
    const has = (/** @type {string} */ shape) => goals.some((goal) => goal.shape === shape);
    const values = {rows, columns, pieces, wrapped, line: has('line'), tilted: has('tilted'),
      square: sizes('square'), diamond: sizes('diamond'), banned: banned.join(' ')};
    for (const [name, value] of Object.entries(values)) {
      const field = /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
      if (typeof value === 'boolean') field.checked = value;
      else field.value = String(value);
    }
    get('own-dialog', HTMLDialogElement).showModal();
    this.judge();
  }

  /** The form's rules; throws an Error that says what is wrong with them. */
  rules() {
    const data = new FormData(this.form);
    const word = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
    const [rows, columns, pieces] = ['rows', 'columns', 'pieces'].map((name) => {
      if (!/^\d{1,2}$/.test(word(name))) throw new Error('Rows, columns and pieces are whole numbers, from 1 to 64.');
      return Number(word(name));
    });
    const sizes = [['square', 'square'], ['diamond', 'diamond'], ['banned', 'ban']].flatMap(([name, prefix]) =>
      word(name).split(/[\s,;]+/).filter(Boolean).map((size) => {
        if (!/^\d{1,3}$/.test(size)) throw new Error(`“${size.slice(0, 40)}” is no whole number.`);
        return `${prefix}${Number(size)}`;
      }));
    return parseRules([`${rows}x${columns}`, pieces, ...['line', 'tilted', 'wrapped'].filter((name) => data.has(name)), ...sizes].join('.'));
  }

  /** Says what it would take to solve them.  @returns {Promise<import('./solver.js').Rules|null>} the rules, if that can be done */
  async judge() {
    const number = ++this.judged;
    let rules = null;
    let said;
    try {
      const asked = this.rules();
      const {positions, bytes, limit, fits} = await estimate(asked);
      const megabytes = (/** @type {number} */ n) => `${thousands(Math.ceil(n / 1e6))} MB`;
      said = `${thousands(positions)} positions take about ${megabytes(bytes)} of memory${fits ? '' : `; a page can have ${megabytes(limit)} here`}.`;
      if (fits) rules = asked;
    } catch (error) {
      said = message(error);
    }
    // Not if the form has changed in the meantime.
    if (number === this.judged) get('own-wrong').textContent = said;
    return rules;
  }
}
