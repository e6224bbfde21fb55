// The value of a Skat hand without its chances, from the kernel, in words.

import { cardsOf, contractOf, contractText, setOf } from "./skat_encoding.js";

/** Cards as players hold them. */
export const held = (kernel, cards) => cardsOf(kernel.call("skat_hand_value", setOf(cards))[0]);

/**
 * What ten cards are worth: the textbook's value, and the official ones, contract by contract. Of twelve, the skat among
 * them, no Hand game is valued, and the textbook's value, null, is not asked for.
 */
export function handValue(kernel, cards) {
  const [, rule, contracts] = kernel.call("skat_hand_value", setOf(cards));
  return { textbook: rule && textbook(rule), contracts: contracts.map(valuation) };
}

function textbook([against, jacks, suit, base, trumps, value]) {
  const plays = against === 0;
  const found = { jack_factor: jacks, trumps, few_trumps: against === 1 };
  return { ...found, value: plays ? value : null, suit: plays ? contractOf(suit, 0).game : null, suit_factor: plays ? base : null };
}

function valuation([game, flags, matadors, value, schneider, highest]) {
  const count = matadors === 0 ? null : `${matadors > 0 ? "with" : "without"} ${Math.abs(matadors)}`; // Null has none
  return {
    contract: contractText(contractOf(game, flags)),
    matadors: count,
    value,
    with_schneider: matadors === 0 ? null : schneider,
    highest_bid: highest,
  };
}
