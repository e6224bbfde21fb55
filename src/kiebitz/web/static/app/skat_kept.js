// The data of Skat in this browser: the list of games, the choices in dialogs, and the link of the last game.

import { writeDown } from "./game_storage.js";
import { isContract } from "./skat_encoding.js";
import { COUNTINGS, LENGTHS } from "./skat_list.js";
import { fieldsOf, isNumber, isText, keptData } from "./stored_values.js";

export const STORED = "kiebitz.skat";
/**
 * Milliseconds between two cards, and before a trick is cleared.
 * @type {Record<string, number[]>}
 */
export const PACES = { slow: [1000, 2400], normal: [500, 1300], fast: [0, 0] };
export const USUAL_LEVEL = "strong";
const MOST_FOR_DEFENDERS = 40; // tournament points
/**
 * Tests for a game of the score sheet.
 * @type {Record<string, (value: any) => boolean>}
 */
const GAME = {
  deal: isText,
  contract: (value) => value === null || (isText(value) && isContract(value)),
  score: (value) => value === null || isNumber(value),
  declarer: (value) => value === null || [0, 1, 2].includes(value),
};

/**
 * Return the stored data where they are valid, including valid games of the list, and the usual values elsewhere.
 * @returns {SkatKept}
 */
export function stored() {
  const own = keptData(STORED, (data) =>
    fieldsOf(data, {
      list: Array.isArray,
      games: (value) => LENGTHS.includes(value),
      counting: (value) => COUNTINGS.includes(value),
      level: isText,
      pace: (value) => Object.hasOwn(PACES, value),
      link: isText,
    }),
  );
  const list = Array.from(own.list ?? [], (entry) => fieldsOf(withDeclarer(entry), GAME));
  const whole = /** @type {any[]} */ (list.filter((entry) => Object.keys(GAME).every((name) => name in entry)));
  return { games: 36, counting: COUNTINGS[0], level: USUAL_LEVEL, pace: "normal", link: "", ...own, list: whole };
}

/**
 * Return a game with its declarer: earlier versions kept the points of the three players instead.
 * @param {any} entry
 */
function withDeclarer(entry) {
  if (!Array.isArray(entry?.points)) return entry;
  const place = entry.points.findIndex((/** @type {number} */ points) => points < 0 || points > MOST_FOR_DEFENDERS);
  return { declarer: place < 0 ? null : place, ...entry };
}

/** @param {SkatKept} kept */
export const store = (kept) => writeDown(() => localStorage.setItem(STORED, JSON.stringify(kept)));
