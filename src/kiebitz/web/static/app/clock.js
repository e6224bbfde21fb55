// The playing time, shown on request: it runs from the first move to the end while the player sees the table.

import { byId } from "./dialogs.js";
import { formatDuration } from "./i18n.js";
import { setting } from "./settings.js";

const SECOND = 1000;
/** The ids of what covers the table unless hidden; dialogs do while they exist. */
const COVERS = ["menu", "today"];
const COVERED = ["dialog", ...COVERS.map((id) => `#${id}:not([hidden])`)].join();

export class Clock {
  #kept = 0;
  /** @type {number | null} */
  #since = null; // null while stopped
  #wanted = false;

  /** @param {HTMLElement} shown */
  constructor(shown) {
    this.shown = shown;
    document.addEventListener("visibilitychange", () => this.#turn());
    const watcher = new MutationObserver(() => this.#turn());
    watcher.observe(document.body, { childList: true }); // dialogs come and go
    for (const id of COVERS) watcher.observe(byId(id), { attributeFilter: ["hidden"] });
  }

  get seconds() {
    return this.#kept + (this.#since === null ? 0 : (performance.now() - this.#since) / SECOND);
  }

  /**
   * Set the clock to this number of seconds for another game, and stop it.
   * @param {number} seconds
   */
  set(seconds) {
    this.#since = null;
    this.#kept = seconds;
    this.run(false);
  }

  /**
   * Start or stop the clock; it also stands still while the page is hidden or the table covered.
   * @param {boolean} wanted
   */
  run(wanted) {
    this.#wanted = wanted;
    this.#turn();
  }

  #turn() {
    this.#kept = this.seconds;
    const runs = this.#wanted && !document.hidden && !document.querySelector(COVERED);
    this.#since = runs ? performance.now() : null;
    clearInterval(this.ticking);
    if (runs) this.ticking = setInterval(() => this.draw(), SECOND);
    this.draw();
  }

  draw() {
    this.shown.hidden = !setting("timer");
    this.shown.textContent = formatDuration(Math.floor(this.seconds));
  }
}
