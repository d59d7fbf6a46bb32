// The memory limit for solving.

import {makeError} from './messages.js';

// The memory of WebAssembly is limited to 4 GiB, and one array in it to 2 GiB.  The largest array contains the values.  It
// takes four fifths of the memory.
const kMaxBytes = 2.6e9;

/** @returns {number} bytes that the solver may use in this browser */
export function memoryLimit() {
  // The memory of the device in GiB, rounded.  Some browsers do not report it.  The solver may use half of it.
  const {deviceMemory: device} =
      /** @type {{deviceMemory?: number}} */ (globalThis.navigator ?? {});
  return Math.min(kMaxBytes, device ? device * 2 ** 30 / 2 : kMaxBytes);
}

/** Returns a size as text, such as "about 38 MB".  @param {number} bytes @returns {string} */
export function memoryText(bytes) {
  if (bytes < 1e9) return `about ${Math.ceil(bytes / 1e6)} MB`;
  if (bytes >= 1e15) return 'more than a million GB';
  return `about ${Number((bytes / 1e9).toPrecision(2)).toLocaleString('en')} GB`;
}

/** Converts bytes to GB.  @param {number} bytes @returns {number} rounded to two digits */
const inGigabytes = (bytes) => Number((bytes / 1e9).toPrecision(2));

/** Throws an Error with a message for users if `bytes` are more than the limit.  @param {number} bytes */
export function checkMemory(bytes) {
  if (bytes <= memoryLimit()) return;
  throw makeError('solver.memory', {needed: inGigabytes(bytes), limit: inGigabytes(memoryLimit())});
}
