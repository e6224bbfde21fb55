// How worlds end for the declarer, counted by kind, and what that is worth to him at a bid; a kind is matadors, negative if
// without, and outcome in a text. The counterpart of `kiebitz.analysis.skat.tallies`.

import { BIDS, GAMES, valueOf } from "./skat_values.js";

/** How a world ends for the declarer, if all play as well as can be with open cards. */
export const [LOST_SCHWARZ, LOST_SCHNEIDER, LOST, WON, WON_SCHNEIDER, WON_SCHWARZ] = [0, 1, 2, 3, 4, 5];
/** Standard deviations of a normal distribution to either side that hold 95 % of it. */
const Z95 = 1.959963984540054;

/** How many worlds were counted, all or those of some outcomes. */
export function total(kinds, counts = () => true) {
  let sum = 0;
  for (const [kind, count] of kinds) if (counts(Number(kind.split(" ")[1]))) sum += count;
  return sum;
}

/** The declarer's mean score at a bid. */
export function meanScore(one, kinds, bid) {
  let sum = 0;
  for (const [kind, count] of kinds) {
    const [signed, outcome] = kind.split(" ").map(Number);
    sum += count * score(one, signed, outcome, bid);
  }
  return sum / total(kinds);
}

function score(one, signed, outcome, bid) {
  const schwarz = outcome === WON_SCHWARZ || outcome === LOST_SCHWARZ;
  const value = valueOf(one, signed, { schneider: schwarz || outcome === WON_SCHNEIDER || outcome === LOST_SCHNEIDER, schwarz });
  if (value >= bid) return outcome >= WON ? value : -2 * value;
  // Overbid, and so lost: it counts as the lowest value that reaches the bid. What an overbid Null is counted as depends
  // on the cards; that it costs points is all that is asked here.
  const base = GAMES[one.game].base || 1;
  return -2 * Math.ceil(bid / base) * base;
}

/** The highest bid at which the mean is above 0, null where there is none. */
export function highestPaying(one, kinds) {
  let paying = null;
  for (const bid of BIDS) {
    if (meanScore(one, kinds, bid) <= 0) break; // a higher bid only overbids more often
    paying = bid;
  }
  return paying;
}

/** Wilson's 95 % interval of a share. */
export function wilson(count, of) {
  const share = count / of;
  const square = Z95 * Z95;
  const middle = share + square / (2 * of);
  const half = Z95 * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  const scale = 1 + square / of;
  return [count === 0 ? 0 : (middle - half) / scale, count === of ? 1 : (middle + half) / scale];
}

/** In how many worlds the declarer wins, if he did not overbid. */
export const wonOf = (kinds) => total(kinds, (outcome) => outcome >= WON);
