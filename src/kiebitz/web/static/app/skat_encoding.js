// The kernel's codes for Skat, as in native/include/kiebitz/skat.hpp, of cards, sets of cards, contracts, words. Here cards are texts
// such as "JC", contracts `{game, hand, schneider, schwarz, ouvert}`.

const PLACES = "789TJQKA"; // of a card in its suit; its code is 8 · suit + place
const SUITS = "CDHS";
const GAMES = ["clubs", "diamonds", "hearts", "spades", "grand", "null"];
/** The announcements, a bit each. */
export const ANNOUNCED = ["hand", "schneider", "schwarz", "ouvert"];
export const SEATS = 3;
/** The number of cards in a hand, and in the skat. */
export const HAND = 10;
export const SKAT_SIZE = 2;

/** @param {string} game */
export const gameCode = (game) => GAMES.indexOf(game);
/** @param {number} code */
export const cardOf = (code) => PLACES[code % 8] + SUITS[Math.floor(code / 8)];
/** @param {Card} card */
export const codeOf = (card) => 8 * SUITS.indexOf(card[1]) + PLACES.indexOf(card[0]);
/** @param {number} number */
export const suitOf = (number) => SUITS[number];
/** @param {Uint8Array} bytes */
export const cardsOf = (bytes) => Array.from(bytes, cardOf);
/** @param {Card[]} cards */
export const setOf = (cards) => cards.reduce((bits, card) => bits | (1 << codeOf(card)), 0) >>> 0;
/** The pack in the order of Python's lists of cards. */
const PACK = [..."A789TJQK"].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
/** @param {number} set */
export const cardsIn = (set) => PACK.filter((card) => (set >>> codeOf(card)) & 1);

/**
 * Decode a contract.
 * @param {number} game @param {number} flags @returns {Contract}
 */
export const contractOf = (game, flags) => ({ game: GAMES[game], ...flagsOf(flags) });
/** @param {number} flags @returns {Announcements} */
export function flagsOf(flags) {
  const [hand, schneider, schwarz, ouvert] = ANNOUNCED.map((_, place) => Boolean((flags >> place) & 1));
  return { hand, schneider, schwarz, ouvert };
}
/** @param {Record<string, any>} contract */
export const codeOfFlags = (contract) => ANNOUNCED.reduce((flags, name, place) => flags | (Number(Boolean(contract[name])) << place), 0);

/**
 * Format a contract: `spades hand`, `null ouvert`.
 * @param {Record<string, any>} contract
 */
export const contractText = (contract) => [contract.game, ...ANNOUNCED.filter((name) => contract[name])].join(" ");

/**
 * Whether a text is a contract.
 * @param {string} text
 */
export const isContract = (text) => {
  const [game, ...announced] = text.split(" ");
  return GAMES.includes(game) && announced.every((word) => ANNOUNCED.includes(word));
};

/** @param {string} text */
export const bytesOf = (text) => new TextEncoder().encode(text);
/** @param {Uint8Array} bytes */
export const textOf = (bytes) => new TextDecoder().decode(bytes);
