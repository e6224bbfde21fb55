// A game of Skat in progress: the number of its deal, and its actions as words, as in links: a bid, `y` or `p`; `s` to take up the
// skat; a contract's letters, with the discard `G.7H.QD`; cards. The kernel derives the rest.

import { ANNOUNCED, bytesOf, cardsOf, codeOfFlags, contractOf, flagsOf, gameCode, SEATS, setOf, suitOf, textOf } from "./skat_encoding.js";

const STAGES = ["bidding", "skat", "announcement", "play", "over"];
const SAID = { 0: "p", 1: "y" };
const TRUMPS = 4;
const someone = (seat) => (seat < 0 ? null : seat);

export class SkatSession {
  #kernel;

  /** Follow the words of a game up to the first illegal one. */
  constructor(kernel, number, words = []) {
    this.#kernel = kernel;
    this.number = String(number);
    this.#follow(words);
  }

  #ask(name, words, ...values) {
    return this.#kernel.call(name, BigInt.asIntN(64, BigInt(this.number)), bytesOf(words.join(" ")), ...values);
  }

  #follow(words) {
    const [count, stage, turn, said, bid, atStake, asked, declarer, contract, taken, ...cards] = this.#ask("skat_table", words);
    const [hands, discard, played, players, takers, legal, wanted, score, points] = cards;
    this.words = words.slice(0, count);
    this.stage = STAGES[stage];
    this.turn = someone(turn);
    const spoken = Array.from({ length: said.length / 2 }, (_, at) => [said[2 * at], SAID[said[2 * at + 1]] ?? String(said[2 * at + 1])]);
    this.auction = { words: spoken, bid, atStake: atStake || null, asked: Boolean(asked) };
    this.declarer = someone(declarer);
    this.contract = contract && contractOf(...contract);
    this.hands = hands.map(cardsOf); // sorted as players hold them
    this.discard = taken && contract ? cardsOf(discard) : null;
    this.played = cardsOf(played);
    this.players = [...players]; // of the cards
    this.takers = [...takers]; // of the tricks
    this.legalCards = cardsOf(legal);
    this.wanted = wanted < 0 ? null : wanted === TRUMPS ? "trumps" : suitOf(wanted); // as required by the card led
    this.points = points; // tournament points by seat
    this.score = score && scoreOf(score);
  }

  /** The cards on the table. */
  get trick() {
    return this.played.slice(this.played.length - (this.played.length % SEATS));
  }

  /** Carry out a word and return true; return false and change nothing if it is illegal. */
  do(word) {
    const { length } = this.words;
    this.#follow([...this.words, word]);
    return this.words.length > length;
  }

  /** Return the game as it was after this number of cards. */
  after(cards) {
    return new SkatSession(this.#kernel, this.number, this.words.slice(0, this.words.length - this.played.length + cards));
  }

  /** Return the game after one more word. */
  with(word) {
    return new SkatSession(this.#kernel, this.number, [...this.words, word]);
  }

  /** Return a seat's current view, as bytes without hidden cards. */
  view(seat) {
    return this.#ask("skat_view", this.words, seat)[0];
  }

  /** Return the announcements possible with a game, apart from Hand. */
  announceable(game, hand) {
    const flags = flagsOf(this.#kernel.call("skat_announceable", gameCode(game), Number(hand))[0]);
    return ANNOUNCED.filter((name) => flags[name]);
  }

  /** Return the word that announces a game with these announcements and a discard. */
  announcement(game, names, discard = []) {
    const flags = codeOfFlags(Object.fromEntries(names.map((name) => [name, true])));
    return textOf(this.#kernel.call("skat_announced", gameCode(game), flags, setOf(discard))[0]);
  }
}

function scoreOf([won, value, score, overbid, matadors, points, tricks, game, flags, base, levels]) {
  return {
    won: Boolean(won),
    value,
    score,
    overbid: Boolean(overbid),
    matadors,
    points,
    tricks,
    counted: contractOf(game, flags),
    base,
    levels,
  };
}
