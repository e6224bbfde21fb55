// A game of Skat in progress: dealt, bid for, announced, played card by card; and what each seat sees of it.
// The counterpart of `kiebitz.skat.session` and of the referee. What is done is kept as words, by which links hold games:
// a bid, `y` or `p`; `s` to take up the skat; a contract's letters, with the discard `G.7H.QD`; cards.

import { HOLD, PASS, afterWord, declarerOf, maySay, newAuction, speaker } from "./skat_auction.js";
import { legalAmong } from "./skat_tricks.js";
import { ANNOUNCED, HAND, PACK, cardIndex, contract as contractOf } from "./skat_values.js";
import { SEATS, courseOf } from "./skat_views.js";
import { SplitMix64, shuffle } from "./splitmix.js";

export { HOLD, PASS };

const GAME_LETTERS = { C: "clubs", S: "spades", H: "hearts", D: "diamonds", G: "grand", N: "null" };
const LETTERS = { O: "ouvert", H: "hand", S: "schneider", Z: "schwarz" };
const TAKE = "s";

const inPackOrder = (cards) => [...cards].sort((one, other) => cardIndex(one) - cardIndex(other));

/** Deal of a number: ten cards each, and the skat. */
export function dealOf(number) {
  const cards = [...PACK];
  shuffle(cards, new SplitMix64(number));
  const hands = [0, 1, 2].map((seat) => inPackOrder(cards.slice(HAND * seat, HAND * (seat + 1))));
  return { hands, skat: inPackOrder(cards.slice(SEATS * HAND)) };
}

/** A contract in letters: its game's, then those of what is announced. */
function contractLetters(contract) {
  const game = Object.keys(GAME_LETTERS).find((letter) => GAME_LETTERS[letter] === contract.game);
  return game + Object.keys(LETTERS).filter((letter) => contract[LETTERS[letter]]).join("");
}

function readContract(letters) {
  const game = GAME_LETTERS[letters[0]];
  const rest = [...letters.slice(1)];
  if (!game || new Set(rest).size < rest.length || rest.some((letter) => !(letter in LETTERS))) return null;
  const announced = Object.fromEntries(rest.map((letter) => [LETTERS[letter], true]));
  const contract = contractOf(game, announced);
  return contractLetters(contract) === letters && mayAnnounce(contract) ? contract : null;
}

/** Whether there is such a contract: Schneider, Schwarz and, but for Null, ouvert need a Hand game. */
function mayAnnounce({ game, hand, schneider, schwarz, ouvert }) {
  if (game === "null") return !schneider && !schwarz;
  return hand || !(schneider || schwarz || ouvert);
}

export class SkatSession {
  constructor(deal) {
    this.deal = deal;
    this.words = []; // all that was done
    this.auction = newAuction();
    this.taken = false;
    this.contract = null;
    this.discard = null;
    this.played = [];
    this.hands = deal.hands.map((hand) => [...hand]);
    this.skat = [...deal.skat];
    this.start = null; // the hands at the start of play
  }

  /** A game as far as its words can be followed. */
  static from(deal, words) {
    const session = new SkatSession(deal);
    for (const word of words) if (!session.do(word)) break;
    return session;
  }

  get declarer() {
    return declarerOf(this.auction);
  }

  /** What the game waits for: `bidding`, `skat`, `announcement`, `play`, or nothing, `over`. */
  get stage() {
    if (!this.auction.over) return "bidding";
    if (this.declarer === null) return "over";
    if (!this.contract) return this.taken ? "announcement" : "skat";
    const { tricks } = this.course;
    const decided = this.played.length === SEATS * HAND || (this.contract.game === "null" && tricks[this.declarer] > 0);
    return decided ? "over" : "play";
  }

  get course() {
    return courseOf(this.contract.game, this.played);
  }

  /** Who has to decide; null when the game is over. */
  get turn() {
    const { stage } = this;
    if (stage === "bidding") return speaker(this.auction);
    if (stage === "play") return this.course.turn;
    return stage === "over" ? null : this.declarer;
  }

  /** The cards that may be played now. */
  get legalCards() {
    if (this.stage !== "play") return [];
    const { turn, trick } = this.course;
    return legalAmong(this.contract.game, this.hands[turn], trick);
  }

  /** Do what a word says, and return whether the rules allow it; refused, nothing changes. */
  do(word) {
    const done = { bidding: () => this.#say(word), skat: () => this.#takeOrAnnounce(word), announcement: () => this.#announce(word) };
    const yes = (done[this.stage] ?? (() => this.#put(word)))();
    if (yes) this.words = [...this.words, word];
    return yes;
  }

  #say(word) {
    if (!maySay(this.auction, word)) return false;
    this.auction = afterWord(this.auction, word);
    return true;
  }

  #takeOrAnnounce(word) {
    if (word !== TAKE) return this.#announce(word);
    this.taken = true;
    this.hands[this.declarer] = inPackOrder([...this.hands[this.declarer], ...this.skat]);
    return true;
  }

  #announce(word) {
    const [letters, ...pair] = word.split(".");
    const contract = letters ? readContract(letters) : null;
    const own = this.hands[this.declarer];
    if (!contract || contract.hand === this.taken || pair.length !== (this.taken ? 2 : 0)) return false;
    if (new Set(pair).size < pair.length || !pair.every((card) => own.includes(card))) return false;
    this.contract = contract;
    if (this.taken) {
      this.discard = inPackOrder(pair);
      this.skat = this.discard;
      this.hands[this.declarer] = own.filter((card) => !pair.includes(card));
    }
    this.start = this.hands.map((hand) => [...hand]);
    return true;
  }

  #put(card) {
    if (!this.legalCards.includes(card)) return false;
    const { turn } = this.course;
    this.hands[turn] = this.hands[turn].filter((held) => held !== card);
    this.played = [...this.played, card];
    return true;
  }

  /** The game with all its cards, as an onlooker sees it: with the hands as they are now, or at the start of play. */
  open({ start = false } = {}) {
    const { contract, declarer, skat, played } = this;
    return { contract, declarer, skat, played, hands: start ? this.start : this.hands };
  }

  /** What is asked of the deal of a game that is over; `start` is what the review says the game was worth at the start of play. */
  dealt(start) {
    const { deal, contract, declarer, auction, discard } = this;
    return { deal, contract, declarer, bid: auction.bid, discard, start };
  }

  /** What a seat saw before each card that it played, where it had a choice: `{view, card}`. */
  moments(seat) {
    const first = this.words.length - this.played.length;
    const all = this.played.map((card, at) => ({ card, then: SkatSession.from(this.deal, this.words.slice(0, first + at)) }));
    return all
      .filter(({ then }) => then.turn === seat && then.legalCards.length > 1)
      .map(({ card, then }) => ({ view: then.view(seat), card }));
  }

  /** What a seat may know now, as data with no card that is hidden from it. */
  view(seat) {
    const { declarer, contract, auction } = this;
    const mine = seat === declarer;
    return {
      seat,
      hand: [...this.hands[seat]],
      words: auction.words,
      bid: auction.bid,
      declarer,
      contract,
      skat: mine && this.discard ? [...this.discard] : [],
      shown: contract?.ouvert && !mine ? [...this.hands[declarer]] : [],
      played: [...this.played],
    };
  }
}

/** The word by which a contract and a discard are announced. */
export const announcement = (contract, pair = []) => [contractLetters(contract), ...pair].join(".");

/** The contract's announcements that a Hand game, or one with the skat taken up, may have. */
export const announceable = (game, hand) => (game === "null" ? ["ouvert"] : hand ? ANNOUNCED.slice(1) : []);
