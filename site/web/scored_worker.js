// The worker behind scored.js.  Solves the threshold games of scored rules one after another, and tells the scores of
// positions as far as the solved games determine them.
import {loadModule} from './load.js';
import {memoryLimit} from './memory.js';
import {toMessage} from './messages.js';
import {Module} from './module.js';

/** @type {Module} */
let module;

const start = performance.now();
const seconds = () => (performance.now() - start) / 1000;

async function solve(rules) {
  const compiled = await loadModule();
  module = new Module(compiled, rules, ({level}) =>
    postMessage({kind: 'progress', level, seconds: seconds()}));
  postMessage({kind: 'board', goals: module.goals(), neighbours: module.neighbours()});
  postMessage({kind: 'progress', largestScore: module.largestScore, level: 0, seconds: seconds()});
  solveNext();
}

// Solves one game.  The next one waits until the page has asked for scores.
function solveNext() {
  let reason = null;
  if (module.memoryUsed() + module.thresholdMemoryBytes() > memoryLimit()) {
    reason = 'memory';
  } else {
    try {
      module.solveThreshold();
    } catch (error) {
      // The games that are solved already remain usable.
      console.warn(error);
      reason = 'memory';
    }
  }
  const {thresholds, largestScore} = module;
  postMessage({kind: 'solved', thresholds, level: 0, reason, seconds: seconds(), bytes: module.memoryUsed()});
  if (!reason && thresholds < largestScore) setTimeout(solveNext, 100);
}

onmessage = ({data: {kind, id, rules, positions}}) => {
  if (kind === 'solve') {
    solve(rules).catch((error) => postMessage({kind: 'failed', message: toMessage(error)}));
  } else {
    postMessage({kind: 'scores', id, scores: module.scores(positions)});
  }
};
