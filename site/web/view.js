// Shows the state of the page: board, status and panels.
// @ts-check
import {threats} from './rules.js';
import {resultBefore} from './annotation.js';
import {renderGame, renderMoves, renderOptions} from './panels.js';
import {get} from './page.js';
import {t} from './texts.js';
import {resultWords} from './wording.js';

/** @import {App} from './app.js' */

/** Returns the value of the position on the board, or null if it is not known.  @param {App} app */
export function result(app) {
  const {game, position} = app;
  const winner = game?.winner(position);
  if (winner) return {winner, plies: 0};
  const choices = app.table?.known(position);
  if (!choices || choices.length === 0) return null;
  const {now} = app.points;
  return now ? now.game.best(now.position, app.points.choices).result : resultBefore(choices);
}

/** Returns a sentence: whose turn it is, or who has won.  @param {App} app */
export function sentence(app) {
  const {game, position, state} = app;
  const winner = game?.winner(position);
  if (!game) return state.view === 'puzzle' ? app.puzzles.task : '';
  const {now} = app.points;
  if (winner) return now ? t('points.over', {side: winner, n: now.game.scored(now.position, state.moves[state.at - 1])}) : t('turn.won', {side: winner});
  if (state.view === 'puzzle' && state.at === 0) return app.puzzles.task;
  const side = game.chooser(position);
  const drops = game.dropping(position);
  if (now && drops) return t(side === position.toMove ? 'points.drop' : 'points.pick', {side: position.toMove, chooser: side});
  if (side !== position.toMove) return t('turn.pick', {side, owner: position.toMove});
  return t(drops ? 'turn.drop' : 'turn.move', {side});
}

/** Shows the state: board, status, panels.  @param {App} app */
export function renderAll(app) {
  const {state: {view, rules, moves, at}, game, setup, opponent, points} = app;
  const position = setup.position ?? app.position;
  const playing = game && !setup.position;
  const winner = playing ? game.winner(position) : null;
  const hidden = view === 'win' || (view === 'puzzle' && !app.puzzles.showsSolution) || !app.showValues || !playing;
  const known = hidden ? undefined : app.table?.ranked(position);
  const choices = known && points.shown(known);
  const goal = winner && game?.goalKeys.has(position[winner].join()) ? position[winner] : undefined;
  const first = playing && position.banned && position.black.length === 0;
  const waits = points.now && game?.dropping(position) && !points.marker;
  app.board.render({
    ...rules, ...position, way: rules.moves, choices, edit: setup.position !== null, marked: app.marked ?? goal,
    moves: playing && opponent.isReaderToPick() && !waits ? game.moves(position) : [],
    hint: playing && app.hinted?.position === position ? app.hinted.moves : undefined,
    chooser: playing ? game.chooser(position) : 'black',
    last: playing ? moves[at - 1] : undefined,
    banned: first ? rules.banned : [],
    threats: playing && (app.showThreats || view === 'win') && !winner ? threats(game, position) : undefined,
  });
  const value = hidden || winner ? null : result(app);
  get('turn').textContent = setup.position ? t('turn.setup') : sentence(app);
  get('result').textContent = value ? resultWords(value) : '';
  app.renderFrame(setup.position !== null);
  for (const [id, shows] of /** @type {const} */ ([['values', app.showValues], ['threats', app.showThreats]])) {
    get(id).setAttribute('aria-pressed', String(shows));
  }
  get('hint', HTMLButtonElement).disabled = setup.position !== null || winner !== null || opponent.isComputerToPick();
  renderOptions(app);
  opponent.render();
  app.intro.render(view !== 'win' && !setup.position ? game : null);
  points.render(!hidden);
  if (choices || hidden || winner || !app.solved) renderMoves(app, choices ?? []);
  renderGame(app, hidden);
  setup.render();
  if (view === 'puzzle') app.puzzles.render();
  if (view === 'win') app.chapter.render();
}
