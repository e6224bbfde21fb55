// The light: whether the position can still be won, and which move lost it, updated by the solver after each move.

import { byId } from "./dialogs.js";
import { existing } from "./errors.js";
import { writeDown } from "./game_storage.js";
import { t } from "./i18n.js";
import { fixed } from "./link_settings.js";
import { askedGame } from "./open_game.js";
import { analysing, modeNow } from "./play_mode.js";
import { keptWord } from "./stored_values.js";
import { think } from "./worker_client.js";

/**
 * The storage key of the light's switch in each mode, and its default.
 * @type {Record<string, string>}
 */
const KEPT = { play: "kiebitz.light", analyse: "kiebitz.light.analyse" };
/** @type {Record<string, string>} */
const USUAL = { play: "off", analyse: "on" };
/** @type {Record<string, string>} */
const SYMBOLS = {
  done: "✓",
  solved: "✓",
  impossible: "✕",
  undecided: "?",
  asking: "…",
  off: "○",
  no_module: "⚠",
  score: "★",
};

export class Light {
  /**
   * `onLost(loss)` is called with the losing move, or null once there is known to be none; until then the old one stays.
   * @param {HTMLButtonElement} button @param {(loss: Loss | null) => void} onLost
   */
  constructor(button, onLost) {
    this.button = button;
    this.onLost = onLost;
    this.answered = null;
    /** @type {LightState} */
    this.state = { kind: "off" };
    this.symbol = button.querySelector(".lamp-symbol");
    this.word = button.querySelector(".lamp-word");
    this.spoken = byId("light-spoken");
  }

  get on() {
    const mode = modeNow();
    return (fixed("light") ?? this.chosen?.[mode] ?? keptWord(KEPT[mode], ["on", "off"]) ?? USUAL[mode]) === "on";
  }

  /** Whether the light counts as help: in Analyse every move is judged. */
  get helps() {
    return this.on || analysing();
  }

  toggle() {
    const now = this.on ? "off" : "on";
    this.chosen = { ...this.chosen, [modeNow()]: now }; // even if the storage is full
    writeDown(() => localStorage.setItem(KEPT[modeNow()], now));
    return this.on;
  }

  /**
   * Judge a game's current position; its node keeps the answer, and `answered` resolves with it.
   * @param {Game} game
   */
  ask(game) {
    this.#stop();
    this.scored = game.rules.scored;
    this.answered = this.on ? this.#ask(game) : null;
  }

  /** @param {Game} game */
  async #ask(game) {
    const { here } = game;
    if (game.won) {
      this.onLost(null);
      here.light = { verdict: "solved", ...(game.rules.scored ? { score: game.rules.size, bound: game.rules.size } : {}) };
      this.#set({ kind: "done" });
      return;
    }
    const asked = new AbortController();
    this.asked = asked;
    if (!here.light) {
      this.button.setAttribute("aria-busy", "true");
      // Keep the old light for a moment: most answers arrive at once, and it would flicker.
      const slow = setTimeout(() => this.#set({ kind: "asking" }), 250);
      try {
        const light = await think("light", { game: askedGame(game) }, asked);
        if (asked.signal.aborted) return;
        here.light = light;
      } catch (error) {
        if (asked.signal.aborted) return;
        this.onLost(null);
        this.#set({ kind: error.code === "no_module" ? "no_module" : "undecided" });
        return;
      } finally {
        clearTimeout(slow);
      }
    }
    const { verdict: kind, score, bound } = existing(here.light);
    this.#set({ kind, score, bound, ofDeal: game.root.light?.verdict === "impossible" });
    await this.#findLoss(game, asked);
  }

  /** @param {Game} game @param {AbortController} asked */
  async #findLoss(game, asked) {
    let loss = null;
    try {
      if (this.state.kind === "impossible" || this.scored) loss = await think("losingMove", { game: askedGame(game) }, asked);
    } catch {
      // The light has its answer; the losing move can be asked for again after the next move.
    }
    if (asked.signal.aborted) return;
    if (loss?.ply === 0) this.#set({ ...this.state, ofDeal: true });
    this.onLost(loss);
  }

  #stop() {
    this.asked?.abort();
    if (this.on) return;
    this.onLost(null);
    this.#set({ kind: "off" });
  }

  /** @param {LightState} state */
  #set(state) {
    this.state = state;
    this.button.removeAttribute("aria-busy");
    this.draw();
  }

  /** Redraw in the current language. */
  draw() {
    const { kind, score, bound, ofDeal } = this.state;
    const counts = this.scored && score !== undefined && score !== null && kind !== "done";
    this.button.dataset.light = counts ? "score" : kind;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.symbol.textContent = counts ? SYMBOLS.score : SYMBOLS[kind];
    const key = score === bound ? "game.light.best" : "game.light.between";
    this.word.textContent = counts ? t(key, { score, bound }) : t(`game.light.${kind === "impossible" && ofDeal ? "hopeless" : kind}`);
    if (kind !== "asking") this.spoken.textContent = kind === "off" ? "" : this.word.textContent;
  }
}
