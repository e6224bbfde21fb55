// The player's own records: keys of the sentences that tell which of them a win has set.

import { numberOfRecord } from "./microsoft_deals.js";
import { parOf } from "./pars.js";
import { records } from "./statistics.js";

/** The most sentences. */
const SHOWN = 2;

/**
 * Return the keys of the records that a win without help has set. Only whole deals count: other positions may be a few moves
 * from the win.
 * @param {{id: string, rules: Rules, deal: Deal | null, seconds: number, cards: number, par: number | null}} win
 */
export function recordsSet({ id, rules, deal, seconds, cards, par }) {
  if (!deal || Object.keys(rules.changes).length) return [];
  const others = records().filter(
    (game) => game.won && !game.helped && game.game === rules.id && !game.rules && game.deal && game.id !== id,
  );
  if (!others.length) return ["won.record.first"];
  /** @param {number} value @param {number[]} values */
  const isBelow = (value, values) => values.length > 0 && values.every((other) => value < other);
  const overs = others.map(overOf).filter((over) => over !== null);
  /** @type {Record<string, boolean>} */
  const set = {
    "won.record.par": par !== null && isBelow(cards - par, overs),
    "won.record.fastest": isBelow(
      seconds,
      others.map((game) => game.seconds),
    ),
    "won.record.cards": isBelow(
      cards,
      others.flatMap((game) => game.cards || []),
    ),
  };
  return Object.keys(set)
    .filter((key) => set[key])
    .slice(0, SHOWN);
}

/**
 * The steps above par of a recorded game, or null.
 * @param {GameRecord} record
 */
function overOf(record) {
  const { cards = 0 } = record;
  const par = parOf(numberOfRecord(record));
  return par && cards ? cards - par : null;
}
