// The reader's language: chosen by the browser or by the reader, and remembered.
// @ts-check
import {recall, remember} from './remember.js';
import {element, fill, get} from './page.js';
import {LANGUAGES, preferred, speak, spoken, t} from './texts.js';

/** Puts the texts in place that index.html only names. */
function translatePage() {
  document.documentElement.lang = spoken();
  document.title = t('title');
  /** @type {[string, (element: HTMLElement, text: string) => void][]} */
  const places = [
    ['text', (node, text) => node.textContent = text],
    ['tip', (node, text) => node.title = text],
    ['label', (node, text) => node.setAttribute('aria-label', text)],
  ];
  for (const [name, put] of places) {
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-${name}]`))) {
      put(node, t(node.dataset[name] ?? ''));
    }
  }
}

/** Begins with the reader's language.  @param {() => void} changed is called when the reader chooses another */
export function chooseLanguage(changed) {
  const select = get('language', HTMLSelectElement);
  const own = (/** @type {string} */ code) => new Intl.DisplayNames(code, {type: 'language'}).of(code) ?? code;
  fill(select, ...Object.keys(LANGUAGES).map((code) => element('option', {value: code, lang: code}, own(code))));
  speak(preferred([recall('language'), ...navigator.languages]));
  select.value = spoken();
  translatePage();
  select.addEventListener('change', () => {
    speak(select.value);
    remember('language', select.value);
    translatePage();
    changed();
  });
}
