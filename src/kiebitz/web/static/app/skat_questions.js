// The worker's questions about Skat, as calls of the kernel. Decisions and hints use a view without hidden cards; the light and the
// review use all cards.

import { bytesOf, cardOf, cardsIn, cardsOf, codeOf, contractOf, contractText, HAND, setOf, textOf } from "./skat_encoding.js";

const SEATS = ["forehand", "middlehand", "rearhand"];
const SEED = 1;
/** Numbers of worlds for the hint of a card, for a mistake or the fair light, and for chances; the bid of the chances. */
const CARD_WORLDS = 60;
const FAIR_WORLDS = 100;
const WORLDS = 60;
const BID = 18;
const STAGES = ["judged", "survey", "choice"];
const SETTLES = [null, "schneider", "game"];
const PACK = 0xffffffff;

/** @param {any} game */
const gameOf = ({ number, words }) => [BigInt.asIntN(64, BigInt(number)), bytesOf(words.join(" "))];

/**
 * Return the decision of an engine's level for a view, as a word of the session.
 * @param {Kernel} kernel @param {{view: View, level: string}} asked
 */
export const decided = (kernel, { view, level }) => textOf(kernel.call("skat_decision", view, bytesOf(level), SEED)[0]);

/**
 * Return the best action: before play by the chances of the hand, with the share of worlds won by its contract and its
 * chance at the table; in play the strongest engine's card, with the share of worlds won after it.
 * @param {Kernel} kernel @param {{view: View}} asked @returns {SkatHint}
 */
export function hinted(kernel, { view }) {
  const [word, won, chance] = kernel.call("skat_hint", view, WORLDS, CARD_WORLDS, SEED);
  return { word: textOf(word), won, chance };
}

/**
 * Return the claim of the seat to play that all remaining tricks are its side's.
 * @param {Kernel} kernel @param {SkatGame} game @returns {SkatClaim}
 */
export function claimed(kernel, game) {
  const [worlds, checked, refusing, rest, hands] = kernel.call("skat_claim", ...gameOf(game));
  return { worlds, checked: Boolean(checked), refusing: [...refusing], rest: cardsOf(rest), against: hands.map(cardsOf) };
}

/**
 * Judge a card of a problem, or all legal cards: the number of worlds and the `cards` that win in each; if the one card fails,
 * the hands and the skat of a world in which it does, and the `result` with best play: the declarer's card points, in Null
 * whether he takes no trick.
 * @param {Kernel} kernel @param {SkatGame & {open: boolean, card: Card | null}} asked
 */
export function answered(kernel, { open, card, ...game }) {
  const [worlds, cards, hands = [], skat = [], result = 0] = kernel.call(
    "skat_winning",
    ...gameOf(game),
    Number(open),
    card === null ? -1 : codeOf(card),
  );
  return { worlds, cards: cardsOf(cards), hands: Array.from(hands, cardsOf), skat: cardsOf(skat), result };
}

/**
 * Return whether the declarer wins with best play by all and all cards visible.
 * @param {Kernel} kernel @param {SkatGame} game
 */
export const lit = (kernel, game) => ({ won: Boolean(kernel.call("skat_light", ...gameOf(game))[0]) });

/**
 * Return the declarer's chance in the view of the seat to move, after its best card.
 * @param {Kernel} kernel @param {{view: View}} asked
 */
export const litFairly = (kernel, { view }) => ({ won: kernel.call("skat_fair_light", view, FAIR_WORLDS, SEED)[3] });

/**
 * Return a seat's cards that were mistakes in its own view: `{number, trick, card, best, chance, bestChance}`.
 * @param {Kernel} kernel @param {SkatGame & {seat: number}} asked @returns {SkatMistake[]}
 */
export function judged(kernel, { seat, ...game }) {
  const [mistakes] = kernel.call("skat_mistakes", ...gameOf(game), seat, FAIR_WORLDS, SEED);
  return Array.from(mistakes, ([number, trick, card, best, chance, bestChance]) => ({
    number,
    trick,
    card: cardOf(card),
    best: cardOf(best),
    chance,
    bestChance,
  }));
}

/**
 * Review each card of a game: `{number, trick, seat, card, values, before, after, best, holding, decides}`. `values` are the
 * results `{card, value}` of all legal cards, best first; `best` are the best cards; `holding` are the cards that would
 * have kept the result that a turning point lost; `decides` is "game" or "schneider" if the card settled it.
 * @param {Kernel} kernel @param {SkatGame} game @returns {SkatStep[]}
 */
export function reviewed(kernel, game) {
  const [steps] = kernel.call("skat_steps", ...gameOf(game));
  return Array.from(steps, ([trick, seat, card, cards, values, before, after, best, holding, , , settles], index) => ({
    number: index + 1,
    trick,
    seat,
    card: cardOf(card),
    values: cardsOf(cards).map((one, at) => ({ card: one, value: values[at] })),
    before,
    after,
    best: cardsOf(best),
    holding: cardsOf(holding),
    decides: SETTLES[settles],
  }));
}

