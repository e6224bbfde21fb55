// The time that a game takes: it runs while the game is neither over nor out of sight, and is shown if that is wanted.

import { formatDuration } from "./i18n.js";
import { setting } from "./settings.js";

const SECOND = 1000;

export class Clock {
  #kept = 0;
  #since = null; // null while it stands still
  #wanted = false;

  constructor(shown) {
    this.shown = shown;
    document.addEventListener("visibilitychange", () => this.#turn());
  }

  get seconds() {
    return this.#kept + (this.#since === null ? 0 : (performance.now() - this.#since) / SECOND);
  }

  /** Begin at this number of seconds, for another game. */
  begin(seconds) {
    this.#since = null;
    this.#kept = seconds;
    this.run(true);
  }

  /** Let it run, as long as the page is seen, or stand still. */
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
