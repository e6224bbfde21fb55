// The cards that are picked, in piles: the only one for a hand and perhaps the skat, or three hands and the skat. Changes can be
// undone.

import { cardOf, SPELLINGS } from "./card_codes.js";
import { cardSpellings } from "./i18n.js";
import { ask } from "./kernel_calls.js";
import { bytesOf, HAND, SEATS, SKAT_SIZE, textOf } from "./skat_encoding.js";
import { SEAT_NAMES } from "./skat_words.js";

const SUITS = "CSHD"; // in the order of value
export const RANKS = "JATKQ987";
export const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
/** The number of cards of each pile. */
export const ONE_HAND = [HAND + SKAT_SIZE];
export const WHOLE_DEAL = [...Array(SEATS).fill(HAND), SKAT_SIZE];
/** The piles of a deal, as links name them. */
export const PILES = [...SEAT_NAMES, "skat"];
/** @typedef {{name: string, word: string, numbers: number[]}} Fault the kernel's complaint about a text */
/** The kernel's code for texts of one hand or three. */
const HAND_OR_DEAL = 2;

export class Picked {
  sizes = ONE_HAND;
  /** The pile that takes the next card. */ marked = 0;
  /** @type {Map<Card, number>} */ #pileOf = new Map();
  /** @type {{sizes: number[], cards: Map<Card, number>}[]} */ #past = [];

  get isDeal() {
    return this.sizes === WHOLE_DEAL;
  }
  get count() {
    return this.#pileOf.size;
  }
  get canUndo() {
    return this.#past.length > 0;
  }
  /** The cards of each pile, the highest first. */
  get piles() {
    return this.sizes.map((_, pile) => PACK.filter((card) => this.#pileOf.get(card) === pile));
  }
  get left() {
    return PACK.filter((card) => !this.#pileOf.has(card));
  }

  /** @param {Card} card */
  pileOf(card) {
    return this.#pileOf.get(card);
  }

  /** @param {number} pile */
  isFull(pile) {
    return this.piles[pile].length === this.sizes[pile];
  }

  /**
   * Put a card on the marked pile, or back if it lies there; return whether there is room. With three whole hands, the other two cards
   * are the skat, and stay there.
   * @param {Card} card
   */
  pick(card) {
    const cards = new Map(this.#pileOf);
    if (this.#areHandsWhole && cards.get(card) === SEATS) return true;
    if (cards.get(card) === this.marked) {
      cards.delete(card);
    } else {
      if (this.isFull(this.marked)) return false;
      cards.set(card, this.marked);
    }
    this.#become(this.sizes, cards);
    return true;
  }

  /**
   * Become these piles: those of a hand, or of a deal.
   * @param {number[]} sizes @param {Card[][]} piles
   */
  become(sizes, piles) {
    this.#become(sizes, new Map(piles.flatMap((cards, pile) => cards.map((card) => [card, pile]))));
  }

  /**
   * Change to three hands, or back to one; the cards stay with a seat.
   * @param {number} seat
   */
  turn(seat) {
    const [first, ...others] = this.piles;
    /** @type {Card[][]} */
    const hands = WHOLE_DEAL.map(() => []);
    hands[seat] = first.slice(0, HAND);
    hands[SEATS] = first.slice(HAND);
    if (this.isDeal) this.become(ONE_HAND, [[first, ...others][seat]]);
    else this.become(WHOLE_DEAL, hands);
  }

  /**
   * Begin with these piles: nothing can be undone.
   * @param {number[]} sizes @param {Card[][]} piles
   */
  begin(sizes, piles) {
    this.become(sizes, piles);
    this.#past = [];
  }

  /** Undo the last change; return whether there was one. */
  undo() {
    const last = this.#past.pop();
    if (!last) return false;
    this.sizes = last.sizes;
    this.#pileOf = last.cards;
    this.marked = Math.min(this.marked, this.sizes.length - 1);
    return true;
  }

  get #areHandsWhole() {
    return this.isDeal && this.sizes.every((_, pile) => pile === SEATS || this.isFull(pile));
  }

  /** @param {number[]} sizes @param {Map<Card, number>} cards */
  #become(sizes, cards) {
    if (cards.size || this.count) this.#past.push({ sizes: this.sizes, cards: this.#pileOf });
    this.sizes = sizes;
    this.#pileOf = cards;
    this.marked = Math.min(this.marked, sizes.length - 1);
    if (!this.isDeal) return;
    if (this.#areHandsWhole) for (const card of this.left) cards.set(card, SEATS);
    const open = sizes.findIndex((_, pile) => !this.isFull(pile));
    if (this.isFull(this.marked) && open >= 0) this.marked = open;
  }
}

/**
 * Read the piles of a text, in the letters of the page's language or English ones: a hand, or a deal, its piles in order or each after
 * its name and a colon. `fault` is the first word that is out of place, or the number of cards, perhaps after their pile.
 * @param {string} text @returns {{sizes: number[], piles: Card[][], fault: Fault | null}}
 */
export function pilesIn(text) {
  const spellings = Uint8Array.from(cardSpellings(), (spelling) => SPELLINGS.indexOf(spelling));
  const [unread, misfit = [], piles = []] = ask("read_hands", bytesOf(text), HAND_OR_DEAL, spellings);
  const [name, word, , , , numbers] = unread.length ? unread : misfit;
  return {
    sizes: piles.length === 1 ? ONE_HAND : WHOLE_DEAL,
    piles: piles.map((/** @type {Uint8Array} */ pile) => Array.from(pile, cardOf)),
    fault: name ? { name: textOf(name), word: textOf(word), numbers } : null,
  };
}
