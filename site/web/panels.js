// What stands around the board: headline, options, moves, the game, the goals.
// @ts-check
import {NAMED, moveText, named, rulesText, styleName} from './rules.js';
import {MARKS, annotate, judgement, worthText} from './annotation.js';
import {picture} from './board.js';
import {button, element, fill, get} from './page.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./annotation.js').Choice} Choice */

const TITLES = {
  standard: 'Standard', advanced: 'Advanced', diamonds: 'Standard and diamonds', advanced_diamonds: 'Advanced and diamonds',
  tilted: 'Standard and tilted squares', every_square: 'Every square', torus: 'Standard on a torus', board4x4: 'Standard on 4×4',
  standard_6x6: 'Standard on 6×6', advanced_6x6: 'Advanced on 6×6',
};

/** Which parts of the page there are, and what can be pressed.  @param {App} app */
export function renderFrame({state, setup, positions, showValues, showThreats}) {
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
  get('values').setAttribute('aria-pressed', String(showValues));
  get('threats').setAttribute('aria-pressed', String(showThreats));
}

/** Rules, style and players.  @param {App} app */
export function renderOptions({state: {rules, style, banned, human, rate}}) {
  const text = rulesText(rules);
  const select = get('rules', HTMLSelectElement);
  if (select.dataset.shown !== text) {
    select.dataset.shown = text;
    const names = Object.keys(NAMED).includes(text) ? Object.keys(NAMED) : [...Object.keys(NAMED), text];
    fill(select, ...names.map((value) => element('option', {value}, TITLES[/** @type {keyof TITLES} */ (value)] ?? value)));
    fill(get('style'), ...rules.styles.map((value) => element('option', {value}, styleName(value) === value ? value : `${styleName(value)} (${value})`)));
  }
  select.value = text;
  get('style', HTMLSelectElement).value = style;
  get('ban-label').hidden = rules.banned.length === 0;
  get('ban', HTMLInputElement).checked = banned;
  get('human', HTMLSelectElement).value = human ?? '';
  get('rate-label').hidden = !human;
  get('rate', HTMLInputElement).value = String(rate);
}

/** All moves with their values, to be clicked.  @param {App} app @param {Choice[]} choices */
export function renderMoves(app, choices) {
  get('moves-panel').hidden = choices.length === 0;
  fill(get('moves'), ...choices.map((choice) => {
    const how = app.game ? judgement(app.game.chooser(app.position), choice, choices) : '';
    const text = moveText(choice.move);
    const made = button(element('b', {}, text), () => app.move(choice.move), {key: text, className: how, disabled: !app.isYours()});
    made.append(` ${worthText(choice.worth)}`);
    if (how.includes('best')) made.append(' ★', element('span', {className: 'unseen'}, ' best'));
    return element('li', {}, made);
  }));
}

/** The moves that were made, with the letter's marks if values are shown.  @param {App} app @param {boolean} bare */
export function renderGame(app, bare) {
  const {state, game, positions} = app;
  const plies = positions.slice(1).map((_, i) => {
    const choices = bare ? undefined : app.table?.known(positions[i]);
    return game && choices && choices.length > 0 ? annotate(game, positions[i], state.moves[i], choices) : null;
  });
  fill(get('game'), ...plies.map((ply, i) => {
    const {toMove} = positions[i];
    const made = button(element('span', {className: 'unseen'}, `${named(toMove)} `), () => app.look(i + 1),
      {key: String(i + 1), className: `plain ${toMove}`, title: ply?.line ?? ''});
    made.append(moveText(state.moves[i]));
    if (ply?.mark) made.append(element('b', {className: `mark${ply.mark[0] === '!' ? ' well' : ''}`}, ` ${ply.mark}`));
    if (i + 1 === state.at) made.setAttribute('aria-current', 'step');
    return element('li', {}, made);
  }));
  const now = plies[state.at - 1];
  get('annotation').textContent = plies.length === 0 ? 'No moves yet.'
    : !now ? '' : now.mark ? `${now.line} — ${MARKS[/** @type {keyof MARKS} */ (now.mark)]}` : now.line;
}

/** Pictures of all goals; the one that is pointed at is marked on the board.  @param {App} app */
export function renderGoals(app) {
  const goals = app.game?.goals ?? [];
  const mark = (/** @type {number[]|undefined} */ goal) => () => {
    app.marked = goal;
    app.render();
  };
  fill(get('goal-list'), ...goals.map((goal) => button(picture(app.state.rules, goal, goal.join(' ')), mark(goal), {
    className: 'plain', onmouseenter: mark(goal), onmouseleave: mark(undefined), onfocus: mark(goal), onblur: mark(undefined),
  })));
  get('goal-count').textContent = `Goals: ${goals.length}`;
}
