// The score of a finished game: won or lost, at which level, overbid or not; and tournament points.
// The counterpart of `kiebitz.skat.score`, by the International Skat Order.

import { GAMES, contract as contractOf, matadors, pointsOf, valueOf } from "./skat_values.js";
import { SEATS, courseOf } from "./skat_views.js";

export const TO_WIN = 61;
export const ALL_POINTS = 120;
export const ALL_TRICKS = 10;
const SCHNEIDER = 30;
const [GAME_POINTS, DEFENDERS_POINTS] = [50, 40]; // by Seeger and Fabian, at a table of three

/** The card points that win a contract. */
export const neededFor = (one) => (one.schwarz ? ALL_POINTS : one.schneider ? ALL_POINTS - SCHNEIDER : TO_WIN);

/**
 * The score of a session that is over, null where all passed: `{won, value, score, overbid, schneider, schwarz, matadors,
 * points, tricks, counted}`; `counted` is the contract whose value it is, another one for a Null below its bid.
 */
export function scoreOf(session) {
  const { contract, declarer, auction, deal, played, skat } = session;
  if (!contract) return null;
  const course = courseOf(contract.game, played);
  const taken = { points: course.points[declarer] + pointsOf(skat), tricks: course.tricks[declarer] };
  return { ...scored(contract, auction.bid, [...deal.hands[declarer], ...deal.skat], taken), ...taken };
}

/** The same without points and tricks, of a contract at a bid with the declarer's twelve cards and what he has `taken`, both. */
export function scored(contract, bid, cards, taken) {
  const found = contract.game === "null" ? nullScore(contract, bid, cards, taken) : trumpScore(contract, bid, cards, taken);
  return { ...found, score: found.won ? found.value : -2 * found.value };
}

function trumpScore(contract, bid, cards, { points, tricks }) {
  const { base } = GAMES[contract.game];
  const signed = matadors(cards, contract.game);
  const schwarz = tricks === 0 || tricks === ALL_TRICKS;
  const schneider = points <= SCHNEIDER || points >= ALL_POINTS - SCHNEIDER;
  const value = valueOf(contract, signed, { schneider, schwarz });
  const overbid = value < bid;
  const reached = overbid ? Math.ceil(bid / base) * base : value;
  const missed = (contract.schwarz && tricks !== ALL_TRICKS) || (contract.schneider && points < ALL_POINTS - SCHNEIDER);
  const won = points >= TO_WIN && !missed && !overbid;
  return { won, value: reached, overbid, schneider, schwarz, matadors: signed, counted: contract };
}

function nullScore(contract, bid, cards, { tricks }) {
  const own = valueOf(contract, 0);
  const overbid = own < bid;
  let best = { value: own, matadors: 0, counted: contract };
  if (overbid) {
    // The cheapest game with trumps that reaches the bid: it inherits Hand, and nothing else.
    const others = Object.keys(GAMES).filter((game) => game !== "null");
    const found = others.map((game) => {
      const counted = contractOf(game, { hand: contract.hand });
      const signed = matadors(cards, game);
      const { base } = GAMES[game];
      return { value: Math.max(valueOf(counted, signed), Math.ceil(bid / base) * base), matadors: signed, counted };
    });
    best = found.reduce((one, other) => (other.value < one.value ? other : one));
  }
  return { won: !overbid && tricks === 0, overbid, schneider: false, schwarz: false, ...best };
}

/** Tournament points of each seat, by Seeger and Fabian. */
export function tournamentPoints(session) {
  const found = scoreOf(session);
  return Array.from({ length: SEATS }, (_, seat) => {
    if (!found) return 0;
    if (seat === session.declarer) return found.score + (found.won ? GAME_POINTS : -GAME_POINTS);
    return found.won ? 0 : DEFENDERS_POINTS;
  });
}
