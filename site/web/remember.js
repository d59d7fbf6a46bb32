// What the browser remembers of the reader's choices, if it remembers anything.
// @ts-check

/** @param {string} name @returns {string|null} */
export function recall(name) {
  try {
    return localStorage.getItem(`teeko.${name}`);
  } catch {
    return null;  // Forbidden, or there is none.
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`teeko.${name}`, value);
  } catch {
    // Then it holds until the page is closed.
  }
}
