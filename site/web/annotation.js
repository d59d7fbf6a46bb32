// Annotates games with the marks of Steele's letter (docs/rules.md §4), as //reports:annotate does, and chooses the
// moves of the computer.
// @ts-check
import {opponentOf, moveText} from './rules.js';
import {trapRank} from './traps.js';
import {choicesFrom, outcome, sameResult, resultText, utility} from './value.js';
import {diagram, heading, turnText} from './notation.js';

export {outcome, sameResult, utility, resultText} from './value.js';

/** @import {Colour, Game, Move} from './rules.js' */
/** @import {Position} from './rules_check.js' */
/** @import {Choice, Result} from './value.js' */
/** @typedef {(positions: any[]) => Promise<any[]>} Probe returns the values of positions */
/** @typedef {(position: Position) => Promise<Choice[]>} Choices returns all moves, the best first */

/** True if two moves of a position are equally good: in value and, if both draw, in their traps.  @param {Choice} a @param {Choice} b */
const equallyGood = (a, b) => sameResult(a.result, b.result) && trapRank(a.traps) === trapRank(b.traps);

/** Returns CSS classes for a move, such as "good best".  They say how good the move is for the side that picks.
 *  @param {Colour} chooser @param {Choice} choice @param {Choice[]} choices */
export function moveClasses(chooser, choice, choices) {
  const best = equallyGood(choice, choices[0]) && !equallyGood(choices[choices.length - 1], choices[0]);
  return `${['bad', 'even', 'good'][outcome(chooser, choice.result) + 1]}${best ? ' best' : ''}`;
}

/** Returns the best moves, if not all moves are equally good; otherwise none.  @param {Choice[]} choices the best first */
export function bestOf(choices) {
  const best = choices.filter((choice) => equallyGood(choice, choices[0]));
  return best.length < choices.length || best.length === 1 ? best : [];
}

/** Returns the moves whose values are shown: all, or only the best ones if all values are the same.
 *  @param {Choice[]} choices the best first */
export function labelled(choices) {
  return choices.every(({result}) => sameResult(result, choices[0].result)) ? bestOf(choices) : choices;
}

/** Returns the value of a position.  @param {Choice[]} choices its choices, the best first @returns {Result} */
export function resultBefore([{result: {winner, plies}}]) {
  return {winner, plies: winner ? plies + 1 : 0};
}

/** Returns all moves of a position, the best first.  @param {Game} game @param {Position} position @param {Probe} probe
 *  @returns {Promise<Choice[]>} */
async function choicesOf(game, position, probe) {
  const moves = game.moves(position);
  const positions = moves.map((move) => game.after(position, move));
  return choicesFrom(game.chooser(position), moves, positions, positions.length > 0 ? await probe(positions) : []);
}

/**
 * The moves of positions with their values, as far as they have been asked for.
 * `choices` and `rank` ask the solver if necessary.  `known` and `ranked` return only what is known.  `rank` and `ranked`
 * sort equal draws by their traps.  After `refresh`, the solver is asked again; `isAsked` says whether it has been asked since.
 * @typedef {{choices: Choices, rank: Choices, known: (position: Position) => Choice[]|undefined,
 *            ranked: (position: Position) => Choice[]|undefined, refresh: () => void, isAsked: (position: Position) => boolean}} Lookup
 */
/**
 * @param {Game & {choices?: (position: any, probe: Probe) => Promise<Choice[]>}} game
 * @param {{probe: Probe, traps?: (position: Position) => Promise<(import('./traps.js').Traps|undefined)[]>}} solver
 * @returns {Lookup}
 */
export function valueLookup(game, solver) {
  /** @type {Map<string, Promise<Choice[]>>} */
  const asked = new Map();
  /** @type {Map<string, {choices: Choice[], ranked?: Choice[]}>} */
  const answered = new Map();
  const keyOf = (/** @type {any} */ p) => JSON.stringify([p.black, p.red, p.toMove, p.style, p.banned, p.pips]);
  /** @param {Position} position */
  const ask = async (position) => {
    const probe = (/** @type {any[]} */ positions) => solver.probe(positions);
    const choices = await (game.choices ? game.choices(position, probe) : choicesOf(game, position, probe));
    answered.set(keyOf(position), {choices});
    return choices;
  };
  /** @type {Choices} */
  const choices = (position) => {
    const key = keyOf(position);
    const known = asked.get(key) ?? ask(position);
    if (!asked.has(key)) asked.set(key, known);
    known.catch(() => asked.delete(key));
    return known;
  };
  return {
    choices,
    async rank(position) {
      const found = await choices(position);
      const answer = answered.get(keyOf(position));
      if (!answer || answer.ranked || !solver.traps || found.length < 2 || found[0].result.winner || game.choices) return answer?.ranked ?? found;
      const traps = await solver.traps(position);
      const moves = game.moves(position).map(moveText);
      const chooser = game.chooser(position);
      answer.ranked = found.map((choice) => ({...choice, traps: traps[moves.indexOf(moveText(choice.move))]}))
        .sort((a, b) => utility(chooser, b.result) - utility(chooser, a.result) || trapRank(b.traps) - trapRank(a.traps));
      return answer.ranked;
    },
    known: (position) => answered.get(keyOf(position))?.choices,
    ranked: (position) => answered.get(keyOf(position))?.ranked ?? answered.get(keyOf(position))?.choices,
    refresh: () => asked.clear(),
    isAsked: (position) => asked.has(keyOf(position)),
  };
}

