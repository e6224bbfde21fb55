// The numberings of deals by name, each from a number to cards in dealing order: the counterpart of `kiebitz.deals`.
// Numbers beyond those that JavaScript holds exactly are BigInt.

import { LAST, dealCards } from "./deals.js";
import { Fault } from "./faults.js";
import { BadLink } from "./links.js";
import { SplitMix64, naiveShuffle, shuffle } from "./splitmix.js";

const FULL = 52;
const LAST_SEED = 2n ** 64n - 1n;
const FIRST_OF_PYSOLFC = 32_000;
const HEIGHTS = [3, 3, 3, 2, 2];
const SHORT = 4; // cards in the columns of two
/** The jokes of Windows FreeCell: ranks of the left four and of the right four columns, suits from column to column. */
const JOKES = { "-1": ["A3579JK", "QT8642", "CDHS"], "-2": ["AKQJT98", "765432", "SHDC"], "-3": ["KQJT987", "65432A", "SHDC"] };

const NUMBERINGS = {
  microsoft: { least: (deck) => (deck.length === FULL ? -4 : 0), most: LAST, cards: (number, deck) => (number < 0 ? joke(number) : dealCards(number, deck)) },
  pysolfc: { size: FULL, least: () => 0, most: 10n ** 20n, cards: pysolfc },
  "fisher-yates": { least: () => 0, most: LAST_SEED, cards: (number, deck) => shuffled(deck, shuffle, number) },
  wetherell: { least: () => 0, most: LAST_SEED, cards: (number, deck) => shuffled(deck, naiveShuffle, number) },
  "one-suit": { size: 13, least: () => 0, most: 518_918_399, cards: oneSuit },
};

/** The least and the last number of a numbering for a pack. */
export const rangeOf = (numbering, deck) => [NUMBERINGS[numbering].least(deck), NUMBERINGS[numbering].most];

/** The cards of a deal in dealing order; a `BadLink` if there is no such numbering, a `Fault` if no such number. */
export function cardsOfDeal(numbering, number, deck) {
  const known = Object.hasOwn(NUMBERINGS, numbering) ? NUMBERINGS[numbering] : null;
  if (!known || (known.size ?? deck.length) !== deck.length) throw new BadLink("numbering", numbering);
  const [least, most] = rangeOf(numbering, deck);
  if (number < least || number > most) throw new Fault("bad_number", String(number), { number: String(number), least, most });
  return known.cards(number, deck);
}

/** Whether there is a numbering of this name. */
export const isNumbering = (name) => Object.hasOwn(NUMBERINGS, name);

function shuffled(deck, by, seed) {
  const cards = [...deck];
  by(cards, new SplitMix64(seed));
  return cards;
}

/** One of the four deals that Windows FreeCell lays out by hand, read row by row. */
function joke(number) {
  const piles = [];
  if (number === -4) {
    const cards = [..."KQJT98765432A"].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit));
    for (const height of [7, 7, 7, 7, 6, 6, 6, 6]) piles.push(cards.splice(0, height));
  } else {
    const [left, right, suits] = JOKES[number];
    for (const ranks of [left, right]) for (const suit of suits) piles.push([...ranks].map((rank) => rank + suit));
  }
  return byRows(piles);
}

const byRows = (piles) => piles[0].flatMap((_, row) => piles.filter((pile) => row < pile.length).map((pile) => pile[row]));

// --- PySolFC: from 32,000 on Python's Mersenne Twister, seeded with the number ---

function pysolfc(number, deck) {
  if (number < FIRST_OF_PYSOLFC) return dealCards(Number(number), deck);
  const random = mersenneTwister(BigInt(number));
  const cards = [..."CSHD"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  for (let last = cards.length - 1; last > 0; last--) {
    const place = Math.floor(random() * (last + 1));
    [cards[last], cards[place]] = [cards[place], cards[last]];
  }
  return cards.reverse();
}

/** Python's `random.Random(seed).random`: MT19937 of Matsumoto and Nishimura, begun with the seed's words of 32 bits. */
function mersenneTwister(seed) {
  const [size, middle] = [624, 397];
  const state = new Uint32Array(size);
  state[0] = 19650218;
  const previous = (at) => state[at - 1] ^ (state[at - 1] >>> 30);
  for (let at = 1; at < size; at++) state[at] = Math.imul(1812433253, previous(at)) + at;
  const key = [];
  for (let left = seed; left || !key.length; left >>= 32n) key.push(Number(left & 0xffffffffn));
  let at = 1;
  const around = () => {
    if (++at < size) return;
    state[0] = state[size - 1];
    at = 1;
  };
  for (let step = 0; step < Math.max(size, key.length); step++) {
    const place = step % key.length;
    state[at] = (state[at] ^ Math.imul(previous(at), 1664525)) + key[place] + place;
    around();
  }
  for (let step = 1; step < size; step++) {
    state[at] = (state[at] ^ Math.imul(previous(at), 1566083941)) - at;
    around();
  }
  state[0] = 0x80000000;
  let index = size;
  const next = () => {
    if (index === size) {
      for (let one = 0; one < size; one++) {
        const mixed = (state[one] & 0x80000000) | (state[(one + 1) % size] & 0x7fffffff);
        state[one] = state[(one + middle) % size] ^ (mixed >>> 1) ^ (mixed & 1 ? 0x9908b0df : 0);
      }
      index = 0;
    }
    let bits = state[index++];
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return (bits ^ (bits >>> 18)) >>> 0;
  };
  return () => ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;
}

// --- all deals of the 13-card game ---

/** A number's digits say which cards lie in the columns of two, which of these together, and the order in each column. */
function oneSuit(number, deck) {
  const bases = [choose(13, SHORT), 3, choose(8, 2), choose(5, 2), ...HEIGHTS.map(factorial).reverse()];
  const digits = [];
  let left = Number(number);
  for (const base of [...bases].reverse()) {
    digits.push(left % base);
    left = Math.floor(left / base);
  }
  const short = digits.pop();
  const [pair, first, second] = [digits.pop(), digits.pop(), digits.pop()];
  const ranks = Array.from({ length: 13 }, (_, index) => index + 1);
  const low = combinations(ranks, SHORT)[short];
  const high = ranks.filter((rank) => !low.includes(rank));
  const sets = [taken(high, 3, first), taken(high, 3, second), taken(high, 3, 0), taken(low, 2, pair), taken(low, 2, 0)];
  const columns = sets.map((set, index) => permutations(set)[digits[index]]);
  return byRows(columns).map((rank) => deck[rank - 1]);
}

/** Take the lowest of some ranks and the set of others with this index out of them. */
function taken(ranks, size, index) {
  const found = [ranks[0], ...combinations(ranks.slice(1), size - 1)[index]];
  ranks.splice(0, ranks.length, ...ranks.filter((rank) => !found.includes(rank)));
  return found;
}

const factorial = (count) => (count > 1 ? count * factorial(count - 1) : 1);
const choose = (all, some) => factorial(all) / factorial(some) / factorial(all - some);

function combinations(list, size) {
  if (!size) return [[]];
  return list.flatMap((one, index) => combinations(list.slice(index + 1), size - 1).map((others) => [one, ...others]));
}

function permutations(list) {
  if (!list.length) return [[]];
  return list.flatMap((one, index) => permutations(list.toSpliced(index, 1)).map((others) => [one, ...others]));
}

