// The mode: Play shows analysis on request only, Analyse shows everything. The browser stores the choice.

import { writeDown } from "./game_storage.js";
import { keptWord } from "./stored_values.js";

const STORED = "kiebitz.mode";
export const MODES = ["play", "analyse"];

let mode = keptWord(STORED, MODES) ?? "play";

/** Return the current mode, "play" or "analyse". */
export const modeNow = () => mode;

export const analysing = () => mode === "analyse";

/**
 * Change the mode and store it.
 * @param {string} wanted
 */
export function chooseMode(wanted) {
  mode = wanted;
  writeDown(() => localStorage.setItem(STORED, wanted));
  showMode();
}

/** Set the mode as a class of <html>, and press its button. */
export function showMode() {
  document.documentElement.classList.toggle("analysing", analysing());
  for (const name of MODES) {
    document.querySelector(`[data-command="${name}"]`).setAttribute("aria-pressed", String(name === mode));
  }
}
