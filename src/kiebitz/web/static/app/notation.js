// Moves in standard notation: two letters, with `v` and a hexadecimal count where the implied count would be wrong.

import { SUITS } from "./card_codes.js";
import { AUTOPLAYS, decodeMoves, encodeGame, encodePosition } from "./encoding.js";
import { ask } from "./kernel_calls.js";
import { CELL, cardsOf, exists, FOUNDATION, impliedCount, STOCK } from "./rules.js";

const COLUMN_LETTERS = "1234567890NPQRWXYZ";
const CELL_LETTERS = "abcdefgijklm";
/** The kernel's code of standard notation, and the bytes of a step. */
const STANDARD = 1;
const STEP_BYTES = 7;

/**
 * Return the sign of a source pile: `hs` is the foundation of spades.
 * @param {Pile} pile
 */
const sourceSign = (pile) => letter(pile) + (pile >= FOUNDATION && pile < STOCK ? SUITS[pile - FOUNDATION].toLowerCase() : "");

/**
 * Return the sign of a pile.
 * @param {Pile} pile
 */
export function letter(pile) {
  if (pile < CELL) return COLUMN_LETTERS[pile];
  if (pile < FOUNDATION) return CELL_LETTERS[pile - CELL];
  return pile < STOCK ? "h" : "s";
}

/**
 * Return the pile of a sign, `null` for home, `undefined` for an unknown sign.
 * @param {string} sign
 */
export function pileOf(sign) {
  const low = sign.toLowerCase();
  if (low === "h") return null;
  if (low === "s") return STOCK;
  const column = COLUMN_LETTERS.indexOf(sign.toUpperCase());
  if (column >= 0) return column;
  return CELL_LETTERS.includes(low) ? CELL + CELL_LETTERS.indexOf(low) : undefined;
}

/**
 * Return the foundation of a pile's card.
 * @param {Rules} rules @param {Position} position @param {Pile} source
 */
export function foundationFor(rules, position, source) {
  const card = exists(rules, source) && (source < FOUNDATION || source === STOCK) && cardsOf(position, source).at(-1);
  return FOUNDATION + (card ? SUITS.indexOf(card[1]) : 0);
}

/**
 * Play the steps of a solution by the first matching way. Return its `autoplay` rule and the `moves`; the last move may be
 * illegal. A way is a list of rules; the first one by which the line wins counts.
 * @param {Rules} rules @param {Position} start @param {Uint8Array} steps @param {number} form @param {string[][]} ways
 */
export function playSteps(rules, start, steps, form, ways) {
  const game = [encodeGame(rules), rules.layout, encodePosition(rules, start)];
  const codes = ways.map((beside) => Uint8Array.from(beside, (rule) => AUTOPLAYS.indexOf(rule)));
  const [autoplay, , moves] = ask("play_steps", ...game, steps, form, codes);
  return { autoplay: AUTOPLAYS[autoplay], moves: decodeMoves(moves) };
}

/**
 * Parse a word such as `26`, `5a`, `4h` or `26v2` as a move, legal or not; return null if it is unreadable.
 * @param {Rules} rules @param {Position} position @param {string} word @returns {Move | null}
 */
export function parseMove(rules, position, word) {
  const read = ask("read_solution", new TextEncoder().encode(word), STANDARD, rules.cells, []);
  const [complaint, steps] = read.slice(6);
  if (complaint.length || steps.length !== STEP_BYTES) return null;
  return playSteps(rules, position, steps, STANDARD, [["none"]]).moves[0];
}

/**
 * Format a move as a word, given the position before it.
 * @param {Rules} rules @param {Position} position @param {Move} move
 */
export function formatMove(rules, position, { source, target, count }) {
  const counted = count !== impliedCount(rules, position, source, target);
  return sourceSign(source) + letter(target) + (counted ? `v${count.toString(16)}` : "");
}
