// Solved tables, kept between visits in the browser's IndexedDB.
//
// A record has a digest over all that is in it, which is compared before any
// of it is used.  Whatever else is wrong with the store, full or forbidden or
// corrupt, is an Error: solving does without it.

import {sha256} from './digests.js';
import {problem} from './messages.js';

/** @typedef {import('./module.js').Section} Section */

/**
 * @typedef {{sections: Section[], golden: string, values: Uint8Array|Uint16Array}} Table
 *     golden: what its sections were compared with, and agreed; or empty
 */

const kDatabase = 'teeko';
const kTables = 'tables';
// Of what is written below.  Records of another format are not used.
const kFormat = 1;
const kPatienceMs = 10_000;

// The result of a request; some browsers never answer.
function answer(request) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
        () => reject(problem('store.silent')), kPatienceMs);
    const end = (action) => () => {
      clearTimeout(timer);
      action();
    };
    request.onsuccess = end(() => resolve(request.result));
    request.onerror = end(() => reject(request.error));
  });
}

// Opens the store and returns what use(store) resolves to, once that is safe on
// disk.
async function withTables(mode, use) {
  const opening = indexedDB.open(kDatabase, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(kTables);
  const database = await answer(opening);
  try {
    const transaction = database.transaction(kTables, mode);
    const finished = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    finished.catch(() => {});  // What fails first is thrown.
    const result = await use(transaction.objectStore(kTables));
    await finished;
    return result;
  } finally {
    database.close();
  }
}

// Over all that a record has.
async function digestOf(key, {format, sections, golden, values}) {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const words = JSON.stringify([
    key, format, sections.map(({placed, drops}) => [placed, drops]), golden,
    values.BYTES_PER_ELEMENT, await sha256(bytes),
  ]);
  return sha256(new TextEncoder().encode(words));
}

/**
 * The table that was kept under this key.  null if there is none; throws an
 * Error if it is not what was kept.
 * @param {string} key
 * @returns {Promise<Table|null>}
 */
export async function load(key) {
  const record = await withTables('readonly', (tables) => answer(tables.get(key)));
  if (record === undefined || record.format !== kFormat) return null;
  let digest = '';
  try {
    digest = await digestOf(key, record);
  } catch {
    // Not even the shape of a record.
  }
  if (digest !== record.digest) {
    await remove(key);
    throw problem('store.damaged');
  }
  return record;
}

/**
 * Keeps a table.  If there is no room, tables kept earlier go.
 * @param {string} key
 * @param {Table} table
 */
export async function keep(key, {sections, golden, values}) {
  const record = {format: kFormat, sections, golden, values};
  record.digest = await digestOf(key, record);
  const put = () => withTables('readwrite', (tables) => answer(tables.put(record, key)));
  try {
    await put();
  } catch (error) {
    if (error?.name !== 'QuotaExceededError') throw error;
    await withTables('readwrite', (tables) => answer(tables.clear()));
    await put();
  }
}

/** @param {string} key */
export async function remove(key) {
  await withTables('readwrite', (tables) => answer(tables.delete(key)));
}
