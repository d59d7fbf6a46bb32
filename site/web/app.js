// The page: its state, and everything that changes the state.
// @ts-check
import {Game, moveText, rulesText} from './rules.js';
import {fromAddress, initialState, toAddress} from './address.js';
import {Board} from './board.js';
import {SetUp} from './setup.js';
import {OwnRules, TextDialog} from './dialogs.js';
import {startFrame} from './frame.js';
import {hint} from './hint.js';
import {GamePage} from './history.js';
import {Intro} from './intro.js';
import {Opponent} from './opponent.js';
import {Points} from './points.js';
import {Puzzles} from './puzzles.js';
import {Chapter} from './chapter.js';
import {bindOptions, renderGoals} from './panels.js';
import {get} from './page.js';
import {recall, remember} from './remember.js';
import {Solving} from './solving.js';
import {t, messageText} from './texts.js';
import {renderAll, sentence} from './view.js';

/** @import {State} from './address.js' */
/** @import {Colour, Move} from './rules.js' */
/** @import {Position} from './rules_check.js' */

/** @extends {GamePage<State>} */
export class App extends GamePage {
  constructor() {
    super(initialState(), {toAddress, fromAddress});
    this.problem = '';
    /** @type {Game|null} */
    this.game = null;
    /** @type {import('./solver.js').Solver|null} */
    this.solver = null;
    /** @type {ReturnType<typeof import('./annotation.js').valueLookup>|null} */
    this.table = null;
    /** @type {Position[]} the first position, and the position after each move */
    this.positions = [this.startPosition()];
    this.solved = false;
    this.showValues = true;
    this.showThreats = false;
    /** @type {number[]|undefined} the squares of a goal that is marked on the board */
    this.marked = undefined;
    /** @type {{position: Position, moves: Move[]}|null} the hint on the board, and the position that it belongs to */
    this.hinted = null;
    /** @type {Move[]|null} the moves of the last finished game for which revealValues has shown the values */
    this.revealed = null;
    this.setup = new SetUp(this);
    this.board = new Board(get('board'), {
      onmove: (move) => (this.setup.position ? this.setup.drag(move) : this.move(move)),
      onsquare: (square) => this.setup.click(square),
    });
    this.puzzles = new Puzzles(this, get('puzzle'));
    this.chapter = new Chapter(this, get('chapter'));
    this.points = new Points(this);
    this.opponent = new Opponent(this);
    this.intro = new Intro(() => this.render());
    this.solving = new Solving(this);
    new TextDialog(this);
    new OwnRules(this);
    this.bind({hint: () => this.showHint(), values: () => this.show({values: !this.showValues}),
      threats: () => this.show({threats: !this.showThreats}), best: () => this.playBest()});
    bindOptions(this);
  }

  get position() {
    return this.positions[Math.min(this.state.at, this.positions.length - 1)];
  }

  /** Returns the first position of the game.  @returns {Position} */
  startPosition() {
    const {start, style, banned} = this.state;
    return {...(this.game?.start() ?? {}), black: [], red: [], toMove: 'black', ...start, style, banned};
  }

  /** Waits until the game is solved.  Then returns the moves with their values, the best first.
   *  @param {Position} position @returns {Promise<import('./value.js').Choice[]>} */
  async choices(position) {
    await this.solver?.solved;
    return this.table ? this.table.choices(position) : [];
  }

  /** Shows a message below the board.  @param {string} text */
  showMessage(text) {
    get('say').textContent = text;
  }

  // ---- Changes of the state ----

  recallShown() {
    this.setup.position = null;
    const shown = recall('values', 'sessionStorage') ?? (this.state.human ? 'hidden' : 'shown');
    this.showValues = shown === 'shown';
    this.showThreats = recall('threats', 'sessionStorage') === 'shown';
  }

  /** Shows or hides values and threats, also after a reload.  @param {{values?: boolean, threats?: boolean}} what */
  show({values = this.showValues, threats = this.showThreats}) {
    Object.assign(this, {showValues: values, showThreats: threats});
    for (const [name, shows] of Object.entries({values, threats})) remember(name, shows ? 'shown' : 'hidden', 'sessionStorage');
    this.render();
  }

  /** Shows the current state.  @param {() => string} message returns the message to show */
  async apply(message) {
    const {state} = this;
    this.problem = '';
    try {
      if (state.view === 'puzzle') Object.assign(state, await this.puzzles.load());
      if (state.view === 'win') await this.chapter.load();
    } catch (error) {
      this.problem = messageText(error);
    }
    if (state !== this.state) return;
    this.solving.begin();
    this.replay();
    this.revealValues();
    this.showMessage(this.problem || message());
    this.render();
    this.continueGame();
  }

  /** Shows the values when a game has ended. */
  revealValues() {
    const {state, game, positions} = this;
    if (!game?.winner(positions[positions.length - 1]) || this.revealed === state.moves) return;
    this.revealed = state.moves;
    this.showValues = true;
  }

