// The solver as a page sees it: one game, solved in a worker, and what every
// position of it is worth.
//
//     const solver = new Solver(rules);
//     solver.onprogress = ({phase, level, done}) => …;
//     const {positions, seconds, verified} = await solver.ready;
//     const [value] = await solver.probe([position]);

import {problem, problemOf, say} from './messages.js';
import {checkRules} from './rules_check.js';

export {estimate} from './estimate.js';

/** @typedef {import('./messages.js').Said} Said */
/** @typedef {import('./rules_check.js').Rules} Rules */
/** @typedef {import('./rules_check.js').Position} Position */
/** @typedef {import('./rules_check.js').Value} Value */

/**
 * @typedef {{phase: 'loading'|'stored'|'levels'|'drops'|'digests',
 *            level: number, done: number, total: number, seconds: number,
 *            note?: string, said?: Said}} Progress
 *     level: the last one solved, in plies; done, total: positions of the
 *     phase, total 0 if nobody can tell; seconds from the start; note: what
 *     went wrong, if the solver starts anew; said: the same for other languages
 * @typedef {{source: 'solved'|'stored', seconds: number, positions: number,
 *            sections: number, bytes: number}} Solved
 *     seconds: that solving took, or reading what an earlier visit had solved;
 *     positions: with all pieces placed; bytes: of memory
 * @typedef {Solved & {verified: boolean|null, kept: boolean, note: string, notes: Said[]}} Ready
 *     verified: whether the digests of all sections are those of the verified
 *     tables, null if some have none; kept: for the next visit; note: what to
 *     say about that; notes: the same for other languages
 */

// Workers in a row that may fail before the solver gives up.
const kAttempts = 2;

function promiseAndEnds() {
  const ends = {};
  ends.promise = new Promise((resolve, reject) => Object.assign(ends, {resolve, reject}));
  // Who waits is told; nobody need.
  ends.promise.catch(() => {});
  return ends;
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
  #error = null;  // why there will be no more answers
  #board = promiseAndEnds();
  #solved = promiseAndEnds();
  #ready = promiseAndEnds();
  #questions = new Map();  // by number: {positions, resolve, reject}
  #asked = 0;

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
   * Resolves when the table is there and has been compared; rejects with an
   * Error whose message can be shown.
   * @returns {Promise<Ready>}
   */
  get ready() {
    return this.#ready.promise;
  }

  /**
   * Resolves when positions have values: before digests are compared.
   * @returns {Promise<Solved>}
   */
  get solved() {
    return this.#solved.promise;
  }

  /** @returns {Promise<number[][]>} squares, counted from 1, of every goal */
  async goals() {
    return (await this.#board.promise).goals;
  }

  /** @returns {Promise<number[][]>} by square (index 0 is square 1) those next to it */
  async neighbours() {
    return (await this.#board.promise).neighbours;
  }

  /**
   * What positions are worth, as soon as that is known.  Rejects with an Error
   * whose message can be shown if there is no such position.
   * @param {Position[]} positions
   * @returns {Promise<Value[]>}
   */
  async probe(positions) {
    await this.#solved.promise;
    if (this.#error !== null) throw this.#error;
    return new Promise((resolve, reject) => {
      this.#questions.set(++this.#asked, {positions, resolve, reject});
      if (this.#isSolved) this.#ask(this.#asked);
    });
  }

  /** Ends the worker.  What has not been answered is rejected. */
  close() {
    this.#end(problem('solver.closed'));
  }

  #start() {
    this.#isSolved = false;
    let worker;
    try {
      worker = new Worker(new URL('worker.js', import.meta.url), {type: 'module'});
    } catch (error) {
      this.#end(problem('solver.worker', {reason: error.message}));
      return;
    }
    worker.onmessage = ({data}) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(say('solver.stopped', {reason: event.message || say('solver.unloaded')}));
    };
    worker.postMessage({kind: 'solve', rules: this.#rules, attempt: this.#attempt});
    this.#worker = worker;
  }

  #ask(number) {
    const {positions} = this.#questions.get(number);
    this.#worker?.postMessage({kind: 'probe', id: number, positions});
  }

  #hear(message) {
    switch (message.kind) {
      case 'progress':
        this.onprogress(message.progress);
        break;
      case 'board':
        this.#board.resolve(message);
        break;
      case 'solved':
        this.#isSolved = true;
        this.#solved.resolve(message.solved);
        // Those that an earlier worker left, too.
        for (const number of this.#questions.keys()) this.#ask(number);
        break;
      case 'ready':
        this.#attempt = 0;
        this.#ready.resolve(message.ready);
        break;
      case 'values':
        this.#questions.get(message.id)?.resolve(message.values);
        this.#questions.delete(message.id);
        break;
      case 'refused':
        this.#questions.get(message.id)?.reject(problemOf(message.said));
        this.#questions.delete(message.id);
        break;
      case 'failed':
        if (message.again) {
          this.#fail(message.said);
        } else {
          this.#end(problemOf(message.said));
        }
        break;
    }
  }

  /** The worker is of no more use; another one is tried.  @param {Said} said */
  #fail(said) {
    this.#worker?.terminate();
    if (++this.#attempt >= kAttempts) {
      this.#end(problemOf(said));
      return;
    }
    const anew = say('solver.again', {error: said});
    this.onprogress({phase: 'loading', level: 0, done: 0, total: 0, seconds: 0,
                     note: anew.message, said: anew});
    this.#start();
  }

  #end(error) {
    this.#error = error;
    this.#worker?.terminate();
    for (const ends of [this.#board, this.#solved, this.#ready,
                        ...this.#questions.values()]) {
      ends.reject(error);
    }
    this.#questions.clear();
  }
}
