// A game of Skat in progress: the number of its deal, and its actions as words, as in links: a bid, `y` or `p`; `s` to take up the
// skat; a contract's letters, with the discard `G.7H.QD`; cards; `RE` to give up. The first word may be the deal, three hands and the
// skat with dots between; the number then means nothing. The kernel derives the rest.

import { existing } from "./errors.js";
import { ANNOUNCED, bytesOf, cardsOf, codeOfFlags, contractOf, flagsOf, gameCode, SEATS, setOf, suitOf, textOf } from "./skat_encoding.js";

const STAGES = ["bidding", "skat", "announcement", "play", "over"];
/** @type {Record<number, string>} */
const SAID = { 0: "p", 1: "y" };
const TRUMPS = 4;
/** How a game that is won covers the bid. */
const COVERS = [null, "some_skats", "schneider", "schwarz", "never"];
const GAVE_UP = [null, "declarer", "defenders"];
/** @param {number} seat */
const someone = (seat) => (seat < 0 ? null : seat);

export class SkatSession {
  /** @type {Kernel} */ #kernel;
  /** @type {string[]} */ words;
  /** @type {string} */ stage;
  /** @type {number | null} */ turn;
  /** @type {{words: [number, string][], bid: number, atStake: number | null, asked: boolean}} */ auction;
  /** @type {number | null} */ declarer;
  /** @type {Contract | null} */ contract;
  /** @type {Card[][]} sorted as players hold them */ hands;
  /** @type {Card[]} the skat that the declarer picked up */ picked;
  /** @type {Card[] | null} */ discard;
  /** @type {Card[]} */ played;
  /** @type {number[]} the seats of the cards played */ players;
  /** @type {number[]} the seats that took the tricks */ takers;
  /** @type {Card[]} */ legalCards;
  /** @type {string | null} the side that gave up */ gaveUp;
  /** @type {string | null} the suit that the card led requires, or "trumps" */ wanted;
  /** @type {SkatScore | null} */ score;

  /**
   * Follow the words of a game up to the first illegal one.
   * @param {Kernel} kernel @param {string} number @param {string[]} words
   */
  constructor(kernel, number, words = []) {
    this.#kernel = kernel;
    this.number = String(number);
    this.#follow(words);
  }

  /** @param {string} name @param {string[]} words @param {any[]} values @returns {any[]} */
  #ask(name, words, ...values) {
    return this.#kernel.call(name, BigInt.asIntN(64, BigInt(this.number)), bytesOf(words.join(" ")), ...values);
  }

  /** @param {string[]} words */
  #follow(words) {
    const [count, stage, turn, said, bid, atStake, asked, declarer, contract, taken, ...cards] = this.#ask("skat_table", words);
    const [hands, picked, discard, played, players, takers, legal, gaveUp, wanted, score] = cards;
    this.words = words.slice(0, count);
    this.stage = STAGES[stage];
    this.turn = someone(turn);
    /** @type {[number, string][]} */
    const spoken = Array.from({ length: said.length / 2 }, (_, at) => [said[2 * at], SAID[said[2 * at + 1]] ?? String(said[2 * at + 1])]);
    this.auction = { words: spoken, bid, atStake: atStake || null, asked: Boolean(asked) };
    this.declarer = someone(declarer);
    this.contract = contract && contractOf(contract[0], contract[1]);
    this.hands = hands.map(cardsOf);
    this.picked = cardsOf(picked);
    this.discard = taken && contract ? cardsOf(discard) : null;
    this.played = cardsOf(played);
    this.players = [...players];
    this.takers = [...takers];
    this.legalCards = cardsOf(legal);
    this.gaveUp = GAVE_UP[gaveUp];
    this.wanted = wanted < 0 ? null : wanted === TRUMPS ? "trumps" : suitOf(wanted);
    this.score = score && scoreOf(score);
  }

  /** Whether a person set up the deal. */
  get isOwnDeal() {
    return Boolean(this.words[0]?.includes("."));
  }

  /** The cards on the table. */
  get trick() {
    return this.played.slice(SEATS * this.takers.length);
  }

  /** The cards of the last complete trick. */
  get lastTrick() {
    return this.played.slice(0, SEATS * this.takers.length).slice(-SEATS);
  }

  /**
   * Carry out a word and return true; return false and change nothing if it is illegal.
   * @param {string} word
   */
  do(word) {
    const { length } = this.words;
    this.#follow([...this.words, word]);
    return this.words.length > length;
  }

  /**
   * Return the game as it was after this number of cards.
   * @param {number} cards
   */
  after(cards) {
    const start = this.words.length - this.played.length - Number(this.gaveUp !== null);
    return new SkatSession(this.#kernel, this.number, this.words.slice(0, start + cards));
  }

  /**
   * Return the game after one more word.
   * @param {string} word
   */
  with(word) {
    return new SkatSession(this.#kernel, this.number, [...this.words, word]);
  }

  /**
   * Return a seat's current view, as bytes without hidden cards.
   * @param {number} seat @returns {View}
   */
  view(seat) {
    return this.#ask("skat_view", this.words, seat)[0];
  }

  /**
   * Return the announcements possible with a game, apart from Hand.
   * @param {string} game @param {boolean} hand
   */
  announceable(game, hand) {
    const flags = flagsOf(this.#cover(game, hand ? ["hand"] : [])[4]);
    return ANNOUNCED.filter((name) => flags[name]);
  }

  /**
   * Return how the game of the seat to move covers its bid if it is won, `{way, value}`; `way` is null if it always does.
   * @param {string} game @param {string[]} names
   */
  cover(game, names) {
    const [way, value] = this.#cover(game, names);
    return { way: COVERS[way], value };
  }

  /** @param {string} game @param {string[]} names @returns {number[]} */
  #cover(game, names) {
    const held = setOf(this.hands[existing(this.turn)]);
    return this.#kernel.call("skat_cover", gameCode(game), codeOf(names), held, this.auction.bid);
  }

  /**
   * Return the word that announces a game with these announcements and a discard.
   * @param {string} game @param {string[]} names @param {Card[]} discard
   */
  announcement(game, names, discard = []) {
    return textOf(this.#kernel.call("skat_announced", gameCode(game), codeOf(names), setOf(discard))[0]);
  }
}

/** @param {string[]} names */
const codeOf = (names) => codeOfFlags(Object.fromEntries(names.map((name) => [name, true])));

/** @param {any[]} score @returns {SkatScore} */
function scoreOf([won, value, score, overbid, , , , points, tricks, sum]) {
  return { won: Boolean(won), value, score, overbid: Boolean(overbid), points, tricks, sum };
}
