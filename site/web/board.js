// The board: a grid of buttons that shows a position and what its moves are
// worth, and says which move somebody makes with mouse, finger or keys.
// @ts-check
import {judgement, same} from './annotation.js';
import {element, svg} from './page.js';
import {t} from './texts.js';
import {worthWords} from './wording.js';

/** @typedef {import('./rules.js').Colour} Colour */
/** @typedef {import('./rules.js').Move} Move */
/** @typedef {import('./annotation.js').Choice} Choice */
/**
 * `moves`: those that can be made now.  `choices`: with their values, if these
 * are to be shown.  `threats`: by square, whose goal a piece there completes.
 * `marked`: a goal to be shown.  `hint`: moves to be shown.  `edit`: pieces are set up, not moved.
 * @typedef {{rows: number, columns: number, wrapped: boolean, black: number[], red: number[], moves: Move[],
 *            chooser: Colour, choices?: Choice[], last?: Move, marked?: number[], hint?: Move[],
 *            threats?: Map<number, Colour[]>, edit?: boolean}} View
 */

/** The lines along which pieces move.  @param {number} rows @param {number} columns @param {boolean} wrapped */
function lines(rows, columns, wrapped) {
  let path = '';
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1], [0, -1], [-1, 0], [-1, -1], [-1, 1]]) {
        const inside = row + down >= 0 && row + down < rows && column + right >= 0 && column + right < columns;
        if (inside || wrapped) path += `M${column + 0.5} ${row + 0.5}l${right / 2} ${down / 2}`;
      }
    }
  }
  return path;
}

/** A small board for the eye: its pieces or, without, a figure.
 *  @param {{rows: number, columns: number}} board @param {number[]} squares @param {string} label */
export function picture({rows, columns}, squares, label, className = 'black') {
  return svg('svg', {viewBox: `0 0 ${columns} ${rows}`, class: 'picture', role: 'img', 'aria-label': label},
    svg('path', {d: lines(rows, columns, false), class: 'lines'}),
    ...Array.from({length: rows * columns}, (_, i) => svg('circle', {
      cx: (i % columns) + 0.5, cy: Math.floor(i / columns) + 0.5, r: squares.includes(i + 1) ? 0.44 : 0.3,
      class: squares.includes(i + 1) ? className : 'hole',
    })));
}

export class Board {
  /**
   * @param {HTMLElement} root
   * @param {{onmove: (move: Move) => void, onsquare: (square: number) => void}} events
   *     onmove: of a move that may be impossible; onsquare: while pieces are set up
   */
  constructor(root, events) {
    this.root = root;
    this.events = events;
    /** @type {View|null} */
    this.view = null;
    this.selected = 0;
    this.current = 0;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    root.addEventListener('click', (event) => {
      const square = this.squareOf(/** @type {Element} */ (event.target));
      if (square) this.activate(square);
    });
    root.addEventListener('keydown', (event) => this.key(event));
    root.addEventListener('focusin', (event) => this.roam(this.squareOf(/** @type {Element} */ (event.target))));
    root.addEventListener('pointerdown', (event) => this.drag(event));
  }

  /** @param {Element|null} target */
  squareOf(target) {
    return Number(/** @type {HTMLElement|null|undefined} */ (target?.closest('.square'))?.dataset.square ?? 0);
  }

