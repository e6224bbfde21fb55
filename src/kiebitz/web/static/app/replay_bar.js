// The bar that replays a line in both directions, step by step or automatically, at a chosen speed, by making and taking back moves.

import { byId } from "./dialogs.js";
import { t } from "./i18n.js";

const SPEEDS = [0.5, 1, 2, 4, 8];

export class Player {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.bar = byId("player");
    /** @type {number | undefined} */
    this.timer = undefined;
    byId("player-start").addEventListener("click", () => this.#goto(0));
    byId("player-back").addEventListener("click", () => this.#step("undo"));
    byId("player-play").addEventListener("click", () => this.pause());
    byId("player-forward").addEventListener("click", () => this.#step("redo"));
    byId("player-end").addEventListener("click", () => this.#goto(Infinity));
    byId("player-close").addEventListener("click", () => this.close());
    byId("player-at").addEventListener("input", () => this.#goto(Number(byId("player-at").value)));
    const speed = byId("player-speed");
    speed.append(...SPEEDS.map((rate) => new Option(`${rate}×`, String(rate), rate === 1, rate === 1)));
    speed.addEventListener("change", () => this.playing && this.#start());
  }

  /** @param {string} command */
  #step(command) {
    this.#halt();
    this.table.command(command);
  }

  get playing() {
    return this.timer !== undefined;
  }

  open() {
    this.bar.hidden = false;
    this.draw();
    byId("player-play").focus();
  }

  close() {
    this.#halt();
    this.bar.hidden = true;
  }

  toggle() {
    if (this.bar.hidden) this.open();
    else this.close();
  }

  /** Play or pause while the bar is open. */
  pause() {
    if (this.bar.hidden) return;
    if (this.playing) this.#halt();
    else this.#start();
    this.draw();
  }

  stop() {
    if (this.playing) this.pause();
  }

  draw() {
    const { game } = this.table;
    if (!game || this.bar.hidden) return;
    const total = game.words.length;
    const at = byId("player-at");
    at.max = total;
    at.value = game.ply;
    at.setAttribute("aria-valuetext", t("game.at", { ply: game.ply, total }));
    byId("player-place").textContent = `${game.ply}/${total}`;
    byId("player-start").disabled = byId("player-back").disabled = !game.ply;
    byId("player-end").disabled = byId("player-forward").disabled = !game.goesOn;
    const play = byId("player-play");
    play.classList.toggle("is-playing", this.playing);
    play.setAttribute("aria-label", t(this.playing ? "game.player.pause" : "game.player.play"));
  }

  #start() {
    this.#halt();
    this.table.input.clear();
    if (!this.table.game.goesOn) this.table.goto(0);
    const tick = () => {
      if (!this.table.forward() || !this.table.game.goesOn) this.#halt();
      this.draw();
    };
    this.timer = setInterval(tick, 1000 / Number(byId("player-speed").value));
  }

  #halt() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.draw();
  }

  /** @param {number} ply */
  #goto(ply) {
    this.#halt();
    this.table.goto(Math.min(ply, this.table.game.words.length));
  }
}
