// Cards typed key by key, in the letters of the page's language or English ones, such as 7h, h7, 10s or Ts.

import { readCard } from "./card_codes.js";
import { existing } from "./errors.js";
import { cardSpellings } from "./i18n.js";

/** The most characters of a card. */
const LONGEST = 5;
/** Letters that may complete a card whose beginning is a card of another language. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export class TypedCards {
  #text = "";
  /** The card that the text is in English letters, while it may become one of the language's. @type {Card | null} */
  #waiting = null;

  /** Whether characters were typed that are no card yet. */
  get pending() {
    return this.#text !== "";
  }

  /**
   * Take the next character and return the cards that are now complete. A card in English letters waits for the next
   * character if it may become one of the language's: in German, DK is a king unless DKa or DKr follows.
   * @param {string} sign @returns {Card[]}
   */
  add(sign) {
    const text = (this.#text + sign).slice(-LONGEST);
    const own = suffixes(text).find(readOwn);
    if (own) return this.#complete(existing(readOwn(own)));
    if (this.#waiting) return [...this.end(), ...this.add(sign)];
    this.#text = text;
    const english = suffixes(text).find(readEnglish);
    if (!english) return [];
    const card = existing(readEnglish(english));
    if (![...LETTERS].some((letter) => readOwn(english + letter))) return this.#complete(card);
    this.#waiting = card;
    return [];
  }

  /**
   * Forget the characters, and return the card that they are if no more follow.
   * @returns {Card[]}
   */
  end() {
    return this.#complete(this.#waiting);
  }

  /** @param {Card | null} card */
  #complete(card) {
    this.#text = "";
    this.#waiting = null;
    return card ? [card] : [];
  }
}

/**
 * Return the ends of a text, longest first.
 * @param {string} text
 */
const suffixes = (text) => [...text].map((_, index) => text.slice(index));

/** @param {string} text */
const readOwn = (text) => readCard(text, cardSpellings()[0]);
/** @param {string} text */
const readEnglish = (text) => readCard(text, "english");
