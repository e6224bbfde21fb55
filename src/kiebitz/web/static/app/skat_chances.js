// The chances of a Skat hand: worlds are drawn for the cards nobody sees, each is played with open cards by the kernel,
// and contracts are compared on common worlds, narrowed step by step, then judged on fresh ones.
// The counterpart of `kiebitz.studies.contracts` and `kiebitz.analysis.skat.worlds`, with the same figures for the same seed.

import { rankedDiscards } from "./skat_discards.js";
import { draw, mask, packed, seated } from "./skat_encoding.js";
import { SplitMix64, nth } from "./splitmix.js";
import {
  BIDS,
  GAMES,
  HAND,
  PACK,
  cardIndex,
  contractText,
  isTrump,
  matadors,
  pairs,
  pointsOf,
  usualContracts,
  valueOf,
} from "./skat_values.js";

const WORLDS = 200;
const SEED = 1;
const BID = 18;
/** All contracts are looked at on this part of the worlds; this number of them go on to fresh ones. */
const SURVEY_PART = 5;
const GO_ON = 3;
/** Tricks that may be searched for a contract in one stage: where its games take longer it gets fewer worlds. */
const ALLOWED = 1_500_000;
const ALLOWED_TO_JUDGE = 6_000_000;
const [JUDGED, SURVEY] = [0, 1]; // streams of worlds: they have nothing in common
const STAGES = { [JUDGED]: "judged", [SURVEY]: "survey" };
const SEATS = ["forehand", "middlehand", "rearhand"];

const NEEDED = 61;
const SCHNEIDER = 90;
const OUT_OF_SCHNEIDER = 31;
const MOST_POINTS = 127;
const BY_TRICKS = 8; // added to a game's code: every trick counts TRICK points, whatever lies in it
const TRICK = 3;
/** How a discard is chosen for a skat that is only imagined: the number of likely ones tried, and of worlds for each. */
const CANDIDATES = 3;
const NULL_CANDIDATES = 6;

const [LOST_SCHWARZ, LOST_SCHNEIDER, LOST, WON, WON_SCHNEIDER, WON_SCHWARZ] = [0, 1, 2, 3, 4, 5];
/** Standard deviations of a normal distribution to either side that hold 95 % of it. */
const Z95 = 1.959963984540054;

/**
 * The chances of ten cards, world by world, with discards by the `parameters` of skat.json: each step yields what gives the
 * figures so far when it is called, `{done, complete, played, total, contracts}`, and the last one those that are `done`.
 */
export function* chances(kernel, parameters, hand, seat) {
  const run = new Run(kernel, parameters, hand, SEATS.indexOf(seat));
  for (const _ of run.steps()) yield () => run.figures(false);
  run.settled = true;
  yield () => run.figures(true);
}

class Run {
  constructor(kernel, parameters, hand, seat) {
    Object.assign(this, { kernel, parameters, hand, seat, settled: false, played: 0 });
    this.contracts = usualContracts();
    this.entries = [...new Map(this.contracts.map((one) => [playedAs(one), one])).keys()];
    this.plays = new Map(this.contracts.filter((one) => playedAs(one) === contractText(one)).map((one) => [playedAs(one), one]));
    this.tallies = new Map(); // by stream and entry: how many worlds of each kind
    this.tricks = new Map();
    this.games = new Map();
    this.survey = Math.floor(WORLDS / SURVEY_PART);
    this.total = this.entries.length * this.survey + GO_ON * WORLDS;
  }

  *steps() {
    const look = Math.floor(this.survey / SURVEY_PART);
    yield* this.#stage(SURVEY, this.entries, 0, look);
    for (const entry of this.entries) {
      const more = this.#affordable([entry], this.survey - look, ALLOWED);
      yield* this.#stage(SURVEY, [entry], look, look + more);
    }
    for (const entry of this.#best()) {
      const more = Math.max(1, this.#affordable([entry], WORLDS, ALLOWED_TO_JUDGE));
      yield* this.#stage(JUDGED, [entry], 0, more);
    }
  }

  *#stage(stream, entries, first, last) {
    const drawn = nth(SEED, stream);
    for (let index = first; index < last; index++) {
      const generator = new SplitMix64(nth(drawn, index));
      const world = draw(this.hand, generator);
      const seed = generator.next();
      for (const entry of entries) this.#judge(stream, entry, world, seed);
      this.played += entries.length;
      yield;
    }
  }

