// The page: what is on the board, and everything that changes it.
// @ts-check
import {Game, moveText, rulesText} from './rules.js';
import {fromAddress, initialState, toAddress} from './address.js';
import {Board} from './board.js';
import {listen} from './controls.js';
import {SetUp} from './setup.js';
import {OwnRules, TextDialog} from './dialogs.js';
import {hint} from './hint.js';
import {Intro} from './intro.js';
import {chooseLanguage} from './language.js';
import {Opponent} from './opponent.js';
import {Puzzles} from './puzzles.js';
import {Chapter} from './chapter.js';
import {renderGoals} from './panels.js';
import {get} from './page.js';
import {Solving} from './solving.js';
import {t, words} from './texts.js';
import {renderAll, sentence} from './view.js';

/** @typedef {import('./address.js').State} State */
/** @typedef {import('./rules.js').Colour} Colour */
/** @typedef {import('./rules.js').Move} Move */
/** @typedef {import('./solver.js').Position} Position */

export class App {
  constructor() {
    this.state = initialState();
    /** @type {Game|null} */
    this.game = null;
    /** @type {import('./solver.js').Solver|null} */
    this.solver = null;
    /** @type {ReturnType<typeof import('./annotation.js').asker>|null} */
    this.table = null;
    /** @type {Position[]} before the first move, after it, and so on */
    this.positions = [this.start()];
    this.solved = false;
    this.showValues = true;
    this.showThreats = false;
    /** @type {number[]|undefined} */
    this.marked = undefined;
    /** @type {{position: Position, moves: Move[]}|null} the hint that was given, until there is another position */
    this.hinted = null;
    /** @type {Move[]|null} those of the game that was over last */
    this.revealed = null;
    this.setup = new SetUp(this);
    this.board = new Board(get('board'), {
      onmove: (move) => (this.setup.position ? this.setup.drag(move) : this.move(move)),
      onsquare: (square) => this.setup.click(square),
    });
    this.puzzles = new Puzzles(this, get('puzzle'));
    this.chapter = new Chapter(this, get('chapter'));
    this.opponent = new Opponent(this);
    this.intro = new Intro(() => this.render());
    this.solving = new Solving(this);
    new TextDialog(this);
    new OwnRules(this);
  }

  get position() {
    return this.positions[Math.min(this.state.at, this.positions.length - 1)];
  }

  /** @returns {Position} */
  start() {
    const {start, style, banned} = this.state;
    return {black: [], red: [], toMove: 'black', ...start, style, banned};
  }

  /** @param {Position} position @returns {Promise<import('./annotation.js').Choice[]>} once there are values */
  async choices(position) {
    await this.solver?.solved;
    return this.table ? this.table.choices(position) : [];
  }

  /** @param {string} text */
  say(text) {
    get('say').textContent = text;
  }

  // ---- From one state to another ----

  /**
   * @param {Partial<State>} change
   * @param {{replace?: boolean, said?: () => string}} how replace: Back does not lead here; said: to the reader, then
   */
  go(change, {replace = false, said = () => ''} = {}) {
    this.state = {...this.state, ...change};
    const address = toAddress(this.state);
    if (address !== location.hash) history[replace ? 'replaceState' : 'pushState'](null, '', address);
    return this.apply(said);
  }

  /** What the address says. */
  read() {
    let address = location.hash;
    try {
      address = decodeURIComponent(address);
    } catch {
      // It is read as it is.
    }
    const {state, problems} = fromAddress(address);
    this.state = state;
    this.setup.position = null;
    return this.apply(() => problems.join(' '));
  }

  /** @param {() => string} said */
  async apply(said) {
    const {state} = this;
    this.problem = '';
    try {
      if (state.view === 'puzzle') Object.assign(state, await this.puzzles.load());
      if (state.view === 'win') await this.chapter.load();
    } catch (error) {
      this.problem = words(error);
    }
    if (state !== this.state) return;
    const rules = rulesText(state.rules);
    if (rules !== this.solving.rules) this.solving.begin(rules);
    this.replay();
    this.reveal();
    this.say(this.problem || said());
    this.render();
    this.onward();
  }

  /** Once a game is over its values are no secret any more. */
  reveal() {
    const {state, game, positions} = this;
    if (!game?.winner(positions[positions.length - 1]) || this.revealed === state.moves) return;
    this.revealed = state.moves;
    this.showValues = true;
  }

