// The interface for pages: solves one game in a worker and returns the values (for scored rules: the scores) of its
// positions.  A scored game counts as solved when its first threshold game is solved.
//
//     const solver = new Solver(rules);
//     solver.onprogress = ({phase, level, done}) => …;
//     const {positions, seconds, verified} = await solver.ready;
//     const [value] = await solver.probe([position]);

import {startWorker} from './load.js';
import {makeError, makeMessage, toError} from './messages.js';
import {checkRules} from './rules_check.js';

export {estimate} from './estimate.js';

/** @import {Message} from './messages.js' */
/** @import {Position, Rules, Value} from './rules_check.js' */

/**
 * @typedef {{phase: 'loading'|'stored'|'levels'|'drops'|'digests'|'points',
 *            level: number, done: number, total: number, seconds: number,
 *            message?: Message}} Progress
 *     level: the last solved level, in plies; done, total: positions of the phase, or threshold games of a scored game;
 *     total is 0 if it is unknown;
 *     seconds: since the start; message: the reason if the solver starts again
 * @typedef {{source: 'solved'|'stored'|'points'|'some', seconds: number, positions: number,
 *            sections: number, bytes: number, thresholds: number}} Solved
 *     seconds: for solving, or for reading a stored table; positions: the number of placements;
 *     bytes: the used memory; thresholds: the solved threshold games of a scored game; source: "points" if these are all,
 *     "some" if there is too little memory for the others
 * @typedef {Solved & {verified: boolean|null, kept: boolean, notes: Message[]}} Ready
 *     verified: whether the digests of all sections agree with the verified tables; null if a section has none;
 *     kept: whether the table is stored for the next visit; notes: messages about stored tables and digests
 */

// The solver gives up when this many workers have failed in a row.
const kAttempts = 2;

function deferredPromise() {
  const deferred = {};
  deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, {resolve, reject}));
  // This handler keeps browsers from reporting an unhandled rejection.
  deferred.promise.catch(() => {});
  return deferred;
}

export class Solver {
  /** @type {(progress: Progress) => void} */
  onprogress = () => {};

  /** @type {Rules} */
  #rules;
  /** @type {Worker|undefined} */
  #worker;
  #attempt = 0;
  #isSolved = false;
  #error = null;  // the reason why the solver has ended
  #board = deferredPromise();
  #solved = deferredPromise();
  #ready = deferredPromise();
  #questions = new Map();  // by number: {question, resolve, reject}
  #lastQuestion = 0;

  /** @param {Rules} rules */
  constructor(rules) {
    this.#rules = rules;
    try {
      checkRules(rules);
    } catch (error) {
      this.#end(error);
      return;
    }
    this.#start();
  }

  /**
   * Resolves when the game is solved and its digests are compared.  Rejects with an Error whose message is for users.
   * @returns {Promise<Ready>}
   */
  get ready() {
    return this.#ready.promise;
  }

  /**
   * Resolves when the game is solved, before its digests are compared.
   * @returns {Promise<Solved>}
   */
  get solved() {
    return this.#solved.promise;
  }

  /** @returns {Promise<number[][]>} the squares of each goal, numbered from 1 */
  async goals() {
    return (await this.#board.promise).goals;
  }

  /** @returns {Promise<number[][]>} the neighbours of each square; index 0 is square 1 */
  async neighbours() {
    return (await this.#board.promise).neighbours;
  }

  /**
   * Returns the values of positions when the game is solved.  Rejects with an Error with a message for users if a
   * position is invalid.
   * @param {Position[]} positions
   * @returns {Promise<Value[]>}
   */
  probe(positions) {
    return this.#ask({kind: 'probe', positions});
  }

  /**
   * Returns the traps of a drawn position (traps.js) when the game is solved.
   * @param {Position} position
   * @returns {Promise<(import('./traps.js').Traps|undefined)[]>}
   */
  traps(position) {
    return this.#ask({kind: 'traps', position});
  }

  async #ask(question) {
    await this.#solved.promise;
    if (this.#error !== null) throw this.#error;
    return new Promise((resolve, reject) => {
      this.#questions.set(++this.#lastQuestion, {question, resolve, reject});
      if (this.#isSolved) this.#send(this.#lastQuestion);
    });
  }

  /** Ends the worker.  Rejects all open promises. */
  close() {
    this.#end(makeError('solver.closed'));
  }

  #start() {
    this.#isSolved = false;
    const worker = startWorker('worker.js', (data) => this.#receive(data),
                               (reason) => this.#retry(makeMessage('solver.stopped', {reason})));
    if (!worker) return;
    worker.postMessage({kind: 'solve', rules: this.#rules, attempt: this.#attempt});
    this.#worker = worker;
  }

  #send(number) {
    this.#worker?.postMessage({...this.#questions.get(number).question, id: number});
  }

  #receive(data) {
    switch (data.kind) {
      case 'progress':
        this.onprogress(data.progress);
        break;
      case 'board':
        this.#board.resolve(data);
        break;
      case 'solved':
        this.#isSolved = true;
        this.#solved.resolve(data.solved);
        // Sends all open questions, including questions that an earlier worker has not answered.
        for (const number of this.#questions.keys()) this.#send(number);
        break;
      case 'ready':
        this.#attempt = 0;
        this.#ready.resolve(data.ready);
        break;
      case 'values':
        this.#questions.get(data.id)?.resolve(data.values);
        this.#questions.delete(data.id);
        break;
      case 'refused':
        this.#questions.get(data.id)?.reject(toError(data.message));
        this.#questions.delete(data.id);
        break;
      case 'failed':
        if (data.retryable) {
          this.#retry(data.message);
        } else {
          this.#end(toError(data.message));
        }
        break;
    }
  }

  /** Starts a new worker after a failure, or gives up after kAttempts failures.  @param {Message} message the reason */
  #retry(message) {
    this.#worker?.terminate();
    if (++this.#attempt >= kAttempts) {
      this.#end(toError(message));
      return;
    }
    const restart = makeMessage('solver.again', {error: message});
    this.onprogress({phase: 'loading', level: 0, done: 0, total: 0, seconds: 0, message: restart});
    this.#start();
  }

  #end(error) {
    this.#error = error;
    this.#worker?.terminate();
    for (const deferred of [this.#board, this.#solved, this.#ready,
                        ...this.#questions.values()]) {
      deferred.reject(error);
    }
    this.#questions.clear();
  }
}