  #judge(stream, entry, world, seed) {
    const { game, hand } = this.plays.get(entry);
    const twelve = [...this.hand, ...world.skat];
    const skat = hand ? world.skat : this.#discard(entry, twelve, seed);
    const own = (mask(twelve) & ~mask(skat)) >>> 0;
    const hands = [masks(this.seat, own, world)];
    const reaches = (needed) => this.#reach(entry, GAMES[game].code, game === "null" ? 0 : needed - pointsOf(skat), hands) > 0;
    const takes = (tricks) => this.#reach(entry, GAMES[game].code + BY_TRICKS, TRICK * tricks, hands) > 0;
    let outcome = reaches(NEEDED) ? WON : LOST;
    if (game !== "null") {
      if (outcome === WON && reaches(SCHNEIDER)) outcome = WON_SCHNEIDER;
      if (outcome === LOST && !reaches(OUT_OF_SCHNEIDER)) outcome = LOST_SCHNEIDER;
      if (outcome === WON_SCHNEIDER && takes(HAND)) outcome = WON_SCHWARZ;
      if (outcome === LOST_SCHNEIDER && !takes(1)) outcome = LOST_SCHWARZ;
    }
    const kinds = this.#kinds(stream, entry);
    const kind = `${matadors(twelve, game)} ${outcome}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    this.games.set(entry, (this.games.get(entry) ?? 0) + 1);
  }

  #kinds(stream, entry) {
    const key = `${stream} ${entry}`;
    if (!this.tallies.has(key)) this.tallies.set(key, new Map());
    return this.tallies.get(key);
  }

  /** Of the likely best discards the one that wins most of a few worlds drawn for this alone. */
  #discard(entry, twelve, seed) {
    const { game } = this.plays.get(entry);
    const tried = game === "null" ? NULL_CANDIDATES : CANDIDATES;
    const candidates = rankedDiscards(twelve, game, this.parameters).slice(0, tried);
    const generator = new SplitMix64(seed);
    const worlds = Array.from({ length: tried }, () => draw(twelve, generator));
    let [best, most] = [candidates[0], -1];
    for (const pair of candidates) {
      const own = (mask(twelve) & ~mask(pair)) >>> 0;
      const hands = worlds.map((world) => masks(this.seat, own, world));
      const wins = this.#reach(entry, GAMES[game].code, NEEDED - pointsOf(pair), hands);
      if (wins > most) [best, most] = [pair, wins];
      if (wins === worlds.length) break;
    }
    return best;
  }

  /** In how many worlds the declarer takes these points, by the code of the game; in Null, no trick. */
  #reach(entry, code, points, hands) {
    if (points <= 0 && code !== GAMES.null.code) return hands.length;
    const wanted = Math.max(0, Math.min(points, MOST_POINTS));
    const { tricks, values } = this.kernel.skatWorlds(code, this.seat, 0, wanted, packed(hands));
    this.tricks.set(entry, (this.tricks.get(entry) ?? 0) + tricks);
    return values.reduce((sum, value) => sum + value, 0);
  }

  /** How many of the worlds may be played out, by what the games of the contract have taken so far. */
  #affordable([entry], worlds, allowed) {
    const tricks = this.tricks.get(entry) ?? 0;
    return tricks ? Math.min(worlds, Math.floor((allowed * (this.games.get(entry) ?? 0)) / tricks)) : worlds;
  }

  /** The entries that go on: those with the best mean scores. */
  #best() {
    return [...new Set(this.#rows().map((row) => playedAs(row.one)))].slice(0, GO_ON);
  }

  #rows() {
    const rows = this.contracts.map((one) => this.#row(one)).filter(Boolean);
    return rows.sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  }

  #row(one) {
    const found = [JUDGED, SURVEY]
      .map((stream) => ({ stream, kinds: this.tallies.get(`${stream} ${playedAs(one)}`) ?? new Map() }))
      .filter(({ kinds }) => kinds.size);
    if (!found.length) return null;
    // While fresh worlds are still few, the older ones say more; in the end only the fresh ones count.
    const best = this.settled ? found[0] : found.reduce((a, b) => (total(b.kinds) > total(a.kinds) ? b : a));
    const { stream, kinds } = best;
    return { one, stage: STAGES[stream], kinds, score: meanScore(one, kinds, BID) };
  }

  /** The figures as they are now, the best contract first. */
  figures(done) {
    const contracts = this.#rows().map(({ one, stage, kinds, score }) => {
      const worlds = total(kinds);
      const won = total(kinds, (outcome) => outcome >= WON);
      const [low, high] = wilson(won, worlds);
      const highest = highestPaying(one, kinds);
      return { contract: contractText(one), won, worlds, chance: won / worlds, low, high, stage, score, highest_bid: highest };
    });
    return { done, complete: done, played: this.played, total: this.total, contracts };
  }
}

/** The contract that is played alike with open cards: Null ouvert as Null. */
const playedAs = (one) => contractText({ ...one, ouvert: false });

const masks = (seat, own, { next, last }) => seated(seat, own, mask(next), mask(last));

function total(kinds, counts = () => true) {
  let sum = 0;
  for (const [kind, count] of kinds) if (counts(Number(kind.split(" ")[1]))) sum += count;
  return sum;
}

/** The declarer's mean score at a bid. */
function meanScore(one, kinds, bid) {
  let sum = 0;
  for (const [kind, count] of kinds) {
    const [signed, outcome] = kind.split(" ").map(Number);
    sum += count * score(one, signed, outcome, bid);
  }
  return sum / total(kinds);
}

function score(one, signed, outcome, bid) {
  const schwarz = outcome === WON_SCHWARZ || outcome === LOST_SCHWARZ;
  const value = valueOf(one, signed, { schneider: schwarz || outcome === WON_SCHNEIDER || outcome === LOST_SCHNEIDER, schwarz });
  if (value >= bid) return outcome >= WON ? value : -2 * value;
  // Overbid, and so lost: it counts as the lowest value that reaches the bid. What an overbid Null is counted as depends
  // on the cards; that it costs points is all that is asked here.
  const base = GAMES[one.game].base || 1;
  return -2 * Math.ceil(bid / base) * base;
}

/** The highest bid at which the mean is above 0, null where there is none. */
function highestPaying(one, kinds) {
  let paying = null;
  for (const bid of BIDS) {
    if (meanScore(one, kinds, bid) <= 0) break; // a higher bid only overbids more often
    paying = bid;
  }
  return paying;
}

/** Wilson's 95 % interval of a share. */
function wilson(count, of) {
  const share = count / of;
  const square = Z95 * Z95;
  const middle = share + square / (2 * of);
  const half = Z95 * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  const scale = 1 + square / of;
  return [count === 0 ? 0 : (middle - half) / scale, count === of ? 1 : (middle + half) / scale];
}