  /** Plays the moves of the state, as far as they can be. */
  replay() {
    const {state, game} = this;
    this.positions = [this.start()];
    if (!game) return;
    const wrong = game.wrong(this.positions[0]);
    if (wrong) {
      this.problem = t('said.cannot', {reason: wrong});
      Object.assign(state, {start: null, moves: [], at: 0});
    }
    const {positions, said} = game.line(this.start(), state.moves);
    this.positions = positions;
    if (!said) return;
    this.problem = t('said.stops', {reason: said});
    state.moves = state.moves.slice(0, positions.length - 1);
    state.at = Math.min(state.at, state.moves.length);
  }

  /** What follows once all is shown: values are looked up, the other side moves. */
  async onward() {
    const {state, game, solver, position} = this;
    if (!game || this.setup.position) return;
    const stale = () => state !== this.state || solver !== this.solver || this.setup.position;
    try {
      const unknown = [position, ...this.positions.slice(0, -1)].filter((p) => !this.table?.known(p));
      if (this.solved && unknown.length > 0) {
        await Promise.all(unknown.map((p) => this.choices(p)));
        if (stale()) return;
        this.render();
      }
      const move = await this.opponent.answer();
      if (!move) return;
      await new Promise((resolve) => setTimeout(resolve, 350));
      if (stale()) return;
      // Back leads to before the reader's move.
      const said = () => t('said.theirs', {side: position.toMove, move: moveText(move), turn: sentence(this)});
      this.go({moves: [...state.moves, move], at: state.at + 1}, {replace: true, said});
    } catch (error) {
      if (solver === this.solver) this.say(words(error));
    }
  }

  // ---- What the reader does ----

  /** @param {Move} move */
  async move(move) {
    const {state, game, position} = this;
    if (!game) return this.say(t('said.loading'));
    try {
      if (!this.opponent.isYours() && !game.winner(position)) throw new Error(t('opponent.turn', {side: game.chooser(position)}));
      if (!move.from && !game.dropping(position) && !game.winner(position) && move.to) {
        const from = game.moves(position).filter(({to}) => to === move.to).map((m) => m.from);
        throw new Error(from.length > 0 ? t('said.take', {from, to: move.to}) : t('said.none', {side: position.toMove, to: move.to}));
      }
      if (state.view === 'puzzle') return await this.puzzles.judge(move);
      game.play(position, move);
    } catch (error) {
      return this.say(t('said.impossible', {reason: error}));
    }
    const moves = [...state.moves.slice(0, state.at), move];
    this.go({moves, at: state.at + 1}, {said: () => t('said.move', {move: moveText(move), turn: sentence(this)})});
  }

  /** @param {number} at */
  look(at) {
    if (at >= 0 && at <= this.state.moves.length) this.go({at}, {replace: true});
  }

  fresh() {
    if (this.state.human) this.showValues = false;
    this.go({moves: [], at: 0, ...(this.state.view === 'explore' ? {start: null} : {})});
  }

  best() {
    const choice = this.table?.known(this.position)?.[0];
    if (choice && this.state.view === 'explore') this.move(choice.move);
  }

  /** Shows the best moves, and says why they are. */
  hint() {
    const {game, position} = this;
    if (!game || this.state.view !== 'explore' || this.setup.position || game.winner(position)) return;
    const choices = this.table?.known(position);
    if (!choices) return this.say(t('hint.wait'));
    const {moves, text} = hint(game.chooser(position), choices);
    this.hinted = {position, moves};
    this.say(text);
    this.render();
  }

  /** The game goes on as far as it can.  @param {import('./solver.js').Rules} rules */
  changeRules(rules) {
    const {state} = this;
    const same = rules.rows === state.rules.rows && rules.columns === state.rules.columns && rules.pieces === state.rules.pieces;
    this.go({rules, banned: state.banned && rules.banned.length > 0, style: rules.styles.includes(state.style) ? state.style : rules.styles[0],
      ...(same ? {} : {start: null, moves: [], at: 0})});
  }

  render() {
    renderAll(this);
  }
}

if (typeof document !== 'undefined') {
  const app = new App();
  chooseLanguage(() => {
    app.say('');
    app.solving.render();
    renderGoals(app);
    app.render();
  });
  listen(app);
  app.read();
}
