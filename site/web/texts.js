// The page's texts in the reader's language.
// @ts-check
import de from './texts/de.js';
import en from './texts/en.js';
import es from './texts/es.js';

/** @typedef {import('./messages.js').Said} Said */

/** @type {Record<string, Record<string, string|{one: string, other: string}>>} */
export const LANGUAGES = {en, de, es};

let language = 'en';

export const spoken = () => language;

/** @param {string} code one of LANGUAGES */
export function speak(code) {
  language = code;
}

/** The first of these languages that there is.  @param {readonly (string|null|undefined)[]} wanted like "de-AT" */
export function preferred(wanted) {
  const codes = wanted.map((code) => code?.split('-')[0].toLowerCase() ?? '');
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? 'en';
}

/** @param {number} n @param {Intl.NumberFormatOptions} [options] */
export const number = (n, options) => new Intl.NumberFormat(language, options).format(n);

/** @param {any} value of a placeholder */
function inWords(value) {
  if (value === 'black' || value === 'red') return t(`side.${value}`);
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value)) return new Intl.ListFormat(language, {type: 'disjunction'}).format(value.map(String));
  return typeof value === 'object' ? words(value) : String(value);
}

/**
 * A text with the values of its placeholders: texts, numbers, sides ("black"),
 * lists ("13 or 14") or what else is said.  {Name} is {name} at the beginning of
 * a sentence; `n` chooses the plural form.
 * @param {string} key @param {Record<string, any>} values
 */
export function t(key, values = {}) {
  const text = LANGUAGES[language][key];
  if (text === undefined) throw new RangeError(`texts/${language}.js has no "${key}"`);
  const plural = typeof text === 'string' ? 'other' : new Intl.PluralRules(language).select(values.n);
  const form = typeof text === 'string' ? text : plural === 'one' ? text.one : text.other;
  return form.replace(/\{(\w)(\w*)\}/g, (_, first, rest) => {
    const lower = first.toLowerCase();
    const word = inWords(values[lower + rest]);
    return first === lower ? word : word.charAt(0).toUpperCase() + word.slice(1);
  });
}

/** What an error says, in the reader's language if there are words for it.  @param {Said|Error|unknown} said @returns {string} */
export function words(said) {
  const {key, values, message} = /** @type {Partial<Said>} */ (said ?? {});
  return key === undefined ? message ?? String(said) : t(key, values);
}
