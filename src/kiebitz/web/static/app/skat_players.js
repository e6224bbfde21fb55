// The engine at the table: it draws worlds that agree with what its seat has seen, solves each with open cards, and takes
// what is best in their mean. It gets a view (skat_views.js), in which no hidden card is, and nothing else of a game.
// The counterpart of `kiebitz.analysis.skat.players`, with the same decisions for the same view, level and seed; the numbers
// it decides by are those that the program writes into skat.json.

import { Beliefs, added, evidence, pointsIn } from "./skat_beliefs.js";
import { rankedDiscards } from "./skat_discards.js";
import { codeOf, draw, mask, packed, seated } from "./skat_encoding.js";
import { usualCard, worthOf } from "./skat_maxims.js";
import { TO_WIN, neededFor } from "./skat_score.js";
import { legalAmong } from "./skat_tricks.js";
import { BIDS, GAMES, HAND, cardIndex, contract, contractText, highestBid, isTrump, matadors, pointsOf, valueOf } from "./skat_values.js";
import { FOREHAND, SEATS, courseOf } from "./skat_views.js";
import { SplitMix64 } from "./splitmix.js";

const NEVER = -1e6;
const TRUMP_GAMES = Object.keys(GAMES).filter((game) => game !== "null");

export class Engine {
  /** `parameters` are those of skat.json; the level is one of its names. */
  constructor(kernel, parameters, level, seed = 1) {
    Object.assign(this, { kernel, parameters, seed });
    this.level = parameters.levels[level];
    this.plans = new Map();
  }

  /** What to do with what the view's game waits for, in the words of a session: `stage` says which decision it is. */
  decide(view, stage, atStake, asked) {
    if (stage === "bidding") return !this.bids(view, atStake) ? "p" : asked ? "y" : String(atStake);
    if (stage === "play") return this.plays(view);
    if (stage === "skat" && this.takesSkat(view)) return "s";
    return this.announces(view);
  }

  /** Whether to bid, or to hold, this much: as long as a game that covers the bid pays in the mean. */
  bids(view, bid) {
    const paying = this.plansOf(view).filter((plan) => this.mean(plan, BIDS[0]) > this.level.margin);
    return paying.length > 0 && bid <= highestBid(Math.max(...paying.map((plan) => plan.value)));
  }

  /** Whether to take up the skat: it is left only where a Hand game pays more than what may be found. */
  takesSkat(view) {
    const most = (hand) =>
      Math.max(-1e9, ...this.plansOf(view).filter((plan) => plan.contract.hand === hand).map((plan) => this.mean(plan, view.bid)));
    return most(true) <= most(false);
  }

  /** The contract that pays most, and with the skat taken up the discard that wins most worlds: `{contract, pair}`. */
  announces(view) {
    if (view.hand.length > HAND) return this.#announcement(view);
    const plans = this.plansOf(view).filter((plan) => plan.contract.hand);
    return { contract: best(plans, (plan) => this.mean(plan, view.bid)).contract, pair: [] };
  }

  /**
   * The card that is best in the mean of the worlds; of equal ones that of the rule of thumb. Where all worlds can be looked
   * at, and some cards win in each of them, only these are thought of.
   */
  plays(view) {
    const { game } = view.contract;
    const legal = legalAmong(game, view.hand, courseOf(game, view.played).trick);
    if (legal.length === 1) return legal[0];
    const sure = sureCards(this.kernel, view, this.level.sure);
    const values = this.cardValues(view).filter(([card]) => !sure.length || sure.includes(card));
    const sign = view.seat === view.declarer ? 1 : -1;
    const most = Math.max(...values.map(([, value]) => sign * value));
    const equal = values.filter(([, value]) => sign * value > most - 1e-9).map(([card]) => card);
    const usual = usualCard(view);
    return equal.includes(usual) ? usual : best(equal, (card) => -worthOf(game, card));
  }

  /** For each card that may be played the declarer's mean over worlds, by the worth of what he reaches. */
  cardValues(view) {
    const { announced_steps: announced, steps: usual } = this.parameters;
    const steps = view.contract.schneider ? announced : usual.findLast(([trick]) => trick <= Math.floor(view.played.length / SEATS))[1];
    const listens = this.level.listens && view.seat !== view.declarer;
    const number = listens ? Math.ceil(this.parameters.listening * this.level.worlds) : this.level.worlds;
    const { cards, worlds, rows } = this.#reached(view, { worlds: number, listens, levels: steps.map(([at]) => at) });
    const gains = [0];
    for (const [, gain] of steps) gains.push(gains.at(-1) + gain);
    const whole = added(worlds.map(([, weight]) => weight));
    return cards.map((card, place) => {
      let total = 0;
      worlds.forEach(([, weight], at) => (total += weight * gains[rows[at][place]]));
      return [card, total / whole];
    });
  }

