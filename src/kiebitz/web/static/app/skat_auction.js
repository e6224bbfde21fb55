// The bidding: who speaks, which bid is asked for or has to be held, and who becomes the declarer. Words are a bid, `y`
// (held) and `p` (passed). The counterpart of `kiebitz.skat.auction`.

import { BIDS } from "./skat_values.js";
import { FOREHAND, MIDDLEHAND, REARHAND } from "./skat_views.js";

export const PASS = "p";
export const HOLD = "y";

/** Bidding that has not begun: words so far as `[seat, word]`, the highest bid, and whether the holder has to answer. */
export const newAuction = () => ({ words: [], bid: 0, bidder: MIDDLEHAND, holder: FOREHAND, asked: false, over: false });

/** Who speaks; null when the bidding is over. */
export const speaker = ({ over, asked, holder, bidder }) => (over ? null : asked ? holder : bidder);

/** Who got the game, once the bidding is over; null where all passed. */
export const declarerOf = ({ over, bid, holder }) => (over && bid ? holder : null);

/** The bid that is to be held, or the next one that could be said. */
export const atStake = ({ asked, bid }) => (asked ? bid : (BIDS.find((one) => one > bid) ?? null));

/** Whether a word may be said. */
export function maySay(auction, word) {
  if (auction.over) return false;
  if (word === PASS || auction.asked) return word === PASS || word === HOLD;
  return BIDS.some((bid) => bid > auction.bid && String(bid) === word);
}

/** The bidding after a word of the seat whose turn it is. */
export function afterWord(auction, word) {
  const { bidder, holder, asked, bid } = auction;
  const said = { ...auction, words: [...auction.words, [speaker(auction), word]] };
  if (word === HOLD) return { ...said, asked: false };
  if (word !== PASS) {
    const alone = bidder === holder; // a forehand that bids after all others have passed is asked by nobody
    return { ...said, bid: Number(word), asked: !alone, over: alone };
  }
  const left = asked ? bidder : holder;
  if (bidder === holder) return { ...said, over: true };
  if (bidder !== REARHAND) return { ...said, bidder: REARHAND, holder: left, asked: false };
  if (bid) return { ...said, bidder: left, holder: left, asked: false, over: true };
  return { ...said, bidder: FOREHAND, holder: FOREHAND };
}
