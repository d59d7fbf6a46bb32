// The board: a grid of buttons that shows a position and the values of its moves, and reports the moves that the reader
// makes with mouse, finger or keys.
// @ts-check
import {labelled, moveClasses, sameResult} from './annotation.js';
import {element, svg} from './page.js';
import {t} from './texts.js';
import {resultWords} from './wording.js';

/** @import {Colour, Move} from './rules.js' */
/** @import {Choice} from './value.js' */
/**
 * What the board shows.  `moves`: the possible moves.  `choices`: the moves with their values, if values are shown.
 * `threats`: the sides that threaten a goal, by square.  `marked`: the squares of a goal to mark.  `hint`: moves to mark.
 * `banned`: squares that are banned for the next drop.  `edit`: true while the reader sets up a position.  `pips`: the pips of the markers, by square, in scored games.
 * @typedef {{rows: number, columns: number, wrapped: boolean, way: import('./rules_check.js').Moves, black: number[], red: number[], moves: Move[],
 *            chooser: Colour, choices?: Choice[], last?: Move, marked?: number[], hint?: Move[],
 *            banned?: number[], threats?: Map<number, Colour[]>, edit?: boolean, pips?: Record<number, number>}} View
 */

/** The steps of each way to move, as [rows down, columns right]. */
const KING = [[0, 1], [1, 0], [1, 1], [1, -1], [0, -1], [-1, 0], [-1, -1], [-1, 1]];
const DIAGONAL = KING.filter(([down, right]) => down && right);
const STEPS = {
  king: KING, diagonal: DIAGONAL, orthogonal: KING.filter(([down, right]) => !down || !right),
  knight: DIAGONAL.flatMap(([down, right]) => [[2 * down, right], [down, 2 * right]]),
};

/** Returns an SVG path of the lines along which pieces move.
 *  @param {number} rows @param {number} columns @param {boolean} wrapped @param {import('./rules_check.js').Moves} way */
export function lines(rows, columns, wrapped, way = 'king') {
  let path = '';
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      for (const [down, right] of STEPS[way]) {
        const inside = row + down >= 0 && row + down < rows && column + right >= 0 && column + right < columns;
        if (inside || wrapped) path += `M${column + 0.5} ${row + 0.5}l${right / 2} ${down / 2}`;
      }
    }
  }
  return path;
}

