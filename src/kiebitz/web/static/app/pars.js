// Pars of Microsoft's deals of FreeCell, and the fewest moves of the daily deals, as research/pars.py wrote them.

import { DAILY } from "./daily_deal.js";

const FILE = new URL("../pars.bin", import.meta.url);
/** The rule of autoplay of the fewest moves. */
const AUTOPLAY = "safe";

/** A number that no line of a player's moves can go below, and that of the best line known: a byte for each daily deal. */
let least = new Uint8Array();
let best = least;
/** The proven least number of steps (moves of single cards): a byte for each deal; 0 where none is proven. */
let pars = least;

/** Load the file, which holds one after the other, from deal 1 on; the page also works without. */
export async function loadPars() {
  try {
    const answer = await fetch(FILE);
    if (!answer.ok) return;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const { deals } = DAILY;
    [least, best, pars] = [bytes.subarray(0, deals), bytes.subarray(deals, 2 * deals), bytes.subarray(2 * deals)];
  } catch {
    // There are no pars then.
  }
}

/**
 * Return the par of one of Microsoft's deals, or null if none is proven.
 * @param {number | null} number
 */
export const parOf = (number) => (number !== null && pars[number - 1]) || null;

/**
 * Return the bounds of the fewest moves that win a daily deal, equal if proven, or null for other deals: `{least, best}`.
 * @param {number | null} number @param {string} autoplay
 */
export function fewestMovesOf(number, autoplay = AUTOPLAY) {
  if (number === null || autoplay !== AUTOPLAY || !best[number - 1]) return null;
  return { least: least[number - 1], best: best[number - 1] };
}
