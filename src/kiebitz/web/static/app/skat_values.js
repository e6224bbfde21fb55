// The value of a Skat hand without its chances, from the kernel, in words.

import { cardsOf, contractOf, contractText, setOf } from "./skat_encoding.js";

/**
 * Sort cards as players hold them.
 * @param {Kernel} kernel @param {Card[]} cards @returns {Card[]}
 */
export const held = (kernel, cards) => cardsOf(kernel.call("skat_hand_value", setOf(cards))[0]);

/**
 * Return the value of ten cards: the textbook's, and the official ones by contract. For twelve, with the skat, there are no
 * Hand games, and the textbook's value is null.
 * @param {Kernel} kernel @param {Card[]} cards @returns {HandValue}
 */
export function handValue(kernel, cards) {
  const [, rule, contracts] = kernel.call("skat_hand_value", setOf(cards));
  return { textbook: rule && textbook(rule), contracts: contracts.map(valuation) };
}

/** @param {number[]} rule @returns {TextbookValue} */
function textbook([against, jacks, suit, base, trumps, value]) {
  const plays = against === 0;
  const result = { jack_factor: jacks, trumps, few_trumps: against === 1 };
  return { ...result, value: plays ? value : null, suit: plays ? contractOf(suit, 0).game : null, suit_factor: plays ? base : null };
}

/** @param {number[]} values @returns {ContractValue} */
function valuation([game, flags, matadors, value, schneider, highest]) {
  const contract = contractText(contractOf(game, flags));
  return { contract, matadors, value, with_schneider: matadors ? schneider : null, highest_bid: highest };
}
