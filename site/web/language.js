// The page's language: the browser's, or the one that the reader has chosen on an earlier visit.
// @ts-check
import {recall, remember} from './remember.js';
import {element, fill, get} from './page.js';
import {LANGUAGES, preferredLanguage, setLanguage, currentLanguage, t} from './texts.js';

/** Fills in the texts that index.html names. */
function translatePage() {
  document.documentElement.lang = currentLanguage();
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

/** Sets the language and offers others.  @param {() => void} changed is called when the reader chooses another one */
export function chooseLanguage(changed) {
  const select = get('language', HTMLSelectElement);
  const own = (/** @type {string} */ code) => new Intl.DisplayNames(code, {type: 'language'}).of(code) ?? code;
  fill(select, ...Object.keys(LANGUAGES).map((code) => element('option', {value: code, lang: code}, own(code))));
  setLanguage(preferredLanguage([recall('language'), ...navigator.languages]));
  select.value = currentLanguage();
  translatePage();
  select.addEventListener('change', () => {
    setLanguage(select.value);
    remember('language', select.value);
    translatePage();
    changed();
  });
}
