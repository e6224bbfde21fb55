// Moves in standard notation: two letters, with `v` and a hexadecimal count where the implied count would be wrong.

import { AUTOPLAYS, decodeMoves, encodeGame, encodePosition } from "./encoding.js";
import { ask, CELL, cardsOf, exists, FOUNDATION, impliedCount, STOCK, SUITS } from "./rules.js";

const COLUMN_LETTERS = "1234567890NPQRWXYZ";
const CELL_LETTERS = "abcdefgijklm";
/** The kernel's code of standard notation, and the bytes of a step. */
const STANDARD = 1;
const STEP_BYTES = 7;

/** The sign of a pile that a move takes from: `hs` is the foundation of spades. */
const sourceSign = (pile) => letter(pile) + (pile >= FOUNDATION && pile < STOCK ? SUITS[pile - FOUNDATION].toLowerCase() : "");

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

/**
 * What the steps of a solution come to: by the first of some ways to play them the rule of `autoplay` and the `moves`, of which
 * the last one may be illegal. A way is a list of rules, of which the first one counts by which the line wins.
 */
export function playSteps(rules, start, steps, form, ways) {
  const game = [encodeGame(rules), rules.layout, encodePosition(rules, start)];
  const codes = ways.map((beside) => Uint8Array.from(beside, (rule) => AUTOPLAYS.indexOf(rule)));
  const [autoplay, , moves] = ask("play_steps", ...game, steps, form, codes);
  return { autoplay: AUTOPLAYS[autoplay], moves: decodeMoves(moves) };
}

/** The move of a word such as `26`, `5a`, `4h` or `26v2` in a position; null if it cannot be read. Legal or not. */
export function parseMove(rules, position, word) {
  const read = ask("read_solution", new TextEncoder().encode(word), STANDARD, rules.cells, []);
  const [complaint, steps] = read.slice(6);
  if (complaint.length || steps.length !== STEP_BYTES) return null;
  return playSteps(rules, position, steps, STANDARD, [["none"]]).moves[0];
}

/** The word of a move in the position before it. */
export function formatMove(rules, position, { source, target, count }) {
  const counted = count !== impliedCount(rules, position, source, target);
  return sourceSign(source) + letter(target) + (counted ? `v${count.toString(16)}` : "");
}
