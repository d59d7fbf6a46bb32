// Solves the game of the page, and shows progress and result.
// @ts-check
import {valueLookup} from './annotation.js';
import {get} from './page.js';
import {renderGoals} from './panels.js';
import {Game, rulesText} from './rules.js';
import {ScoredGame, scoredRules} from './scored_game.js';
import {Solver} from './solver.js';
import {number, t, messageText} from './texts.js';

/** @import {Ready} from './solver.js' */

export class Solving {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.key = '';  // identifies the game that is solved
    this.thresholds = 0;  // the solved threshold games of a scored game
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

  /** Starts to solve the game of the state, unless that has begun. */
  async begin() {
    const {app} = this;
    const {view, rules, style} = app.state;
    // Each style of a scored game is a game of its own, because solving all styles takes too long.
    const scored = view === 'points' ? {...scoredRules(rules), styles: [style]} : null;
    const key = `${rulesText(rules)} ${scored ? style : ''}`;
    if (key === this.key) return;
    Object.assign(this, {key, thresholds: 0});
    app.solver?.close();
    Object.assign(app, {game: null, table: null, solved: false, marked: undefined});
    const solver = new Solver(scored ?? rules);
    app.solver = solver;
    this.showStatus(() => t('solving.loading'), 'busy');
    solver.onprogress = (progress) => {
      if (solver === app.solver) this.progress(progress);
    };
    try {
      const [goals, neighbours] = await Promise.all([solver.goals(), solver.neighbours()]);
      if (solver !== app.solver) return;
      app.game = scored ? new ScoredGame(scored, goals, neighbours) : new Game(rules, goals, neighbours);
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
      this.showStatus(() => t(app.game ? 'solved.failed' : 'solved.unable', {reason: error}), 'wrong');
    }
    app.render();
    app.continueGame();
  }

  /** @param {import('./solver.js').Progress} progress */
  progress({phase, level, done, total, seconds, message}) {
    const {app} = this;
    if (phase !== 'points' || done < total) this.showStatus(() => {
      if (message) return messageText(message);
      if (phase === 'points') return t('points.solving', {n: done + 1, most: total, level, seconds: this.seconds(seconds)});
      const count = total ? t('solving.of', {done, n: total}) : t('solving.some', {n: done});
      return t(`solving.${phase}`, {n: level, count});
    });
    const bar = get('progress', HTMLProgressElement);
    if (total) bar.value = done / total;
    else bar.removeAttribute('value');
    if (phase !== 'points' || done === this.thresholds) return;
    // A further threshold game may change scores.
    this.thresholds = done;
    app.table?.refresh();
    app.continueGame();
  }

  /** @param {number} seconds */
  seconds(seconds) {
    return number(seconds, {minimumFractionDigits: 1, maximumFractionDigits: 1});
  }

  /** Returns the text of the result.  @param {Ready} ready */
  result({positions, seconds, source, verified, notes, bytes, thresholds}) {
    const values = {seconds: this.seconds(seconds), n: positions};
    if (source === 'points') return t('points.solved', {...values, n: Math.round(bytes / 1e6)});
    if (source === 'some') return t('points.memory', {n: thresholds + 1});
    const verdict = verified ? 'same' : verified === false ? 'wrong' : isSecureContext ? 'none' : 'insecure';
    return [t(`solved.${source}`, {...values, verdict: t(`verdict.${verdict}`)}), ...notes.map(messageText)].join(' ');
  }
}
