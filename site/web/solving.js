// Solves the game of the page, and shows progress and result.
// @ts-check
import {valueLookup} from './annotation.js';
import {get} from './page.js';
import {renderGoals} from './panels.js';
import {Game} from './rules.js';
import {Solver} from './solver.js';
import {number, t, messageText} from './texts.js';

/** @typedef {import('./solver.js').Ready} Ready */

export class Solving {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.rules = '';  // the rules that are solved, as text in the address
    this.text = () => t('solving.loading');
  }

  /** Shows a status text.  @param {() => string} text returns it in the reader's language
   *  @param {string} [state] CSS class: "busy", "done" or "wrong" */
  showStatus(text, state) {
    this.text = text;
    if (state) get('solving').className = state;
    this.render();
  }

  render() {
    get('solved').textContent = this.text();
    if (get('solved-status').textContent) get('solved-status').textContent = this.text();
  }

  /** Starts to solve the rules of the state.  @param {string} text the rules as text in the address */
  async begin(text) {
    const {app} = this;
    this.rules = text;
    app.solver?.close();
    Object.assign(app, {game: null, table: null, solved: false, marked: undefined});
    const {rules} = app.state;
    const solver = new Solver(rules);
    app.solver = solver;
    this.showStatus(() => t('solving.loading'), 'busy');
    solver.onprogress = (progress) => {
      if (solver === app.solver) this.progress(progress);
    };
    try {
      const [goals, neighbours] = await Promise.all([solver.goals(), solver.neighbours()]);
      if (solver !== app.solver) return;
      app.game = new Game(rules, goals, neighbours);
      app.table = valueLookup(app.game, solver);
      renderGoals(app);
      app.replay();
      app.revealValues();
      if (app.problem) app.showMessage(app.problem);
      app.render();
      await solver.solved;
      if (solver !== app.solver) return;
      app.solved = true;
      app.continueGame();
      const ready = await solver.ready;
      if (solver !== app.solver) return;
      this.showStatus(() => this.result(ready), ready.verified === false ? 'wrong' : 'done');
      get('solved-status').textContent = this.text();
    } catch (error) {
      if (solver !== app.solver) return;
      this.showStatus(() => t('solved.failed', {reason: error}), 'wrong');
    }
    app.render();
    app.continueGame();
  }

  /** @param {import('./solver.js').Progress} progress */
  progress({phase, level, done, total, message}) {
    this.showStatus(() => {
      if (message) return messageText(message);
      const count = total ? t('solving.of', {done, n: total}) : t('solving.some', {n: done});
      return t(`solving.${phase}`, {level, count});
    });
    const bar = get('progress', HTMLProgressElement);
    if (total) bar.value = done / total;
    else bar.removeAttribute('value');
  }

  /** Returns the text of the result.  @param {Ready} ready */
  result({positions, seconds, source, verified, notes}) {
    const verdict = verified ? 'same' : verified === false ? 'wrong' : isSecureContext ? 'none' : 'insecure';
    const text = t(`solved.${source}`, {n: positions, verdict: t(`verdict.${verdict}`),
      seconds: number(seconds, {minimumFractionDigits: 1, maximumFractionDigits: 1})});
    return [text, ...notes.map(messageText)].join(' ');
  }
}
