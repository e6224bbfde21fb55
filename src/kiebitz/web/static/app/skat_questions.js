// What the worker is asked about Skat, as the kernel is asked it. A decision and a hint go by a view, in which no hidden card is;
// the light and the review see all cards, as an onlooker does.

import { bytesOf, cardOf, cardsIn, cardsOf, contractOf, contractText, HAND, setOf, textOf } from "./skat_encoding.js";

const SEATS = ["forehand", "middlehand", "rearhand"];
const SEED = 1;
/** Worlds for a hint or advice, and for a mistake or the fair light; those of chances, and the bid that they are for. */
const HINT_WORLDS = 60;
const FAIR_WORLDS = 100;
const WORLDS = 200;
const BID = 18;
const STAGES = ["judged", "survey", "choice"];
const SETTLES = [null, "schneider", "game"];
const PACK = 0xffffffff;

/** @param {any} game */
const gameOf = ({ number, words }) => [BigInt.asIntN(64, BigInt(number)), bytesOf(words.join(" "))];

/** One sentence's worth of advice for ten cards in a seat that is named: `{bid, contract, won, worlds}`. */
export function advised(kernel, { cards, seat }) {
  const [bid, plan] = kernel.call("skat_advice", setOf(cards), SEATS.indexOf(seat), HINT_WORLDS, SEED);
  return { bid, contract: plan && contractText(contractOf(plan[0], plan[1])), won: plan?.[2] ?? null, worlds: HINT_WORLDS };
}

/** The decision of an engine's level for a view, as a word of the session. */
export const decided = (kernel, { view, level }) => textOf(kernel.call("skat_decision", view, bytesOf(level), SEED)[0]);

/** The strongest engine's decision, and the declarer's share of worlds after it, or null. */
export function hinted(kernel, { view }) {
  const [word, won] = kernel.call("skat_hint", view, HINT_WORLDS, SEED);
  return { word: textOf(word), won };
}

/** Whether the declarer wins if from here on all play as well as can be and see all cards. */
export const lit = (kernel, game) => ({ won: Boolean(kernel.call("skat_light", ...gameOf(game))[0]) });

/** The declarer's chance in the view of the seat to move, after its best card. */
export const litFairly = (kernel, { view }) => ({ won: kernel.call("skat_fair_light", view, FAIR_WORLDS, SEED)[3] });

/** A seat's cards that were mistakes in its own view: `{number, card, best, chance, bestChance}`. */
export function judged(kernel, { seat, ...game }) {
  const [found] = kernel.call("skat_mistakes", ...gameOf(game), seat, FAIR_WORLDS, SEED);
  return found.map(([number, card, best, chance, bestChance]) => ({ number, card: cardOf(card), best: cardOf(best), chance, bestChance }));
}

/**
 * Each card of a game: `{number, seat, card, values, before, after, best, holding, decides}`, where `values` are what each card that
 * might have been played leads to, `{card, value}`, best ones first, `best` the cards than which none was better, `holding`
 * those that would have kept what a turning point gave away, and `decides` is "game" or "schneider" where the card settled it.
 */
export function reviewed(kernel, game) {
  const [found] = kernel.call("skat_steps", ...gameOf(game));
  return found.map(([seat, card, cards, values, before, after, best, holding, settles], index) => ({
    number: index + 1,
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
 * What a game's deal was worth, by steps, between which others may have their turn: `{discard, covers, best}`. `start` is the
 * value of the game at the start of play, null where all passed. `discard` is `{value, best, bestValue}`, null where none was
 * made, `covers` the highest bid that the game covers, null if it is lost, and `best` for each seat the contract with the best
 * score, `{contract, discard, score}`, null where none wins its bid.
 */
export function* worthOfDeal(kernel, { start, ...game }) {
  const said = gameOf(game);
  const [bestValue, pair] = start === null ? [] : kernel.call("skat_put", ...said, start);
  yield;
  const best = [];
  for (let seat = 0; seat < SEATS.length; seat++) {
    const [code, flags, discard, score] = kernel.call("skat_best_contract", ...said, seat);
    best.push(code === undefined ? null : { contract: contractOf(code, flags), discard: cardsOf(discard), score });
    yield;
  }
  const [covers] = start === null ? [0] : kernel.call("skat_covers", ...said, start);
  return { discard: pair ? { value: start, best: cardsOf(pair), bestValue } : null, covers: covers || null, best };
}

/**
 * The chances of ten cards, or of twelve, the skat among them, world by world: each step yields what gives the figures so far
 * when it is called, `{done, played, total, contracts}`, and the last one those that are `done`. Of twelve cards each contract
 * has its `discard`, and the `discards` that were judged.
 */
export function* chances(kernel, cards, seat) {
  const at = SEATS.indexOf(seat);
  const [hand, skat] = [cards.slice(0, HAND), cards.slice(HAND)];
  const [contracts] = kernel.call("skat_usual_contracts", Number(!skat.length));
  const question = [setOf(hand), setOf(skat), 0, at, BID, WORLDS, SEED, 0, 0, contracts];
  const known = [setOf(cards), at, PACK, 0, 0];
  const stages = [];
  let played = 0;
  for (;;) {
    stages.push([]);
    const [total, stage] = kernel.call("skat_chances_next", question, stages.map(merged));
    const figures = (done) => ({ done, played, total, contracts: rowsOf(kernel, question, skat, stages.map(merged), done) });
    if (!stage) {
      yield () => figures(true);
      return;
    }
    const [run, entries, first, last] = stage;
    for (let world = first; world <= last; world++) {
      stages.at(-1).push(kernel.call("skat_judge", known, run, entries, world, world)[0]);
      played += entries.length;
      yield () => figures(false);
    }
  }
}

/** The tallies of the entries of a stage, each of all its worlds. */
function merged(worlds) {
  const [first = []] = worlds;
  return first.map((_, entry) => [
    worlds.reduce((sum, tallies) => sum + tallies[entry][0], 0),
    worlds.flatMap((tallies) => tallies[entry][1]),
  ]);
}

/** The rows of contracts; a skat that is put down again keeps the order of its two cards. */
function rowsOf(kernel, question, skat, done, settled) {
  const shared = (won, worlds, low, high) => ({ won, worlds, chance: won / worlds, low, high });
  const [rows] = kernel.call("skat_chances_shown", question, done, Number(settled));
  return rows.map(([game, flags, stage, discard, won, worlds, low, high, score, highest, tried]) => {
    const contract = contractText(contractOf(game, flags));
    const row = { contract, ...shared(won, worlds, low, high), stage: STAGES[stage], score, highest_bid: highest };
    if (!discard) return row;
    const discards = tried.map(([pair, ...share]) => ({ discard: cardsIn(pair), ...shared(...share) }));
    return { ...row, discard: discard === question[1] ? skat : cardsIn(discard), discards };
  });
}
