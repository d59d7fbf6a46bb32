// How much memory solving may take.

// WebAssembly's memory ends at 4 GiB, and one array of it, of which the values
// are the largest with four bytes of five, at 2 GiB.
const kMostBytes = 2.6e9;

/** @returns {number} bytes that the solver may take in this browser */
export function memoryLimit() {
  // In GiB, rounded; not all browsers tell.
  const {deviceMemory: device} =
      /** @type {{deviceMemory?: number}} */ (globalThis.navigator ?? {});
  return Math.min(kMostBytes, device ? device * 2 ** 30 / 2 : kMostBytes);
}

/** @param {number} bytes @returns {string} "about 38 MB" */
export function inWords(bytes) {
  if (bytes < 1e9) return `about ${Math.ceil(bytes / 1e6)} MB`;
  if (bytes >= 1e15) return 'more than a million GB';
  return `about ${Number((bytes / 1e9).toPrecision(2)).toLocaleString('en')} GB`;
}

/**
 * Throws an Error, whose message can be shown, if there is not so much memory.
 * @param {number} bytes
 */
export function checkMemory(bytes) {
  if (bytes <= memoryLimit()) return;
  throw new Error(`To solve these rules takes ${inWords(bytes)} of memory, \
and a page can have ${inWords(memoryLimit())} here.`);
}