  /** The share of worlds that the declarer wins after each card that may be played now, by this many worlds. */
  chances(view, worlds, needed) {
    const found = this.#reached(view, { worlds, listens: true, levels: [needed] });
    const whole = added(found.worlds.map(([, weight]) => weight));
    const share = (place) => added(found.worlds.map(([, weight], at) => weight * found.rows[at][place])) / whole;
    return found.cards.map((card, place) => [card, share(place)]);
  }

  #reached(view, asked) {
    return levelsReached(this.kernel, this.parameters, view, { ...asked, generator: this.#generator(view) });
  }

  /** The random numbers of this moment: those of the seed, the seat and the number of cards played. */
  #generator(view) {
    const generator = new SplitMix64(this.seed);
    generator.skip(64 * view.seat + view.played.length);
    return new SplitMix64(generator.next());
  }

  /** The mean of tournament points of a plan at a bid. */
  mean({ won, value }, bid) {
    if (value < bid) return NEVER;
    return won * (value + this.parameters.won) - (1 - won) * (2 * value + this.parameters.lost);
  }

  /** What ten cards may play, judged on worlds with the skat left, and taken up with a likely discard. */
  plansOf({ hand, seat }, worlds = this.level.bidding) {
    const key = `${hand} ${seat} ${worlds}`;
    if (!this.plans.has(key)) this.plans.set(key, this.#plans(hand, seat, worlds));
    return this.plans.get(key);
  }

  #plans(hand, seat, count) {
    const generator = new SplitMix64(this.seed);
    const worlds = Array.from({ length: count }, () => draw(hand, generator));
    const found = [];
    for (const game of candidates(hand)) {
      const value = (isHand) => valueOf(contract(game, { hand: isHand }), matadors(hand, game));
      for (const isHand of [false, true]) {
        const groups = new Map();
        for (const world of worlds) {
          const twelve = [...hand, ...world.skat];
          const pair = isHand ? world.skat : rankedDiscards(twelve, game, this.parameters)[0];
          const needed = game === "null" ? 1 : TO_WIN - pointsOf(pair);
          const hands = seated(seat, (mask(twelve) & ~mask(pair)) >>> 0, mask(world.next), mask(world.last));
          groups.set(needed, [...(groups.get(needed) ?? []), hands]);
        }
        const wins = added([...groups].map(([needed, some]) => this.#won(game, seat, needed, some)));
        // One world more that is won and one that is lost: a handful of worlds proves nothing.
        found.push({ contract: contract(game, { hand: isHand }), won: (wins + 0.5) / (count + 1), value: value(isHand) });
      }
    }
    return found;
  }

  /** In how many worlds the declarer takes these points; in Null, no trick. */
  #won(game, seat, needed, worlds) {
    if (needed <= 0 && game !== "null") return worlds.length;
    return added([...this.kernel.skatWorlds(GAMES[game].code, seat, FOREHAND, needed, packed(worlds)).values]);
  }

  /** Compare the likely discards of the games worth a look on common worlds, then the best of them on more. */
  #announcement(view) {
    const { level, parameters } = this;
    const { seat, bid } = view;
    const twelve = [...view.hand].sort((a, b) => cardIndex(a) - cardIndex(b));
    const valueAs = (game) => valueOf(contract(game), matadors(twelve, game));
    const counted = (game) => Math.max(valueAs(game), GAMES[game].base ? Math.ceil(bid / GAMES[game].base) * GAMES[game].base : 0);
    const covering = candidates(twelve).filter((game) => valueAs(game) >= bid);
    const games = covering.length ? covering : [best(TRUMP_GAMES, (game) => -counted(game))];
    let tried = games.flatMap((game) => rankedDiscards(twelve, game, parameters).slice(0, parameters.likely_discards).map((pair) => [game, pair]));
    const generator = this.#generator(view);
    let judged = [];
    for (const count of [Math.floor(level.bidding / 2) + 1, 2 * level.bidding]) {
      const worlds = Array.from({ length: count }, () => draw(twelve, generator));
      judged = tried.map(([game, pair]) => {
        const own = (mask(twelve) & ~mask(pair)) >>> 0;
        const hands = worlds.map((world) => seated(seat, own, mask(world.next), mask(world.last)));
        const needed = game === "null" ? 1 : TO_WIN - pointsOf(pair);
        const won = (this.#won(game, seat, needed, hands) + 0.5) / (count + 1);
        return { mean: this.mean({ won, value: counted(game) }, bid), won, game, pair };
      });
      judged.sort((a, b) => b.mean - a.mean);
      tried = judged.slice(0, 3).map(({ game, pair }) => [game, pair]);
    }
    const [{ game, pair, won }] = judged;
    const ouvert = game === "null" && won >= parameters.sure_null && level.bidding > parameters.fewest_for_ouvert;
    return { contract: contract(game, { ouvert }), pair };
  }
}

/**
 * How many of the `levels`, ascending card points, the declarer has at the end, in worlds that a view allows and after each
 * card that may be played: the cards, the worlds with how often each counts, a row of numbers a world, and whether it is
 * `exact` because all worlds are there.
 */
export function levelsReached(kernel, parameters, view, { worlds: number, listens, levels, generator }) {
  const { game } = view.contract;
  const course = courseOf(game, view.played);
  const beliefs = new Beliefs(view, course);
  const worlds = beliefs.worlds(number, generator, listens ? evidence(view, course, parameters) : []);
  const { cards, rows } = levelsOf(kernel, view, course, worlds.map(([world]) => world), levels);
  return { cards, worlds, rows, exact: beliefs.count <= number };
}

/** The same for worlds that somebody has drawn already. */
function levelsOf(kernel, { contract: { game }, declarer, hand }, course, worlds, levels) {
  const had = worlds.map((world) => (game === "null" ? 0 : course.points[declarer] + pointsIn(world.skat)));
  const hands = packed(worlds.map((world) => world.hands));
  const trick = Uint8Array.from(course.trick, codeOf);
  const { code } = GAMES[game];
  const asked = [trick, Uint8Array.from(levels), Uint8Array.from(had), hands];
  const { values } = kernel.skatLevels(code, declarer, course.turn, ...asked);
  const cards = legalAmong(game, hand, course.trick).sort((a, b) => codeOf(a) - codeOf(b));
  return { cards, rows: worlds.map((_, at) => values.subarray(at * cards.length, (at + 1) * cards.length)) };
}

const AT_A_TIME = 64; // most cards fail in one of the first worlds

/**
 * The cards after which the seat's side wins in every world that agrees with what it has seen, if there are at most `most`
 * worlds; else none. The counterpart of `kiebitz.analysis.skat.sure`.
 */
function sureCards(kernel, view, most) {
  const course = courseOf(view.contract.game, view.played);
  const beliefs = new Beliefs(view, course);
  if (beliefs.count > most) return [];
  const wins = Number(view.seat === view.declarer);
  const worlds = beliefs.all();
  let sure = legalAmong(view.contract.game, view.hand, course.trick);
  for (let first = 0; sure.length && first < worlds.length; first += AT_A_TIME) {
    const { cards, rows } = levelsOf(kernel, view, course, worlds.slice(first, first + AT_A_TIME), [neededFor(view.contract)]);
    sure = sure.filter((card) => rows.every((row) => row[cards.indexOf(card)] === wins));
  }
  return sure;
}

const ADVICE_WORLDS = 60;

/**
 * What to do with ten cards: `{bid, contract, won, worlds}`, the highest bid that pays (0: pass) and the contract behind it,
 * null where no game is worth a look. The counterpart of `kiebitz.analysis.skat.advice`.
 */
export function advise(kernel, parameters, cards, seat) {
  const engine = new Engine(kernel, parameters, "strong");
  const hand = [...cards].sort((a, b) => cardIndex(a) - cardIndex(b));
  const plans = engine.plansOf({ hand, seat }, ADVICE_WORLDS);
  const mean = (plan) => engine.mean(plan, BIDS[0]);
  const paying = plans.filter((plan) => mean(plan) > 0);
  const bid = paying.length ? highestBid(Math.max(...paying.map((plan) => plan.value))) : 0;
  const covering = paying.filter((plan) => plan.value >= bid);
  const plan = best(covering.length ? covering : plans, mean);
  return { bid, contract: plan ? contractText(plan.contract) : null, won: plan?.won ?? null, worlds: ADVICE_WORLDS };
}

/** The games worth a look: the two longest suits, Grand with some high cards, Null without many. */
function candidates(hand) {
  const number = (ranks) => hand.filter((card) => ranks.includes(card[0])).length;
  const trumps = (game) => hand.filter((card) => isTrump(game, card)).length;
  const strength = (game) => 2 * trumps(game) + hand.filter((card) => card[0] === "A" && !isTrump(game, card)).length;
  const suits = TRUMP_GAMES.filter((game) => game !== "grand").sort((a, b) => strength(b) - strength(a));
  const found = suits.slice(0, 2).filter((game) => trumps(game) >= 4);
  if (number("JA") >= 4) found.push("grand");
  if (number("789") >= 4) found.push("null");
  return found;
}

/** The first of those that a measure finds best. */
function best(list, measure) {
  let [found, most] = [undefined, -Infinity];
  for (const one of list) {
    const value = measure(one);
    if (value > most) [found, most] = [one, value];
  }
  return found;
}

