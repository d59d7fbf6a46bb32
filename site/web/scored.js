// The page on which readers play for points: with the score of every move, alone or against the computer.
// @ts-check
import {Board} from './board.js';
import {chooseLanguage} from './language.js';
import {button, element, fill, get, on} from './page.js';
import {moveText} from './rules.js';
import {ScoredGame, scoredRules} from './scored_game.js';
import {messageText, number, t} from './texts.js';
import {styleWords, resultWords} from './wording.js';
import {utility} from './value.js';

/** @typedef {import('./scored_game.js').Scored} Scored */
/** @typedef {import('./scored_game.js').ScoredChoice} ScoredChoice */
/** @typedef {import('./rules.js').Colour} Colour */
/** A move that was played; `lost`: the points that each side gave away.
 *  @typedef {{before: Scored, choice: ScoredChoice, lost: Record<Colour, number>}} Played */

const value = (/** @type {string} */ id) => get(id, HTMLSelectElement).value;

class Page {
  /** @type {ScoredGame|undefined} */
  game;
  /** @type {Played[]} */
  plies = [];
  /** @type {Scored|undefined} */
  position;
  /** The marker to drop, by its pips, or 0.  @type {number} */
  marker = 0;
  /** The moves of the position.  @type {ScoredChoice[]|undefined} */
  choices;
  /** What the worker has reported.
   *  @type {{thresholds: number, largestScore: number, level: number, seconds: number, bytes?: number, reason?: string|null}|undefined} */
  solved;
  problem = '';
  style = '';
  /** @type {string[]} */
  styles = [];
  /** @type {Map<number, (scores: any) => void>} */
  questions = new Map();
  asked = 0;

  constructor() {
    this.board = new Board(get('board'), {onmove: (move) => this.play(move), onsquare: () => {}});
    // The address may name rules, as on the other page: #rules=4x4.3.line
    this.text = new URLSearchParams(location.hash.slice(1)).get('rules') ?? value('scored-rules');
    get('scored-rules', HTMLSelectElement).value = this.text;
    on('scored-rules', () => {
      this.text = value('scored-rules');
      history.replaceState(null, '', `#rules=${this.text}`);
      this.solve();
    }, 'change');
    on('scored-style', () => this.solve(), 'change');
    on('scored-computer', () => this.show(this.position), 'change');
    on('scored-show', () => this.render(), 'change');
    on('scored-new', () => this.restart());
    on('scored-back', () => this.takeBack());
    this.solve();
  }

  /** Starts a worker that solves the chosen game. */
  solve() {
    this.worker?.terminate();
    this.questions.clear();
    this.game = this.position = this.choices = this.solved = undefined;
    this.plies = [];
    let rules;
    try {
      rules = scoredRules(this.text);
    } catch (error) {
      return this.fail(messageText(error));
    }
    this.problem = '';
    const chosen = value('scored-style');
    this.style = rules.styles.includes(chosen) ? chosen : rules.styles[0];
    this.styles = rules.styles;
    const worker = new Worker(new URL('scored_worker.js', import.meta.url), {type: 'module'});
    this.worker = worker;
    worker.onerror = (event) => this.fail(event.message);
    worker.onmessage = ({data: {kind, ...data}}) => {
      if (kind === 'failed') return this.fail(messageText(data.message));
      if (kind === 'scores') return this.answer(data.id, data.scores);
      if (kind === 'board') {
        this.game = new ScoredGame(rules, data.goals, data.neighbours);
        return this.restart();
      }
      this.solved = {thresholds: 0, largestScore: 0, level: 0, seconds: 0, ...this.solved, ...data};
      if (kind === 'solved') this.next();
      else this.renderSolving();
    };
    worker.postMessage({kind: 'solve', rules: {...rules, styles: [this.style]}});
    this.render();
  }

  /** @param {string} problem */
  fail(problem) {
    this.problem = problem;
    this.renderSolving();
  }

  /** @param {number} id @param {any} scores */
  answer(id, scores) {
    this.questions.get(id)?.(scores);
    this.questions.delete(id);
  }

  /** Asks the worker for the scores of positions.  @type {import('./scored_game.js').Scores} */
  ask = (positions) => new Promise((resolve) => {
    this.questions.set(++this.asked, resolve);
    this.worker?.postMessage({kind: 'scores', id: this.asked, positions});
  });

  restart() {
    this.plies = [];
    this.show(this.game?.start(this.style));
  }

  takeBack() {
    const computer = value('scored-computer');
    let {position} = this;
    do position = this.plies.pop()?.before ?? position;
    while (this.plies.length > 0 && computer && position?.toMove === computer);
    this.show(position);
  }

  /** @param {Scored|undefined} position */
  show(position) {
    this.position = position;
    this.marker = 0;
    this.next();
  }

  /** True if the computer makes the decisions of a side.  @param {Colour} side */
  isComputer = (side) => side === value('scored-computer');

  /** Finds the moves of the position.  Lets the computer play if it is its turn. */
  async next() {
    const {game, position} = this;
    this.choices = undefined;
    this.render();
    if (!game || !position || !this.solved?.thresholds || game.game.winner(position)) return;
    const choices = await game.choices(position, this.ask);
    if (position !== this.position) return;
    this.choices = choices;
    const best = game.best(position, choices);
    const chooser = game.game.chooser(position);
    if (game.game.dropping(position)) {
      // A reader whose opponent picks the square chooses the marker first.
      const first = this.isComputer(chooser) ? 0 : Math.max(...game.markersLeft(position));
      this.marker = this.isComputer(position.toMove) ? best.pips : this.marker || first;
    }
    if (this.isComputer(chooser) && (this.marker || !game.game.dropping(position))) return this.computerMoves();
    this.render();
  }