  /** @param {View} view */
  render(view) {
    const old = this.view;
    this.view = view;
    if (old?.rows !== view.rows || old.columns !== view.columns || old.wrapped !== view.wrapped) this.build(view);
    if (!view.moves.some(({from}) => from === this.selected)) this.selected = 0;
    const threats = view.threats ?? new Map();
    const own = new Set(view.moves.map(({from}) => from));
    this.buttons.forEach((button, i) => {
      const square = i + 1;
      const colour = view.black.includes(square) ? 'black' : view.red.includes(square) ? 'red' : '';
      const here = view.moves.filter((move) => move.to === square && (!this.selected || move.from === this.selected));
      const choices = (view.choices ?? []).filter(({move}) => here.some((m) => m.to === move.to && m.from === move.from));
      const classes = ['square', colour || 'empty'];
      if (own.has(square) || (view.edit && colour)) classes.push('movable');
      if (square === this.selected) classes.push('selected');
      if (this.selected && here.length > 0) classes.push('target');
      if (view.last && (square === view.last.to || square === view.last.from)) classes.push('last');
      if (view.marked?.includes(square)) classes.push('marked');
      if (view.hint?.some(({from, to}) => from === square || to === square)) classes.push('hinted');
      button.className = classes.join(' ');
      // What is seen, and in its place what is heard.
      const parts = [element('span', {className: 'number'}, String(square))];
      if (colour) parts.push(element('span', {className: 'piece'}, t(`letter.${colour}`)));
      for (const threat of threats.get(square) ?? []) parts.push(element('span', {className: `threat ${threat}`}, `${t(`letter.${threat}`)}!`));
      if (choices.length > 0) parts.push(...this.label(choices, view));
      for (const part of parts) part.setAttribute('aria-hidden', 'true');
      const words = this.words(square, colour, here, choices, own.has(square), threats.get(square) ?? []);
      button.replaceChildren(...parts, element('span', {className: 'unseen'}, words));
      button.setAttribute('aria-selected', String(square === this.selected));
    });
    const ways = (view.hint ?? []).filter(({from, to}) => from && this.step(from, to, view).beside);
    this.root.querySelector('.hint-ways')?.setAttribute('d', ways.map(({from = 0, to}) => `M${this.centre(from, view)}L${this.centre(to, view)}`).join(''));
  }

  /** Where a square lies, seen from another: steps down and right; beside: not across an edge.
   *  @param {number} from @param {number} to @param {View} view */
  step(from, to, {rows, columns}) {
    const [down, right] = [Math.floor((from - 1) / columns) - Math.floor((to - 1) / columns), (from - 1) % columns - (to - 1) % columns];
    const short = (/** @type {number} */ n, /** @type {number} */ size) => (Math.abs(n) > 1 && size > 2 ? -Math.sign(n) : n);
    return {down: short(down, rows), right: short(right, columns), beside: Math.max(Math.abs(down), Math.abs(right)) === 1};
  }

  /** @param {number} square @param {View} view */
  centre(square, {columns}) {
    return `${(square - 1) % columns + 0.5} ${Math.floor((square - 1) / columns) + 0.5}`;
  }

  /** What the best move to a square is worth, and arrowheads from where it comes, until a piece is selected.
   *  @param {Choice[]} choices those to the square, the best first @param {View} view */
  label(choices, view) {
    const [{worth}] = choices;
    const how = judgement(view.chooser, choices[0], /** @type {Choice[]} */ (view.choices));
    const parts = [element('span', {className: `worth ${how}`}, worthWords(worth))];
    for (const {move: {from, to}} of choices.filter((choice) => same(choice.worth, worth))) {
      if (!from || this.selected) continue;
      const {down, right} = this.step(from, to, view);
      const head = element('span', {className: `from ${how}`, 'data-from': String(from)});
      head.style.setProperty('--angle', `${Math.atan2(right, -down)}rad`);
      parts.push(head);
    }
    return parts;
  }

  /** What a screen reader says.
   *  @param {number} square @param {string} colour @param {Move[]} here @param {Choice[]} choices
   *  @param {boolean} movable @param {Colour[]} threats */
  words(square, colour, here, choices, movable, threats) {
    const view = /** @type {View} */ (this.view);
    const words = [t('square', {square, what: t(`square.${colour || 'empty'}`)})];
    if (square === this.selected) words.push(t('square.selected'));
    if (movable && view.choices) {
      const best = view.choices.find(({move}) => move.from === square);
      if (best) words.push(t('square.best', {worth: worthWords(best.worth), to: best.move.to}));
    }
    for (const {from} of here) {
      const choice = choices.find(({move}) => move.from === from);
      const best = choice && judgement(view.chooser, choice, /** @type {Choice[]} */ (view.choices)).includes('best');
      const way = from ? t('square.from', {from}) : t('square.drop');
      words.push(choice ? t(best ? 'square.wayBest' : 'square.way', {way, worth: worthWords(choice.worth)}) : way);
    }
    for (const threat of threats) words.push(t('square.threat', {side: threat}));
    if (view.hint?.some(({to}) => to === square)) words.push(t('square.hint'));
    if (view.marked?.includes(square)) words.push(t('square.marked'));
    return words.join(', ');
  }

