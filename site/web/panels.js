// The panels around the board: options, moves, game and goals.
// @ts-check
import {NAMED, moveText, parseRules, rulesText} from './rules.js';
import {ScoredGame} from './scored_game.js';
import {annotate, labelled, moveClasses, outcome, sameResult} from './annotation.js';
import {picture} from './board.js';
import {curve} from './curve.js';
import {button, element, fill, get, on} from './page.js';
import {fault, worstMove, results} from './review.js';
import {t} from './texts.js';
import {rulesWords, someMoves, styleWords, resultWords} from './wording.js';

/** @import {Annotated} from './annotation.js' */
/** @import {App} from './app.js' */
/** @import {Colour} from './rules.js' */
/** @import {ScoredChoice} from './scored_game.js' */
/** @import {Choice} from './value.js' */
/** What the list of moves shows of a ply.  `ply`: its annotation; `lost`: the points that it gave away, in games for points.
 *  @typedef {{mark: string, words: string, ply?: Annotated, lost?: Record<Colour, number>}} Shown */

/** CSS classes of moves that win, draw and lose. */
const GROUPS = ['good', 'even', 'bad'];

/** Connects the options with the actions of the page.  @param {App} app */
export function bindOptions(app) {
  const value = (/** @type {string} */ id) => get(id, HTMLSelectElement).value;
  on('rules', () => app.changeRules(parseRules(value('rules'))), 'change');
  on('style', () => app.update({style: value('style')}), 'change');
  on('ban', () => app.update({banned: get('ban', HTMLInputElement).checked}), 'change');
}

/** Shows the rules and the style.  @param {App} app */
export function renderOptions({state: {view, rules, style, banned}}) {
  const text = rulesText(rules);
  const named = view === 'points' ? ['standard', 'advanced'] : Object.keys(NAMED);
  const names = named.includes(text) ? named : [...named, text];
  fill(get('rules'), ...names.map((value) => element('option', {value, selected: value === text}, rulesWords(value))));
  fill(get('style'), ...rules.styles.map((value) => element('option', {value, selected: value === style}, styleWords(value))));
  get('rules-name').textContent = rulesWords(text);
  get('ban-label').hidden = rules.banned.length === 0;
  get('ban-text').textContent = t('options.ban', {squares: rules.banned.map(String)});
  get('ban', HTMLInputElement).checked = banned;
}

/** Shows all moves with their values in three groups: wins, draws and losses for the side that chooses.  If all are equally
 *  good, says so once.
 *  @param {App} app @param {Choice[]} choices the best first */
export function renderMoves(app, choices) {
  get('moves-panel').hidden = choices.length === 0;
  const side = app.game?.chooser(app.position) ?? 'black';
  const listed = labelled(choices);
  const groups = [1, 0, -1].map((value) => listed.filter(({result}) => outcome(side, result) === value));
  const same = listed.length < choices.length ? [element('p', {}, t('moves.same', {n: choices.length, result: resultWords(choices[0].result)}))] : [];
  fill(get('moves'), ...same, ...groups.flatMap((group, i) => (group.length === 0 ? [] : [
    ...(same.length > 0 ? [] : [element('h3', {className: GROUPS[i]}, t(`moves.${GROUPS[i]}`, {side, n: group.length}))]),
    element('ol', {className: `choices ${GROUPS[i]}`}, ...group.map((choice) => {
      const how = moveClasses(side, choice, choices);
      const text = moveText(choice.move);
      const made = button(element('b', {}, text), () => app.move(choice.move), {key: text, className: how, disabled: !app.opponent.isReaderToPick()});
      made.append(` ${resultWords(choice.result)}`);
      if (choice.traps?.losing) made.append(` ${t('moves.traps', {...choice.traps})}`);
      if (how.includes('best')) made.append(' ★', element('span', {className: 'unseen'}, ` ${t('moves.best')}`));
      return element('li', {}, made);
    }))])));
}

/** Returns an annotated ply in the reader's language.  @param {Annotated} ply */
function plyWords({text, mark, result, bestResult, best}) {
  const line = [text, mark, resultWords(result)].filter(Boolean).join(' ');
  return sameResult(result, bestResult) ? line : t('game.better', {line, moves: best.join(', '), result: resultWords(bestResult)});
}

/** Returns what a move was worth: its annotation and, in games for points, the points that it gave away.
 *  @param {App} app @param {number} ply from 0 @returns {Shown|null} */