/**
 * Return the worth of a game's deal, `{discard, covers, best}`, as a generator that yields between its steps. `start` is the
 * value of the game at the start of play, null where all passed. `discard` is `{value, best, bestValue}`, or null if there
 * was none; `covers` is the highest bid that the game covers, or null if it is lost; `best` is each seat's contract with
 * the best score, `{contract, discard, score}`, or null where none wins its bid.
 * @param {Kernel} kernel @param {SkatGame & {start: number | null}} asked @returns {Generator<undefined, SkatWorth>}
 */
export function* worthOfDeal(kernel, { start, ...game }) {
  const values = gameOf(game);
  const [bestValue, pair] = start === null ? [] : kernel.call("skat_put", ...values, start);
  yield;
  const best = [];
  for (let seat = 0; seat < SEATS.length; seat++) {
    const [place, contracts] = kernel.call("skat_par", ...values, seat);
    const [code, flags, discard, , , score] = contracts[place] ?? [];
    best.push(code === undefined ? null : { contract: contractOf(code, flags), discard: cardsOf(discard), score });
    yield;
  }
  const [covers] = start === null ? [0] : kernel.call("skat_covers", ...values, start);
  return { discard: pair && start !== null ? { value: start, best: cardsOf(pair), bestValue } : null, covers: covers || null, best };
}

/**
 * Count the chances of ten cards, or of twelve with the skat, world by world. Each step yields a function that returns the
 * figures so far, `{done, played, total, bid, best, contracts}`; the last ones are `done`. `bid` is the highest bid that pays,
 * or 0, and `best` the place of the contract that pays most at it. For twelve cards each contract has its `discard` and the
 * `discards` judged.
 * @param {Kernel} kernel @param {Card[]} cards @param {string} seat @returns {Generator<() => Chances, void>}
 */
export function* chances(kernel, cards, seat) {
  const at = SEATS.indexOf(seat);
  const [hand, skat] = [cards.slice(0, HAND), cards.slice(HAND)];
  const [contracts] = kernel.call("skat_usual_contracts", Number(!skat.length));
  const question = [setOf(hand), setOf(skat), 0, at, BID, WORLDS, SEED, 0, 0, contracts];
  const knowledge = [setOf(cards), at, PACK, 0, 0];
  /** @type {any[][][]} */
  const stages = [];
  let played = 0;
  for (;;) {
    stages.push([]);
    const [total, stage] = kernel.call("skat_chances_next", question, stages.map(merged));
    /** @param {boolean} done @returns {Chances} */
    const figures = (done) => ({ done, played, total, ...rowsOf(kernel, question, skat, stages.map(merged), done) });
    if (!stage) {
      yield () => figures(true);
      return;
    }
    const [run, entries, first, last] = stage;
    for (let world = first; world <= last; world++) {
      stages[stages.length - 1].push(kernel.call("skat_judge", knowledge, run, entries, world, world)[0]);
      played += entries.length;
      yield () => figures(false);
    }
  }
}

/**
 * Add up the tallies of a stage's entries over all its worlds.
 * @param {any[][]} worlds
 */
function merged(worlds) {
  const [first = []] = worlds;
  return first.map((_, entry) => [
    worlds.reduce((sum, tallies) => sum + tallies[entry][0], 0),
    worlds.flatMap((tallies) => tallies[entry][1]),
  ]);
}

/**
 * Return the bid, the best row, its chance at that bid, and the rows of contracts; a discard of the skat itself keeps
 * the order of its two cards.
 * @param {Kernel} kernel @param {any[]} question @param {Card[]} skat @param {any[]} done @param {boolean} settled
 * @returns {{bid: number, best: number | null, chance: number | null, contracts: ContractChances[]}}
 */
function rowsOf(kernel, question, skat, done, settled) {
  /** @param {number} won @param {number} worlds @param {number} low @param {number} high */
  const shared = (won, worlds, low, high) => ({ won, worlds, share: won / worlds, low, high });
  const [bid, best, chance, rows] = kernel.call("skat_chances_shown", question, done, Number(settled));
  const contracts = Array.from(rows, ([game, flags, stage, discard, won, worlds, low, high, atTable, score, highest, tried]) => {
    const contract = contractText(contractOf(game, flags));
    const row = { contract, ...shared(won, worlds, low, high), atTable, stage: STAGES[stage], score, highest_bid: highest };
    if (!discard) return row;
    const discards = Array.from(tried, ([pair, ofWon, of, from, to]) => ({ discard: cardsIn(pair), ...shared(ofWon, of, from, to) }));
    return { ...row, discard: discard === question[1] ? skat : cardsIn(discard), discards };
  });
  return { bid, best, chance, contracts };
}
