// The playing time: it runs while the game goes on and is visible, and is shown on request.

import { formatDuration } from "./i18n.js";
import { setting } from "./settings.js";

const SECOND = 1000;

export class Clock {
  #kept = 0;
  /** @type {number | null} */
  #since = null; // null while stopped
  #wanted = false;

  /** @param {HTMLElement} shown */
  constructor(shown) {
    this.shown = shown;
    document.addEventListener("visibilitychange", () => this.#turn());
  }

  get seconds() {
    return this.#kept + (this.#since === null ? 0 : (performance.now() - this.#since) / SECOND);
  }

  /**
   * Set the clock to this number of seconds for another game.
   * @param {number} seconds
   */
  begin(seconds) {
    this.#since = null;
    this.#kept = seconds;
    this.run(true);
  }

  /**
   * Start or stop the clock; it also stops while the page is hidden.
   * @param {boolean} wanted
   */
  run(wanted) {
    this.#wanted = wanted;
    this.#turn();
  }

  #turn() {
    this.#kept = this.seconds;
    const runs = this.#wanted && !document.hidden;
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
