// Remembers the reader's choices in the browser's storage, if it is available: for later visits in localStorage, for this tab
// in sessionStorage.
// @ts-check

/** @typedef {'localStorage'|'sessionStorage'} Storage */

/** Returns a remembered value or null.  @param {string} name @param {Storage} storage @returns {string|null} */
export function recall(name, storage = 'localStorage') {
  try {
    return globalThis[storage].getItem(`teeko.${name}`);
  } catch {
    return null;  // The browser has no storage or forbids it.
  }
}

/** @param {string} name @param {string} value @param {Storage} storage */
export function remember(name, value, storage = 'localStorage') {
  try {
    globalThis[storage].setItem(`teeko.${name}`, value);
  } catch {
    // Without storage, the choice is lost when the page is closed.
  }
}
