// Helpers that create and find elements of the page.
// @ts-check

/**
 * Returns a new element with properties and children.  Properties with a hyphen, and "role", become attributes; "key"
 * becomes data-key.
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

/** Returns a new button.
 *  @param {string|Node} content @param {() => void} onclick @param {Record<string, any>} properties */
export function button(content, onclick, properties = {}) {
  return element('button', {type: 'button', key: typeof content === 'string' ? content : '', onclick, ...properties}, content);
}

/** Replaces the children of an element.  If a child with a key had the focus, the new child with this key gets the focus.
 *  @param {Element} parent @param {(Node|string)[]} children */
export function fill(parent, ...children) {
  const focused = parent.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.key;
  parent.replaceChildren(...children);
  if (focused) /** @type {HTMLElement|null} */ (parent.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
}

/** Returns a new SVG element.
 *  @param {string} tag @param {Record<string, string|number>} attributes @param {Node[]} children */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** Returns the element with an id.
 *  @template {HTMLElement} T @param {string} id @param {new () => T} [type] @returns {T} */
export const get = (id, type) => /** @type {T} */ (document.getElementById(id));
/** Returns the chosen value of radio buttons.  @param {string} name @returns {string} */
export const chosenValue = (name) => /** @type {HTMLInputElement} */ (document.querySelector(`input[name="${name}"]:checked`)).value;
/** Calls a function at each event of an element.  @param {string} id @param {() => void} act */
export const on = (id, act, event = 'click') => get(id).addEventListener(event, act);
