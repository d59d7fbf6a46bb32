// Remembers the reader's choices in the browser's local storage, if it is available.
// @ts-check

/** Returns a remembered value or null.  @param {string} name @returns {string|null} */
export function recall(name) {
  try {
    return localStorage.getItem(`teeko.${name}`);
  } catch {
    return null;  // The browser has no storage or forbids it.
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`teeko.${name}`, value);
  } catch {
    // Without storage, the choice is lost when the page is closed.
  }
}
