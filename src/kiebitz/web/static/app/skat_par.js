// What a deal was worth with all cards seen: the discard that was made and the best one, how high a bid the game covers, and
// the par, what each seat would have won as declarer. The counterpart of `best_discard` in
// `kiebitz.analysis.skat.double_dummy`, and of `Put`, `Par` and `highest_bid` in `review`; values are those of the review.

import { rankedDiscards } from "./skat_discards.js";
import { mask, packed } from "./skat_encoding.js";
import { ALL_POINTS, ALL_TRICKS, TO_WIN, scored } from "./skat_score.js";
import { BIDS, GAMES, contract as contractOf, highestBid, pointsOf } from "./skat_values.js";
import { FOREHAND, SEATS } from "./skat_views.js";

const SOME_TRICKS = 5; // any number that makes nobody schwarz

/**
 * What a game's deal was worth: `{discard, covers, par, best}`, by steps, between which others may have their turn. `start` is
 * the value of the game at the start of play; contract, declarer and start are null where all passed. `discard` is
 * `{value, best, bestValue}`, null where none was made, `covers` the highest bid that the game covers, null if it is lost,
 * `par` has `{seat, contract, discard, value, score}` for each contract in which a seat has what wins it, and `best` for each
 * seat the one with the best score, null where none wins what was bid.
 */
export function* worthOfDeal(kernel, parameters, { deal, contract, declarer, bid, discard, start }) {
  let put = null;
  if (discard) {
    const found = yield* bestDiscard(kernel, parameters, deal, contract.game, declarer, start + 1);
    put = { value: start, best: found?.pair ?? discard, bestValue: found?.value ?? start };
  }
  const played = contract && scoreAt(contract, BIDS[0], start, deal, declarer);
  const par = [];
  for (let seat = 0; seat < SEATS; seat++) {
    const at = seat === declarer ? bid : BIDS[0];
    for (const game of Object.keys(GAMES)) par.push(...(yield* parIn(kernel, parameters, deal, seat, game, at)));
  }
  const best = deal.hands.map((_, seat) => bestOf(par.filter((one) => one.seat === seat && one.score.won)));
  return { discard: put, covers: played?.won ? highestBid(played.value) : null, par, best };
}

const bestOf = (pars) => pars.reduce((best, one) => (best && best.score.score >= one.score.score ? best : one), null);

function* parIn(kernel, parameters, deal, seat, game, bid) {
  const least = game === "null" ? 1 : TO_WIN;
  const taken = yield* bestDiscard(kernel, parameters, deal, game, seat, least);
  const value = yield* valueOf(kernel, game, seat, deal.hands, deal.skat, least);
  const hand = value === null ? null : { pair: [], value };
  return [taken, hand].filter(Boolean).map((found) => {
    // With open cards Null ouvert is as safe as Null, and worth more.
    const contract = contractOf(game, { hand: found === hand, ouvert: game === "null" });
    return { seat, contract, discard: found.pair, value: found.value, score: scoreAt(contract, bid, found.value, deal, seat) };
  });
}

/** The first of the pairs that bring the declarer most, with what they bring: `{pair, value}`; null if none brings `least`. */
function* bestDiscard(kernel, parameters, deal, game, declarer, least) {
  const twelve = [...deal.hands[declarer], ...deal.skat];
  let best = null;
  for (const pair of rankedDiscards(twelve, game, parameters)) {
    const hands = deal.hands.map((hand, seat) => (seat === declarer ? twelve.filter((card) => !pair.includes(card)) : hand));
    const value = yield* valueOf(kernel, game, declarer, hands, pair, best ? best.value + 1 : least);
    if (value !== null) best = { pair, value };
    if (best && game === "null") break;
  }
  return best;
}

/** What the declarer has at the end of a game that forehand leads to, the skat among it; null if less than `least`. */
function* valueOf(kernel, game, declarer, hands, skat, least) {
  const isNull = game === "null";
  const had = isNull ? 0 : pointsOf(skat);
  const most = isNull ? 1 : ALL_POINTS;
  const world = packed(hands.map(mask));
  const reaches = (value) => value <= had * !isNull || kernel.skatWorlds(GAMES[game].code, declarer, FOREHAND, value - had, world).values[0] === 1;
  yield;
  if (least > most || !reaches(least)) return null;
  let [low, high] = [Math.max(least, had), most];
  // Steps that grow, then halves: a better discard is mostly a little better.
  for (let step = 1; low < high; ) {
    yield;
    const middle = Math.min(low + step, Math.ceil((low + high) / 2));
    if (reaches(middle)) [low, step] = [middle, 2 * step];
    else [high, step] = [middle - 1, ALL_POINTS];
  }
  return low;
}

function scoreAt(contract, bid, value, deal, seat) {
  const cards = [...deal.hands[seat], ...deal.skat];
  if (contract.game === "null") return scored(contract, bid, cards, { tricks: 1 - value });
  const tricks = contract.schwarz && value === ALL_POINTS ? ALL_TRICKS : SOME_TRICKS;
  return scored(contract, bid, cards, { points: value, tricks });
}
