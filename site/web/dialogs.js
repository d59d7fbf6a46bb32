// The two dialogs: text to paste or copy, and the reader's own rules.
// @ts-check
import {estimate} from './solver.js';
import {parseRules} from './rules.js';
import {annotateItem, statesOtherValue, resultBefore} from './annotation.js';
import {diagram, heading, parseAnything, setupOf, print, turnText} from './notation.js';
import {button, chosenValue, fill, get, on} from './page.js';
import {t, messageText} from './texts.js';
import {taskWords, resultWords} from './wording.js';

/** @import {App} from './app.js' */
/** @import {Item, Setup} from './notation.js' */

// Longer games do not fit into the address (address.js).
const kMaxPlies = 3000;
const kMaxItems = 200;
// A browser needs seconds to lay out a text area with more characters.
const kMaxShownCharacters = 20_000;

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
    /** @type {string|null} the pasted text if it is too long for the text area */
    this.long = null;
    this.area.addEventListener('input', () => this.long = null);
    document.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain');
      if (!text) return;
      const elsewhere = !/** @type {HTMLElement} */ (event.target).closest('input, textarea, dialog');
      if (!elsewhere && !(event.target === this.area && text.length > kMaxShownCharacters)) return;
      event.preventDefault();
      if (elsewhere) this.show();
      this.area.value = text.slice(0, kMaxShownCharacters);
      this.long = text.length > kMaxShownCharacters ? text : null;
      this.read();
    });
  }

  show() {
    this.showMessage('');
    fill(get('text-items'));
    this.dialog.showModal();
  }

  /** @param {string} text */
  showMessage(text) {
    get('text-wrong').textContent = text;
  }

  /** Writes the game as text, in the chosen form. */
  async write() {
    this.long = null;
    const {game, state, position, solved} = this.app;
    const {start, moves, style, banned} = state;
    // The notation of a game cannot state a style or a centre ban.  The text of such a game is therefore a problem.
    const initial = start || banned || style.includes('A') ? setupOf(start ?? {black: [], red: [], toMove: 'black'}, state) : null;
    /** @type {Item} */
    const item = {line: 1, comments: [], ...(initial ? {initial} : {}), plies: moves.map((move) => ({move, line: 1, comments: []}))};
    const form = chosenValue('form');
    if (form === 'link') this.area.value = location.href;
    else if (form === 'diagram') this.area.value = `${diagram(state.rules, position)}; ${turnText(setupOf(position, state))}\n`;
    else if (form === 'moves') this.area.value = print(item);
    else if (!game || !solved) this.showMessage(t('hint.wait'));
    else this.area.value = await annotateItem(game, (p) => this.app.choices(p), item, state.style, state.banned);
  }

  async copy() {
    this.area.select();
    try {
      await navigator.clipboard.writeText(this.area.value);
      this.showMessage(t('text.copied'));
    } catch {
      this.showMessage(t('text.notCopied'));
    }
  }

  /** Reads the text.  Opens the item if there is only one; otherwise shows a button for each item. */
  async read() {
    const {game} = this.app;
    if (!game) return this.showMessage(this.app.solving.text());
    const {items, errors} = await parseAnything(this.long ?? this.area.value, game.rules);
    if (items.length > kMaxItems) {
      errors.push(t('text.line', {line: items[kMaxItems].line, reason: t('text.items', {n: kMaxItems})}));
    }
    const good = items.slice(0, kMaxItems).filter((item) => {
      const wrong = this.itemError(item, game);
      if (wrong) errors.push(wrong);
      return !wrong;
    });
    const long = this.long === null ? [] : [t('text.shown', {n: kMaxShownCharacters})];
    this.showMessage([...long, ...(errors.length > 0 ? [t('text.wrong', {reasons: errors.slice(0, 4).map(messageText).join('; ')})] : [])].join(' '));
    fill(get('text-items'));
    if (good.length === 1 && errors.length === 0) return this.open(good[0]);
    fill(get('text-items'), ...good.map((item) => button(t('text.open', {item: this.title(item)}), () => this.open(item))));
  }

  /** Returns the title of an item: its last comment or, if it has none, its line and heading.  @param {Item} item */
  title(item) {
    const comment = item.comments.at(-1)?.replace(/^#\s*/, '');
    return comment || t('text.line', {line: item.line, reason: heading(item)});
  }

  /** Returns the reason why an item cannot be played, or "".
   *  @param {Item} item @param {import('./rules.js').Game} game */
  itemError({initial, plies, line}, game) {
    const {styles, banned} = game.rules;
    const at = (/** @type {string} */ reason) => t('text.line', {line, reason});
    if (initial?.style && !styles.includes(initial.style)) return at(t('text.style', {style: initial.style}));
    if (initial?.banned && banned.length === 0) return at(t('text.ban'));
    const wrong = game.findError(this.startOf(initial));
    if (wrong) return at(messageText(wrong).replace(/\.$/, ''));
    if (plies.length > kMaxPlies) return at(t('text.plies', {n: plies.length, most: kMaxPlies}));
    const {positions, message} = game.line(this.startOf(initial), plies.map((ply) => ply.move));
    return message ? t('text.line', {line: plies[positions.length - 1].line, reason: message}) : '';
  }

  /** Returns the position of a setup.  The side to move defaults to the side that drops next.
   *  @param {Setup|undefined} setup */
  startOf({black, red, toMove, style, banned} = {black: [], red: []}) {
    const {state} = this.app;
    return {black, red, toMove: toMove ?? (black.length > red.length ? /** @type {const} */ ('red') : 'black'),
      style: style ?? state.style, banned: banned ?? (!style && state.banned)};
  }

  /** Shows an item on the board.  @param {Item} item */
  open({initial, plies}) {
    const {black, red, toMove, style, banned} = this.startOf(initial);
    this.dialog.close();
    this.app.show({values: true});
    this.app.update({view: 'explore', puzzle: '', human: null, style, banned, start: initial ? {black, red, toMove} : null,
      moves: plies.map((ply) => ply.move), at: plies.length});
    if (initial?.statement) this.checkStatement(initial);
  }

  /** Shows a message if a problem states a wrong value.  @param {Setup} initial */
  async checkStatement(initial) {
    const {game, state, positions: [start]} = this.app;
    const winner = game?.winner(start);
    const result = winner ? {winner, plies: 0} : resultBefore(await this.app.choices(start));
    if (state === this.app.state && statesOtherValue(initial, result)) {
      this.app.showMessage(t('text.untrue', {stated: taskWords(initial), result: resultWords(result)}));
    }
  }
}

