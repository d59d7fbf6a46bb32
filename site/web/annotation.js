// Annotates games with the marks of Steele's letter (docs/rules.md §4), as //reports:annotate does, and chooses the
// moves of the computer.
// @ts-check
import {opponentOf, moveText} from './rules.js';
import {choicesFrom, outcome, sameResult, resultText} from './value.js';
import {diagram, heading, turnText} from './notation.js';

export {outcome, sameResult, utility, resultText} from './value.js';

/** @typedef {import('./rules.js').Colour} Colour */
/** @typedef {import('./rules.js').Move} Move */
/** @typedef {import('./rules.js').Game} Game */
/** @typedef {import('./solver.js').Position} Position */
/** @typedef {import('./value.js').Result} Result */
/** @typedef {import('./value.js').Choice} Choice */
/** @typedef {(position: Position) => Promise<Choice[]>} Choices returns all moves, the best first */

/** Returns CSS classes for a move, such as "good best".  They say how good the move is for the side that picks.
 *  @param {Colour} chooser @param {Choice} choice @param {Choice[]} choices */
export function moveClasses(chooser, {result}, choices) {
  const best = sameResult(result, choices[0].result);
  const worstIsWorse = !sameResult(result, choices[choices.length - 1].result);
  return `${['bad', 'even', 'good'][outcome(chooser, result) + 1]}${best && worstIsWorse ? ' best' : ''}`;
}

/** Returns the value of a position.  @param {Choice[]} choices its choices, the best first @returns {Result} */
export function resultBefore([{result: {winner, plies}}]) {
  return {winner, plies: winner ? plies + 1 : 0};
}

/**
 * Returns functions that look up the choices of a position and remember them.  `known` returns only remembered choices.
 * @param {Game} game @param {import('./solver.js').Solver} solver
 * @returns {{choices: Choices, known: (position: Position) => Choice[]|undefined}}
 */
export function valueLookup(game, solver) {
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
 * Returns the computer's choice.  In a won position, the computer chooses the fastest win.  In a draw, it leaves the
 * opponent the fewest moves that do not lose.  In a lost position, it avoids moves that lose at once; then it leaves the
 * opponent the fewest winning moves; then it chooses the slowest loss.  Among equally good moves it chooses at random.
 * @param {Game} game @param {Choices} choicesOf @param {Position} position
 * @param {number} share the share of random moves, from 0 to 1
 */
export async function choose(game, choicesOf, position, share = 0, random = Math.random) {
  const choices = await choicesOf(position);
  const pick = (/** @type {Choice[]} */ among) => among[Math.floor(random() * among.length)];
  if (random() < share) return pick(choices);
  const chooser = game.chooser(position);
  const best = outcome(chooser, choices[0].result);
  if (best === 1) return pick(choices.filter((choice) => sameResult(choice.result, choices[0].result)));
  const candidates = choices.filter((choice) => outcome(chooser, choice.result) === best);
  // Smaller scores are better.
  const scored = await Promise.all(candidates.map(async (choice) => {
    const replies = await choicesOf(choice.position);
    const opponent = opponentOf(chooser);
    const goodReplies = replies.filter((reply) => outcome(opponent, reply.result) === -best).length;
    // If two successive drops have different letters, the same side picks both.  Then the opponent cannot make a mistake.
    const opponentPicks = replies.length > 0 && game.chooser(choice.position) === opponent;
    return {choice, score: [best === -1 && choice.result.plies <= 1 ? 1 : 0, opponentPicks ? goodReplies : 1000, -choice.result.plies]};
  }));
  const compare = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a.map((n, i) => n - b[i]).find((n) => n !== 0) ?? 0;
  scored.sort((a, b) => compare(a.score, b.score));
  return pick(scored.filter(({score}) => compare(score, scored[0].score) === 0).map(({choice}) => choice));
}
