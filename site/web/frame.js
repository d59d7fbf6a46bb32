// The frame of every page: language, title and navigation.
// @ts-check
import {recall, remember} from './remember.js';
import {element, fill, get, on} from './page.js';
import {LANGUAGES, preferredLanguage, setLanguage, currentLanguage, t} from './texts.js';

/** Fills in the texts whose keys the page contains. */
function translatePage() {
  const {title} = document.body.dataset;
  document.documentElement.lang = currentLanguage();
  if (title) document.title = t(title);
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
  get('only-english').hidden = currentLanguage() === 'en' || !document.querySelector('main[lang]');
}

/** Lets the navigation lead to the games that this tab remembers (history.js). */
export function linkGames() {
  const here = `${document.body.dataset.page}#`;
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('[data-game]'))) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith(here)) link.href = href.slice(here.length - 1);
    const game = recall(`game.${link.dataset.game}`, 'sessionStorage');
    if (game) link.hash = game;
  }
}

/**
 * Starts the frame.  Sets the preferred language: the reader's choice on an earlier visit or, if there is none, the language
 * of the browser.
 * @param {() => void} changed is called when the reader chooses another language
 */
export function startFrame(changed) {
  const select = get('language', HTMLSelectElement);
  const ownName = (/** @type {string} */ code) => new Intl.DisplayNames(code, {type: 'language'}).of(code) ?? code;
  fill(select, ...Object.keys(LANGUAGES).map((code) => element('option', {value: code, lang: code}, ownName(code))));
  setLanguage(preferredLanguage([recall('language'), ...navigator.languages]));
  select.value = currentLanguage();
  translatePage();
  linkGames();
  select.addEventListener('change', () => {
    setLanguage(select.value);
    remember('language', select.value);
    translatePage();
    changed();
  });
  // On a phone, the navigation is open on the first visit only.
  const show = (/** @type {boolean} */ open) => {
    document.body.classList.toggle('menu-closed', !open);
    get('menu').setAttribute('aria-expanded', String(open));
  };
  show(!recall('visited'));
  remember('visited', 'yes');
  on('menu', () => show(document.body.classList.contains('menu-closed')));
}