  /** @param {View} view */
  build({rows, columns, wrapped}) {
    this.buttons = Array.from({length: rows * columns}, (_, i) => element('button', {
      type: 'button', role: 'gridcell', tabIndex: -1, 'data-square': String(i + 1),
    }));
    this.current = Math.ceil((rows * columns) / 2);
    this.buttons[this.current - 1].tabIndex = 0;
    const ways = svg('svg', {viewBox: `0 0 ${columns} ${rows}`, class: 'ways', 'aria-hidden': 'true'},
      svg('path', {d: lines(rows, columns, wrapped), class: 'lines'}), svg('path', {d: '', class: 'hint-ways'}));
    this.root.style.setProperty('--columns', String(columns));
    this.root.style.setProperty('--rows', String(rows));
    this.root.replaceChildren(ways, ...Array.from({length: rows}, (_, row) =>
      element('div', {role: 'row'}, ...this.buttons.slice(row * columns, (row + 1) * columns))));
  }

  /** One square at a time can be reached with Tab.  @param {number} square */
  roam(square) {
    if (!square) return;
    this.buttons[this.current - 1].tabIndex = -1;
    this.current = square;
    this.buttons[square - 1].tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const {rows, columns} = /** @type {View} */ (this.view);
    const [row, column] = [Math.floor((this.current - 1) / columns), (this.current - 1) % columns];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1], Home: [row, 0], End: [row, columns - 1],
    }[event.key];
    if (to) {
      const [r, c] = to;
      if (r >= 0 && r < rows && c >= 0 && c < columns) this.buttons[r * columns + c].focus();
      event.preventDefault();
    } else if (event.key === 'Escape') {
      this.select(0);
    }
  }

  /** @param {number} square */
  select(square) {
    this.selected = square;
    this.render(/** @type {View} */ (this.view));
  }

  /** @param {number} square */
  activate(square) {
    const {edit, moves} = /** @type {View} */ (this.view);
    if (edit) {
      this.events.onsquare(square);
    } else if (moves.some((move) => move.from === square)) {
      this.select(this.selected === square ? 0 : square);
    } else {
      const origins = moves.filter((move) => move.to === square && move.from).map((move) => move.from);
      const start = this.selected || (origins.length === 1 ? origins[0] : 0);
      this.selected = 0;
      this.events.onmove(start ? {from: start, to: square} : {to: square});
    }
  }

  /** A piece follows the pointer.  @param {PointerEvent} down */
  drag(down) {
    const from = this.squareOf(/** @type {Element} */ (down.target));
    const button = this.buttons[from - 1];
    if (!button?.classList.contains('movable') || down.button !== 0) return;
    let moved = false;
    const move = (/** @type {PointerEvent} */ event) => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!moved && Math.hypot(x, y) < 6) return;
      if (!moved) {
        moved = true;
        if (!this.view?.edit) this.select(from);
        button.classList.add('dragged');
      }
      const piece = /** @type {HTMLElement} */ (button.querySelector('.piece'));
      piece.style.transform = `translate(${x}px, ${y}px)`;
    };
    const up = (/** @type {PointerEvent} */ event) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      if (!moved) return;
      const to = event.type === 'pointerup' ? this.squareOf(document.elementFromPoint(event.clientX, event.clientY)) : 0;
      // The click that may follow is none.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener('click', swallow, true);
      setTimeout(() => removeEventListener('click', swallow, true));
      if (to && to !== from) {
        this.selected = 0;
        this.events.onmove({from, to});
      }
      this.render(/** @type {View} */ (this.view));
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  }
}
