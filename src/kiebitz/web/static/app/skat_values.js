// What a Skat hand is worth without its chances: contracts, matadors, official values, bids, and the textbook's rule.
// The counterpart of `kiebitz.skat`, with whose figures the tests compare these; cards are texts such as "JC".

export const HAND = 10;
/** How many cards the skat has. */
export const SKAT_SIZE = 2;
const RANKS = "A789TJQK"; // the order of the pack, and of the deck that worlds are drawn from
const SUITS = "CDHS";
/** The pack in its order: rank by rank, and in each clubs, diamonds, hearts, spades. */
export const PACK = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));

/** The games with trumps in the order of their value, Null last: the base value, the trump suit, the kernel's number. */
export const GAMES = Object.freeze({
  clubs: { base: 12, suit: "C", code: 0 },
  spades: { base: 11, suit: "S", code: 3 },
  hearts: { base: 10, suit: "H", code: 2 },
  diamonds: { base: 9, suit: "D", code: 1 },
  grand: { base: 24, suit: null, code: 4 },
  null: { base: 0, suit: null, code: 5 },
});
const TRUMP_GAMES = Object.keys(GAMES).filter((game) => game !== "null");
const NULL_VALUES = { null: 23, "null hand": 35, "null ouvert": 46, "null hand ouvert": 59 };
/** The jacks from the highest down, which is also the order of the suits by value. */
const JACK_ORDER = "CSHD";
const SUIT_ORDER = "ATKQ987";
const MOST_MATADORS = { grand: 4 };
const MOST_LEVELS = 7; // what is counted on top of the matadors: the game itself, and six more
const LEAST_TRUMPS = 6;
const POINTS = { A: 11, T: 10, K: 4, Q: 3, J: 2 };

/** Every value that a game can have, and so every bid, from 18 to 264. */
export const BIDS = ladder();

function ladder() {
  const values = new Set(Object.values(NULL_VALUES));
  for (const game of TRUMP_GAMES) {
    const most = (MOST_MATADORS[game] ?? 11) + MOST_LEVELS;
    for (let factor = 2; factor <= most; factor++) values.add(GAMES[game].base * factor);
  }
  return [...values].sort((a, b) => a - b);
}

/** The highest bid that a game of this value covers. */
export const highestBid = (value) => BIDS.findLast((bid) => bid <= value);

/** What may be announced, in the order in which it is written. */
export const ANNOUNCED = ["hand", "schneider", "schwarz", "ouvert"];

/** A contract: a game, and what is announced; Schwarz includes Schneider, and but for Null ouvert includes both. */
export function contract(game, { hand = false, schneider = false, schwarz = false, ouvert = false } = {}) {
  const all = game !== "null" && (schwarz || ouvert);
  return { game, hand, schneider: all || schneider, schwarz: all, ouvert };
}

/** Whether a text is a contract in words. */
export const isContract = (text) => {
  const [game, ...announced] = text.split(" ");
  return Object.hasOwn(GAMES, game) && announced.every((word) => ANNOUNCED.includes(word));
};

/** A contract in words: `spades hand`, `null ouvert`. */
export const contractText = (one) => [one.game, ...ANNOUNCED.filter((name) => one[name])].join(" ");

/** All contracts that are compared: nothing announced but Hand and Null ouvert. */
export const usualContracts = () =>
  [false, true].flatMap((hand) => [
    ...TRUMP_GAMES.map((game) => contract(game, { hand })),
    ...[false, true].map((ouvert) => contract("null", { hand, ouvert })),
  ]);

/** The card points of some cards. */
export const pointsOf = (cards) => cards.reduce((sum, card) => sum + (POINTS[card[0]] ?? 0), 0);

/** The place of a card in the order of the pack. */
export const cardIndex = (card) => PACK.indexOf(card);

/** Whether a card is trump: the jacks and the suit of the game; in Grand the jacks only; in Null nothing. */
export const isTrump = (game, card) => game !== "null" && (card[0] === "J" || card[1] === GAMES[game].suit);

