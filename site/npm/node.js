// What the package needs of Node.
import {readFile} from 'node:fs/promises';
import {freemem} from 'node:os';
import {Worker} from 'node:worker_threads';
import {memoryLimit as mostBytes} from './memory.js';

/** @returns {Promise<WebAssembly.Module>} */
export async function compile() {
  return WebAssembly.compile(await readFile(new URL('./teeko.wasm', import.meta.url)));
}

/** @returns {number} bytes that the solver may take */
export function memoryLimit() {
  // Node 18 does not know of availableMemory, which respects limits of containers.
  return Math.min(mostBytes(), process.availableMemory?.() ?? freemem());
}

/** @type {typeof import('./web.js').startWorker} */
export function startWorker(task, onMessage, onError) {
  // Without this process's arguments: some, such as --input-type, are refused with files.
  const worker = new Worker(new URL('./node_worker.js', import.meta.url), {workerData: task, execArgv: []});
  worker.on('message', onMessage).on('error', onError);
  return () => worker.terminate();
}
