// Discards by rule of thumb: the 66 pairs that a declarer may put down, the likely good ones first.
// The counterpart of `kiebitz.analysis.skat.discards`.

import { PLACES } from "./skat_encoding.js";
import { GAMES, cardIndex, isTrump, pairs, pointsOf } from "./skat_values.js";

// In card points, roughly: what a card is worth in the hand. A trump is hardly ever better in the skat.
const TRUMP = 14;
const VOID = 6;
const ACE = 14;
const [TEN_WITH_ACE, TEN_WITH_KING, TEN_GUARDED, TEN_BARE] = [12, 6, 2, -6];
const [LOSER, LOSER_UNDER_ACE, LONG_CARD, LONG] = [-7, -4, 5, 4];

/** All pairs of these cards, the likely best discard first. */
export function rankedDiscards(cards, game) {
  const ordered = [...cards].sort((a, b) => cardIndex(a) - cardIndex(b));
  return pairs(ordered)
    .map((pair) => ({ pair, worth: worth(ordered, pair, game) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ pair }) => pair);
}

function worth(cards, pair, game) {
  const kept = cards.filter((card) => !pair.includes(card));
  const ranks = (suit) => kept.filter((card) => card[1] === suit && !isTrump(game, card)).map((card) => card[0]);
  const sum = (suits, of) => suits.reduce((total, suit) => total + of(ranks(suit)), 0);
  if (game === "null") return -sum([..."CDHS"], unsafe);
  const trumps = kept.filter((card) => isTrump(game, card)).length;
  const sides = [..."CDHS"].filter((suit) => suit !== GAMES[game].suit);
  return pointsOf(pair) + TRUMP * trumps + sum(sides, suitWorth);
}

function suitWorth(ranks) {
  if (!ranks.length) return VOID;
  const [ace, ten, king] = [..."ATK"].map((rank) => ranks.includes(rank));
  let found = ace ? ACE : 0;
  if (ten && ace) found += TEN_WITH_ACE;
  else if (ten) found += king ? TEN_WITH_KING : ranks.length > 1 ? TEN_GUARDED : TEN_BARE;
  const others = ranks.length - ace - ten;
  if (ace && ten && ranks.length >= LONG) return found + LONG_CARD * others;
  return found + others * (ace ? LOSER_UNDER_ACE : LOSER);
}

/** How likely a suit takes a trick in Null: it is safe if its cards lie no higher than 7, 9, J, K. */
function unsafe(ranks) {
  const places = ranks.map((rank) => PLACES.indexOf(rank)).sort((a, b) => a - b);
  return places.reduce((sum, place, index) => sum + Math.max(0, place - 2 * index) ** 2, 0);
}
