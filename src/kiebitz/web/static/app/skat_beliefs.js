// The worlds that a seat takes for possible at a moment of a game: drawn, and weighed by what was said.
// The counterpart of `kiebitz.analysis.skat.beliefs`, with the same worlds for the same seed; the weights are those that the
// program writes into skat.json.

import { mask, sizeOf } from "./skat_encoding.js";
import { JACKS, mustFollow } from "./skat_tricks.js";
import { BIDS, GAMES, HAND, PACK, SKAT_SIZE, cardIndex, isTrump, pointsOf, valueOf } from "./skat_values.js";
import { SEATS } from "./skat_views.js";

const BITS = new Map(PACK.map((card) => [card, mask([card])]));
const SAFE_STEP = 2; // in Null 7, 9, J, K are safe from the lowest up: every other place
const CHOICES = binomials(PACK.length);

function binomials(most) {
  const rows = [[1]];
  for (let n = 1; n <= most; n++) rows.push([1, ...rows[n - 1].map((one, k) => one + (rows[n - 1][k + 1] ?? 0))]);
  return (n, k) => rows[n][k] ?? 0;
}

const bitsOf = (cards) => cards.reduce((bits, card) => bits | BITS.get(card), 0) >>> 0;

/** The card points of a set of cards. */
export const pointsIn = (bits) => pointsOf(PACK.filter((card) => bits & BITS.get(card)));

/** A sum, added one after the other. */
export const added = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The worlds that agree with what a seat has seen. A world has three hands and the skat, as sets. */
export class Beliefs {
  #ways = new Map();

  constructor(view, course) {
    const { seat, hand, skat, shown, played, declarer } = view;
    const { game } = view.contract;
    const seen = new Set([...hand, ...skat, ...shown, ...played]);
    const open = shown.length ? declarer : null;
    this.fixed = [0, 0, 0];
    this.fixed[seat] = bitsOf(hand);
    if (open !== null) this.fixed[open] = bitsOf(shown);
    this.places = [0, 1, 2].filter((one) => one !== seat && one !== open);
    this.skat = bitsOf(skat);
    const room = [...this.places.map((one) => HAND - course.counts[one]), 0];
    this.room = room.slice(0, 2);
    this.inSkat = skat.length ? 0 : SKAT_SIZE;
    const kinds = new Map();
    for (const card of PACK.filter((one) => !seen.has(one)).sort((a, b) => cardIndex(a) - cardIndex(b))) {
      const kind = mustFollow(game, card);
      kinds.set(kind, [...(kinds.get(kind) ?? []), BITS.get(card)]);
    }
    this.kinds = [...kinds.values()];
    this.hidden = this.kinds.reduce((sum, cards) => sum + cards.length, 0);
    const lacks = [...this.places.map((one) => course.lacks[one]), new Set()];
    this.may = [...kinds.keys()].map((kind) => [!lacks[0].has(kind), !lacks[1].has(kind)]);
    this.count = this.#total(0, ...this.room);
  }

  #total(at, first, second) {
    return this.#splits(at, first, second).reduce((sum, [ways]) => sum + ways, 0);
  }

  /** How the cards of a kind may be split: the number of worlds that follow, and how many go to whom. */
  #splits(at, first, second) {
    if (at === this.kinds.length) return first === 0 && second === 0 ? [[1, 0, 0]] : [];
    const key = (at * 16 + first) * 16 + second;
    if (this.#ways.has(key)) return this.#ways.get(key);
    const { length } = this.kinds[at];
    const left = this.kinds.slice(at).reduce((sum, cards) => sum + cards.length, 0);
    const free = this.inSkat - (this.hidden - left) + (this.room[0] + this.room[1] - first - second);
    const found = [];
    for (let one = 0; one <= Math.min(first, this.may[at][0] ? length : 0); one++) {
      for (let two = 0; two <= Math.min(second, this.may[at][1] ? length - one : 0); two++) {
        if (length - one - two > free) continue;
        const ways = CHOICES(length, one) * CHOICES(length - one, two) * this.#total(at + 1, first - one, second - two);
        if (ways) found.push([ways, one, two]);
      }
    }
    this.#ways.set(key, found);
    return found;
  }

  /** A world, each as likely as the next. */
  draw(generator) {
    let [first, second] = this.room;
    const hands = [0, 0];
    let { skat } = this;
    this.kinds.forEach((cards, at) => {
      const splits = this.#splits(at, first, second);
      let pick = splits.length > 1 ? generator.below(splits.reduce((sum, [ways]) => sum + ways, 0)) : 0;
      const chosen = splits.find(([ways]) => pick < ways || ((pick -= ways), false)) ?? splits.at(-1);
      const [, one, two] = chosen;
      const order = [...cards];
      for (let place = 0; place < Math.min(one + two, order.length - 1); place++) {
        const other = place + generator.below(order.length - place);
        [order[place], order[other]] = [order[other], order[place]];
      }
      const united = (some) => some.reduce((bits, card) => bits | card, 0);
      hands[0] |= united(order.slice(0, one));
      hands[1] |= united(order.slice(one, one + two));
      skat |= united(order.slice(one + two));
      first -= one;
      second -= two;
    });
    return this.#world(hands, skat);
  }

  /** Every world once. */
  *all() {
    yield* this.#each(0, ...this.room, [0, 0], this.skat);
  }

  *#each(at, first, second, hands, skat) {
    if (at === this.kinds.length) {
      if (first === 0 && second === 0) yield this.#world(hands, skat);
      return;
    }
    const cards = this.kinds[at];
    const whole = cards.reduce((bits, card) => bits | card, 0);
    for (const [, one, two] of this.#splits(at, first, second)) {
      for (const mine of combinations(cards, one)) {
        const rest = cards.filter((card) => !(card & mine));
        for (const other of combinations(rest, two)) {
          const left = skat | (whole & ~mine & ~other);
          yield* this.#each(at + 1, first - one, second - two, [hands[0] | mine, hands[1] | other], left);
        }
      }
    }
  }

  #world(hands, skat) {
    const found = [...this.fixed];
    this.places.forEach((seat, place) => (found[seat] = hands[place] >>> 0));
    return { hands: found, skat: skat >>> 0 };
  }
}

