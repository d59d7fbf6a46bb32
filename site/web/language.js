// The language of the page: the reader's choice on an earlier visit or, if there is none, the language of the browser.
// @ts-check
import {recall, remember} from './remember.js';
import {element, fill, get} from './page.js';
import {LANGUAGES, preferredLanguage, setLanguage, currentLanguage, t} from './texts.js';

/** Fills in the texts whose keys index.html contains. */
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

/** Sets the preferred language and fills the menu of languages.
 *  @param {() => void} changed is called when the reader chooses another language */
export function chooseLanguage(changed) {
  const select = get('language', HTMLSelectElement);
  const ownName = (/** @type {string} */ code) => new Intl.DisplayNames(code, {type: 'language'}).of(code) ?? code;
  fill(select, ...Object.keys(LANGUAGES).map((code) => element('option', {value: code, lang: code}, ownName(code))));
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
