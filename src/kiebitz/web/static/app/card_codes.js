// Cards as the kernel's codes, their places in Microsoft's deck, and as text in its spellings.

import { ask } from "./kernel_calls.js";

export const SUITS = "CDHS";
export const PACK_RANKS = "A23456789TJQK";
export const SPELLINGS = ["english", "unicode", "german", "russian"];
/** The code of an empty cell. */
export const NO_CARD = 255;

/** @param {Card} card */
export const codeOf = (card) => 4 * PACK_RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]);
/** @param {number} code */
export const cardOf = (code) => PACK_RANKS[code >> 2] + SUITS[code & 3];

/**
 * Read a card in one of the kernel's spellings; return null for other texts.
 * @param {string} text @param {string} spelling
 */
export function readCard(text, spelling) {
  const [code] = ask("read_card", new TextEncoder().encode(text), SPELLINGS.indexOf(spelling));
  return code === NO_CARD ? null : cardOf(code);
}
