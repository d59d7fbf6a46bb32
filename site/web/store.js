// Stores solved tables in the browser's IndexedDB for the next visit.
//
// A record contains a digest of all its other fields.  The digest is compared before the record is used.  If the store is
// full, forbidden or damaged, the functions throw an Error, and the solver continues without a store.

import {sha256} from './digests.js';
import {makeError} from './messages.js';

/** @import {Section} from './module.js' */

/**
 * @typedef {{sections: Section[], golden: string, values: Uint8Array|Uint16Array}} Table
 *     golden: the digest of the verified digests with which the sections agree, or "" if there are none
 */

const kDatabase = 'teeko';
const kTables = 'tables';
// The version of the record format.  Records of other versions are not used.
const kFormat = 1;
const kTimeoutMs = 10_000;

// Resolves to the result of a request.  Rejects after a timeout, because some browsers never answer.
function resultOf(request) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
        () => reject(makeError('store.silent')), kTimeoutMs);
    const end = (action) => () => {
      clearTimeout(timer);
      action();
    };
    request.onsuccess = end(() => resolve(request.result));
    request.onerror = end(() => reject(request.error));
  });
}

// Opens the database.  Makes it anew if it lacks the store, which happens if a browser is stopped at the wrong moment.
async function openDatabase() {
  try {
    const opening = indexedDB.open(kDatabase, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(kTables);
    const database = await resultOf(opening);
    if (database.objectStoreNames.contains(kTables)) return database;
    database.close();
    await resultOf(indexedDB.deleteDatabase(kDatabase));
    return openDatabase();
  } catch (error) {
    throw error.key ? error : makeError('store.forbidden');
  }
}

// Opens the store and returns the result of use(store) when the transaction is complete.
async function withTables(mode, use) {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(kTables, mode);
    const finished = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    finished.catch(() => {});  // The first error is thrown below.
    const result = await use(transaction.objectStore(kTables));
    await finished;
    return result;
  } finally {
    database.close();
  }
}

// Returns the digest of all fields of a record.
async function digestOf(key, {format, sections, golden, values}) {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const words = JSON.stringify([
    key, format, sections.map(({placed, drops}) => [placed, drops]), golden,
    values.BYTES_PER_ELEMENT, await sha256(bytes),
  ]);
  return sha256(new TextEncoder().encode(words));
}

/**
 * Returns the table that was stored under this key, or null if there is none.  Throws an Error and removes the table
 * if it is damaged.
 * @param {string} key
 * @returns {Promise<Table|null>}
 */
export async function load(key) {
  const record = await withTables('readonly', (tables) => resultOf(tables.get(key)));
  if (record === undefined || record.format !== kFormat) return null;
  let digest = '';
  try {
    digest = await digestOf(key, record);
  } catch {
    // The record lacks fields.  `digest` stays empty, so that it differs from the stored digest.
  }
  if (digest !== record.digest) {
    await remove(key);
    throw makeError('store.damaged');
  }
  return record;
}

/**
 * Stores a table.  If the store is full, removes the other tables first.
 * @param {string} key
 * @param {Table} table
 */
export async function save(key, {sections, golden, values}) {
  const record = {format: kFormat, sections, golden, values};
  record.digest = await digestOf(key, record);
  const put = () => withTables('readwrite', (tables) => resultOf(tables.put(record, key)));
  try {
    await put();
  } catch (error) {
    if (error?.name !== 'QuotaExceededError') throw error;
    await withTables('readwrite', (tables) => resultOf(tables.clear()));
    await put();
  }
}

/** @param {string} key */
export async function remove(key) {
  await withTables('readwrite', (tables) => resultOf(tables.delete(key)));
}
