// What the pages for playing have in common: the moves of a game, the ply on the board, and the address.
// @ts-check
import {linkGames} from './frame.js';
import {get, on} from './page.js';
import {recall, remember} from './remember.js';

/** The state of a page.  `at`: the number of moves before the position on the board.
 *  @typedef {{view: string, moves: any[], at: number}} GameState */

/**
 * A page for playing.  The address contains its state.  The tab remembers the last address of each view, so that a game
 * survives a visit to another page.
 * @template {GameState} State
 */
export class GamePage {
  /** @param {State} state the state of an empty address
   *  @param {{toAddress: (state: State) => string, fromAddress: (address: string) => {state: State, problems: string[]}}} address */
  constructor(state, address) {
    this.state = state;
    this.address = address;
  }

  /** Shows the state.  Each page has its own.  @param {() => string} message returns a message to show
   *  @returns {void|Promise<void>} */
  apply(message) {
    message();
  }

  /** Recalls what the reader has chosen to see. */
  recallShown() {}

  /** Returns the ply to which "undo" (-1) or "redo" (1) leads.  @param {number} by */
  nextPly(by) {
    return this.state.at + by;
  }

  /** Begins a new game. */
  newGame() {
    this.update(/** @type {any} */ ({moves: [], at: 0}));
  }

  /**
   * Changes the state and the address.
   * @param {Partial<State>} change
   * @param {{replace?: boolean, message?: () => string}} how replace: whether the new state replaces the old one in the
   *     browser's history; message: returns the message to show after the change
   */
  update(change, {replace = false, message = () => ''} = {}) {
    this.state = {...this.state, ...change};
    const address = this.address.toAddress(this.state);
    if (address !== location.hash) history[replace ? 'replaceState' : 'pushState'](null, '', address);
    this.keep();
    return this.apply(message);
  }

  readAddress() {
    const kept = location.hash.length > 1 ? null : recall(`game.${this.state.view}`, 'sessionStorage');
    if (kept) history.replaceState(null, '', kept);
    let address = location.hash;
    try {
      address = decodeURIComponent(address);
    } catch {
      // An address that is not encoded correctly is read unchanged.
    }
    const {state, problems} = this.address.fromAddress(address);
    this.state = state;
    this.keep();
    this.recallShown();
    return this.apply(() => problems.join(' '));
  }

  /** Lets the tab remember the game. */
  keep() {
    remember(`game.${this.state.view}`, this.address.toAddress(this.state), 'sessionStorage');
    linkGames();
  }

  /** @param {number} at */
  goToPly(at) {
    if (at >= 0 && at <= this.state.moves.length) this.update(/** @type {any} */ ({at}), {replace: true});
  }

  /** Connects the buttons below the board, and the keys on the board: the first letters of the names.
   *  @param {Record<string, () => void>} others the actions of this page by name */
  bind(others = {}) {
    /** @type {Record<string, () => void>} */
    const actions = {undo: () => this.goToPly(this.nextPly(-1)), redo: () => this.goToPly(this.nextPly(1)), new: () => this.newGame(), ...others};
    for (const [name, act] of Object.entries(actions)) if (get(name)) on(name, act);
    on('first', () => this.goToPly(0));
    on('last', () => this.goToPly(this.state.moves.length));
    get('board').addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      Object.entries(actions).find(([name]) => name[0] === event.key)?.[1]();
    });
    for (const event of ['popstate', 'hashchange']) {
      addEventListener(event, () => {
        if (this.address.toAddress(this.state) !== location.hash) this.readAddress();
      });
    }
  }

  /** Shows the parts of the page that belong to the view, and enables the buttons that go to other plies.
   *  @param {boolean} [hides] hides these parts and disables the buttons */
  renderFrame(hides = false) {
    const {view, at, moves} = this.state;
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-views]'))) {
      part.hidden = !part.dataset.views?.split(' ').includes(view) || hides;
    }
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-game]'))) {
      link.setAttribute('aria-current', link.dataset.game === view ? 'page' : 'false');
    }
    for (const [id, steps] of /** @type {const} */ ([['first', at], ['undo', at], ['redo', moves.length - at], ['last', moves.length - at]])) {
      get(id, HTMLButtonElement).disabled = steps <= 0 || hides;
    }
  }
}