/** Returns the mark of a move.  @param {Colour} chooser @param {Result} played its value
 *  @param {Choice[]} choices all moves, the best first */
export function markOf(chooser, played, choices) {
  const best = choices[0].result;
  const [ofBest, ofPlayed] = [outcome(chooser, best), outcome(chooser, played)];
  if (ofPlayed !== ofBest) return ofBest === 0 ? '??' : ofPlayed === 0 ? '?=' : '???';
  if (!sameResult(played, best)) return '?';
  const second = choices[1]?.result;
  if (ofPlayed !== -1 && !(second && outcome(chooser, second) !== -1)) return '!!';
  return second && sameResult(second, best) ? '' : '!';
}

/**
 * An annotated ply.  `result`: its value; `best`: the best moves; `bestResult`: their value; `line`: the ply with its
 * annotation, as in Steele's letter.
 * @typedef {{text: string, mark: string, chooser: Colour, result: Result, bestResult: Result, best: string[], line: string}} Annotated
 */
/** Returns the annotation of a move.
 *  @param {Game} game @param {Position} before @param {Move} move @param {Choice[]} choices @returns {Annotated} */
export function annotate(game, before, move, choices) {
  const text = moveText(move);
  const result = /** @type {Choice} */ (choices.find((choice) => moveText(choice.move) === text)).result;
  const chooser = game.chooser(before);
  const mark = markOf(chooser, result, choices);
  const bestResult = choices[0].result;
  const best = choices.filter((choice) => sameResult(choice.result, bestResult)).map((choice) => moveText(choice.move));
  const better = sameResult(result, bestResult) ? '' : ` (best: ${best.join(', ')} ${resultText(bestResult)})`;
  return {text, mark, chooser, result, bestResult, best, line: `${text}${mark && ` ${mark}`} ${resultText(result)}${better}`};
}

/**
 * True if a problem states a value other than `result`.
 * @param {import('./notation.js').Setup} setup @param {Result} result
 */
export function statesOtherValue({toMove = 'black', statement}, result) {
  if (!statement) return false;
  const stated = {win: 1, draw: 0, lose: -1}[statement.outcome];
  return stated !== outcome(toMove, result) || (statement.plies ?? result.plies) !== result.plies;
}

/**
 * Returns the text of a game or problem with annotations as in Steele's letter.  If a ply cannot be played, rejects with an
 * Error that names the line of the ply.
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
    const result = winner ? {winner, plies: 0} : resultBefore(await choicesOf(start));
    lines.push(`Initially: ${resultText(result)}${statesOtherValue(item.initial, result) ? ` (stated: ${turnText(item.initial)})` : ''}`);
    lines.push(diagram(game.rules, start).trimEnd());
  }
  for (const [i, {move, comments}] of item.plies.entries()) {
    lines.push(...comments, annotate(game, positions[i], move, await choicesOf(positions[i])).line);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Returns the computer's choice.  In a won position, the computer chooses the fastest win.  In a draw, it chooses the best
 * trap (traps.js).  In a lost position, it avoids moves that lose at once; then it leaves the opponent the fewest winning
 * moves; then it chooses the slowest loss.  Among equally good moves it chooses at random.
 * @param {Game} game @param {Pick<Lookup, 'choices'|'rank'>} table @param {Position} position
 * @param {number} share the share of random moves, from 0 to 1
 */
export async function choose(game, table, position, share = 0, random = Math.random) {
  const choices = await table.rank(position);
  const pick = (/** @type {Choice[]} */ among) => among[Math.floor(random() * among.length)];
  if (random() < share) return pick(choices);
  const chooser = game.chooser(position);
  if (outcome(chooser, choices[0].result) !== -1) return pick(choices.filter((choice) => equallyGood(choice, choices[0])));
  // Smaller scores are better.
  const scored = await Promise.all(choices.map(async (choice) => {
    const replies = await table.choices(choice.position);
    const opponent = opponentOf(chooser);
    // If two successive drops have different letters, the same side picks both.  Then the opponent cannot make a mistake.
    const opponentPicks = replies.length > 0 && game.chooser(choice.position) === opponent;
    const winning = replies.filter((reply) => outcome(opponent, reply.result) === 1).length;
    return {choice, score: [choice.result.plies <= 1 ? 1 : 0, opponentPicks ? winning : 1000, -choice.result.plies]};
  }));
  const compare = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.map((n, i) => n - b[i]).find((n) => n !== 0) ?? 0;
  scored.sort((a, b) => compare(a.score, b.score));
  return pick(scored.filter(({score}) => compare(score, scored[0].score) === 0).map(({choice}) => choice));
}
