// The review of a game with all cards seen: what each card was worth, which one turned the game, what would have held it.
// The counterpart of `kiebitz.analysis.skat.review`. Values are the declarer's card points at the end, in Null 1 for no trick.

import { cardOf, codeOf, mask, packed } from "./skat_encoding.js";
import { neededFor } from "./skat_score.js";
import { GAMES, cardIndex, pointsOf } from "./skat_values.js";
import { courseOf } from "./skat_views.js";

const SCHNEIDER = 90;
const OUT_OF_SCHNEIDER = 31;
export const [LOST_SCHNEIDER, LOST, WON, WON_SCHNEIDER] = [0, 1, 2, 3];

/** How a game ends with this many card points for the declarer. */
function outcomeOf(contract, value) {
  if (contract.game === "null") return value ? WON : LOST;
  if (value >= neededFor(contract)) return value >= SCHNEIDER && !contract.schneider ? WON_SCHNEIDER : WON;
  return value < OUT_OF_SCHNEIDER ? LOST_SCHNEIDER : LOST;
}

/**
 * Each card of a game: `{number, seat, card, values, before, after, best, holding, decides}`, where `values` are what each
 * card that might have been played leads to, `{card, value}`, best ones first, `best` the cards than which
 * none was better, `holding` those that would have kept what a turning point gave away, and `decides` is "game" or
 * "schneider" where the card settled it.
 */
export function review(kernel, { contract, declarer, hands, skat, played }) {
  const { game } = contract;
  const traced = kernel.skatTrace(GAMES[game].code, declarer, packed(hands.map(mask)), Uint8Array.from(played, codeOf));
  const { seats } = courseOf(game, played);
  const steps = played.map((card, index) => {
    const seat = seats[index];
    const taken = game === "null" ? 0 : courseOf(game, played.slice(0, index)).points[declarer] + pointsOf(skat);
    const sign = seat === declarer ? 1 : -1;
    const values = traced[index].map(([code, value]) => ({ card: cardOf(code), value: value + taken }));
    values.sort((a, b) => sign * (b.value - a.value) || cardIndex(a.card) - cardIndex(b.card));
    const before = values[0].value;
    const after = values.find((one) => one.card === card).value;
    const best = values.filter((one) => one.value === before).map((one) => one.card);
    const stood = outcomeOf(contract, before);
    const turns = outcomeOf(contract, after) !== stood;
    const holding = turns ? values.filter((one) => outcomeOf(contract, one.value) === stood).map((one) => one.card) : [];
    return { number: index + 1, seat, card, values, before, after, best, holding, decides: null };
  });
  settle(contract, steps);
  return steps;
}

/** Name what the last card that changed it settled: the game, or Schneider. */
function settle(contract, steps) {
  const isSchneider = (outcome) => outcome === LOST_SCHNEIDER || outcome === WON_SCHNEIDER;
  const last = (changed) => steps.findLast((step) => changed(outcomeOf(contract, step.before)) !== changed(outcomeOf(contract, step.after)));
  const settled = { schneider: last(isSchneider), game: last((outcome) => outcome >= WON) };
  for (const [what, step] of Object.entries(settled)) if (step) step.decides = what;
}
