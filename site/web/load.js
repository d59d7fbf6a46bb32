// Loads the files of the site and starts its workers.

import {makeError, makeMessage} from './messages.js';

/** @import {Message} from './messages.js' */

/**
 * Fetches a file and reads its body.  Rejects with an Error if that fails.
 * @template T
 * @param {string} name the path from the folder of this module
 * @param {number} attempt from 0; attempts after the first bypass the browser's cache
 * @param {(response: Response) => Promise<T>} read reads the body
 */
async function load(name, attempt, read) {
  const cache = attempt > 0 ? 'reload' : 'default';
  try {
    const response = await fetch(new URL(name, import.meta.url), {cache});
    if (response.ok) return await read(response);
    throw new Error(`${response.status} ${response.statusText}`.trim());
  } catch (error) {
    throw retryableError('load.file', {file: name, reason: error.message});
  }
}

/** Returns an error that the next attempt may avoid.  @param {Parameters<typeof makeError>} reason */
function retryableError(...reason) {
  return Object.assign(makeError(...reason), {retryable: true});
}

/** Loads a text file.  Some servers answer with a web page instead of a file that is missing.  @returns {Promise<string>} */
export async function loadText(name, attempt = 0) {
  const text = await load(name, attempt, (response) => response.text());
  if (/^\s*</.test(text)) throw retryableError('load.page', {file: name});
  return text;
}

/** Loads a JSON file.  @returns {Promise<any>} */
export async function loadJson(name, attempt = 0) {
  const text = await loadText(name, attempt);
  try {
    return JSON.parse(text);
  } catch {
    throw retryableError('load.damaged', {file: name});
  }
}

/** Loads teeko.wasm.  @returns {Promise<WebAssembly.Module>} the solver (bindings/webassembly/module.cc) */
export async function loadModule(attempt = 0) {
  if (typeof WebAssembly !== 'object') {
    throw makeError('load.wasm');
  }
  const file = 'teeko.wasm';
  const bytes = await load(file, attempt, (response) => response.arrayBuffer());
  try {
    // Does not use compileStreaming, which fails if the server sends another content type.
    return await WebAssembly.compile(bytes);
  } catch (error) {
    // Only the message of the browser says that a content security policy forbids WebAssembly.
    if (/content security|\bCSP\b/i.test(error.message)) throw makeError('load.forbidden', {file});
    throw retryableError('load.damagedBy', {file, reason: error.message});
  }
}

/**
 * Starts a worker.
 * @param {string} name the path of its file from the folder of this module
 * @param {(data: any) => void} onmessage
 * @param {(reason: string|Message) => void} onfailure is called if the worker cannot start, or has stopped with an error
 * @returns {Worker|undefined}
 */
export function startWorker(name, onmessage, onfailure) {
  try {
    const worker = new Worker(new URL(name, import.meta.url), {type: 'module'});
    worker.onmessage = ({data}) => onmessage(data);
    worker.onerror = (event) => {
      event.preventDefault();
      onfailure(event.message || makeMessage('load.worker', {file: name}));
    };
    return worker;
  } catch (error) {
    onfailure(error.message);
    return undefined;
  }
}
