// The chapter about the win in Advanced Teeko, in which Black keeps to eight formations.  The reader plays Red and sees the
// answers of Black and the reasons.
// @ts-check
import {loadText} from './load.js';
import {Strategy, parseCertificate, squaresOf} from './win.js';
import {moveText} from './rules.js';
import {picture} from './board.js';
import {button, element, fill} from './page.js';
import {currentLanguage, t} from './texts.js';

/** @import {App} from './app.js' */
/** @import {Game, Move} from './rules.js' */

export class Chapter {
  /** @param {App} app @param {HTMLElement} root */
  constructor(app, root) {
    this.app = app;
    this.root = root;
    /** @type {Strategy|null} */
    this.strategy = null;
    /** @type {number[][]} */
    this.formations = [];
    /** @type {import('./rules_check.js').Position|null} the position that is shown */
    this.shown = null;
    this.language = currentLanguage();
  }

  /** Loads the certificate. */
  async load() {
    if (this.formations.length > 0) return;
    const {plies, formations} = parseCertificate(await loadText('certificates/advanced_SSSS.txt'));
    this.formations = formations;
    this.plies = plies;
  }

  /** @param {Game} game */
  strategyFor(game) {
    this.strategy ??= new Strategy(game, this.formations, this.plies ?? 0);
    return this.strategy;
  }

  /** Returns Black's move.  Black is to move.  @returns {Move|null} */
  blackMove() {
    const {game, position} = this.app;
    if (!game || this.formations.length === 0) return null;
    return position.black.length === 0 ? {to: 13} : this.strategyFor(game).answer(position.black, position.red)?.move ?? null;
  }

  /** Returns the moves with which Black threatens to complete a goal, and the moves with which Red stops all threats.
   *  @param {Game} game @param {import('./rules_check.js').Position} position with Red to move */
  threats(game, position) {
    const goals = (/** @type {import('./rules_check.js').Position} */ p) => game.moves(p).filter((move) => game.winner(game.after(p, move)));
    const attacks = goals({...position, toMove: 'black'});
    const defences = attacks.length === 0 ? [] : game.moves(position).filter((move) => {
      const after = game.after(position, move);
      return game.winner(after) === 'red' || goals(after).length === 0;
    });
    return {attacks, defences};
  }

  /** Returns a sentence about Black's threats.  Red is to move.  @param {Game} game */
  threatText(game) {
    const {position} = this.app;
    const {attacks, defences} = this.threats(game, position);
    if (attacks.length === 0) return t(game.dropping(position) ? 'win.quietDrop' : 'win.quietMove');
    const values = {n: attacks.length, threats: attacks.map(moveText), moves: defences.map(moveText)};
    return t(defences.length === 0 ? 'win.lost' : 'win.defended', values);
  }

  /** Returns the name of a set of squares: a goal, a formation, or a part of a goal or formation.
   *  @param {Strategy} strategy @param {number} set */
  nameOfSet(strategy, set) {
    const number = strategy.allowed.get(set);
    if (number !== undefined) return number === -1 ? t('win.goal') : t('win.whole', {number: number + 1});
    const parts = (strategy.parts.get(set) ?? []).filter((n) => n >= 0).sort((a, b) => a - b).map((n) => String(n + 1));
    return parts.length > 4 ? t('win.most') : parts.length > 0 ? t('win.part', {numbers: parts}) : t('win.goalPart');
  }

  render() {
    const {game, position, state} = this.app;
    if (!game || this.formations.length === 0) return fill(this.root, element('h2', {id: 'chapter-heading'}, t('win')), element('p', {}, t('puzzle.loading')));
    // The search takes a moment, so it is not repeated for the same position.
    if (this.shown === position && this.language === currentLanguage()) return;
    Object.assign(this, {shown: position, language: currentLanguage()});
    const strategy = this.strategyFor(game);
    const winner = game.winner(position);
    const black = position.black.reduce((set, square) => set | (1 << (square - 1)), 0);
    const now = strategy.allowed.get(black) ?? -1;
    const pictures = this.formations.map((formation, i) => {
      const shown = i === now ? position.black : formation;
      const figure = element('figure', i === now ? {className: 'now', 'aria-current': 'true'} : {},
        element('figcaption', {}, i === now ? t('win.now', {number: i + 1}) : String(i + 1)));
      figure.prepend(picture(game.rules, shown, t('win.formation', {number: i + 1, squares: shown.join(' ')})));
      return figure;
    });
    /** @type {(Node|string)[]} */
    const parts = [];
    if (winner) {
      parts.push(element('p', {className: 'verdict'}, winner === 'black'
        ? t('win.blackWon', {ply: position.black.length + position.red.length < 8 ? position.black.length + position.red.length : state.at})
        : t('win.redWon')));
    } else if (position.black.length > 0 && !strategy.allowed.has(black) && !strategy.parts.has(black)) {
      parts.push(element('p', {className: 'why'}, t('win.left')));
    } else if (position.toMove === 'red' && position.black.length > 0) {
      parts.push(element('p', {className: 'why'}, t('win.has', {what: this.nameOfSet(strategy, black), why: this.threatText(game)})));
      parts.push(this.answers(game, strategy));
    }
    fill(this.root,
      element('h2', {id: 'chapter-heading'}, t('win.in', {plies: this.plies})),
      element('p', {}, t('win.text'), ' ', element('a', {href: 'certificates/advanced_SSSS.txt'}, t('win.proof'))),
      element('div', {className: 'pictures formations'}, ...pictures), ...parts);
  }

  /** Returns a table with Black's answer to each move of Red.  Moves with the same answer share a row.
   *  @param {Game} game @param {Strategy} strategy */
  answers(game, strategy) {
    const {position} = this.app;
    /** @type {Map<string, {goes: string, set: number, moves: Move[]}>} */
    const rows = new Map();
    for (const move of game.moves(position)) {
      const after = game.after(position, move);
      const answer = strategy.answer(after.black, after.red);
      const key = answer ? `${moveText(answer.move)} ${answer.set}` : '';
      const goes = answer ? `${moveText(answer.move)}: ${this.nameOfSet(strategy, answer.set)}` : t('win.nowhere');
      if (!rows.has(key)) rows.set(key, {goes, set: answer?.set ?? 0, moves: []});
      rows.get(key)?.moves.push(move);
    }
    return element('table', {}, element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, t('win.if')), element('th', {scope: 'col'}, t('win.goes')))),
      element('tbody', {}, ...[...rows.values()].map(({goes, set, moves}) => element('tr', {},
        element('td', {}, ...moves.map((move) => button(moveText(move), () => this.app.move(move), {className: 'plain'}))),
        element('td', {}, picture(game.rules, squaresOf(set), squaresOf(set).join(' ')), goes)))));
  }
}
