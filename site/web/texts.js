// The page's texts in the reader's language.
// @ts-check
import de from './texts/de.js';
import en from './texts/en.js';
import es from './texts/es.js';
import {oneStop} from './messages.js';

/** @import {Message} from './messages.js' */

/** @type {Record<string, Record<string, string|{one: string, other: string}>>} */
export const LANGUAGES = {en, de, es};

let language = 'en';

/** Returns the code of the page's language. */
export const currentLanguage = () => language;

/** @param {string} code one of LANGUAGES */
export function setLanguage(code) {
  language = code;
}

/** Returns the first of these languages that the page has, or "en".
 *  @param {readonly (string|null|undefined)[]} wanted codes such as "de-AT" */
export function preferredLanguage(wanted) {
  const codes = wanted.map((code) => code?.split('-')[0].toLowerCase() ?? '');
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? 'en';
}

/** Returns a number as the language writes it.  @param {number} n @param {Intl.NumberFormatOptions} [options] */
export const number = (n, options) => new Intl.NumberFormat(language, options).format(n);

/** Returns the text for the value of a placeholder.  @param {any} value */
function inWords(value) {
  if (value === 'black' || value === 'red') return t(`side.${value}`);
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value)) return new Intl.ListFormat(language, {type: 'disjunction'}).format(value.map(String));
  return typeof value === 'object' ? messageText(value) : String(value);
}

/**
 * Returns a text with its placeholders filled in.  Values can be texts, numbers, sides ("black"), lists ("13 or 14")
 * or messages.  {Name} is {name} with a capital letter; the value `n` selects the plural form.
 * @param {string} key @param {Record<string, any>} values
 */
export function t(key, values = {}) {
  const text = LANGUAGES[language][key];
  if (text === undefined) throw new RangeError(`texts/${language}.js has no "${key}"`);
  const plural = typeof text === 'string' ? 'other' : new Intl.PluralRules(language).select(values.n);
  const form = typeof text === 'string' ? text : plural === 'one' ? text.one : text.other;
  return oneStop(form.replace(/\{(\w)(\w*)\}/g, (_, first, rest) => {
    const lower = first.toLowerCase();
    const word = inWords(values[lower + rest]);
    return first === lower ? word : word.charAt(0).toUpperCase() + word.slice(1);
  }));
}

/** Returns a message or the message of an error, in the reader's language if it can be translated.
 *  @param {Message|Error|unknown} source @returns {string} */
export function messageText(source) {
  const {key, values, message} = /** @type {Partial<Message>} */ (source ?? {});
  return key === undefined ? message ?? String(source) : t(key, values);
}