function annotated({game, table, points, positions, state}, ply) {
  const position = positions[ply];
  const choices = table?.known(position);
  if (!game || !choices) return null;
  if (!(game instanceof ScoredGame)) {
    const made = annotate(game, position, state.moves[ply], choices);
    const words = plyWords(made);
    return {ply: made, mark: made.mark, words: made.mark ? t('game.meaning', {line: words, meaning: t(`mark.${made.mark}`)}) : words};
  }
  const text = moveText(state.moves[ply]);
  const played = /** @type {ScoredChoice} */ (choices.find(({move}) => moveText(move) === text));
  const lost = game.givenAway(/** @type {any} */ (position), /** @type {ScoredChoice[]} */ (choices), played);
  const n = lost.black + lost.red;
  return {lost, mark: n > 0 ? `−${n}` : '', words: `${text} ${resultWords(played.result)}. ${points.lostWords(lost)}`.trim()};
}

/** Shows the moves of the game, their marks, and the review.
 *  @param {App} app @param {boolean} valuesHidden whether values are hidden; then marks and review are hidden too */
export function renderGame(app, valuesHidden) {
  const {state, positions} = app;
  const plies = positions.slice(1).map((_, i) => (valuesHidden ? null : annotated(app, i)));
  fill(get('game'), ...plies.map((ply, i) => {
    const {toMove} = positions[i];
    const made = button(element('span', {className: 'unseen'}, `${t(`name.${toMove}`)} `), () => app.goToPly(i + 1),
      {key: String(i + 1), className: `plain ${toMove}`, title: ply?.words ?? '', 'data-letter': t(`letter.${toMove}`)});
    made.append(moveText(state.moves[i]));
    if (ply?.mark) made.append(element('b', {className: `mark${ply.mark[0] === '!' ? ' well' : ''}`}, ` ${ply.mark}`));
    if (i + 1 === state.at) made.setAttribute('aria-current', 'step');
    return element('li', {}, made);
  }));
  get('annotation').textContent = plies.length === 0 ? t('game.none') : plies[state.at - 1]?.words ?? '';
  if (state.view === 'points') app.points.renderReview(plies.flatMap((ply) => ply?.lost ?? []));
  else renderReview(app, plies.every((ply) => ply?.ply) ? plies.map((ply) => /** @type {Annotated} */ (ply?.ply)) : []);
}

/** Shows the curve of the game and the worst move of each side that a person plays.  @param {App} app
 *  @param {Annotated[]} plies all plies, or an empty list to hide the review */
function renderReview(app, plies) {
  const {state, positions} = app;
  const first = app.table?.known(positions[0]);
  get('review').hidden = plies.length < 2 || state.view !== 'explore';
  if (get('review').hidden || !first) return;
  const game = {results: results(first, plies), moves: plies.map(({text}) => text), faults: plies.map(({bestResult, result, chooser}) =>
    outcome(chooser, bestResult) !== outcome(chooser, result)), at: state.at};
  const sides = /** @type {Colour[]} */ (state.human ? [state.human] : ['black', 'red']);
  fill(get('review'), ...curve(game, (ply) => app.goToPly(ply)), ...sides.flatMap((side) => {
    const worst = worstMove(plies, side);
    const whose = state.human ? 'you' : 'side';
    if (!worst) return [];
    if (worst === 'none') return [element('p', {}, t(`worst.none.${whose}`, {side}))];
    const {text, best} = plies[worst.index];
    const {kind, n} = fault(plies[worst.index]);
    const better = t('worst.better', {n: best.length, moves: someMoves(best)});
    return [element('p', {}, t(`worst.${whose}`, {side, move: text, what: t(`worst.${kind}`, {n}), better}), ' ',
      button(t('worst.show'), () => app.goToPly(worst.index), {key: `worst ${side}`, className: 'plain link'}))];
  }));
}

/** Shows pictures of all goals.  The board marks the goal under the pointer.  @param {App} app */
export function renderGoals(app) {
  const goals = app.game?.goals ?? [];
  const mark = (/** @type {number[]|undefined} */ goal) => () => {
    app.marked = goal;
    app.render();
  };
  fill(get('goal-list'), ...goals.map((goal) => button(picture(app.state.rules, goal, goal.join(' ')), mark(goal), {
    className: 'plain', onmouseenter: mark(goal), onmouseleave: mark(undefined), onfocus: mark(goal), onblur: mark(undefined),
  })));
  get('goal-count').textContent = t('goals', {n: goals.length});
}