  /** Plays the moves of the state as long as they are possible. */
  replay() {
    const {state, game} = this;
    this.positions = [this.startPosition()];
    if (!game) return;
    const wrong = game.findError(this.positions[0]);
    if (wrong) {
      this.problem = t('status.cannot', {reason: wrong});
      Object.assign(state, {start: null, moves: [], at: 0});
    }
    const {positions, message} = game.line(this.startPosition(), state.moves);
    this.positions = positions;
    if (!message) return;
    this.problem = t('status.stops', {reason: message});
    state.moves = state.moves.slice(0, positions.length - 1);
    state.at = Math.min(state.at, state.moves.length);
  }

  /** Looks up missing values, then plays the computer's move if it is its turn. */
  async continueGame() {
    const {state, game, solver, position, table} = this;
    if (!game || !table || this.setup.position) return;
    const stale = () => state !== this.state || solver !== this.solver || this.setup.position;
    try {
      const unknown = [position, ...this.positions.slice(0, -1)].filter((p) => !table.isAsked(p) || !table.known(p));
      if (this.solved && unknown.length > 0) {
        await Promise.all(unknown.map((p) => this.choices(p)));
        if (stale()) return;
        this.render();
      }
      if (this.solved && table.ranked(position) === table.known(position)) {
        await table.rank(position);
        if (stale()) return;
        this.render();
      }
      const move = await this.opponent.computerMove();
      if (!move) return;
      await new Promise((resolve) => setTimeout(resolve, 350));
      if (stale()) return;
      // Replaces the state in the history, so that the Back button leads to the position before the reader's move.
      const message = () => t('status.theirs', {side: position.toMove, move: moveText(move), turn: sentence(this)});
      this.update({moves: [...state.moves, move], at: state.at + 1}, {replace: true, message});
    } catch (error) {
      if (solver === this.solver) this.showMessage(messageText(error));
    }
  }

  // ---- Actions of the reader ----

  /** Plays the reader's move, or shows why it is impossible.  @param {Move} move */
  async move(move) {
    const {state, game, position} = this;
    if (!game) return this.showMessage(this.solving.text());
    try {
      if (!this.opponent.isReaderToPick() && !game.winner(position)) throw new Error(t('opponent.turn', {side: game.chooser(position)}));
      if (!move.from && !game.dropping(position) && !game.winner(position) && move.to) {
        const from = game.moves(position).filter(({to}) => to === move.to).map((m) => m.from);
        throw new Error(from.length > 0 ? t('status.take', {from, to: move.to}) : t('status.none', {side: position.toMove, to: move.to}));
      }
      if (state.view === 'puzzle') return await this.puzzles.judge(move);
      if (!move.from && this.points.now) {
        if (!this.points.marker) return this.showMessage(t('hint.wait'));
        move = {to: move.to, pips: this.points.marker};
      }
      game.play(position, move);
    } catch (error) {
      return this.showMessage(t('status.impossible', {reason: error}));
    }
    const moves = [...state.moves.slice(0, state.at), move];
    this.update({moves, at: state.at + 1}, {message: () => `${moveText(move)}. ${sentence(this)}`});
  }

  /** Skips positions in which the computer picks the move.  The reader cannot play there, and the computer plays only after
   *  the last ply of the game.  @param {number} by */
  nextPly(by) {
    const {positions, state} = this;
    let at = state.at + by;
    while (state.human && at > 0 && at < positions.length - 1 && !this.opponent.readerPicks(positions[at])) at += by;
    return at;
  }

  newGame() {
    if (this.state.human) this.show({values: false});
    this.update({moves: [], at: 0, ...(this.state.view === 'explore' ? {start: null} : {})});
  }

  playBest() {
    const choice = this.points.shown(this.table?.ranked(this.position) ?? [])[0];
    if (choice && get('values').offsetParent) this.move(choice.move);
  }

  /** Shows the hint: the best moves and the reason. */
  showHint() {
    const {game, position} = this;
    if (!game || this.state.view !== 'explore' || this.setup.position || game.winner(position)) return;
    const choices = this.table?.ranked(position);
    if (!choices) return this.showMessage(t('hint.wait'));
    const {moves, text} = hint(game.chooser(position), choices);
    this.hinted = {position, moves};
    this.showMessage(text);
    this.render();
  }

  /** Changes the rules.  Keeps the moves of the game if the board and the number of pieces stay the same.
   *  @param {import('./rules_check.js').Rules} rules */
  changeRules(rules) {
    const {state} = this;
    const same = rules.rows === state.rules.rows && rules.columns === state.rules.columns && rules.pieces === state.rules.pieces;
    this.update({rules, banned: state.banned && rules.banned.length > 0, style: rules.styles.includes(state.style) ? state.style : rules.styles[0],
      ...(same ? {} : {start: null, moves: [], at: 0})});
  }

  render() {
    renderAll(this);
  }
}

if (typeof document !== 'undefined') {
  const app = new App();
  startFrame(() => {
    app.showMessage('');
    app.solving.render();
    renderGoals(app);
    app.render();
  });
  app.readAddress();
}
