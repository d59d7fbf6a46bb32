// The two dialogs: text in and out, and rules of one's own.
// @ts-check
import {estimate} from './solver.js';
import {parseRules} from './rules.js';
import {annotateItem, isUntrue, worthBefore} from './annotation.js';
import {diagram, heading, parseAnything, placementOf, print, turnText} from './notation.js';
import {button, chosen, fill, get, on} from './page.js';
import {t, words} from './texts.js';
import {taskWords, worthWords} from './wording.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./notation.js').Item} Item */
/** @typedef {import('./notation.js').Placement} Placement */

// The address, in which all that is shown has to fit, holds no longer games (address.js).
const kMostPlies = 3000;
const kMostItems = 200;
// A browser takes seconds to lay out a text area with more.
const kMostShown = 20_000;

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
    /** @type {string|null} what was pasted, if it is too long to be shown */
    this.long = null;
    this.area.addEventListener('input', () => this.long = null);
    document.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain');
      if (!text) return;
      const elsewhere = !/** @type {HTMLElement} */ (event.target).closest('input, textarea, dialog');
      if (!elsewhere && !(event.target === this.area && text.length > kMostShown)) return;
      event.preventDefault();
      if (elsewhere) this.show();
      this.area.value = text.slice(0, kMostShown);
      this.long = text.length > kMostShown ? text : null;
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
    this.long = null;
    const {game, state, position, solved} = this.app;
    const {start, moves, style, banned} = state;
    // "game" says nothing of the style and the ban.
    const initial = start || banned || style.includes('A') ? placementOf(start ?? {black: [], red: [], toMove: 'black'}, state) : null;
    /** @type {Item} */
    const item = {line: 1, comments: [], ...(initial ? {initial} : {}), plies: moves.map((move) => ({move, line: 1, comments: []}))};
    const form = chosen('form');
    if (form === 'link') this.area.value = location.href;
    else if (form === 'diagram') this.area.value = `${diagram(state.rules, position)}; ${turnText(placementOf(position, state))}\n`;
    else if (form === 'moves') this.area.value = print(item);
    else if (!game || !solved) this.said(t('hint.wait'));
    else this.area.value = await annotateItem(game, (p) => this.app.choices(p), item, state.style, state.banned);
  }

  async copy() {
    this.area.select();
    try {
      await navigator.clipboard.writeText(this.area.value);
      this.said(t('text.copied'));
    } catch {
      this.said(t('text.notCopied'));
    }
  }

  async read() {
    const {game} = this.app;
    if (!game) return this.said(t('said.loading'));
    const {items, errors} = await parseAnything(this.long ?? this.area.value, game.rules);
    if (items.length > kMostItems) {
      errors.push(t('text.line', {line: items[kMostItems].line, reason: t('text.items', {n: kMostItems})}));
    }
    const good = items.slice(0, kMostItems).filter((item) => {
      const wrong = this.whatIsWrong(item, game);
      if (wrong) errors.push(wrong);
      return !wrong;
    });
    const long = this.long === null ? [] : [t('text.shown', {n: kMostShown})];
    this.said([...long, ...(errors.length > 0 ? [t('text.wrong', {reasons: errors.slice(0, 4).map(words).join('; ')})] : [])].join(' '));
    fill(get('text-items'));
    if (good.length === 1 && errors.length === 0) return this.open(good[0]);
    fill(get('text-items'), ...good.map((item) => button(t('text.open', {item: this.title(item)}), () => this.open(item))));
  }

  /** What an item is called: its last comment or, without, its heading and line.  @param {Item} item */
  title(item) {
    const comment = item.comments.at(-1)?.replace(/^#\s*/, '');
    return comment || t('text.line', {line: item.line, reason: heading(item)});
  }

  /** Why an item cannot be played, or "".  @param {Item} item @param {import('./rules.js').Game} game */
  whatIsWrong({initial, plies, line}, game) {
    const {styles, banned} = game.rules;
    const at = (/** @type {string} */ reason) => t('text.line', {line, reason});
    if (initial?.style && !styles.includes(initial.style)) return at(t('text.style', {style: initial.style}));
    if (initial?.banned && banned.length === 0) return at(t('text.ban'));
    const wrong = game.wrong(this.placed(initial));
    if (wrong) return at(words(wrong).replace(/\.$/, ''));
    if (plies.length > kMostPlies) return at(t('text.plies', {n: plies.length, most: kMostPlies}));
    const {positions, said} = game.line(this.placed(initial), plies.map((ply) => ply.move));
    return said ? t('text.line', {line: plies[positions.length - 1].line, reason: said}) : '';
  }

  /** With the side to move, if it is unsaid.  @param {Placement|undefined} placement */
  placed({black, red, toMove, style, banned} = {black: [], red: []}) {
    const {state} = this.app;
    return {black, red, toMove: toMove ?? (black.length > red.length ? /** @type {const} */ ('red') : 'black'),
      style: style ?? state.style, banned: banned ?? (!style && state.banned)};
  }

  /** @param {Item} item */
  open({initial, plies}) {
    const {black, red, toMove, style, banned} = this.placed(initial);
    this.dialog.close();
    this.app.showValues = true;
    this.app.go({view: 'explore', puzzle: '', human: null, style, banned, start: initial ? {black, red, toMove} : null,
      moves: plies.map((ply) => ply.move), at: plies.length});
    if (initial?.statement) this.judge(initial);
  }

  /** Says so if a problem states a value that is not its own.  @param {Placement} initial */
  async judge(initial) {
    const {game, state, positions: [start]} = this.app;
    const winner = game?.winner(start);
    const worth = winner ? {winner, plies: 0} : worthBefore(await this.app.choices(start));
    if (state === this.app.state && isUntrue(initial, worth)) {
      this.app.say(t('text.untrue', {stated: taskWords(initial), worth: worthWords(worth)}));
    }
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
      if (!/^\d{1,2}$/.test(word(name))) throw new Error(t('own.whole'));
      return Number(word(name));
    });
    const sizes = [['square', 'square'], ['diamond', 'diamond'], ['banned', 'ban']].flatMap(([name, prefix]) =>
      word(name).split(/[\s,;]+/).filter(Boolean).map((size) => {
        if (!/^\d{1,3}$/.test(size)) throw new Error(t('own.number', {word: size.slice(0, 40)}));
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
      const megabytes = (/** @type {number} */ n) => Math.ceil(n / 1e6);
      said = t(fits ? 'own.takes' : 'own.tooLarge', {n: positions, size: megabytes(bytes), limit: megabytes(limit)});
      if (fits) rules = asked;
    } catch (error) {
      said = words(error);
    }
    // Not if the form has changed in the meantime.
    if (number === this.judged) get('own-wrong').textContent = said;
    return rules;
  }
}
