// What moves are worth: values in words, the letter's marks (docs/rules.md §4),
// annotated text as //reports:annotate prints it, and players who choose by values.
// @ts-check
import {other, moveText} from './rules.js';
import {choicesFrom, outcome, same, worthText} from './worth.js';
import {diagram, heading, turnText} from './notation.js';

export {outcome, same, utility, worthText} from './worth.js';

/** @typedef {import('./rules.js').Colour} Colour */
/** @typedef {import('./rules.js').Move} Move */
/** @typedef {import('./rules.js').Game} Game */
/** @typedef {import('./solver.js').Position} Position */
/** @typedef {import('./worth.js').Worth} Worth */
/** @typedef {import('./worth.js').Choice} Choice */
/** @typedef {(position: Position) => Promise<Choice[]>} Choices all that there are, the best first */

/** Like "good best": how the side that picks likes it.  @param {Colour} chooser @param {Choice} choice @param {Choice[]} choices */
export function judgement(chooser, {worth}, choices) {
  const best = same(worth, choices[0].worth);
  const matters = !same(worth, choices[choices.length - 1].worth);
  return `${['bad', 'even', 'good'][outcome(chooser, worth) + 1]}${best && matters ? ' best' : ''}`;
}

/** What a position is worth whose choices, the best first, are these.  @param {Choice[]} choices @returns {Worth} */
export function worthBefore([{worth: {winner, plies}}]) {
  return {winner, plies: winner ? plies + 1 : 0};
}

/**
 * Asks a solver about all moves of a position, and remembers.
 * @param {Game} game @param {import('./solver.js').Solver} solver
 * @returns {{choices: Choices, known: (position: Position) => Choice[]|undefined}}
 */
export function asker(game, solver) {
  /** @type {Map<string, Promise<Choice[]>>} */
  const asked = new Map();
  /** @type {Map<string, Choice[]>} */
  const answered = new Map();
  const keyOf = (/** @type {Position} */ p) => [p.black, p.red, p.toMove, p.style, p.banned].join(';');
  /** @param {Position} position */
  const ask = async (position) => {
    const moves = game.moves(position);
    const positions = moves.map((move) => game.after(position, move));
    const values = positions.length > 0 ? await solver.probe(positions) : [];
    const choices = choicesFrom(game.chooser(position), moves, positions, values);
    answered.set(keyOf(position), choices);
    return choices;
  };
  return {
    choices(position) {
      const key = keyOf(position);
      const known = asked.get(key) ?? ask(position);
      if (!asked.has(key)) asked.set(key, known);
      known.catch(() => asked.delete(key));
      return known;
    },
    known: (position) => answered.get(keyOf(position)),
  };
}

/** The mark of one of the choices, the best first.  @param {Colour} chooser @param {Worth} played @param {Choice[]} choices */
export function markOf(chooser, played, choices) {
  const best = choices[0].worth;
  const [could, did] = [outcome(chooser, best), outcome(chooser, played)];
  if (did !== could) return could === 0 ? '??' : did === 0 ? '?=' : '???';
  if (!same(played, best)) return '?';
  const second = choices[1]?.worth;
  if (did !== -1 && !(second && outcome(chooser, second) !== -1)) return '!!';
  return second && same(second, best) ? '' : '!';
}

/**
 * One annotated ply: its mark and the line that the letter would print.
 * `best`: the moves that are as good as any, and `could` what they are worth.
 * @typedef {{text: string, mark: string, chooser: Colour, worth: Worth, could: Worth, best: string[], line: string}} Annotated
 */
/** @param {Game} game @param {Position} before @param {Move} move @param {Choice[]} choices @returns {Annotated} */
export function annotate(game, before, move, choices) {
  const text = moveText(move);
  const worth = /** @type {Choice} */ (choices.find((choice) => moveText(choice.move) === text)).worth;
  const chooser = game.chooser(before);
  const mark = markOf(chooser, worth, choices);
  const could = choices[0].worth;
  const best = choices.filter((choice) => same(choice.worth, could)).map((choice) => moveText(choice.move));
  const better = same(worth, could) ? '' : ` (best: ${best.join(', ')} ${worthText(could)})`;
  return {text, mark, chooser, worth, could, best, line: `${text}${mark && ` ${mark}`} ${worthText(worth)}${better}`};
}

/**
 * Whether a placement states another value than this.
 * @param {import('./notation.js').Placement} placement @param {Worth} worth
 */
export function isUntrue({toMove = 'black', statement}, worth) {
  if (!statement) return false;
  const stated = {win: 1, draw: 0, lose: -1}[statement.outcome];
  return stated !== outcome(toMove, worth) || (statement.plies ?? worth.plies) !== worth.plies;
}

/**
 * A game or problem annotated as the letter does.  Throws an Error that names
 * the line that cannot be played.
 * @param {Game} game @param {Choices} choicesOf @param {import('./notation.js').Item} item
 * @param {string} style @param {boolean} banned
 */
export async function annotateItem(game, choicesOf, item, style, banned) {
  const start = {...game.start(style, banned), ...item.initial};
  const lines = [...item.comments, heading(item)];
  const wrong = game.check(start);
  if (wrong) throw new Error(`line ${item.line}: ${wrong}`);
  const {positions, problem} = game.line(start, item.plies.map((ply) => ply.move));
  if (problem) throw new Error(`line ${item.plies[positions.length - 1].line}: ${problem}`);
  if (item.initial) {
    const winner = game.winner(start);
    const worth = winner ? {winner, plies: 0} : worthBefore(await choicesOf(start));
    lines.push(`Initially: ${worthText(worth)}${isUntrue(item.initial, worth) ? ` (stated: ${turnText(item.initial)})` : ''}`);
    lines.push(diagram(game.rules, start).trimEnd());
  }
  for (const [i, {move, comments}] of item.plies.entries()) {
    lines.push(...comments, annotate(game, positions[i], move, await choicesOf(positions[i])).line);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * The perfect player's choice.  A win is won as fast as can be.  In a draw he
 * sets the trap from which fewest of the opponent's moves escape; losing, he
 * lets nobody win at once if he can help it, leaves the fewest winning moves,
 * and then holds out longest.
 * @param {Game} game @param {Choices} choicesOf @param {Position} position
 * @param {number} rate how often he errs, 0 to 1: then he moves as it comes
 */
export async function choose(game, choicesOf, position, rate = 0, random = Math.random) {
  const choices = await choicesOf(position);
  const pick = (/** @type {Choice[]} */ among) => among[Math.floor(random() * among.length)];
  if (random() < rate) return pick(choices);
  const chooser = game.chooser(position);
  const best = outcome(chooser, choices[0].worth);
  if (best === 1) return pick(choices.filter((choice) => same(choice.worth, choices[0].worth)));
  const kept = choices.filter((choice) => outcome(chooser, choice.worth) === best);
  const traps = await Promise.all(kept.map(async (choice) => {
    const replies = await choicesOf(choice.position);
    const opponent = other(chooser);
    const saving = replies.filter((reply) => outcome(opponent, reply.worth) === -best).length;
    // Where the next choice is his own, too (two drops of different letters), nothing can go wrong.
    const theirs = replies.length > 0 && game.chooser(choice.position) === opponent;
    return {choice, score: [best === -1 && choice.worth.plies <= 1 ? 1 : 0, theirs ? saving : 1000, -choice.worth.plies]};
  }));
  const better = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.map((n, i) => n - b[i]).find((n) => n !== 0) ?? 0;
  traps.sort((a, b) => better(a.score, b.score));
  return pick(traps.filter(({score}) => better(score, traps[0].score) === 0).map(({choice}) => choice));
}
