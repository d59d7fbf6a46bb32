// Shows the state of the page: board, status and panels.
// @ts-check
import {threats} from './rules.js';
import {resultBefore} from './annotation.js';
import {renderFrame, renderGame, renderMoves, renderOptions} from './panels.js';
import {get} from './page.js';
import {t} from './texts.js';
import {resultWords} from './wording.js';

/** @typedef {import('./app.js').App} App */

/** Returns the value of the position on the board, or null if it is not known.  @param {App} app */
export function result(app) {
  const {game, position} = app;
  const winner = game?.winner(position);
  if (winner) return {winner, plies: 0};
  const choices = app.table?.known(position);
  return choices && choices.length > 0 ? resultBefore(choices) : null;
}

/** Returns a sentence: whose turn it is, or who has won.  @param {App} app */
export function sentence(app) {
  const {game, position} = app;
  const winner = game?.winner(position);
  if (!game) return '';
  if (winner) return t('turn.won', {side: winner});
  const side = game.chooser(position);
  if (side !== position.toMove) return t('turn.pick', {side, owner: position.toMove});
  return t(game.dropping(position) ? 'turn.drop' : 'turn.move', {side});
}

/** Shows the state: board, status, panels.  @param {App} app */
export function renderAll(app) {
  const {state: {view, rules, moves, at}, game, setup} = app;
  const position = setup.position ?? app.position;
  const playing = game && !setup.position;
  const winner = playing ? game.winner(position) : null;
  const hidden = view === 'win' || (view === 'puzzle' && !app.puzzles.showsSolution) || !app.showValues || !playing;
  const choices = hidden ? undefined : app.table?.known(position);
  const goal = winner && game?.goalKeys.has(position[winner].join()) ? position[winner] : undefined;
  app.board.render({
    ...rules, ...position, choices, edit: !playing, marked: app.marked ?? goal,
    moves: playing && app.opponent.isReaderToPick() ? game.moves(position) : [],
    hint: playing && app.hinted?.position === position ? app.hinted.moves : undefined,
    chooser: playing ? game.chooser(position) : 'black',
    last: playing ? moves[at - 1] : undefined,
    threats: playing && (app.showThreats || view === 'win') && !winner ? threats(game, position) : undefined,
  });
  const value = hidden || winner ? null : result(app);
  get('turn').textContent = setup.position ? t('turn.setup') : sentence(app);
  get('result').textContent = value ? resultWords(value) : '';
  renderFrame(app, winner !== null);
  renderOptions(app);
  app.opponent.render();
  app.intro.render(view === 'explore' && !setup.position ? game : null);
  if (choices || hidden || winner || !app.solved) renderMoves(app, choices ?? []);
  renderGame(app, hidden);
  setup.render();
  if (view === 'puzzle') app.puzzles.render();
  if (view === 'win') app.chapter.render();
}
