// The page: what is on the board, and everything that changes it.
// @ts-check
import {Solver} from './solver.js';
import {Game, moveText, named, parseRules, rulesText} from './rules.js';
import {MARKS, asker, choose, worthBefore, worthText} from './annotation.js';
import {fromAddress, initialState, toAddress} from './address.js';
import {Board} from './board.js';
import {SetUp} from './setup.js';
import {OwnRules, TextDialog} from './dialogs.js';
import {Puzzles} from './puzzles.js';
import {Chapter} from './chapter.js';
import {renderFrame, renderGame, renderGoals, renderMoves, renderOptions} from './panels.js';
import {element, fill, get, message, on, thousands} from './page.js';

/** @typedef {import('./address.js').State} State */
/** @typedef {import('./rules.js').Colour} Colour */
/** @typedef {import('./rules.js').Move} Move */
/** @typedef {import('./solver.js').Position} Position */

export class App {
  constructor() {
    this.state = initialState();
    /** @type {Game|null} */
    this.game = null;
    /** @type {Solver|null} */
    this.solver = null;
    /** @type {ReturnType<typeof asker>|null} */
    this.table = null;
    /** @type {Position[]} before the first move, after it, and so on */
    this.positions = [this.start()];
    this.rulesShown = '';
    this.solved = false;
    this.showValues = true;
    this.showThreats = false;
    /** @type {number[]|undefined} */
    this.marked = undefined;
    this.setup = new SetUp(this);
    this.board = new Board(get('board'), {
      onmove: (move) => (this.setup.position ? this.setup.drag(move) : this.move(move)),
      onsquare: (square) => this.setup.click(square),
    });
    this.puzzles = new Puzzles(this, get('puzzle'));
    this.chapter = new Chapter(this, get('chapter'));
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
      this.problem = message(error);
    }
    if (state !== this.state) return;
    const rules = rulesText(state.rules);
    if (rules !== this.rulesShown) this.solve(rules);
    this.replay();
    this.say(this.problem || said());
    this.render();
    this.onward();
  }

  /** Plays the moves of the state, as far as they can be. */
  replay() {
    const {state, game} = this;
    this.positions = [this.start()];
    if (!game) return;
    const wrong = game.check(this.positions[0]);
    if (wrong) {
      this.problem = `That cannot happen in a game: ${wrong} The board is empty instead.`;
      Object.assign(state, {start: null, moves: [], at: 0});
    }
    const {positions, problem} = game.line(this.start(), state.moves);
    this.positions = positions;
    if (!problem) return;
    this.problem = `The game stops before ${problem}.`;
    state.moves = state.moves.slice(0, positions.length - 1);
    state.at = Math.min(state.at, state.moves.length);
  }

  /** Begins with other rules.  @param {string} text */
  async solve(text) {
    this.rulesShown = text;
    this.solver?.close();
    Object.assign(this, {game: null, table: null, solved: false, marked: undefined});
    const {rules} = this.state;
    const solver = new Solver(rules);
    this.solver = solver;
    get('solving').className = 'busy';
    get('solved').textContent = 'Loading the solver…';
    solver.onprogress = ({phase, level, done, total, note}) => {
      if (solver !== this.solver) return;
      const count = total ? `${thousands(done)} of ${thousands(total)} positions` : `${thousands(done)} positions`;
      get('solved').textContent = note ?? {
        loading: 'Loading the solver…',
        stored: 'Reading what was solved before…',
        levels: `Solving: wins and losses in ${level} plies; ${count}`,
        drops: `Solving the drops: ${count}`,
        digests: `Comparing with the verified tables: ${count}`,
      }[phase];
      const bar = get('progress', HTMLProgressElement);
      if (total) bar.value = done / total;
      else bar.removeAttribute('value');
    };
    try {
      const [goals, neighbours] = await Promise.all([solver.goals(), solver.neighbours()]);
      if (solver !== this.solver) return;
      this.game = new Game(rules, goals, neighbours);
      this.table = asker(this.game, solver);
      renderGoals(this);
      this.replay();
      if (this.problem) this.say(this.problem);
      this.render();
      await solver.solved;
      if (solver !== this.solver) return;
      this.solved = true;
      this.onward();
      const {positions, seconds, source, verified, note} = await solver.ready;
      if (solver !== this.solver) return;
      const where = source === 'stored' ? 'solved on your machine before, read' : 'solved on your machine';
      const same = verified ? 'the same as verified.'
        : verified === null && !isSecureContext ? 'not compared with the verified table.'
        : verified === null ? 'there is no verified table of these rules to compare with.'
        : 'NOT the same as verified. Do not trust these values: something is wrong with this browser or machine.';
      for (const place of ['solved', 'heard']) {
        get(place).textContent = `${thousands(positions)} positions ${where} in ${seconds.toFixed(1)} s: ${same} ${note}`;
      }
      get('solving').className = verified === false ? 'wrong' : 'done';
    } catch (error) {
      if (solver !== this.solver) return;
      get('solved').textContent = `${message(error)} The board can be played on, without values.`;
      get('solving').className = 'wrong';
    }
    this.render();
    this.onward();
  }

  /** What follows once all is shown: values are looked up, the other side moves. */
  async onward() {
    const {state, game, solver, position} = this;
    if (!game || this.setup.position) return;
    const stale = () => state !== this.state || solver !== this.solver || this.setup.position;
    try {
      let move = state.view === 'win' && this.isTheirs() ? this.chapter.answer() : null;
      const unknown = [position, ...this.positions.slice(0, -1)].filter((p) => !this.table?.known(p));
      if (this.solved && unknown.length > 0) {
        await Promise.all(unknown.map((p) => this.choices(p)));
        if (stale()) return;
        this.render();
      }
      if (this.solved && state.view === 'explore' && this.isTheirs()) {
        move = (await choose(game, (p) => this.choices(p), position, state.rate / 100)).move;
      }
      if (!move) return;
      await new Promise((resolve) => setTimeout(resolve, 350));
      if (stale()) return;
      // Back leads to before the reader's move.
      const said = () => `${named(position.toMove)} ${moveText(move)}. ${this.sentence()}`;
      this.go({moves: [...state.moves, move], at: state.at + 1}, {replace: true, said});
    } catch (error) {
      if (solver === this.solver) this.say(message(error));
    }
  }

  /** Whether the reader may move: looking around, for either side. */
  isYours() {
    const {state, game, position} = this;
    const human = state.view === 'win' ? 'red' : state.view === 'puzzle' ? state.start?.toMove
      : state.at === state.moves.length ? state.human : null;
    return !game || !human || game.chooser(position) === human;
  }

  /** Whether the page is to move. */
  isTheirs() {
    return !this.isYours() && this.state.at === this.state.moves.length && !this.game?.winner(this.position);
  }

  // ---- What the reader does ----

  /** @param {Move} move */
  async move(move) {
    const {state, game, position} = this;
    if (!game) return this.say('One moment: the rules are being loaded.');
    try {
      if (!this.isYours() && !game.winner(position)) throw new Error(`it is ${named(game.chooser(position))}’s turn`);
      if (!move.from && !game.dropping(position) && !game.winner(position) && move.to) {
        const from = game.moves(position).filter(({to}) => to === move.to).map((m) => m.from);
        throw new Error(from.length > 0 ? `Take up a piece first: those on ${from.join(' and ')} can go to ${move.to}`
          : `No piece of ${named(position.toMove)}’s can go to ${move.to}`);
      }
      if (state.view === 'puzzle') return await this.puzzles.judge(move);
      game.play(position, move);
    } catch (error) {
      return this.say(`Not possible: ${message(error)}.`);
    }
    const moves = [...state.moves.slice(0, state.at), move];
    this.go({moves, at: state.at + 1}, {said: () => `${moveText(move)}. ${this.sentence()}`});
  }

  /** @param {number} at */
  look(at) {
    if (at >= 0 && at <= this.state.moves.length) this.go({at}, {replace: true});
  }

  fresh() {
    this.go({moves: [], at: 0, ...(this.state.view === 'explore' ? {start: null} : {})});
  }

  best() {
    const choice = this.table?.known(this.position)?.[0];
    if (choice && this.state.view === 'explore') this.move(choice.move);
  }

  /** The game goes on as far as it can.  @param {import('./solver.js').Rules} rules */
  changeRules(rules) {
    const {state} = this;
    const same = rules.rows === state.rules.rows && rules.columns === state.rules.columns && rules.pieces === state.rules.pieces;
    this.go({rules, banned: state.banned && rules.banned.length > 0, style: rules.styles.includes(state.style) ? state.style : rules.styles[0],
      ...(same ? {} : {start: null, moves: [], at: 0})});
  }

  // ---- What is shown ----

  /** The value of what is on the board, if it is known. */
  worth() {
    const {game, position} = this;
    const winner = game?.winner(position);
    if (winner) return {winner, plies: 0};
    const choices = this.table?.known(position);
    return choices && choices.length > 0 ? worthBefore(choices) : null;
  }

  /** Whose turn it is, or who has won. */
  sentence() {
    const {game, position} = this;
    const winner = game?.winner(position);
    if (!game) return '';
    if (winner) return `${named(winner)} has won.`;
    const chooser = game.chooser(position);
    if (chooser !== position.toMove) return `${named(chooser)} picks a square for a piece of ${named(position.toMove)}’s.`;
    return `${named(chooser)} to ${game.dropping(position) ? 'drop' : 'move'}.`;
  }

  render() {
    const {state: {view, rules, moves, at}, game, setup} = this;
    const position = setup.position ?? this.position;
    const playing = game && !setup.position;
    const winner = playing ? game.winner(position) : null;
    const hidden = view === 'win' || (view === 'puzzle' && !this.puzzles.showsSolution) || !this.showValues || !playing;
    const choices = hidden ? undefined : this.table?.known(position);
    const goal = winner && game?.goalKeys.has(position[winner].join()) ? position[winner] : undefined;
    this.board.render({
      ...rules, ...position, choices, edit: !playing, marked: this.marked ?? goal,
      moves: playing && this.isYours() ? game.moves(position) : [],
      chooser: playing ? game.chooser(position) : 'black',
      last: playing ? moves[at - 1] : undefined,
      threats: playing && (this.showThreats || view === 'win') && !winner ? this.threatsIn(position) : undefined,
    });
    const worth = hidden || winner ? null : this.worth();
    get('turn').textContent = setup.position ? 'Setting up' : this.sentence() || 'Teeko';
    get('worth').textContent = worth ? worthText(worth) : '';
    renderFrame(this);
    renderOptions(this);
    if (choices || hidden || winner || !this.solved) renderMoves(this, choices ?? []);
    renderGame(this, hidden);
    setup.render();
    if (view === 'puzzle') this.puzzles.render();
    if (view === 'win') this.chapter.render();
  }

  /** Where one more move makes a goal, and whose.  @param {Position} position */
  threatsIn(position) {
    /** @type {Map<number, Colour[]>} */
    const threats = new Map();
    const game = /** @type {Game} */ (this.game);
    for (const toMove of /** @type {Colour[]} */ (['black', 'red'])) {
      for (const move of game.moves({...position, toMove})) {
        const after = game.after({...position, toMove}, move);
        if (!game.goalKeys.has(after[toMove].join()) || threats.get(move.to)?.includes(toMove)) continue;
        threats.set(move.to, [...(threats.get(move.to) ?? []), toMove]);
      }
    }
    return threats;
  }

  /** Ties the controls to all this. */
  listen() {
    const toggle = (/** @type {'showValues'|'showThreats'} */ what) => () => {
      this[what] = !this[what];
      this.render();
    };
    const step = (/** @type {number} */ by) => () => this.look(this.state.at + by);
    const actions = {undo: step(-1), redo: step(1), new: () => this.fresh(), values: toggle('showValues'), threats: toggle('showThreats'), best: () => this.best()};
    get('board').addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || this.setup.position) return;
      Object.entries(actions).find(([name]) => name[0] === event.key)?.[1]();
    });
    for (const [name, act] of Object.entries(actions)) if (name !== 'best') on(name, act);
    on('first', () => this.look(0));
    on('last', () => this.look(this.positions.length - 1));
    const value = (/** @type {string} */ id) => get(id, HTMLInputElement).value;
    on('rules', () => this.changeRules(parseRules(value('rules'))), 'change');
    on('style', () => this.go({style: value('style')}), 'change');
    on('ban', () => this.go({banned: get('ban', HTMLInputElement).checked}), 'change');
    on('human', () => this.go({human: /** @type {Colour|null} */ (value('human') || null)}), 'change');
    on('rate', () => this.go({rate: Math.min(100, Math.max(0, Math.round(Number(value('rate'))) || 0))}, {replace: true}), 'change');
    for (const event of ['popstate', 'hashchange']) {
      addEventListener(event, () => {
        if (toAddress(this.state) !== location.hash) this.read();
      });
    }
    fill(get('marks'), ...Object.entries(MARKS).flatMap(([mark, words]) => [element('dt', {}, mark), element('dd', {}, words)]));
  }
}

if (typeof document !== 'undefined') {
  const app = new App();
  app.listen();
  app.read();
}
