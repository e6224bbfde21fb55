// The end of a game: the box with its time, its moves and a short solution, and a small celebration.

import { suitSign } from "./card_faces.js";
import { byId, element } from "./dialogs.js";
import { formatDuration, formatNumber, t } from "./i18n.js";
import { askedGame } from "./open_game.js";
import { FOUNDATION, SUITS } from "./rules.js";
import { setting } from "./settings.js";
import { sound } from "./sound.js";
import { think } from "./worker_client.js";

/** The number of falling cards, and the duration of each fall in milliseconds. */
const FALLING = 40;
const LONGEST = 2600;

export class Ending {
  constructor(table) {
    this.table = table;
    this.box = byId("won");
  }

  /** Show the box if the game is won here, else hide it. `isNew`: the player has just won. */
  look(game, { byPlayer, isNew, seconds }) {
    this.asked?.abort();
    this.box.hidden = true;
    if (!game.won) return;
    this.asked = new AbortController();
    this.shown = { game, byPlayer, seconds, best: null };
    this.#show(this.asked.signal, isNew && byPlayer);
  }

  /** Wait until the last cards are home, because the box would cover them. */
  async #show(signal, celebrates) {
    await this.table.board.settled();
    if (signal.aborted) return;
    this.box.hidden = false;
    this.draw();
    if (celebrates) {
      sound("won");
      this.#celebrate();
    }
    if (this.shown.byPlayer && !this.shown.game.rules.scored) await this.#compare(signal);
  }

  /** Find a short, not necessarily shortest, solution. */
  async #compare(signal) {
    const { game } = this.shown;
    try {
      const { moves, autoplay } = await think("solution", { game: askedGame(game, game.root) }, { signal });
      if (signal.aborted || !moves.length || autoplay !== game.autoplay) return;
      this.shown.best = moves.length;
      this.draw();
    } catch {
      // The comparison is optional.
    }
  }

  draw() {
    if (this.box.hidden) return;
    const { game, byPlayer, seconds, best } = this.shown;
    byId("won-text").textContent = t(byPlayer ? "won.title" : "won.finished");
    const figures = [
      ...(setting("timer") && byPlayer ? [["won.time", formatDuration(Math.floor(seconds))]] : []),
      ["won.moves", formatNumber(game.ply)],
      ...(best === null ? [] : [["won.short", formatNumber(best)]]),
    ];
    byId("won-figures").replaceChildren(
      ...figures.map(([key, value]) => element("div", {}, element("dt", {}, t(key)), element("dd", {}, value))),
    );
    byId("won-note").textContent = best !== null && game.ply < best ? t("won.shorter") : "";
  }

  /** Let small cards leap off the foundations and fall over the empty table. */
  #celebrate() {
    if (setting("reducedMotion")) return;
    const { root, layout } = this.table.board;
    const { suits } = this.table.game.rules;
    const [wide, high] = [root.clientWidth, root.clientHeight];
    const layer = element("div", { class: "falling", "aria-hidden": "true" });
    root.append(layer);
    const flights = Array.from({ length: FALLING }, (_, index) => {
      const suit = suits[index % suits.length];
      const { x, y } = layout.piles.get(FOUNDATION + SUITS.indexOf(suit));
      const piece = element("span", { class: `falling-card ink-${suit}` }, suitSign(suit));
      layer.append(piece);
      const away = (Math.random() - 0.5) * wide * 0.9;
      const turn = (Math.random() - 0.5) * 1080;
      const at = (over, down, turned) => `translate(${x + away * over}px, ${down}px) rotate(${turn * turned}deg)`;
      return piece.animate(
        [
          { transform: at(0, y, 0), opacity: 0, easing: "cubic-bezier(0.2, 0.6, 0.5, 1)" },
          { transform: at(0.35, y - high * 0.12, 0.3), opacity: 1, offset: 0.25, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" },
          { transform: at(1, high + 60, 1), opacity: 1 },
        ],
        { duration: LONGEST * (0.6 + Math.random() * 0.4), delay: (index / FALLING) * 900, fill: "both" },
      ).finished;
    });
    Promise.allSettled(flights).then(() => layer.remove());
  }
}
