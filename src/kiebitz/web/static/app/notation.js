// Moves in standard notation: two letters, with `v` and a hexadecimal count where the implied number would be wrong.
// What is legal is asked of rules.js; links and whole games are put together elsewhere.

import { CELL, FOUNDATION, STOCK, SUITS, cardsOf, exists, impliedCount } from "./rules.js";

const COLUMN_LETTERS = "1234567890NPQRWXYZ";
const CELL_LETTERS = "abcdefgijklm";
const PILES = COLUMN_LETTERS + CELL_LETTERS;
const WORD = new RegExp(`^([${PILES}s])([${PILES}h])(?:v([0-9a-f]{1,2}))?$`, "i");

/** The sign of a pile. */
export function letter(pile) {
  if (pile < CELL) return COLUMN_LETTERS[pile];
  if (pile < FOUNDATION) return CELL_LETTERS[pile - CELL];
  return pile < STOCK ? "h" : "s";
}

/** The pile of a sign, `null` for home, `undefined` for no sign at all. */
export function pileOf(sign) {
  const low = sign.toLowerCase();
  if (low === "h") return null;
  if (low === "s") return STOCK;
  const column = COLUMN_LETTERS.indexOf(sign.toUpperCase());
  if (column >= 0) return column;
  return CELL_LETTERS.includes(low) ? CELL + CELL_LETTERS.indexOf(low) : undefined;
}

/** The foundation that a pile's card belongs to. */
export function foundationFor(rules, position, source) {
  const card = exists(rules, source) && (source < FOUNDATION || source === STOCK) && cardsOf(position, source).at(-1);
  return FOUNDATION + (card ? SUITS.indexOf(card[1]) : 0);
}

/** The move of a word such as `26`, `5a`, `4h` or `26v2` in a position; null if it cannot be read. Legal or not. */
export function parseMove(rules, position, word) {
  const match = WORD.exec(word);
  if (!match) return null;
  const source = pileOf(match[1]);
  const named = pileOf(match[2]);
  if (named === undefined || (match[3] && !parseInt(match[3], 16))) return null;
  const target = named === null ? foundationFor(rules, position, source) : named;
  const count = match[3] ? parseInt(match[3], 16) : impliedCount(rules, position, source, target);
  return { source, target, count };
}

/** The word of a move in the position before it. */
export function formatMove(rules, position, { source, target, count }) {
  const counted = count !== impliedCount(rules, position, source, target);
  return letter(source) + letter(target) + (counted ? `v${count.toString(16)}` : "");
}
