// For somebody who has never heard of Teeko: the rules in a sentence, and the
// figures that win.  The reader closes it for good, and can open it again.
// @ts-check
import {picture} from './board.js';
import {recall, remember} from './remember.js';
import {button, element, fill, get, on} from './page.js';
import {t} from './texts.js';

/** @typedef {import('./rules.js').Game} Game */

/** Rows and columns from the corner of the smallest box.  @param {number[][]} points */
function fromCorner(points) {
  const [top, left] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis])));
  return points.map(([row, column]) => [row - top, column - left]);
}

/** @param {number[][]} points from the corner @returns {number[]} */
const box = (points) => [0, 1].map((axis) => Math.max(...points.map((point) => point[axis])) + 1);

/** The same for all sets that differ by shifts, turns and mirroring.  @param {number[][]} points */
function shapeKey(points) {
  const keys = [];
  for (const [a, b] of [[0, 1], [1, 0]]) {
    for (const [s, r] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
      const image = fromCorner(points.map((point) => [s * point[a], r * point[b]]));
      keys.push(image.map(([row, column]) => row * 64 + column).sort((x, y) => x - y).join());
    }
  }
  return keys.sort()[0];
}

/** Keys of the texts, in the order in which figures are shown. */
const FIGURES = ['goal.line', 'goal.diagonal', 'goal.square', 'goal.corners', 'goal.tilted', 'goal.other'];

/** What a figure is called: a key of the texts, and its size in squares.  @param {number[][]} points */
function figureOf(points) {
  const [tall, wide] = box(points);
  if (tall === 1 || wide === 1) return {key: 'goal.line', size: tall * wide};
  const steps = points.map(([row, column]) => row - column);
  const sums = points.map(([row, column]) => row + column);
  if (tall === points.length && (new Set(steps).size === 1 || new Set(sums).size === 1)) return {key: 'goal.diagonal', size: tall};
  if (points.length !== 4 || tall !== wide) return {key: 'goal.other', size: tall};
  const corners = points.every(([row, column]) => row % (tall - 1) === 0 && column % (wide - 1) === 0);
  return {key: !corners ? 'goal.tilted' : tall === 2 ? 'goal.square' : 'goal.corners', size: tall};
}

/**
 * One goal of each shape that wins, in the middle of the board and not across a
 * joined edge if there is one.
 * @param {Game} game @returns {{goal: number[], key: string, size: number}[]}
 */
export function figures({goals, rules: {rows, columns, wrapped}}) {
  /** @type {Map<string, {goal: number[], key: string, size: number, off: number}>} */
  const found = new Map();
  for (const goal of goals) {
    const points = goal.map((square) => [Math.floor((square - 1) / columns), (square - 1) % columns]);
    // Where edges are joined, the shift that makes the shape as small as can be, and has a name.
    const shifts = Array.from({length: wrapped ? rows * columns : 1}, (_, i) => fromCorner(points.map(([row, column]) =>
      [(row + Math.floor(i / columns)) % rows, (column + i) % columns])));
    const rank = (/** @type {number[][]} */ shape) => box(shape)[0] * box(shape)[1] + FIGURES.indexOf(figureOf(shape).key) / 10;
    const smallest = shifts.reduce((best, shape) => (rank(shape) < rank(best) ? shape : best));
    const across = rank(shifts[0]) > rank(smallest) ? 1000 : 0;
    const off = points.reduce((sum, [row, column]) => sum + Math.abs(row - (rows - 1) / 2) + Math.abs(column - (columns - 1) / 2), across);
    const key = shapeKey(smallest);
    if (off < (found.get(key)?.off ?? Infinity)) found.set(key, {goal, ...figureOf(smallest), off});
  }
  return [...found.values()].sort((a, b) => FIGURES.indexOf(a.key) - FIGURES.indexOf(b.key) || a.size - b.size);
}

export class Intro {
  /** @param {() => void} changed is called when it has been opened or closed */
  constructor(changed) {
    this.open = recall('intro') !== 'closed';
    this.changed = changed;
    on('intro-open', () => this.toggle());
  }

  toggle() {
    this.open = !this.open;
    remember('intro', this.open ? 'open' : 'closed');
    this.changed();
    get('intro-open').focus();
  }

  /** @param {Game|null} game none: it has no place now */
  render(game) {
    get('intro-open').hidden = !game;
    get('intro-open').setAttribute('aria-expanded', String(this.open));
    get('intro').hidden = !game || !this.open;
    if (!game || !this.open) return;
    fill(get('intro'),
      element('p', {}, t('intro.drops', {pieces: game.rules.pieces})),
      element('div', {className: 'figures'}, ...figures(game).map(({goal, key, size}) => {
        const name = t(key, {size});
        return element('figure', {}, picture(game.rules, goal, t('goal.picture', {figure: name, squares: goal.join(' ')})),
          element('figcaption', {}, name));
      })),
      button('×', () => this.toggle(), {className: 'plain close', 'aria-label': t('intro.close'), title: t('intro.close')}));
  }
}
