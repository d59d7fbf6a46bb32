// The buttons and keys of the page, and what they do.
// @ts-check
import {toAddress} from './address.js';
import {get, on} from './page.js';
import {parseRules} from './rules.js';

/** @param {import('./app.js').App} app */
export function listen(app) {
  const toggle = (/** @type {'showValues'|'showThreats'} */ what) => () => {
    app[what] = !app[what];
    app.render();
  };
  // To where the reader picks the move: elsewhere the computer would wait, and so would the reader.
  const step = (/** @type {number} */ by) => () => {
    const {positions, state} = app;
    let at = state.at + by;
    while (state.view === 'explore' && at > 0 && at < positions.length - 1 && !app.opponent.isReaders(positions[at])) at += by;
    app.look(at);
  };
  const actions = {undo: step(-1), redo: step(1), new: () => app.fresh(), hint: () => app.hint(),
    values: toggle('showValues'), threats: toggle('showThreats'), best: () => app.best()};
  get('board').addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || app.setup.position) return;
    Object.entries(actions).find(([name]) => name[0] === event.key)?.[1]();
  });
  for (const [name, act] of Object.entries(actions)) if (name !== 'best') on(name, act);
  on('first', () => app.look(0));
  on('last', () => app.look(app.positions.length - 1));
  const value = (/** @type {string} */ id) => get(id, HTMLSelectElement).value;
  on('rules', () => app.changeRules(parseRules(value('rules'))), 'change');
  on('style', () => app.go({style: value('style')}), 'change');
  on('ban', () => app.go({banned: get('ban', HTMLInputElement).checked}), 'change');
  for (const event of ['popstate', 'hashchange']) {
    addEventListener(event, () => {
      if (toAddress(app.state) !== location.hash) app.read();
    });
  }
}
