// The parts of the package that depend on browsers.
// @ts-check
export {memoryLimit} from './memory.js';

/** @typedef {import('./solve_here.js').Message} Message */

/** @returns {Promise<WebAssembly.Module>} */
export async function compile() {
  const url = new URL('./teeko.wasm', import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href}: could not be loaded: ${response.status} ${response.statusText}`);
  // Does not use compileStreaming, which fails if the server sends another content type.
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Starts a worker that solves a game.
 * @param {import('./solve_here.js').Task} task
 * @param {(message: Message) => void} onMessage
 * @param {(error: Error) => void} onError called if the worker cannot be started or fails
 * @returns {() => void} function that ends the worker
 */
export function startWorker(task, onMessage, onError) {
  const worker = new Worker(new URL('./web_worker.js', import.meta.url), {type: 'module'});
  worker.onmessage = ({data}) => onMessage(data);
  worker.onerror = (event) => {
    event.preventDefault();
    onError(new Error(event.message || 'the worker could not be loaded'));
  };
  worker.postMessage(task);
  return () => worker.terminate();
}
