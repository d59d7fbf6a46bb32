// Small helpers for making and finding what is on the page.
// @ts-check

/**
 * An element with properties, attributes (those with a - in their name, and role) and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} properties @param {(Node|string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role') made.setAttribute(name, value);
    else if (name === 'key') made.dataset.key = value;
    else Object.assign(made, {[name]: value});
  }
  made.append(...children);
  return made;
}

/** A button.  @param {string|Node} content @param {() => void} onclick @param {Record<string, any>} properties */
export function button(content, onclick, properties = {}) {
  return element('button', {type: 'button', key: typeof content === 'string' ? content : '', onclick, ...properties}, content);
}

/** Puts children in the place of others; the one with the focus, by its key, keeps it.
 *  @param {Element} parent @param {(Node|string)[]} children */
export function fill(parent, ...children) {
  const focused = parent.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.key;
  parent.replaceChildren(...children);
  if (focused) /** @type {HTMLElement|null} */ (parent.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
}

/** @param {string} tag @param {Record<string, string|number>} attributes @param {Node[]} children */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** @template {HTMLElement} T @param {string} id @param {new () => T} [type] @returns {T} */
export const get = (id, type) => /** @type {T} */ (document.getElementById(id));
/** @param {string} name of radio buttons @returns {string} the chosen value */
export const chosen = (name) => /** @type {HTMLInputElement} */ (document.querySelector(`input[name="${name}"]:checked`)).value;
/** @param {string} id @param {() => void} act */
export const on = (id, act, event = 'click') => get(id).addEventListener(event, act);
