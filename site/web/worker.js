// Solves one game, compares its digests, keeps its table and answers what
// positions are worth: all that takes time, away from the page (solver.js).

import {canDigest, goldenSections, sha256, tableKey} from './digests.js';
import {loadJson, loadModule} from './load.js';
import {checkMemory} from './memory.js';
import {Module} from './module.js';
import {keep, load} from './store.js';

// Larger tables are solved anew each time.
const kMostBytesKept = 256e6;
// How long the worker may work without looking for questions.
const kPatienceMs = 50;

/** @type {Module} the game, once it is solved */
let module;

const start = performance.now();
const secondsFrom = (from) => (performance.now() - from) / 1000;

function report(phase, level, done, total) {
  postMessage({kind: 'progress', progress: {
    phase, level, done, total, seconds: secondsFrom(start)}});
}

/** Lets messages that have come be answered. @returns {Promise<void>} */
const takeTurns = () => new Promise((resolve) => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

// Compares all sections with their golden digests: whether they agree, or null
// if some have none.
async function compare(golden) {
  const sections = module.sections();
  const total = sections.reduce((sum, {positions}) => sum + positions, 0);
  let done = 0;
  let pause = performance.now();
  // A digest is taken, by another thread, while the next payload is filled.
  const agreements = [];
  for (const [i, {placed, drops, positions}] of sections.entries()) {
    const payload = new Uint8Array(positions * module.valueBytes());
    let end = 0;
    for (const piece of module.payload(i)) {
      payload.set(piece, end);
      end += piece.length;
      if (performance.now() - pause < kPatienceMs) continue;
      report('digests', 0, done + end / module.valueBytes(), total);
      await takeTurns();
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

// Whether an error is one that this code has thrown, with a message to be shown.
const isOurs = (error) => error instanceof Error && error.name === 'Error';

// Something to say beside the result.
const notes = [];

// A module with what an earlier visit has left, if that was compared with the
// golden digests that there are now; or null.
async function loadTable(compiled, rules, golden) {
  try {
    const table = await load(tableKey(rules));
    if (table === null || (golden !== '' && table.golden !== golden)) return null;
    report('stored', 0, 0, 0);
    const stored = new Module(compiled, rules);
    stored.restore(table.sections, table.values);
    return stored;
  } catch (error) {
    notes.push(`No use could be made of what the browser keeps: ${error.message}.`);
    return null;
  }
}

async function keepTable(rules, golden) {
  const values = module.values();
  if (values.byteLength > kMostBytesKept) {
    notes.push('The table is too large to be kept for the next visit.');
    return false;
  }
  try {
    await keep(tableKey(rules), {sections: module.sections(), golden, values});
    return true;
  } catch (error) {
    notes.push(`The browser does not keep the table: ${error.message}.`);
    return false;
  }
}

async function solve(rules, attempt) {
  report('loading', 0, 0, 0);
  const [compiled, digests] =
      await Promise.all([loadModule(attempt), loadJson('digests.json', attempt)]);
  const unsolved = new Module(compiled, rules, ({phase, level, done, total}) =>
      report(phase, level, done, total));
  postMessage({kind: 'board', goals: unsolved.goals(),
               neighbours: unsolved.neighbours()});
  checkMemory(unsolved.memoryBytes());

  if (!canDigest) {
    notes.push('Digests are compared, and tables kept, only if the page comes \
by https or from this machine.');
  }
  const sections = canDigest ? goldenSections(digests, rules) : null;
  // The digests that a table which has been kept is known to agree with.
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
        await keepTable(rules, verified ? golden : '');
  }
  postMessage({kind: 'ready',
               ready: {...solved, verified, kept, note: notes.join(' ')}});
}

async function probe(id, positions) {
  try {
    postMessage({kind: 'values', id, values: module.probe(positions)});
  } catch (error) {
    if (!isOurs(error)) throw error;
    postMessage({kind: 'refused', id, message: error.message});
  }
}

// Says why there will be no answers.  Another worker may have better luck,
// unless the rules are to blame.
function fail(error) {
  postMessage({
    kind: 'failed',
    again: !isOurs(error) || error.again === true,
    message: isOurs(error) ? error.message :
        `The solver has stopped; there may not be enough memory (${error.message}).`,
  });
}

onmessage = ({data}) => {
  const work = data.kind === 'solve' ? solve(data.rules, data.attempt) :
                                       probe(data.id, data.positions);
  work.catch(fail);
};
