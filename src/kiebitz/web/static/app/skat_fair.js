// What a player could know of a card that he played: its chance over worlds that agree with all he had seen and heard, and
// whether another card was better by more than chance. The counterpart of `kiebitz.analysis.skat.fair`.

import { added } from "./skat_beliefs.js";
import { codeOf } from "./skat_encoding.js";
import { levelsReached } from "./skat_players.js";
import { neededFor } from "./skat_score.js";
import { legalAmong } from "./skat_tricks.js";
import { courseOf } from "./skat_views.js";
import { SplitMix64, nth } from "./splitmix.js";

const WORLDS = 100;
const SEED = 1;
const NORMAL_95 = 1.959964;

/**
 * One card by its player's view: `{number, card, best, chance, bestChance, lost, low, high}`, where `best` is the best card,
 * found on other worlds than the chances, which are the declarer's, and `lost` what the card gave away with its 95 % interval.
 */
export function fairStep(kernel, parameters, view, card, worlds = WORLDS) {
  const number = view.played.length + 1;
  const generator = new SplitMix64(nth(SEED, number));
  const judged = () => levelsReached(kernel, parameters, view, { worlds, listens: true, levels: [neededFor(view.contract)], generator });
  const share = ({ worlds: found, rows }, place) => added(found.map(([, count], at) => count * rows[at][place])) / added(found.map(([, count]) => count));
  const sign = view.seat === view.declarer ? 1 : -1;
  // The best of many cards is partly the luckiest, so it is judged on other worlds than those that chose it.
  const first = judged();
  const { cards, exact } = first;
  const mine = cards.indexOf(card);
  const values = cards.map((_, place) => sign * share(first, place));
  const most = Math.max(...values);
  const best = values[mine] === most ? mine : values.indexOf(most);
  const found = exact ? first : judged();
  const counts = found.worlds.map(([, count]) => count);
  const whole = added(counts);
  const gaps = found.rows.map((row) => sign * (row[best] - row[mine]));
  const lost = added(gaps.map((gap, at) => counts[at] * gap)) / whole;
  const spread = added(gaps.map((gap, at) => counts[at] * (gap - lost) ** 2)) / whole;
  const half = exact || mine === best ? 0 : NORMAL_95 * Math.sqrt(spread / counts.length) + 1 / (2 * counts.length);
  const chances = { chance: share(found, mine), bestChance: share(found, best) };
  return { number, card, best: cards[best], ...chances, lost, low: Math.max(-1, lost - half), high: Math.min(1, lost + half) };
}

/** The declarer's chance by what the seat whose turn it is may know, if it plays its best card. */
export function fairLight(kernel, parameters, view, worlds = WORLDS) {
  const { game } = view.contract;
  const legal = legalAmong(game, view.hand, courseOf(game, view.played).trick);
  const [card] = legal.sort((a, b) => codeOf(a) - codeOf(b)); // any card: what is best does not depend on what is played
  return fairStep(kernel, parameters, view, card, worlds).bestChance;
}

/** The cards of a player that were mistakes by what he could know; `moments` are `{view, card}`, one a card. */
export const mistakes = (kernel, parameters, moments) =>
  moments.map(({ view, card }) => fairStep(kernel, parameters, view, card)).filter(({ low }) => low > 0);
