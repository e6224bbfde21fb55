// What the worker answers about a game of Skat. A decision and a hint are made by a view, in which no hidden card is; the
// light and the review see all cards, as an onlooker does.

import { codeOf, mask, packed } from "./skat_encoding.js";
import { fairLight, mistakes } from "./skat_fair.js";
import { Engine, advise } from "./skat_players.js";
import { review } from "./skat_review.js";
import { neededFor } from "./skat_score.js";
import { GAMES, pointsOf } from "./skat_values.js";
import { courseOf } from "./skat_views.js";
import { announcement } from "./skat_session.js";

const HINT_WORLDS = 60;
const SEATS = ["forehand", "middlehand", "rearhand"];
const engines = new Map();

function engineOf(kernel, parameters, level) {
  if (!engines.has(level)) engines.set(level, new Engine(kernel, parameters, level));
  return engines.get(level);
}

/** One sentence's worth of advice for ten cards in a seat that is named. */
export const advised = (kernel, parameters, cards, seat) => advise(kernel, parameters, cards, SEATS.indexOf(seat));

/** A decision as a word of the session: of an engine's level, at a stage, by what its seat may know. */
export function decided(kernel, parameters, { view, stage, atStake, asked, level }) {
  const found = engineOf(kernel, parameters, level).decide(view, stage, atStake, asked);
  return typeof found === "string" ? found : announcement(found.contract, found.pair);
}

/** What the engine would do, and why: the plans that it sees, or the share of worlds that the declarer wins after a card. */
export function hinted(kernel, parameters, { view, stage, atStake, asked }) {
  const engine = engineOf(kernel, parameters, "strong");
  const word = decided(kernel, parameters, { view, stage, atStake, asked, level: "strong" });
  if (stage === "play") {
    const chances = engine.chances(view, HINT_WORLDS, neededFor(view.contract));
    return { word, won: chances.find(([card]) => card === word)?.[1] ?? null };
  }
  if (stage === "announcement") return { word, won: null };
  const plans = engine.plansOf(view, HINT_WORLDS);
  const [plan = null] = plans.filter(({ value }) => value >= view.bid).sort((a, b) => b.won - a.won);
  return { word, won: plan?.won ?? null, contract: plan?.contract ?? null };
}

/** Whether the declarer wins if from here on all play as well as can be and see all cards. */
export function lit(kernel, { contract, declarer, hands, skat, played }) {
  const { game } = contract;
  const { turn, trick, points } = courseOf(game, played);
  const had = Uint8Array.of(game === "null" ? 0 : points[declarer] + pointsOf(skat));
  const asked = [Uint8Array.from(trick, codeOf), Uint8Array.of(neededFor(contract)), had, packed(hands.map(mask))];
  const reached = [...kernel.skatLevels(GAMES[game].code, declarer, turn, ...asked).values];
  return { won: turn === declarer ? reached.some((one) => one > 0) : reached.every((one) => one > 0) };
}

/** The same as a share of the worlds that a seat may think of, of which it is the turn. */
export const litFairly = (kernel, parameters, { view }) => ({ won: fairLight(kernel, parameters, view) });

export const reviewed = (kernel, asked) => review(kernel, asked);

/** Which cards of a player were mistakes by what he could know. */
export const judged = (kernel, parameters, { moments }) => mistakes(kernel, parameters, moments);