/** The sets of some of the cards, in the order of `itertools.combinations`. */
function* combinations(cards, size, from = 0, bits = 0) {
  if (size === 0) {
    yield bits;
    return;
  }
  for (let at = from; at <= cards.length - size; at++) yield* combinations(cards, size - 1, at + 1, bits | cards[at]);
}

/** Worlds and how often each counts: `number` in all, or each once where there are no more. */
export function worldsOf(beliefs, number, generator, weigh, parameters) {
  if (beliefs.count <= number) return [...beliefs.all()].map((world) => [world, weigh ? weigh(world) : 1]);
  const times = weigh ? parameters.drawn : 1;
  const drawn = Array.from({ length: times * number }, () => beliefs.draw(generator));
  if (!weigh) return drawn.map((world) => [world, 1]);
  const weights = drawn.map(weigh);
  const step = added(weights) / number;
  const found = [];
  let left = step * (generator.below(2 ** 32) / 2 ** 32); // how far the next mark is
  drawn.forEach((world, place) => {
    const width = weights[place];
    const marks = width > left ? Math.floor((width - left) / step) + 1 : 0;
    left += marks * step - width;
    if (marks) found.push([world, marks]);
  });
  return found;
}

// What the others have said

const ALL_JACKS = mask(JACKS);
const ACES = mask(PACK.filter((card) => card[0] === "A"));
const TRUMPS = Object.fromEntries(Object.keys(GAMES).map((game) => [game, mask(PACK.filter((card) => isTrump(game, card)))]));

/** How high a plain player would bid on ten cards, 0 for a pass: by trumps, jacks and aces. */
export function roughBid(hand) {
  const jacks = sizeOf(hand & ALL_JACKS);
  const held = JACKS.map((card) => Boolean(hand & BITS.get(card)));
  const end = held.findIndex((one) => one !== held[0]);
  const run = end < 0 ? JACKS.length : end;
  let best = danger(hand) === 0 ? valueOf({ game: "null" }) : 0;
  for (const [game, { base }] of Object.entries(GAMES)) {
    if (game === "null") continue;
    const trumps = sizeOf(hand & TRUMPS[game]);
    const high = jacks + sizeOf(hand & ACES & ~TRUMPS[game]);
    const plays = game === "grand" ? jacks >= 2 && high >= 5 : high >= 3 && (trumps >= 6 || (trumps === 5 && jacks >= 2));
    if (plays) best = Math.max(best, base * (run + 1));
  }
  return best;
}

/** How many cards of a hand lie higher than is safe in Null. */
export function danger(hand) {
  let found = 0;
  for (let suit = 0; suit < 4; suit++) {
    let number = 0;
    for (let place = 0; place < 8; place++) {
      if (!((hand >>> (8 * suit + place)) & 1)) continue;
      if (place > SAFE_STEP * number) found++;
      number++;
    }
  }
  return found;
}

/** What weighs worlds by what the others said and announced; nothing is impossible. */
export function listening(view, course, parameters) {
  const { game, hand: isHand } = view.contract;
  const played = [0, 0, 0];
  view.played.forEach((card, place) => (played[course.seats[place]] |= BITS.get(card)));
  const said = [0, 0, 0]; // the highest bid that a seat made or held
  const refused = [null, null, null]; // the lowest it would not
  let asked = BIDS[0];
  for (const [seat, word] of view.words) {
    if (word === "p") refused[seat] = asked;
    else {
      if (word !== "y") asked = Number(word);
      said[seat] = asked;
    }
  }
  const entry = (table, number) => table[Math.min(number, table.length - 1)];

  function ofDeclarer(hand, skat) {
    if (game === "null") return entry(parameters.null_by_danger, danger(hand));
    const trumps = sizeOf(hand & TRUMPS[game]);
    const aces = sizeOf(hand & ACES & ~TRUMPS[game]);
    let weight = game === "grand" ? entry(parameters.grand_by_strength, 2 * trumps + aces) : entry(parameters.suit_by_trumps, trumps);
    if (!isHand && !view.skat.length) {
      for (let count = sizeOf(skat & TRUMPS[game]); count; count--) weight *= parameters.trump_put;
      for (let count = sizeOf(skat & ACES & ~TRUMPS[game]); count; count--) weight *= parameters.ace_put;
    }
    return weight;
  }

  return (world) => {
    let weight = 1;
    for (let seat = 0; seat < SEATS; seat++) {
      if (seat === view.seat) continue;
      const hand = world.hands[seat] | played[seat];
      if (seat === view.declarer) {
        weight *= ofDeclarer(hand, world.skat);
        if (!isHand) continue; // which of the twelve he was dealt is not known
      }
      const worth = roughBid(hand);
      if (said[seat] > worth) weight *= parameters.overbold;
      if (refused[seat] !== null && worth >= refused[seat]) weight *= parameters.overcautious;
    }
    return weight;
  };
}
