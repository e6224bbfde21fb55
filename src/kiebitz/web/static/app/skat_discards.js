// Discards by rule of thumb: the 66 pairs that a declarer may put down, the likely good ones first.
// The counterpart of `kiebitz.analysis.skat.discards`.

import { PLACES } from "./skat_encoding.js";
import { GAMES, cardIndex, isTrump, pairs, pointsOf } from "./skat_values.js";

/** All pairs of these cards, the likely best discard first, by what cards are worth as skat.json has it. */
export function rankedDiscards(cards, game, { discards }) {
  const ordered = [...cards].sort((a, b) => cardIndex(a) - cardIndex(b));
  return pairs(ordered)
    .map((pair) => ({ pair, worth: worth(ordered, pair, game, discards) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ pair }) => pair);
}

function worth(cards, pair, game, worths) {
  const kept = cards.filter((card) => !pair.includes(card));
  const ranks = (suit) => kept.filter((card) => card[1] === suit && !isTrump(game, card)).map((card) => card[0]);
  const sum = (suits, of) => suits.reduce((total, suit) => total + of(ranks(suit)), 0);
  if (game === "null") return -sum([..."CDHS"], unsafe);
  const trumps = kept.filter((card) => isTrump(game, card)).length;
  const sides = [..."CDHS"].filter((suit) => suit !== GAMES[game].suit);
  return pointsOf(pair) + worths.trump * trumps + sum(sides, (held) => suitWorth(held, worths));
}

function suitWorth(ranks, worths) {
  if (!ranks.length) return worths.void;
  const [ace, ten, king] = [..."ATK"].map((rank) => ranks.includes(rank));
  let found = ace ? worths.ace : 0;
  if (ten && ace) found += worths.ten_with_ace;
  else if (ten) found += king ? worths.ten_with_king : ranks.length > 1 ? worths.ten_guarded : worths.ten_bare;
  const others = ranks.length - ace - ten;
  if (ace && ten && ranks.length >= worths.long) return found + worths.long_card * others;
  return found + others * (ace ? worths.loser_under_ace : worths.loser);
}

/** How likely a suit takes a trick in Null: it is safe if its cards lie no higher than 7, 9, J, K. */
function unsafe(ranks) {
  const places = ranks.map((rank) => PLACES.indexOf(rank)).sort((a, b) => a - b);
  return places.reduce((sum, place, index) => sum + Math.max(0, place - 2 * index) ** 2, 0);
}
