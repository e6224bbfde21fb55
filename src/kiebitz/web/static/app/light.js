// The light: whether the position can still be won, asked of the solver after each move, and which move lost it.
// An answer that comes too late is dropped.

import { t } from "./i18n.js";
import { writeDown } from "./store.js";
import { think } from "./thinking.js";

const KEPT = "kiebitz.light";
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
  /** `onLost(loss)` is told of the losing move, or of null once the position is not lost. */
  constructor(button, onLost) {
    Object.assign(this, { button, onLost, known: new Map(), state: { kind: "off" } });
    this.on = localStorage.getItem(KEPT) !== "off";
    this.symbol = button.querySelector(".lamp-symbol");
    this.word = button.querySelector(".lamp-word");
    this.spoken = document.getElementById("light-spoken");
  }

  /** Whether it helped the person in this game. */
  get helps() {
    return this.on;
  }

  toggle() {
    this.on = !this.on;
    writeDown(() => localStorage.setItem(KEPT, this.on ? "on" : "off"));
    if (!this.on) this.#stop();
    return this.on;
  }

  /** Ask about the position of a game, whose link is the name by which the answer is kept. */
  async ask(link, game, { scored, won }) {
    this.#stop();
    this.scored = scored;
    if (!this.on) return;
    if (won) {
      this.#set({ kind: "done" });
      return;
    }
    const asked = new AbortController();
    this.asked = asked;
    if (this.known.has(link)) {
      this.#set(this.known.get(link));
    } else {
      this.button.setAttribute("aria-busy", "true");
      // The old light stays a moment: most answers come at once, and a flicker would be all that is seen.
      const slow = setTimeout(() => this.#set({ kind: "asking" }), 250);
      try {
        const { verdict, score, bound } = await think("light", { game }, asked);
        if (asked.signal.aborted) return;
        this.known.set(link, { kind: verdict, score, bound });
        this.#set(this.known.get(link));
      } catch (error) {
        if (asked.signal.aborted) return;
        this.#set({ kind: error.code === "no_module" ? "no_module" : "undecided" });
      } finally {
        clearTimeout(slow);
      }
    }
    await this.#findLoss(game, asked);
  }

  async #findLoss(game, asked) {
    const lost = this.state.kind === "impossible" && !this.scored;
    const fallen = this.scored && this.state.bound !== null && this.state.bound < 52;
    if (!lost && !fallen) return;
    try {
      const loss = await think("losingMove", { game }, asked);
      if (!asked.signal.aborted && loss) this.onLost(loss);
    } catch {
      // The light itself is told; which move it was can be asked again after the next one.
    }
  }

  #stop() {
    this.asked?.abort();
    this.onLost(null);
    if (!this.on) this.#set({ kind: "off" });
  }

  #set(state) {
    this.state = state;
    this.button.removeAttribute("aria-busy");
    this.draw();
  }

  /** Show it anew, in the language of now. */
  draw() {
    const { kind, score, bound } = this.state;
    const counts = this.scored && score !== undefined && score !== null && kind !== "done";
    this.button.dataset.light = counts ? "score" : kind;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.symbol.textContent = counts ? SYMBOLS.score : SYMBOLS[kind];
    const key = score === bound ? "game.light.best" : "game.light.between";
    this.word.textContent = counts ? t(key, { score, bound }) : t(`game.light.${kind}`);
    if (kind !== "asking") this.spoken.textContent = kind === "off" ? "" : this.word.textContent;
  }
}
