// Single tricks under each game: what must follow what, who takes a trick, the order in which players hold their cards.
// The counterpart of `kiebitz.skat.trick`.

import { isTrump } from "./skat_values.js";

/** The ranks of a suit from low to high. */
export const ORDER = "789QKTA";
export const NULL_ORDER = "789TJQKA";
export const JACKS = ["JC", "JS", "JH", "JD"]; // the highest first

/** The suit that a led card asks for, null for trumps. */
export const mustFollow = (game, led) => (isTrump(game, led) ? null : led[1]);

/** The cards of a hand that may be added to the trick: those that follow, or any if none does. */
export function legalAmong(game, hand, trick) {
  const following = trick.length ? hand.filter((card) => mustFollow(game, card) === mustFollow(game, trick[0])) : [];
  return following.length ? following : [...hand];
}

function strength(game, led, card) {
  if (isTrump(game, card)) return card[0] === "J" ? 20 - JACKS.indexOf(card) : 10 + ORDER.indexOf(card[0]);
  if (mustFollow(game, led) !== mustFollow(game, card)) return -1;
  return (game === "null" ? NULL_ORDER : ORDER).indexOf(card[0]);
}

/** The place of the card that takes the trick, or would if no other were added. */
export function taking(game, trick) {
  const strengths = trick.map((card) => strength(game, trick[0], card));
  return strengths.indexOf(Math.max(...strengths));
}

/** Cards as players hold them: trumps first, then clubs to diamonds, high cards first in each. */
export function inOrder(game, cards) {
  const suit = (card) => (isTrump(game, card) ? -1 : "CSHD".indexOf(card[1]));
  return [...cards].sort((a, b) => suit(a) - suit(b) || strength(game, b, b) - strength(game, a, a));
}
