// What the worker answers about Skat, by what the kernel says. A decision, a hint and a mistake are judged by a view, in which no
// hidden card is; the light and the review see all cards, as an onlooker does.

import { HAND, bytesOf, cardOf, cardsIn, codeOf, contractCodes, contractOf, contractText, gameCode, setOf, textOf } from "./skat_encoding.js";

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
/** The games in the order of their value. */
const GAMES = ["clubs", "spades", "hearts", "diamonds", "grand", "null"];

const pairsOf = (list) => Array.from({ length: list.length / 2 }, (_, at) => [list[2 * at], list[2 * at + 1]]);
const levelOf = (kernel, name) => kernel.call("skat_named_levels")[0].find(([one]) => textOf(one) === name).slice(1);

/** One sentence's worth of advice for ten cards in a seat that is named: `{bid, contract, won, worlds}`. */
export function advised(kernel, cards, seat) {
  const [bid, plan] = kernel.call("skat_advice", setOf(cards), SEATS.indexOf(seat), HINT_WORLDS, SEED);
  return { bid, contract: plan && contractText(contractOf(plan[0], plan[1])), won: plan && plan[2], worlds: HINT_WORLDS };
}

/** A decision as a word of the session: of an engine's level, at a stage, by what its seat may know. */
export function decided(kernel, { view, stage, atStake, asked, level }) {
  const found = (name) => kernel.call(name, view, levelOf(kernel, level), SEED);
  if (stage === "bidding") return atStake === null || found("skat_bid")[0] < atStake ? "p" : asked ? "y" : String(atStake);
  if (stage === "play") return cardOf(found("skat_card")[0]);
  if (stage === "skat" && found("skat_takes_skat")[0]) return "s";
  return textOf(kernel.call("skat_announced", ...found("skat_announcement"))[0]);
}

/** What the engine would do, and why: the plans that it sees, or the share of worlds that the declarer wins after a card. */
export function hinted(kernel, asked) {
  const word = decided(kernel, { ...asked, level: "strong" });
  const { view, stage, hand, seat, bid } = asked;
  if (stage === "play") {
    const [chances] = kernel.call("skat_card_chances", view, HINT_WORLDS, SEED);
    return { word, won: chances.find(([card]) => cardOf(card) === word)?.[1] ?? null };
  }
  if (stage === "announcement") return { word, won: null };
  const plans = kernel.call("skat_advice", setOf(hand), seat, HINT_WORLDS, SEED)[2].filter(([, , , value]) => value >= bid);
  const [best = null] = plans.sort((one, other) => other[2] - one[2]);
  return { word, won: best && best[2] };
}

/** Whether the declarer wins if from here on all play as well as can be and see all cards. */
export const lit = (kernel, { number, words }) => ({ won: kernel.call("skat_light", BigInt.asIntN(64, BigInt(number)), bytesOf(words.join(" ")))[0] === 1 });

/** What a seat could know of a card: `{number, card, best, chance, bestChance, lost, low, high}`. */
function fairStep(kernel, { view, number, card }) {
  const [, , shares, lost, low, high] = kernel.call("skat_fair", view, codeOf(card), FAIR_WORLDS, SEED, number, 1);
  const chances = pairsOf(shares);
  const [best, bestChance] = chances[0];
  const [, chance] = chances.find(([code]) => code === codeOf(card));
  return { number, card, best: cardOf(best), chance, bestChance, lost, low, high };
}

/** The declarer's chance by what the seat whose turn it is may know, if it plays its best card; any card may be named. */
export const litFairly = (kernel, asked) => ({ won: fairStep(kernel, asked).bestChance });

/** Which cards of a player were mistakes by what he could know. */
export const judged = (kernel, { moments }) => moments.map((one) => fairStep(kernel, one)).filter(({ low }) => low > 0);

/**
 * Each card of a game: `{number, seat, card, values, before, after, best, holding, decides}`, where `values` are what each
 * card that might have been played leads to, `{card, value}`, best ones first, `best` the cards than which none was better,
 * `holding` those that would have kept what a turning point gave away, and `decides` is "game" or "schneider" where the card
 * settled it.
 */
