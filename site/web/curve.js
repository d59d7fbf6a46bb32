// The curve of a game: its value after each ply.  Black's wins are above the middle, Red's below it; a faster win is
// farther from the middle.  The curve is also a slider for keys, mouse and screen readers.
// @ts-check
import {element, svg} from './page.js';
import {t} from './texts.js';
import {resultWords} from './wording.js';

/** @import {Result} from './value.js' */

/** Size of the picture in SVG units. */
const kWidth = 320, kHeight = 90, kMargin = 8;

/** Returns the height of a value: from -1 (Red has won) to 1 (Black has won); 0 is a draw.
 *  @param {Result} result @param {number} longest the largest distance of the game, in plies */
export function height({winner, plies}, longest) {
  if (!winner) return 0;
  return (winner === 'black' ? 1 : -1) * (1 - 0.65 * plies / (longest + 1));
}

/** Returns the curve as text, such as "Draw from ply 0; Red wins from ply 7".  @param {Result[]} results */
export function curveText(results) {
  const begins = results.map(({winner}, ply) => ({winner, ply})).filter(({winner, ply}) => ply === 0 || winner !== results[ply - 1].winner);
  return begins.map(({winner, ply}) => (winner ? t('curve.wins', {side: winner, ply}) : t('curve.draw', {ply}))).join('; ');
}

/**
 * Returns the elements of the curve.
 * @param {{results: Result[], moves: string[], faults: boolean[], at: number}} game results: the values before the first
 *     ply and after each ply; moves: all plies as text; faults: whether each ply changed the outcome; at: the number of
 *     plies before the position on the board
 * @param {(ply: number) => void} goToPly
 * @returns {Node[]}
 */
export function curve({results, moves, faults, at}, goToPly) {
  const last = moves.length;
  const longest = Math.max(...results.map(({plies}) => plies));
  const step = kWidth / (last + 1);
  const x = (/** @type {number} */ ply) => step * (ply + 0.5);
  const y = (/** @type {number} */ ply) => kHeight / 2 - (kHeight / 2 - kMargin) * height(results[ply], longest);
  const middle = kHeight / 2;
  const bars = results.map(({winner}, ply) => (winner ? svg('path', {
    d: `M${x(ply) - step / 2} ${middle}V${y(ply)}h${step}V${middle}z`, class: `bar ${winner}`}) : svg('g', {})));
  const dots = faults.map((fault, i) => (fault ? svg('circle', {cx: x(i + 1), cy: y(i + 1), r: 4, class: 'fault'}) : svg('g', {})));
  const words = (/** @type {number} */ ply) => (ply === 0 ? t('curve.start', {result: resultWords(results[0])})
    : t('curve.ply', {ply, move: moves[ply - 1], result: resultWords(results[ply])}));
  const slider = /** @type {SVGSVGElement} */ (svg('svg', {
    viewBox: `0 0 ${kWidth} ${kHeight}`, class: 'curve', role: 'slider', tabindex: 0, 'data-key': 'curve', 'aria-label': t('curve'),
    'aria-valuemin': 0, 'aria-valuemax': last, 'aria-valuenow': at, 'aria-valuetext': words(at), 'aria-describedby': 'curve-text',
  },
  ...bars, svg('path', {d: `M0 ${middle}H${kWidth}`, class: 'middle'}),
  svg('path', {d: results.map((_, ply) => `${ply ? 'V' : 'M0 '}${y(ply)}h${step}`).join(''), class: 'values'}), ...dots,
  svg('path', {d: `M${x(at)} 0V${kHeight}`, class: 'now'}), svg('circle', {cx: x(at), cy: y(at), r: 5, class: 'now'})));
  const nearest = (/** @type {MouseEvent} */ event) => {
    const box = slider.getBoundingClientRect();
    const ply = Math.floor((event.clientX - box.x) / box.width * (last + 1));
    return Math.min(last, Math.max(0, ply));
  };
  slider.addEventListener('click', (event) => goToPly(nearest(event)));
  const tip = svg('title', {});
  slider.prepend(tip);
  slider.addEventListener('pointermove', (event) => tip.textContent = words(nearest(event)));
  slider.addEventListener('keydown', (event) => {
    const to = {ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last}[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goToPly(Math.min(last, Math.max(0, to)));
  });
  return [
    element('div', {className: 'end', 'aria-hidden': 'true'}, `↑ ${t('result.won.black')}`),
    slider,
    element('div', {className: 'end', 'aria-hidden': 'true'}, `↓ ${t('result.won.red')}`),
    element('p', {id: 'curve-text', className: 'unseen'}, t('curve.text', {runs: curveText(results)})),
  ];
}
