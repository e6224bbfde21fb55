// The worlds that a seat takes for possible at a moment of a game: counted, drawn, and what was said and played tells of them.
// The counterpart of `kiebitz.analysis.skat.beliefs` and `listening`, with the same worlds for the same seed; the odds are
// those that the program writes into skat.json.

import { mask } from "./skat_encoding.js";
import { mustFollow, taking } from "./skat_tricks.js";
import { HAND, PACK, SKAT_SIZE, cardIndex, isTrump, pointsOf } from "./skat_values.js";
import { SEATS } from "./skat_views.js";

const FINE = 2 ** 53; // as finely as a number can be drawn
// A row of sums has a place for each pair of numbers of cards that two hands still get, and a border of zeros.
const ACROSS = HAND + 2;
const EMPTY = ACROSS + 1;
const FEWER = [ACROSS, 1, 0]; // how far back it is to the same place with one card less for the one hand, the other, neither
const IN_SKAT = SEATS;

const bitOf = (card) => mask([card]);

/** The card points of a set of cards. */
export const pointsIn = (bits) => pointsOf(PACK.filter((card) => bits & bitOf(card)));

/** A sum, added one after the other. */
export const added = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The worlds that agree with what a seat has seen. A world has three hands and the skat, as sets. */
export class Beliefs {
  constructor(view, course) {
    const { seat, hand, skat, shown, played, declarer } = view;
    const seen = new Set([...hand, ...skat, ...shown, ...played]);
    const hidden = PACK.filter((card) => !seen.has(card)).sort((a, b) => cardIndex(a) - cardIndex(b));
    this.places = [0, 1, 2].filter((one) => one !== seat);
    this.known = [0, 0, 0, mask(skat)];
    this.known[seat] = mask(hand);
    this.room = this.places.map((one) => (shown.length && one === declarer ? 0 : HAND - course.counts[one]));
    if (shown.length) this.known[declarer] = mask(shown);
    this.left = skat.length ? 0 : SKAT_SIZE;
    this.cards = hidden.map(bitOf);
    const { game } = view.contract;
    this.even = hidden.map((card) => [...this.places.map((one) => Number(!course.lacks[one].has(mustFollow(game, card)))), 1]);
    this.start = ACROSS * this.room[0] + this.room[1] + EMPTY;
    this.sums = this.#summed(this.even);
    this.count = this.sums[0][this.start];
  }

  /** Every world once. */
  all() {
    return Array.from({ length: this.count }, (_, number) => this.#world(this.even, this.sums, number));
  }

  /** Worlds and how often each counts: `number` that were drawn by the evidence, or each once where there are no more. */
  worlds(number, generator, evidence) {
    const odds = this.even.map((three) => [...three]);
    for (const [place, cards, factor] of evidence) {
      const at = place === IN_SKAT ? 2 : this.places.indexOf(place);
      odds.forEach((three, card) => this.cards[card] & cards && (three[at] *= factor));
    }
    if (this.count <= number) return this.all().map((world) => [world, this.#weight(odds, world)]);
    const sums = this.#summed(odds);
    const pick = () => sums[0][this.start] * (generator.below(FINE) / FINE);
    return Array.from({ length: number }, () => [this.#world(odds, sums, pick()), 1]);
  }

  /** For each card the weight of all ways to lay it and those after it, by what the hands still get. */
  #summed(odds) {
    const [mostFirst, mostSecond] = this.room;
    let row = new Float64Array(ACROSS ** 2);
    row[EMPTY] = 1;
    const rows = [row];
    odds.toReversed().forEach(([one, two, left], before) => {
      const number = before + 1;
      const after = row;
      row = new Float64Array(ACROSS ** 2);
      for (let first = Math.max(0, number - mostSecond - this.left); first <= Math.min(mostFirst, number); first++) {
        for (let second = Math.max(0, number - first - this.left); second <= Math.min(mostSecond, number - first); second++) {
          const at = ACROSS * first + second + EMPTY;
          row[at] = one * after[at - ACROSS] + two * after[at - 1] + left * after[at];
        }
      }
      rows.unshift(row);
    });
    return rows;
  }

  /** The world at `pick` on the line on which all lie end to end, each as long as its weight. */
  #world(odds, sums, pick) {
    let at = this.start;
    const laid = [0, 0, 0];
    this.cards.forEach((card, number) => {
      let place = 0;
      for (let here = 0; here < FEWER.length; here++) {
        const length = odds[number][here] * sums[number + 1][at - FEWER[here]];
        if (!length) continue;
        place = here; // the last one serves where rounding leaves something over
        if (pick < length) break;
        pick -= length;
      }
      laid[place] |= card;
      pick /= odds[number][place];
      at -= FEWER[place];
    });
    const found = [...this.known];
    [...this.places, IN_SKAT].forEach((place, which) => (found[place] |= laid[which]));
    const [skat, ...hands] = [found.pop(), ...found].map((bits) => bits >>> 0);
    return { hands, skat };
  }

  #weight(odds, { hands }) {
    const [first, second] = this.places.map((one) => hands[one]);
    return odds.reduce((weight, three, at) => weight * three[this.cards[at] & first ? 0 : this.cards[at] & second ? 1 : 2], 1);
  }
}

/**
 * What a defender has heard and seen of the others' cards: a place, a set of cards, how many times as likely each of them
 * lies there. Nothing for the declarer.
 */
export function evidence(view, course, { lies, instead }) {
  const { seat, declarer, played, words, contract } = view;
  const { game } = contract;
  if (seat === declarer) return [];
  const classes = game === "null" ? nullClasses : trumpClasses;
  const cards = (wanted) => mask(PACK.filter(wanted));
  const each = (place, table) => Object.entries(table).map(([name, odds]) => [place, cards((card) => classes(game, card) === name), odds]);
  const found = each(declarer, lies[game in lies ? game : "suit"]);
  if (game === "null") return found;
  if (!contract.hand) found.push(...each(IN_SKAT, lies.put));
  const partner = SEATS - seat - declarer;
  if (!words.some(([who, word]) => who === partner && word !== "p")) found.push(...each(partner, lies.silent));
  played.forEach((card, number) => {
    const who = course.seats[number];
    if (who === seat) return;
    const first = number - (number % SEATS);
    const trick = played.slice(first, number + 1);
    const kind = (one) => mustFollow(game, one) === mustFollow(game, trick[0]);
    const holder = course.seats[first + taking(game, trick)];
    const beside = holder === who ? "takes" : declarer === who || declarer === holder ? "loses" : "helps";
    const odds = instead[who === declarer ? "declarer" : "defender"][trick.length > 1 ? beside : "leads"];
    const might = (one) => !kind(card) || kind(one);
    const cheaper = (one) => pointsOf([one]) < pointsOf([card]);
    found.push([who, cards((one) => might(one) && cheaper(one)), odds[0]], [who, cards((one) => might(one) && !cheaper(one)), odds[1]]);
  });
  return found;
}

const nullClasses = (_, [rank]) => ("TJ".includes(rank) ? "middle" : "QKA".includes(rank) ? "high" : null);
const trumpClasses = (game, card) => (card[0] === "J" ? "jack" : isTrump(game, card) ? "trump" : { A: "ace", T: "ten" }[card[0]]);