export function reviewed(kernel, { contract, declarer, hands, skat, played }) {
  const codes = Uint8Array.from(played, codeOf);
  const [found] = kernel.call("skat_review", ...contractCodes(contract), declarer, ...hands.map(setOf), setOf(skat), codes);
  return found.map(([seat, bytes, before, after, holding, settles], index) => {
    const values = pairsOf(bytes).map(([code, value]) => ({ card: cardOf(code), value }));
    const [{ value: most }] = values;
    const held = before === after ? [] : cardsIn(holding);
    return {
      number: index + 1,
      seat,
      card: played[index],
      values,
      before: most,
      after: values.find((one) => one.card === played[index]).value,
      best: values.filter((one) => one.value === most).map((one) => one.card),
      holding: values.map((one) => one.card).filter((card) => held.includes(card)),
      decides: SETTLES[settles],
    };
  });
}

/**
 * What a game's deal was worth, by steps, between which others may have their turn: `{discard, covers, best}`. `start` is the
 * value of the game at the start of play; contract, declarer and start are null where all passed. `discard` is
 * `{value, best, bestValue}`, null where none was made, `covers` the highest bid that the game covers, null if it is lost,
 * and `best` for each seat the contract with the best score, `{contract, discard, score}`, null where none wins its bid.
 */
export function* worthOfDeal(kernel, { deal, contract, declarer, bid, discard, start }) {
  const cards = [...deal.hands.map(setOf), setOf(deal.skat)];
  let put = null;
  if (discard) {
    const [pair, value] = kernel.call("skat_discard", ...cards, gameCode(contract.game), declarer, start + 1);
    put = { value: start, best: value < 0 ? discard : cardsIn(pair), bestValue: value < 0 ? start : value };
    yield;
  }
  const best = [null, null, null];
  for (let seat = 0; seat < best.length; seat++) {
    for (const game of GAMES) {
      const [found] = kernel.call("skat_par", ...cards, gameCode(game), seat, seat === declarer ? bid : BID);
      for (const [code, flags, pair, , , won, score] of found) {
        if (won && score > (best[seat]?.score ?? 0)) best[seat] = { contract: contractOf(code, flags), discard: cardsIn(pair), score };
      }
      yield;
    }
  }
  const twelve = contract && setOf([...deal.hands[declarer], ...deal.skat]);
  const [covers] = contract ? kernel.call("skat_covers", ...contractCodes(contract), twelve, start) : [0];
  return { discard: put, covers: covers || null, best };
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
  const [cards] = question;
  const [rows] = kernel.call("skat_chances_rows", question, done, Number(settled));
  return rows.map(([game, flags, stage, discard, tally, low, high]) => {
    const [[score, , highest]] = kernel.call("skat_pays", game, flags, (cards | question[1]) >>> 0, tally, BID)[0];
    const contract = contractOf(game, flags);
    const row = { contract: contractText(contract), ...sharesOf(tally), low, high, stage: STAGES[stage], score, highest_bid: highest };
    if (!discard) return row;
    const [tried] = kernel.call("skat_chances_discards", question, done, game, flags);
    const discards = tried.filter(([, , , , worlds]) => worlds);
    const fresh = discards.map(([pair, , , won, worlds, least, most]) => ({ discard: cardsIn(pair), won, worlds, chance: won / worlds, low: least, high: most }));
    return { ...row, discard: discard === question[1] ? skat : cardsIn(discard), discards: fresh };
  });
}

/** Of the worlds of a tally, how many the declarer wins: `{won, worlds, chance}`. */
function sharesOf([, kinds]) {
  let [won, worlds] = [0, 0];
  for (let at = 0; at < kinds.length; at += 3) {
    const [, outcome, count] = kinds.slice(at, at + 3);
    worlds += count;
    if (outcome >= WON) won += count;
  }
  return { won, worlds, chance: won / worlds };
}

const WON = 3; // the first outcome that is won

