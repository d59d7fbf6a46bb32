// Loads the files that the solver is made of.

import {problem} from './messages.js';

/**
 * @param {string} name beside this file
 * @param {number} attempt from 0; later ones do not trust the browser's cache
 * @returns {Promise<Response>}
 */
async function load(name, attempt) {
  const cache = attempt > 0 ? 'reload' : 'default';
  try {
    const response = await fetch(new URL(name, import.meta.url), {cache});
    if (response.ok) return response;
    throw new Error(`${response.status} ${response.statusText}`.trim());
  } catch (error) {
    throw again('load.file', {file: name, reason: error.message});
  }
}

/** An error that may be gone the next time.  @param {Parameters<typeof problem>} reason */
function again(...reason) {
  return Object.assign(problem(...reason), {again: true});
}

/** @returns {Promise<any>} */
export async function loadJson(name, attempt = 0) {
  const response = await load(name, attempt);
  try {
    return await response.json();
  } catch {
    throw again('load.damaged', {file: name});
  }
}

/** @returns {Promise<WebAssembly.Module>} the solver (bindings/webassembly/module.cc) */
export async function loadModule(attempt = 0) {
  if (typeof WebAssembly !== 'object') {
    throw problem('load.wasm');
  }
  const response = await load('teeko.wasm', attempt);
  try {
    // Not compileStreaming: servers that do not know the type are served, too.
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw again('load.damagedBy', {file: 'teeko.wasm', reason: error.message});
  }
}
