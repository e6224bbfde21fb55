// By which bytes and bits the kernel knows Skat: cards, hands as sets of 32 bits, worlds.
// The counterpart of `kiebitz.analysis.skat.encoding`, and of `drawn` in `worlds`.

import { HAND, PACK } from "./skat_values.js";
import { shuffle } from "./splitmix.js";

export const PLACES = "789TJQKA"; // of a card in its suit: its code is 8 · suit + place
const SUITS = "CDHS";

export const codeOf = (card) => 8 * SUITS.indexOf(card[1]) + PLACES.indexOf(card[0]);
export const cardOf = (code) => PLACES[code % 8] + SUITS[Math.floor(code / 8)];
export const mask = (cards) => cards.reduce((bits, card) => bits | (1 << codeOf(card)), 0) >>> 0;

/** The bytes of hands or worlds, four a hand. */
export const packed = (hands) => new Uint8Array(new Uint32Array(hands.flat()).buffer);

/** Three hands in the order of the seats, from that of the declarer on. */
export function seated(seat, own, next, last) {
  const hands = [0, 0, 0];
  hands[seat] = own;
  hands[(seat + 1) % 3] = next;
  hands[(seat + 2) % 3] = last;
  return hands;
}

/** A world, each as likely as the next: the cards of the seat after the declarer, of the one after that, and the skat. */
export function draw(cards, generator) {
  const unseen = PACK.filter((card) => !cards.includes(card));
  shuffle(unseen, generator);
  return { next: unseen.slice(0, HAND), last: unseen.slice(HAND, 2 * HAND), skat: unseen.slice(2 * HAND) };
}
