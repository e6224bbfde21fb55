// The mode: Play shows nothing unless the player asks, Analyse shows everything. This browser keeps the choice.

import { writeDown } from "./store.js";
import { keptWord } from "./stored_values.js";

const STORED = "kiebitz.mode";
export const MODES = ["play", "analyse"];

let mode = keptWord(STORED, MODES) ?? "play";

/** The mode that is on: "play" or "analyse". */
export const modeNow = () => mode;

export const analysing = () => mode === "analyse";

/** Change the mode and keep it. */
export function chooseMode(wanted) {
  mode = wanted;
  writeDown(() => localStorage.setItem(STORED, wanted));
  showMode();
}

/** Put the mode on <html> as a class, and press its button. */
export function showMode() {
  document.documentElement.classList.toggle("analysing", analysing());
  for (const name of MODES) {
    document.querySelector(`[data-command="${name}"]`).setAttribute("aria-pressed", String(name === mode));
  }
}