function trumps(game) {
  const { suit } = GAMES[game];
  const jacks = [...JACK_ORDER].map((other) => `J${other}`);
  return suit === null ? jacks : [...jacks, ...[...SUIT_ORDER].map((rank) => rank + suit)];
}

/** The matadors of the declarer's cards: their number, negative for *without*; 0 in Null. */
export function matadors(cards, game) {
  if (game === "null") return 0;
  const order = trumps(game);
  const held = cards.includes(order[0]);
  const end = order.findIndex((card) => cards.includes(card) !== held);
  const count = end < 0 ? order.length : end;
  return held ? count : -count;
}

/** The value of a contract with its matadors, and with Schneider or Schwarz made; what is announced counts as made. */
export function valueOf(one, signed, { schneider = false, schwarz = false } = {}) {
  if (one.game === "null") return NULL_VALUES[contractText(one)];
  const levels = [one.hand, schneider || schwarz || one.schneider, one.schneider, schwarz || one.schwarz, one.schwarz, one.ouvert];
  return (Math.abs(signed) + 1 + levels.filter(Boolean).length) * GAMES[one.game].base;
}

/** All pairs of some cards, in their order. */
export function pairs(cards) {
  return cards.flatMap((one, index) => cards.slice(index + 1).map((other) => [one, other]));
}

/**
 * What ten cards are worth: the textbook's value, and the official ones, contract by contract. Of twelve, the skat among
 * them, no Hand game is valued, and the textbook's value, null, is not asked for.
 */
export function handValue(cards) {
  const known = cards.length > HAND;
  const skats = known ? [[]] : pairs(PACK.filter((card) => !cards.includes(card)));
  const hands = known ? [false] : [false, true];
  const wanted = TRUMP_GAMES.flatMap((game) => hands.map((one) => contract(game, { hand: one })));
  for (const ouvert of [false, true]) for (const one of hands) wanted.push(contract("null", { hand: one, ouvert }));
  return { textbook: known ? null : textbook(cards), contracts: wanted.map((one) => valuation(cards, one, skats)) };
}

function valuation(hand, one, skats) {
  const text = contractText(one);
  const isNull = one.game === "null";
  const signed = matadors(hand, one.game);
  const values = isNull ? [valueOf(one)] : skats.map((two) => valueOf(one, matadors([...hand, ...two], one.game)));
  const least = Math.min(...values);
  return {
    contract: text,
    matadors: isNull ? null : `${signed > 0 ? "with" : "without"} ${Math.abs(signed)}`,
    value: valueOf(one, signed),
    with_schneider: isNull ? null : valueOf(one, signed, { schneider: true }),
    with_schwarz: isNull ? null : valueOf(one, signed, { schwarz: true }),
    least,
    most: Math.max(...values),
    highest_bid: highestBid(least),
  };
}

/**
 * The textbook's rule: jack factor × suit factor, if the longest suit has six trumps and there is an ace beside it.
 * `suit` and `value` are null where it passes.
 */
function textbook(hand) {
  const jacks = [...JACK_ORDER].map((suit) => hand.includes(`J${suit}`));
  const run = jacks.findIndex((held) => held !== jacks[0]);
  const games = TRUMP_GAMES.filter((game) => game !== "grand");
  const lengths = games.map((game) => hand.filter((card) => isTrump(game, card)).length);
  const count = Math.max(...lengths);
  const game = games[lengths.indexOf(count)]; // of equal ones the first, which is the highest
  const hasAce = hand.some((card) => card[0] === "A" && card[1] !== GAMES[game].suit);
  const plays = count >= LEAST_TRUMPS && hasAce;
  const factor = (run < 0 ? JACK_ORDER.length : run) + 1;
  return {
    value: plays ? factor * GAMES[game].base : null,
    suit: plays ? game : null,
    jack_factor: factor,
    suit_factor: plays ? GAMES[game].base : null,
    trumps: count,
  };
}
