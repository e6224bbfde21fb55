// The card of the textbooks' maxims: the declarer draws trumps from above; the defenders lead aces, give points to a
// partner's trick and none to the declarer's, and take a trick as cheaply as they can.
// The counterpart of the rule-of-thumb player in `kiebitz.analysis.skat.players`.

import { NULL_ORDER, ORDER, legalAmong, taking } from "./skat_tricks.js";
import { isTrump, pointsOf } from "./skat_values.js";
import { SEATS, courseOf } from "./skat_views.js";

/** How high a card is among those of its kind. */
function rankOf(game, card) {
  if (game === "null") return NULL_ORDER.indexOf(card[0]);
  return card[0] === "J" ? 10 + " DHSC".indexOf(card[1]) : ORDER.indexOf(card[0]);
}

const points = (card) => pointsOf([card]);

/** What a card is worth to be kept: its card points first, then its rank. */
export const worthOf = (game, card) => 100 * points(card) + rankOf(game, card);

/** The card that the maxims say for a seat's view. */
export function usualCard(view) {
  const { game } = view.contract;
  const course = courseOf(game, view.played);
  const legal = legalAmong(game, view.hand, course.trick);
  if (legal.length === 1) return legal[0];
  if (game === "null") return nullCard(view, course, legal);
  return course.trick.length ? following(view, course, game, legal) : leading(view, game, legal);
}

function leading(view, game, legal) {
  const trumps = legal.filter((card) => isTrump(game, card));
  const side = legal.filter((card) => !isTrump(game, card));
  if (view.seat === view.declarer && (trumps.length > 2 || (trumps.length && !side.length))) {
    return first(trumps, (card) => -rankOf(game, card));
  }
  return side.find((card) => card[0] === "A") ?? first(side.length ? side : trumps, (card) => worthOf(game, card));
}

function following(view, { trick, turn }, game, legal) {
  const isDeclarer = view.seat === view.declarer;
  const leader = (turn - trick.length + SEATS) % SEATS;
  const holder = (leader + taking(game, trick)) % SEATS;
  const winning = legal.filter((card) => taking(game, [...trick, card]) === trick.length);
  const last = trick.length === 2;
  const partner = !isDeclarer && holder !== view.declarer;
  const declarerToCome = !last && !isDeclarer && view.declarer === (view.seat + 1) % SEATS;
  if (partner && !declarerToCome) return first(legal, (card) => -100 * points(card) + rankOf(game, card));
  if (winning.length && (last || pointsOf(trick) >= 4 || isDeclarer)) {
    const fat = (card) => (isTrump(game, card) ? 0 : points(card));
    return first(winning, last ? (card) => -100 * fat(card) + rankOf(game, card) : (card) => -rankOf(game, card));
  }
  if (!isDeclarer && !last && holder === view.declarer && !winning.length) return first(legal, (card) => worthOf(game, card));
  return first(legal, (card) => (isTrump(game, card) ? 10_000 : 0) + worthOf(game, card));
}

/** In Null the highest card that takes no trick for the declarer, the lowest for the others. */
function nullCard(view, { trick }, legal) {
  const lowest = first(legal, (card) => rankOf("null", card));
  if (view.seat !== view.declarer || !trick.length) return lowest;
  const ducking = legal.filter((card) => taking("null", [...trick, card]) !== trick.length);
  return ducking.length ? first(ducking, (card) => -rankOf("null", card)) : lowest;
}

/** The first card of the lowest measure. */
function first(cards, measure) {
  return cards.reduce((found, card) => (measure(card) < measure(found) ? card : found));
}
