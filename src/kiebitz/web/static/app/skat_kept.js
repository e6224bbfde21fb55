// The data of Skat in this browser: the lists of games, the choices in dialogs, and the link of the last game.

import { writeDown } from "./game_storage.js";
import { isContract } from "./skat_encoding.js";
import { COUNTINGS, MOST_GAMES, TABLES } from "./skat_list.js";
import { fieldsOf, isAmount, isNumber, isText, keptData } from "./stored_values.js";

export const STORED = "kiebitz.skat";
/**
 * Milliseconds between two cards, and before a trick is cleared.
 * @type {Record<string, number[]>}
 */
export const PACES = { slow: [1000, 2400], normal: [500, 1300], fast: [0, 0] };
export const USUAL_LEVEL = "strong";
const MOST_FINISHED = 50; // lists
/** @param {any} value */
const isPlace = (value) => [0, 1, 2, 3].includes(value);
/**
 * Tests for a game of the score sheet.
 * @type {Record<string, (value: any) => boolean>}
 */
const GAME = {
  deal: isText,
  contract: (value) => value === null || (isText(value) && isContract(value)),
  score: (value) => value === null || isNumber(value),
  declarer: (value) => value === null || isPlace(value),
  dealer: isPlace,
};

/**
 * Return the stored data where they are valid, including valid games of the list, and the usual values elsewhere.
 * @returns {SkatKept}
 */
export function stored() {
  const own = keptData(STORED, (data) =>
    fieldsOf(data, {
      list: Array.isArray,
      finished: Array.isArray,
      shown: isAmount,
      table: (value) => TABLES.includes(value),
      games: (value) => Number.isInteger(value) && value > 0 && value <= MOST_GAMES,
      counting: (value) => COUNTINGS.includes(value),
      level: isText,
      pace: (value) => Object.hasOwn(PACES, value),
      link: isText,
    }),
  );
  const finished = Array.from(own.finished ?? [], sheetOf).filter(({ list }) => list.length);
  const usual = { games: 36, counting: COUNTINGS[0], level: USUAL_LEVEL, pace: "normal", link: "", shown: 0 };
  return { ...usual, ...own, ...sheetOf(own), finished };
}

/**
 * Return the valid games of a list.
 * @param {any} data @returns {SkatSheet}
 */
function sheetOf(data) {
  const table = TABLES.includes(data?.table) ? data.table : TABLES[0];
  const games = Array.isArray(data?.list) ? data.list : [];
  /** @type {any[]} */
  const list = games.map((/** @type {any} */ entry) => fieldsOf({ dealer: 0, ...withDeclarer(entry) }, GAME));
  const isWhole = (/** @type {any} */ entry) => Object.keys(GAME).every((name) => name in entry);
  return { table, list: list.filter((entry) => isWhole(entry) && entry.dealer < table && (entry.declarer ?? 0) < table) };
}

/**
 * Return what to keep when the present list is put aside, among the finished ones.
 * @param {SkatKept} kept
 */
export const putAside = ({ table, list, finished }) => ({
  list: [],
  shown: 0,
  finished: [...(list.length ? [{ table, list }] : []), ...finished].slice(0, MOST_FINISHED),
});

/**
 * Return a game with its declarer: earlier versions kept the points of the three players instead, equal for both defenders.
 * @param {any} entry
 */
function withDeclarer(entry) {
  if (!Array.isArray(entry?.points)) return entry;
  const { points } = entry;
  const place = points.findIndex((/** @type {number} */ one) => points.indexOf(one) === points.lastIndexOf(one));
  return { declarer: place < 0 ? null : place, ...entry };
}

/** @param {SkatKept} kept */
export const store = (kept) => writeDown(() => localStorage.setItem(STORED, JSON.stringify(kept)));
