// The panels around the board: buttons, options, moves, game and goals.
// @ts-check
import {NAMED, moveText, rulesText} from './rules.js';
import {annotate, moveClasses, outcome, sameResult} from './annotation.js';
import {picture} from './board.js';
import {curve} from './curve.js';
import {button, element, fill, get} from './page.js';
import {fault, worstMove, results} from './review.js';
import {t} from './texts.js';
import {rulesWords, someMoves, styleWords, resultWords} from './wording.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./annotation.js').Annotated} Annotated */
/** @typedef {import('./annotation.js').Choice} Choice */
/** @typedef {import('./rules.js').Colour} Colour */

/** CSS classes of moves that win, draw and lose. */
const GROUPS = ['good', 'even', 'bad'];

/** Shows and hides the parts of the page, and enables buttons.  @param {App} app @param {boolean} over whether the game
 *  has ended */
export function renderFrame({state, setup, opponent, positions, showValues, showThreats}, over) {
  const setting = setup.position !== null;
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-views]'))) {
    section.hidden = !section.dataset.views?.split(' ').includes(state.view) || setting;
  }
  for (const view of ['explore', 'puzzle', 'win']) {
    get(`go-${view}`).setAttribute('aria-current', view === state.view ? 'page' : 'false');
  }
  const left = positions.length - 1 - state.at;
  for (const [id, steps] of /** @type {const} */ ([['first', state.at], ['undo', state.at], ['redo', left], ['last', left]])) {
    get(id, HTMLButtonElement).disabled = steps <= 0 || setting;
  }
  get('hint', HTMLButtonElement).disabled = setting || over || opponent.isComputerToPick();
  get('values').setAttribute('aria-pressed', String(showValues));
  get('threats').setAttribute('aria-pressed', String(showThreats));
}

/** Shows the rules and the style.  @param {App} app */
export function renderOptions({state: {rules, style, banned}}) {
  const text = rulesText(rules);
  const names = Object.keys(NAMED).includes(text) ? Object.keys(NAMED) : [...Object.keys(NAMED), text];
  fill(get('rules'), ...names.map((value) => element('option', {value, selected: value === text}, rulesWords(value))));
  fill(get('style'), ...rules.styles.map((value) => element('option', {value, selected: value === style}, styleWords(value))));
  get('rules-name').textContent = rulesWords(text);
  get('ban-label').hidden = rules.banned.length === 0;
  get('ban-text').textContent = t('options.ban', {squares: rules.banned.map(String)});
  get('ban', HTMLInputElement).checked = banned;
}

/** Shows all moves with their values in three groups: wins, draws and losses for the side that chooses.
 *  @param {App} app @param {Choice[]} choices the best first */
export function renderMoves(app, choices) {
  get('moves-panel').hidden = choices.length === 0;
  const side = app.game?.chooser(app.position) ?? 'black';
  const groups = [1, 0, -1].map((value) => choices.filter(({result}) => outcome(side, result) === value));
  fill(get('moves'), ...groups.flatMap((group, i) => (group.length === 0 ? [] : [
    element('h3', {className: GROUPS[i]}, t(`moves.${GROUPS[i]}`, {side, n: group.length})),
    element('ol', {className: `choices ${GROUPS[i]}`}, ...group.map((choice) => {
      const how = moveClasses(side, choice, choices);
      const text = moveText(choice.move);
      const made = button(element('b', {}, text), () => app.move(choice.move), {key: text, className: how, disabled: !app.opponent.isReaderToPick()});
      made.append(` ${resultWords(choice.result)}`);
      if (how.includes('best')) made.append(' ★', element('span', {className: 'unseen'}, ` ${t('moves.best')}`));
      return element('li', {}, made);
    }))])));
}

/** Returns an annotated ply in the reader's language.  @param {Annotated} ply */
function plyWords({text, mark, result, bestResult, best}) {
  const line = [text, mark, resultWords(result)].filter(Boolean).join(' ');
  return sameResult(result, bestResult) ? line : t('game.better', {line, moves: best.join(', '), result: resultWords(bestResult)});
}

/** Shows the moves of the game, their marks, and the review.
 *  @param {App} app @param {boolean} valuesHidden whether values are hidden; then marks and review are hidden too */
export function renderGame(app, valuesHidden) {
  const {state, game, positions} = app;
  const plies = positions.slice(1).map((_, i) => {
    const choices = valuesHidden ? undefined : app.table?.known(positions[i]);
    return game && choices ? annotate(game, positions[i], state.moves[i], choices) : null;
  });
  fill(get('game'), ...plies.map((ply, i) => {
    const {toMove} = positions[i];
    const made = button(element('span', {className: 'unseen'}, `${t(`name.${toMove}`)} `), () => app.goToPly(i + 1),
      {key: String(i + 1), className: `plain ${toMove}`, title: ply ? plyWords(ply) : '', 'data-letter': t(`letter.${toMove}`)});
    made.append(moveText(state.moves[i]));
    if (ply?.mark) made.append(element('b', {className: `mark${ply.mark[0] === '!' ? ' well' : ''}`}, ` ${ply.mark}`));
    if (i + 1 === state.at) made.setAttribute('aria-current', 'step');
    return element('li', {}, made);
  }));
  const now = plies[state.at - 1];
  get('annotation').textContent = plies.length === 0 ? t('game.none')
    : !now ? '' : now.mark ? t('game.meaning', {line: plyWords(now), meaning: t(`mark.${now.mark}`)}) : plyWords(now);
  renderReview(app, plies.every((ply) => ply !== null) ? /** @type {Annotated[]} */ (plies) : []);
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
