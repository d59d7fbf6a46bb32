// Solves a game on the calling thread.
// @ts-check
import {Module} from './module.js';

/** @typedef {{compiled: WebAssembly.Module, rules: import('./rules_check.js').Rules}} Task */
/** @typedef {{sections: import('./module.js').Section[], values: Uint8Array|Uint16Array}} Solution */
/** A message from a worker.
 *  @typedef {{progress?: import('./module.js').SolverProgress, solution?: Solution, error?: string}} Message */

/**
 * Solves a game.  Throws an Error if a distance is too large for a table or the memory does not suffice.
 * @param {Task} task @param {(progress: import('./module.js').SolverProgress) => void} onProgress
 * @returns {Solution}
 */
export function solveHere({compiled, rules}, onProgress) {
  try {
    const module = new Module(compiled, rules, onProgress);
    module.solve();
    return {sections: module.sections(), values: module.values()};
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    throw new Error(`The solver has stopped; there may not be enough memory (${error.message}).`);
  }
}

/**
 * Solves a game for another thread.  First posts an empty message, which shows that the worker has started.  Then posts
 * progress, and at the end the solution or an error.
 * @param {Task} task @param {(message: Message, transfer?: any[]) => void} post
 */
export function solveFor(task, post) {
  post({});
  try {
    const solution = solveHere(task, (progress) => post({progress}));
    post({solution}, [solution.values.buffer]);
  } catch (error) {
    post({error: /** @type {Error} */ (error).message});
  }
}
