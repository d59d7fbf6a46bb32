// Solves the rules of the page, and says how far it is and what came of it.
// @ts-check
import {asker} from './annotation.js';
import {get} from './page.js';
import {renderGoals} from './panels.js';
import {Game} from './rules.js';
import {Solver} from './solver.js';
import {number, t, words} from './texts.js';

/** @typedef {import('./solver.js').Ready} Ready */

export class Solving {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.rules = '';  // those that are solved, in the words of the address
    this.said = () => t('solving.loading');
  }

  /** @param {() => string} said in the reader's language @param {string} [state] */
  say(said, state) {
    this.said = said;
    if (state) get('solving').className = state;
    this.render();
  }

  render() {
    get('solved').textContent = this.said();
    if (get('heard').textContent) get('heard').textContent = this.said();
  }

  /** Begins with other rules.  @param {string} text */
  async begin(text) {
    const {app} = this;
    this.rules = text;
    app.solver?.close();
    Object.assign(app, {game: null, table: null, solved: false, marked: undefined});
    const {rules} = app.state;
    const solver = new Solver(rules);
    app.solver = solver;
    this.say(() => t('solving.loading'), 'busy');
    solver.onprogress = (progress) => {
      if (solver === app.solver) this.progress(progress);
    };
    try {
      const [goals, neighbours] = await Promise.all([solver.goals(), solver.neighbours()]);
      if (solver !== app.solver) return;
      app.game = new Game(rules, goals, neighbours);
      app.table = asker(app.game, solver);
      renderGoals(app);
      app.replay();
      app.reveal();
      if (app.problem) app.say(app.problem);
      app.render();
      await solver.solved;
      if (solver !== app.solver) return;
      app.solved = true;
      app.onward();
      const ready = await solver.ready;
      if (solver !== app.solver) return;
      this.say(() => this.result(ready), ready.verified === false ? 'wrong' : 'done');
      get('heard').textContent = this.said();
    } catch (error) {
      if (solver !== app.solver) return;
      this.say(() => t('solved.failed', {reason: error}), 'wrong');
    }
    app.render();
    app.onward();
  }

  /** @param {import('./solver.js').Progress} progress */
  progress({phase, level, done, total, said}) {
    this.say(() => {
      if (said) return words(said);
      const count = total ? t('solving.of', {done, n: total}) : t('solving.some', {n: done});
      return t(`solving.${phase}`, {level, count});
    });
    const bar = get('progress', HTMLProgressElement);
    if (total) bar.value = done / total;
    else bar.removeAttribute('value');
  }

  /** @param {Ready} ready */
  result({positions, seconds, source, verified, notes}) {
    const verdict = verified ? 'same' : verified === false ? 'wrong' : isSecureContext ? 'none' : 'insecure';
    const said = t(`solved.${source}`, {n: positions, verdict: t(`verdict.${verdict}`),
      seconds: number(seconds, {minimumFractionDigits: 1, maximumFractionDigits: 1})});
    return [said, ...notes.map(words)].join(' ');
  }
}
