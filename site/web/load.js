// Loads the files of the solver.

import {makeError} from './messages.js';

/**
 * Fetches a file.  Rejects with an Error if that fails.
 * @param {string} name the path from the folder of this module
 * @param {number} attempt from 0; attempts after the first bypass the browser's cache
 * @returns {Promise<Response>}
 */
async function load(name, attempt) {
  const cache = attempt > 0 ? 'reload' : 'default';
  try {
    const response = await fetch(new URL(name, import.meta.url), {cache});
    if (response.ok) return response;
    throw new Error(`${response.status} ${response.statusText}`.trim());
  } catch (error) {
    throw retryableError('load.file', {file: name, reason: error.message});
  }
}

/** Returns an error that the next attempt may avoid.  @param {Parameters<typeof makeError>} reason */
function retryableError(...reason) {
  return Object.assign(makeError(...reason), {retryable: true});
}

/** Loads a JSON file.  @returns {Promise<any>} */
export async function loadJson(name, attempt = 0) {
  const response = await load(name, attempt);
  try {
    return await response.json();
  } catch {
    throw retryableError('load.damaged', {file: name});
  }
}

/** Loads teeko.wasm.  @returns {Promise<WebAssembly.Module>} the solver (bindings/webassembly/module.cc) */
export async function loadModule(attempt = 0) {
  if (typeof WebAssembly !== 'object') {
    throw makeError('load.wasm');
  }
  const response = await load('teeko.wasm', attempt);
  try {
    // Does not use compileStreaming, which fails if the server sends another content type.
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw retryableError('load.damagedBy', {file: 'teeko.wasm', reason: error.message});
  }
}
