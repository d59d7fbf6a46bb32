// The worker behind solver.js.  Solves one game, compares its digests, stores its table and answers questions about
// values, so that the page stays responsive.

import {canDigest, goldenSections, sha256, tableKey} from './digests.js';
import {loadJson, loadModule} from './load.js';
import {checkMemory, memoryLimit} from './memory.js';
import {makeError, makeMessage, toMessage} from './messages.js';
import {Module} from './module.js';
import {Game} from './rules.js';
import {save, load} from './store.js';
import {trapsOf} from './traps.js';

// Larger tables are not stored: they are solved again at each visit.
const kMaxStoredBytes = 256e6;
// The time in milliseconds after which the worker interrupts its work to handle messages of the page.
const kMaxBusyMs = 50;

/** @type {Module} the game, once it is solved */
let module;
/** @type {Game} its positions and moves */
let game;

const start = performance.now();
const secondsFrom = (from) => (performance.now() - from) / 1000;

function report(phase, level, done, total) {
  postMessage({kind: 'progress', progress: {
    phase, level, done, total, seconds: secondsFrom(start)}});
}

/** Resolves when the messages that have arrived are handled.  @returns {Promise<void>} */
const handleMessages = () => new Promise((resolve) => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

// Compares all sections with the verified digests.  Returns whether all agree, or null if a section has no digest.
async function compare(golden) {
  const sections = module.sections();
  const total = sections.reduce((sum, {positions}) => sum + positions, 0);
  let done = 0;
  let pause = performance.now();
  // Another thread computes a digest while this one fills the next payload.
  const agreements = [];
  for (const [i, {placed, drops, positions}] of sections.entries()) {
    const payload = new Uint8Array(positions * module.valueBytes());
    let end = 0;
    for (const part of module.payload(i)) {
      payload.set(part, end);
      end += part.length;
      if (performance.now() - pause < kMaxBusyMs) continue;
      report('digests', 0, done + end / module.valueBytes(), total);
      await handleMessages();
      pause = performance.now();
    }
    done += positions;
    const expected = golden.get(placed + drops);
    agreements.push(sha256(payload).then(
        (digest) => expected === undefined ? null : digest === expected));
  }
  const results = await Promise.all(agreements);
  report('digests', 0, total, total);
  if (results.includes(false)) return false;
  return results.includes(null) ? null : true;
}

// True if the error has a message for users.  Errors of the browser have names other than "Error".
const hasUserMessage = (error) => error instanceof Error && error.name === 'Error';

/** @type {import('./messages.js').Message[]} messages about stored tables and digests, for the result */
const notes = [];

// Returns a module with the table that an earlier visit stored.  Returns null if there is no such table or if the verified
// digests have changed since that visit.
async function loadTable(compiled, rules, golden) {
  try {
    const table = await load(tableKey(rules));
    if (table === null || (golden !== '' && table.golden !== golden)) return null;
    report('stored', 0, 0, 0);
    const stored = new Module(compiled, rules);
    stored.restore(table.sections, table.values);
    return stored;
  } catch (error) {
    // storeTable reports a store that is forbidden.
    if (error.key !== 'store.forbidden') notes.push(makeMessage('store.unused', {reason: toMessage(error)}));
    return null;
  }
}

async function storeTable(rules, golden) {
  const values = module.values();
  if (values.byteLength > kMaxStoredBytes) {
    notes.push(makeMessage('store.large'));
    return false;
  }
  try {
    await save(tableKey(rules), {sections: module.sections(), golden, values});
    return true;
  } catch (error) {
    notes.push(makeMessage('store.notKept', {reason: toMessage(error)}));
    return false;
  }
}

// Solves the threshold games of scored rules one after another.  Waits between two games, so that the page can ask for scores.
async function solvePoints() {
  const {largestScore} = module;
  const reportGames = () => report('points', 0, module.thresholds, largestScore);
  for (const limit = memoryLimit(); module.thresholds < largestScore; await new Promise((resolve) => setTimeout(resolve, 100))) {
    reportGames();
    if (module.memoryUsed() + module.thresholdMemoryBytes() > limit) break;
    try {
      module.solveThreshold();
    } catch (error) {
      // The games that are solved already remain usable.
      console.warn(error);
      break;
    }
    if (module.thresholds === 1) postMessage({kind: 'solved', solved: {}});
    reportGames();
  }
  const {thresholds} = module;
  if (thresholds === 0) throw makeError('solver.points');
  postMessage({kind: 'ready', ready: {source: thresholds === largestScore ? 'points' : 'some', thresholds,
                                      bytes: module.memoryUsed(), seconds: secondsFrom(start)}});
}

async function solve(rules, attempt) {
  report('loading', 0, 0, 0);
  const [compiled, digests] =
      await Promise.all([loadModule(attempt), loadJson('digests.json', attempt)]);
  const unsolved = new Module(compiled, rules, ({phase, level, done, total}) =>
      rules.scoring ? report('points', level, unsolved.thresholds, unsolved.largestScore) : report(phase, level, done, total));
  const [goals, neighbours] = [unsolved.goals(), unsolved.neighbours()];
  game = new Game(rules, goals, neighbours);
  postMessage({kind: 'board', goals, neighbours});
  if (rules.scoring) {
    module = unsolved;
    return solvePoints();
  }
  checkMemory(unsolved.memoryBytes());

  if (!canDigest) {
    notes.push(makeMessage('store.insecure'));
  }
  const sections = canDigest ? goldenSections(digests, rules) : null;
  // A stored table is used only if it was compared with the same digests.
  const golden = sections === null ? '' :
      await sha256(new TextEncoder().encode(JSON.stringify([...sections])));
  const begin = performance.now();
  const stored = canDigest ? await loadTable(compiled, rules, golden) : null;
  if (stored === null) unsolved.solve();
  module = stored ?? unsolved;
  const solved = {
    source: stored === null ? 'solved' : 'stored',
    seconds: secondsFrom(begin),
    positions: module.sections()[0].positions,
    sections: module.sections().length,
    bytes: module.memoryUsed(),
  };
  postMessage({kind: 'solved', solved});

  let verified = sections === null ? null : true;
  let kept = true;
  if (stored === null) {
    if (sections !== null) verified = await compare(sections);
    kept = canDigest && verified !== false &&
        await storeTable(rules, verified ? golden : '');
  }
  postMessage({kind: 'ready', ready: {...solved, verified, kept, notes}});
}

async function answer({kind, id, positions, position}) {
  try {
    const probe = (/** @type {any[]} */ asked) => /** @type {any} */ (module.largestScore > 0 ? module.scores(asked) : module.probe(asked));
    postMessage({kind: 'values', id, values: kind === 'traps' ? trapsOf(game, probe, position) : probe(positions)});
  } catch (error) {
    if (!hasUserMessage(error)) throw error;
    postMessage({kind: 'refused', id, message: toMessage(error)});
  }
}

// Reports that the worker cannot go on.  `retryable` is true if another worker may succeed.
function fail(error) {
  postMessage({
    kind: 'failed',
    retryable: !hasUserMessage(error) || error.retryable === true,
    message: hasUserMessage(error) ? toMessage(error) : makeMessage('solver.crashed', {reason: error.message}),
  });
}

onmessage = ({data}) => {
  const work = data.kind === 'solve' ? solve(data.rules, data.attempt) : answer(data);
  work.catch(fail);
};