export class OwnRules {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.form = get('own-form', HTMLFormElement);
    this.checks = 0;  // the number of calls of checkForm()
    on('own', () => this.show());
    on('own-form', () => this.checkForm(), 'input');
    on('own-solve', async () => {
      const rules = await this.checkForm();
      if (!rules) return;
      get('own-dialog', HTMLDialogElement).close();
      app.changeRules(rules);
    });
  }

  /** Opens the dialog with the current rules. */
  show() {
    const {rows, columns, pieces, wrapped, moves, goals, banned} = this.app.state.rules;
    const sizes = (/** @type {string} */ shape) => goals.filter((goal) => goal.shape === shape).map((goal) => goal.size).join(' ');
    const has = (/** @type {string} */ shape) => goals.some((goal) => goal.shape === shape);
    const values = {rows, columns, pieces, wrapped, moves, line: has('line'), tilted: has('tilted'),
      square: sizes('square'), diamond: sizes('diamond'), banned: banned.join(' ')};
    for (const [name, value] of Object.entries(values)) {
      const field = /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
      if (typeof value === 'boolean') field.checked = value;
      else field.value = String(value);
    }
    get('own-dialog', HTMLDialogElement).showModal();
    this.checkForm();
  }

  /** Returns the rules in the form.  Throws an Error with the reason if they are invalid. */
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
    return parseRules([`${rows}x${columns}`, pieces, word('moves'), ...['line', 'tilted', 'wrapped'].filter((name) => data.has(name)), ...sizes].join('.'));
  }

  /** Shows the memory that the rules need, or the reason why they are invalid.
   *  @returns {Promise<import('./rules_check.js').Rules|null>} the rules, or null if they are invalid or too large */
  async checkForm() {
    const number = ++this.checks;
    let rules = null;
    let message;
    try {
      const asked = this.rules();
      const {positions, bytes, limit, fits} = await estimate(asked);
      const megabytes = (/** @type {number} */ n) => Math.ceil(n / 1e6);
      message = t(fits ? 'own.takes' : 'own.tooLarge', {n: positions, size: megabytes(bytes), limit: megabytes(limit)});
      if (fits) rules = asked;
    } catch (error) {
      message = messageText(error);
    }
    // A later call shows its own message.
    if (number === this.checks) get('own-wrong').textContent = message;
    return rules;
  }
}
