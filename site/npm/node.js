// The parts of the package that depend on Node.
import {readFile} from 'node:fs/promises';
import {freemem} from 'node:os';
import {Worker} from 'node:worker_threads';
import {memoryLimit as maxBytes} from './memory.js';

/** @returns {Promise<WebAssembly.Module>} */
export async function compile() {
  return WebAssembly.compile(await readFile(new URL('./teeko.wasm', import.meta.url)));
}

/** @returns {number} bytes that the solver may use */
export function memoryLimit() {
  // availableMemory respects the limits of containers, but Node 18 lacks it.
  return Math.min(maxBytes(), process.availableMemory?.() ?? freemem());
}

/** @type {typeof import('./web.js').startWorker} */
export function startWorker(task, onMessage, onError) {
  // Does not pass on the options of this process, because workers refuse some options, such as --input-type.
  const worker = new Worker(new URL('./node_worker.js', import.meta.url), {workerData: task, execArgv: []});
  worker.on('message', onMessage).on('error', onError);
  return () => worker.terminate();
}