  computerMoves() {
    const {game, position, choices = []} = this;
    if (!game || !position) return;
    const choice = game.game.dropping(position) ? game.expected(position, choices, this.marker) : choices[0];
    this.finish(choice);
  }

  /** The reader chooses a marker.  @param {number} marker */
  choose(marker) {
    this.marker = marker;
    if (this.position && this.isComputer(/** @type {ScoredGame} */ (this.game).game.chooser(this.position))) this.computerMoves();
    else this.render();
  }

  /** The reader moves.  @param {import('./rules.js').Move} move */
  play(move) {
    const choice = this.choices?.find((c) => moveText(c.move) === moveText(move) && (move.from || c.pips === this.marker));
    if (choice && this.position && !this.isComputer(/** @type {ScoredGame} */ (this.game).game.chooser(this.position))) this.finish(choice);
  }

  /** Plays a move.  @param {ScoredChoice} choice */
  finish(choice) {
    const {game, position, choices} = this;
    if (!game || !position || !choices) return;
    this.plies.push({before: position, choice, lost: game.givenAway(position, choices, choice)});
    this.show(choice.position);
  }

  renderSolving() {
    const {solved} = this;
    const facts = {points: (solved?.thresholds ?? 0) + 1, most: solved?.largestScore ?? 0, level: solved?.level ?? 0,
      seconds: number(solved?.seconds ?? 0, {maximumFractionDigits: 1}), n: Math.round((solved?.bytes ?? 0) / 1e6)};
    get('scored-solving').textContent = this.problem ? this.problem
      : !solved ? t('scored.loading')
        : solved.reason ? t(solved.thresholds > 0 ? 'scored.memory' : 'scored.unsolved', facts)
          : solved.thresholds > 0 && solved.thresholds === solved.largestScore ? t('scored.solved', facts) : t('scored.solving', facts);
  }

  /** Returns what the page says about the position.  @param {ScoredGame} game @param {Scored} position */
  sentence({game}, position) {
    const winner = game.winner(position);
    if (winner) return t('scored.over', {side: winner, n: this.plies[this.plies.length - 1].choice.result.points});
    const [owner, chooser] = [position.toMove, game.chooser(position)];
    if (!game.dropping(position)) return t('turn.move', {side: owner});
    return owner === chooser ? t('scored.drop', {side: owner}) : t('scored.pick', {side: owner, chooser});
  }

  render() {
    const {game, position, choices = []} = this;
    this.renderSolving();
    fill(get('scored-style'), ...this.styles.map((letters) => element('option', {value: letters}, styleWords(letters))));
    get('scored-style', HTMLSelectElement).value = this.style;
    get('scored-back', HTMLButtonElement).disabled = this.plies.length === 0;
    if (!game || !position) return;
    const {game: moves, rules} = game;
    const winner = moves.winner(position);
    const [owner, chooser] = [position.toMove, moves.chooser(position)];
    const shows = get('scored-show', HTMLInputElement).checked && choices.length > 0;
    const score = shows ? ` ${t('scored.score', {result: resultWords(game.best(position, choices).result)})}` : '';
    get('scored-say').textContent = this.sentence(game, position) + (winner ? '' : score);
    const among = choices.filter(({move, pips}) => move.from || pips === this.marker)
      .sort((a, b) => utility(chooser, b.result) - utility(chooser, a.result));
    const reader = !winner && !this.isComputer(chooser) && among.length > 0;
    this.board.render({...rules, ...position, chooser, moves: reader ? moves.moves(position) : [], choices: shows && reader ? among : undefined,
      last: this.plies[this.plies.length - 1]?.choice.move, marked: winner && moves.goalKeys.has(position[winner].join()) ? position[winner] : undefined});
    const markers = winner || !moves.dropping(position) ? [] : game.markersLeft(position);
    fill(get('scored-markers'), ...markers.map((marker) => button(String(marker), () => this.choose(marker), {
      disabled: this.isComputer(owner) || choices.length === 0, 'aria-pressed': String(marker === this.marker),
      'aria-label': t('scored.marker', {n: marker}) + (shows ? `: ${resultWords(game.expected(position, choices, marker).result)}` : '')})));
    const total = {black: 0, red: 0};
    fill(get('scored-plies'), ...this.plies.map(({before, choice, lost}) => {
      const words = [];
      for (const side of /** @type {Colour[]} */ (['black', 'red'])) {
        total[side] += lost[side];
        if (lost[side] > 0) words.push(t('scored.lost', {side, n: lost[side]}));
      }
      const text = `${moveText(choice.move)}${choice.move.from ? '' : `:${choice.pips}`}`;
      return element('li', {}, t('scored.ply', {side: before.toMove, move: text, result: resultWords(choice.result)}),
        element('span', {className: 'lost'}, words.length > 0 ? ` ${words.join(' ')}` : ''));
    }));
    get('scored-lost').textContent = this.plies.length > 0
      ? ['black', 'red'].map((side) => t('scored.lost', {side, n: total[/** @type {Colour} */ (side)]})).join(' ') : '';
  }
}

/** @type {Page|undefined} */
let page;
const translate = () => {
  document.title = t('scored');
  page?.render();
};
chooseLanguage(translate);
translate();
page = new Page();
