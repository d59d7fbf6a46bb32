// The buttons and keys of the page.
// @ts-check
import {toAddress} from './address.js';
import {get, on} from './page.js';
import {parseRules} from './rules.js';

/** Connects buttons and keys with the actions of the page.  @param {import('./app.js').App} app */
export function bindControls(app) {
  const toggle = (/** @type {'showValues'|'showThreats'} */ what) => () => {
    app[what] = !app[what];
    app.render();
  };
  // Skips positions in which the computer picks the move.  The reader cannot play there, and the computer plays only after
  // the last ply of the game.
  const step = (/** @type {number} */ by) => () => {
    const {positions, state} = app;
    let at = state.at + by;
    while (state.view === 'explore' && at > 0 && at < positions.length - 1 && !app.opponent.readerPicks(positions[at])) at += by;
    app.goToPly(at);
  };
  const actions = {undo: step(-1), redo: step(1), new: () => app.newGame(), hint: () => app.showHint(),
    values: toggle('showValues'), threats: toggle('showThreats'), best: () => app.playBest()};
  get('board').addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || app.setup.position) return;
    Object.entries(actions).find(([name]) => name[0] === event.key)?.[1]();
  });
  for (const [name, act] of Object.entries(actions)) if (name !== 'best') on(name, act);
  on('first', () => app.goToPly(0));
  on('last', () => app.goToPly(app.positions.length - 1));
  const value = (/** @type {string} */ id) => get(id, HTMLSelectElement).value;
  on('rules', () => app.changeRules(parseRules(value('rules'))), 'change');
  on('style', () => app.update({style: value('style')}), 'change');
  on('ban', () => app.update({banned: get('ban', HTMLInputElement).checked}), 'change');
  for (const event of ['popstate', 'hashchange']) {
    addEventListener(event, () => {
      if (toAddress(app.state) !== location.hash) app.readAddress();
    });
  }
}