/** Returns a picture of a small board with pieces on `squares`.
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
   *     onmove: called when the reader makes a move, which may be impossible; onsquare: called when the reader clicks a
   *     square in edit mode
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
    root.addEventListener('keydown', (event) => this.onKey(event));
    root.addEventListener('focusin', (event) => this.setTabStop(this.squareOf(/** @type {Element} */ (event.target))));
    root.addEventListener('pointerdown', (event) => this.drag(event));
  }

  /** Returns the square of an element, or 0.  @param {Element|null} target */
  squareOf(target) {
    return Number(/** @type {HTMLElement|null|undefined} */ (target?.closest('.square'))?.dataset.square ?? 0);
  }

  /** @param {View} view */
  render(view) {
    const old = this.view;
    this.view = view;
    if (old?.rows !== view.rows || old.columns !== view.columns || old.wrapped !== view.wrapped || old.way !== view.way) this.build(view);
    if (!view.moves.some(({from}) => from === this.selected)) this.selected = 0;
    const threats = view.threats ?? new Map();
    const labels = labelled(view.choices ?? []);
    const own = new Set(view.moves.map(({from}) => from));
    this.buttons.forEach((button, i) => {
      const square = i + 1;
      const colour = view.black.includes(square) ? 'black' : view.red.includes(square) ? 'red' : '';
      const arriving = view.moves.filter((move) => move.to === square && (!this.selected || move.from === this.selected));
      const choices = (view.choices ?? []).filter(({move}) => arriving.some((m) => m.to === move.to && m.from === move.from));
      const classes = ['square', colour || 'empty'];
      if (own.has(square) || (view.edit && colour)) classes.push('movable');
      if (square === this.selected) classes.push('selected');
      if (this.selected && arriving.length > 0) classes.push('target');
      if (view.last && (square === view.last.to || square === view.last.from)) classes.push('last');
      if (view.marked?.includes(square)) classes.push('marked');
      if (view.hint?.some(({from, to}) => from === square || to === square)) classes.push('hinted');
      if (view.banned?.includes(square)) classes.push('banned');
      button.className = classes.join(' ');
      // Sighted readers see the parts; screen readers read the words instead.
      const parts = [element('span', {className: 'number'}, String(square))];
      if (colour) parts.push(element('span', {className: 'piece'}, String(view.pips?.[square] ?? t(`letter.${colour}`))));
      for (const threat of threats.get(square) ?? []) parts.push(element('span', {className: `threat ${threat}`}, `${t(`letter.${threat}`)}!`));
      const shown = choices.filter((choice) => labels.includes(choice));
      if (shown.length > 0) parts.push(...this.label(shown, view));
      for (const part of parts) part.setAttribute('aria-hidden', 'true');
      const words = this.description(square, colour, arriving, choices, own.has(square), threats.get(square) ?? []);
      button.replaceChildren(...parts, element('span', {className: 'unseen'}, words));
      button.setAttribute('aria-selected', String(square === this.selected));
    });
    const ways = (view.hint ?? []).filter(({from, to}) => from && this.step(from, to, view).beside);
    this.root.querySelector('.hint-ways')?.setAttribute('d', ways.map(({from = 0, to}) => `M${this.centre(from, view)}L${this.centre(to, view)}`).join(''));
  }

  /** Returns how many steps down and right the neighbour `from` is from the square `to`.  `beside` is false if the step crosses
   *  joined edges.
   *  @param {number} from @param {number} to @param {View} view */
  step(from, to, {rows, columns, way}) {
    const [down, right] = [Math.floor((from - 1) / columns) - Math.floor((to - 1) / columns), (from - 1) % columns - (to - 1) % columns];
    const longest = way === 'knight' ? 2 : 1;
    // A larger difference is a step across joined edges, in the opposite direction.
    const shortWay = (/** @type {number} */ n, /** @type {number} */ size) => (Math.abs(n) > longest ? n - Math.sign(n) * size : n);
    return {down: shortWay(down, rows), right: shortWay(right, columns), beside: Math.max(Math.abs(down), Math.abs(right)) <= longest};
  }

  /** Returns the centre of a square in SVG coordinates.  @param {number} square @param {View} view */
  centre(square, {columns}) {
    return `${(square - 1) % columns + 0.5} ${Math.floor((square - 1) / columns) + 0.5}`;
  }

  /** Returns the label of a square: the value of the best move to the square.  Unless a piece is selected, arrowheads
   *  show where the best moves come from.
   *  @param {Choice[]} choices the moves to the square, the best first @param {View} view */
  label(choices, view) {
    const [{result}] = choices;
    const how = moveClasses(view.chooser, choices[0], /** @type {Choice[]} */ (view.choices));
    const parts = [element('span', {className: `result ${how}`}, resultWords(result))];
    for (const {move: {from, to}} of choices.filter((choice) => sameResult(choice.result, result))) {
      if (!from || this.selected) continue;
      const {down, right} = this.step(from, to, view);
      const head = element('span', {className: `from ${how}`, 'data-from': String(from)});
      head.style.setProperty('--angle', `${Math.atan2(right, -down)}rad`);
      parts.push(head);
    }
    return parts;
  }

  /** Returns the text of a square for screen readers.
   *  @param {number} square @param {string} colour @param {Move[]} arriving the moves to it @param {Choice[]} choices
   *  @param {boolean} movable @param {Colour[]} threats */
  description(square, colour, arriving, choices, movable, threats) {
    const view = /** @type {View} */ (this.view);
    const words = [`${square}: ${t(`square.${colour || 'empty'}`)}`];
    if (view.pips?.[square]) words.push(t('points.pips', {n: view.pips[square]}));
    if (square === this.selected) words.push(t('square.selected'));
    if (movable && view.choices) {
      const best = view.choices.find(({move}) => move.from === square);
      if (best) words.push(t('square.best', {result: resultWords(best.result), to: best.move.to}));
    }
    for (const {from} of arriving) {
      const choice = choices.find(({move}) => move.from === from);
      const best = choice && moveClasses(view.chooser, choice, /** @type {Choice[]} */ (view.choices)).includes('best');
      const way = from ? t('square.from', {from}) : t('square.drop');
      words.push(choice ? `${way}: ${resultWords(choice.result)}${best ? `, ${t('moves.best')}` : ''}` : way);
    }
    for (const threat of threats) words.push(t('square.threat', {side: threat}));
    if (view.hint?.some(({to}) => to === square)) words.push(t('square.hint'));
    if (view.marked?.includes(square)) words.push(t('square.marked'));
    if (view.banned?.includes(square)) words.push(t('square.banned'));
    return words.join(', ');
  }

  /** Creates the buttons and lines.  @param {View} view */
  build({rows, columns, wrapped, way}) {
    this.buttons = Array.from({length: rows * columns}, (_, i) => element('button', {
      type: 'button', role: 'gridcell', tabIndex: -1, 'data-square': String(i + 1),
    }));
    this.current = Math.ceil((rows * columns) / 2);
    this.buttons[this.current - 1].tabIndex = 0;
    const ways = svg('svg', {viewBox: `0 0 ${columns} ${rows}`, class: 'ways', 'aria-hidden': 'true'},
      svg('path', {d: lines(rows, columns, wrapped, way), class: 'lines'}), svg('path', {d: '', class: 'hint-ways'}));
    this.root.style.setProperty('--columns', String(columns));
    this.root.style.setProperty('--rows', String(rows));
    this.root.replaceChildren(ways, ...Array.from({length: rows}, (_, row) =>
      element('div', {role: 'row'}, ...this.buttons.slice(row * columns, (row + 1) * columns))));
  }

  /** Makes a square the only one that the Tab key reaches.  @param {number} square */
  setTabStop(square) {
    if (!square) return;
    this.buttons[this.current - 1].tabIndex = -1;
    this.current = square;
    this.buttons[square - 1].tabIndex = 0;
  }

  /** Handles the arrow keys, Home, End and Escape.  @param {KeyboardEvent} event */
  onKey(event) {
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

  /** Selects the piece on a square; 0 selects none.  @param {number} square */
  select(square) {
    this.selected = square;
    this.render(/** @type {View} */ (this.view));
  }

  /** Handles a click on a square.  @param {number} square */
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

  /** Lets the reader drag a piece with the pointer.  @param {PointerEvent} down the start of the drag */
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
      // Ignores the click event that may follow a drag.
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
