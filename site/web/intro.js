// The introduction: the rules in short, and pictures of the goals.  If the reader closes the introduction, it stays closed
// on later visits.
// @ts-check
import {picture} from './board.js';
import {recall, remember} from './remember.js';
import {button, element, fill, get, on} from './page.js';
import {ScoredGame} from './scored_game.js';
import {t} from './texts.js';

/** @import {Game} from './rules.js' */

/** Returns points relative to the top left corner of their bounding box.  @param {number[][]} points as [row, column] */
function fromCorner(points) {
  const [top, left] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis])));
  return points.map(([row, column]) => [row - top, column - left]);
}

/** Returns the height and width of the bounding box.
 *  @param {number[][]} points a result of fromCorner @returns {number[]} */
const boundingBox = (points) => [0, 1].map((axis) => Math.max(...points.map((point) => point[axis])) + 1);

/** Returns a key that is equal for all shifted, rotated or mirrored images of a shape: the distances between its points.
 *  @param {number[][]} points */
const shapeKey = (points) => points.flatMap(([row, column], i) => points.slice(i + 1).map(([r, c]) => (row - r) ** 2 + (column - c) ** 2))
  .sort((a, b) => a - b).join();

/** Keys of the names of shapes, in the order of the pictures. */
const SHAPES = ['goal.line', 'goal.diagonal', 'goal.square', 'goal.corners', 'goal.tilted', 'goal.other'];

/** Returns the key of a shape's name, and the shape's length in squares.  @param {number[][]} points */
function shapeOf(points) {
  const [tall, wide] = boundingBox(points);
  if (tall === 1 || wide === 1) return {key: 'goal.line', size: tall * wide};
  const steps = points.map(([row, column]) => row - column);
  const sums = points.map(([row, column]) => row + column);
  if (tall === points.length && (new Set(steps).size === 1 || new Set(sums).size === 1)) return {key: 'goal.diagonal', size: tall};
  if (points.length !== 4 || tall !== wide) return {key: 'goal.other', size: tall};
  const corners = points.every(([row, column]) => row % (tall - 1) === 0 && column % (wide - 1) === 0);
  return {key: !corners ? 'goal.tilted' : tall === 2 ? 'goal.square' : 'goal.corners', size: tall};
}

/**
 * Returns one goal of each shape: the goal nearest to the middle of the board.  Prefers goals that do not cross joined
 * edges.
 * @param {Game} game @returns {{goal: number[], key: string, size: number}[]}
 */
export function goalShapes({goals, rules: {rows, columns, wrapped}}) {
  /** @type {Map<string, {goal: number[], key: string, size: number, offCentre: number}>} */
  const found = new Map();
  for (const goal of goals) {
    const points = goal.map((square) => [Math.floor((square - 1) / columns), (square - 1) % columns]);
    // If edges are joined, a goal can have several shapes.  Tries all shifts and takes the shape with the smallest bounding
    // box.  Of several such shapes, takes the one that comes first in SHAPES.
    const shifts = Array.from({length: wrapped ? rows * columns : 1}, (_, i) => fromCorner(points.map(([row, column]) =>
      [(row + Math.floor(i / columns)) % rows, (column + i) % columns])));
    const score = (/** @type {number[][]} */ shape) => boundingBox(shape)[0] * boundingBox(shape)[1] + SHAPES.indexOf(shapeOf(shape).key) / 10;
    const smallest = shifts.reduce((best, shape) => (score(shape) < score(best) ? shape : best));
    const across = score(shifts[0]) > score(smallest) ? 1000 : 0;
    const offCentre = points.reduce((sum, [row, column]) => sum + Math.abs(row - (rows - 1) / 2) + Math.abs(column - (columns - 1) / 2), across);
    const key = shapeKey(smallest);
    if (offCentre < (found.get(key)?.offCentre ?? Infinity)) found.set(key, {goal, ...shapeOf(smallest), offCentre});
  }
  return [...found.values()].sort((a, b) => SHAPES.indexOf(a.key) - SHAPES.indexOf(b.key) || a.size - b.size);
}

export class Intro {
  /** @param {() => void} changed is called when the introduction is opened or closed */
  constructor(changed) {
    // On a phone, the introduction is open on the first visit only.
    const first = !recall('visited') || matchMedia('(min-width: 30rem)').matches;
    this.open = (recall('intro') ?? (first ? 'open' : 'closed')) === 'open';
    this.changed = changed;
    on('intro-open', () => this.toggle());
  }

  toggle() {
    this.open = !this.open;
    remember('intro', this.open ? 'open' : 'closed');
    this.changed();
    get('intro-open').focus();
  }

  /** @param {Game|null} game null hides the introduction */
  render(game) {
    get('intro-open').hidden = !game;
    get('intro-open').setAttribute('aria-expanded', String(this.open));
    get('intro').hidden = !game || !this.open;
    if (!game || !this.open) return;
    const {pieces, moves} = game.rules;
    fill(get('intro'),
      element('p', {}, moves === 'king' ? t('intro.drops', {pieces}) : t('intro.moves', {pieces, way: t(`moves.${moves}`)})),
      ...(game instanceof ScoredGame ? [element('p', {}, t('points.intro'))] : []),
      element('div', {className: 'figures'}, ...goalShapes(game).map(({goal, key, size}) => {
        const name = t(key, {size});
        return element('figure', {}, picture(game.rules, goal, `${name}: ${goal.join(' ')}`),
          element('figcaption', {}, name));
      })),
      button('×', () => this.toggle(), {className: 'plain close', 'aria-label': t('intro.close'), title: t('intro.close')}));
  }
}
