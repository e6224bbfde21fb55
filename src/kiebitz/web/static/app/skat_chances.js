// The chances of a Skat hand: worlds are drawn for the cards nobody sees, each is played with open cards by the kernel,
// and contracts are compared on common worlds, narrowed step by step, then judged on fresh ones.
// The counterpart of `kiebitz.studies.contracts` and `kiebitz.analysis.skat.worlds`, with the same figures for the same seed.

import { rankedDiscards } from "./skat_discards.js";
import { draw, mask, packed, seated } from "./skat_encoding.js";
import { LOST, LOST_SCHNEIDER, LOST_SCHWARZ, WON, WON_SCHNEIDER, WON_SCHWARZ, highestPaying, meanScore, total, wilson, wonOf } from "./skat_tallies.js";
import { GAMES, HAND, contractText, matadors, pointsOf, usualContracts } from "./skat_values.js";
import { SplitMix64, nth } from "./splitmix.js";

const WORLDS = 200;
const SEED = 1;
const BID = 18;
/** All contracts are looked at on this part of the worlds; this number of them go on to fresh ones. */
const SURVEY_PART = 5;
const SURVEY_WORLDS = Math.floor(WORLDS / SURVEY_PART);
const GO_ON = 3;
/** Discards still compared in each round, and worlds for that; the last round is for the contracts that go on. */
const ROUNDS = [[66, 2], [16, 6], [5, 20], [3, 60]];
/** How many discards of the best contract are judged. */
const SHOWN = 3;
/** Tricks that may be searched for a contract in one stage: where its games take longer it gets fewer worlds. */
const ALLOWED = 1_500_000;
const ALLOWED_TO_JUDGE = 6_000_000;
const [JUDGED, SURVEY, CHOICE] = [0, 1, 2]; // streams of worlds: they have nothing in common
const STAGES = ["judged", "survey", "choice"];
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

/**
 * The chances of ten cards, or of twelve, the skat among them, world by world, with discards by the `parameters` of
 * skat.json: each step yields what gives the figures so far when it is called, `{done, complete, played, total,
 * contracts}`, and the last one those that are `done`. Of twelve cards each contract has its `discard`, and the
 * `discards` that were judged.
 */
export function* chances(kernel, parameters, cards, seat) {
  const run = new (cards.length > HAND ? TwelveCards : TenCards)(kernel, parameters, cards, SEATS.indexOf(seat));
  for (const _ of run.steps()) yield () => run.figures(false);
  run.settled = true;
  yield () => run.figures(true);
}

/** What is judged is an entry: a contract, and where the skat is known the pair that is put down. */
class Run {
  constructor(kernel, parameters, cards, seat, contracts) {
    Object.assign(this, { kernel, parameters, cards, seat, contracts, settled: false, played: 0 });
    this.different = contracts.filter((one) => playedAs(one) === contractText(one));
    this.tallies = new Map(); // by stream and entry: how many worlds of each kind
    this.tricks = new Map(); // by contract, and so are the games
    this.games = new Map();
  }

  /** Judge entries on the worlds `first` to `last` - 1 of a stream; without `detail` only by who wins. */
  *stage(stream, entries, first, last, detail = true) {
    const drawn = nth(SEED, stream);
    for (let index = first; index < last; index++) {
      const generator = new SplitMix64(nth(drawn, index));
      const world = draw(this.cards, generator);
      const seed = generator.next();
      for (const entry of entries) this.#judge(stream, entry, world, seed, detail);
      this.played += entries.length;
      yield;
    }
  }

  #judge(stream, entry, world, seed, detail) {
    const { contract } = entry;
    const { game, hand } = contract;
    const twelve = [...this.cards, ...world.skat];
    const skat = entry.pair ?? (hand ? world.skat : this.#discard(contract, twelve, seed));
    const own = (mask(twelve) & ~mask(skat)) >>> 0;
    const hands = [masks(this.seat, own, world)];
    const reaches = (needed) => this.#reach(contract, GAMES[game].code, game === "null" ? 0 : needed - pointsOf(skat), hands) > 0;
    const takes = (tricks) => this.#reach(contract, GAMES[game].code + BY_TRICKS, TRICK * tricks, hands) > 0;
    let outcome = reaches(NEEDED) ? WON : LOST;
    if (detail && game !== "null") {
      if (outcome === WON && reaches(SCHNEIDER)) outcome = WON_SCHNEIDER;
      if (outcome === LOST && !reaches(OUT_OF_SCHNEIDER)) outcome = LOST_SCHNEIDER;
      if (outcome === WON_SCHNEIDER && takes(HAND)) outcome = WON_SCHWARZ;
      if (outcome === LOST_SCHNEIDER && !takes(1)) outcome = LOST_SCHWARZ;
    }
    const key = keyOf(stream, entry);
    if (!this.tallies.has(key)) this.tallies.set(key, new Map());
    raise(this.tallies.get(key), `${matadors(twelve, game)} ${outcome}`);
    raise(this.games, contractText(contract));
  }

  /** Of the likely best discards the one that wins most of a few worlds drawn for this alone. */
  #discard(contract, twelve, seed) {
    const { game } = contract;
    const tried = game === "null" ? NULL_CANDIDATES : CANDIDATES;
    const candidates = rankedDiscards(twelve, game, this.parameters).slice(0, tried);
    const generator = new SplitMix64(seed);
    const worlds = Array.from({ length: tried }, () => draw(twelve, generator));
    let [best, most] = [candidates[0], -1];
    for (const pair of candidates) {
      const own = (mask(twelve) & ~mask(pair)) >>> 0;
      const hands = worlds.map((world) => masks(this.seat, own, world));
      const wins = this.#reach(contract, GAMES[game].code, NEEDED - pointsOf(pair), hands);
      if (wins > most) [best, most] = [pair, wins];
      if (wins === worlds.length) break;
    }
    return best;
  }

  /** In how many worlds the declarer takes these points, by the code of the game; in Null, no trick. */
  #reach(contract, code, points, hands) {
    if (points <= 0 && code !== GAMES.null.code) return hands.length;
    const wanted = Math.max(0, Math.min(points, MOST_POINTS));
    const { tricks, values } = this.kernel.skatWorlds(code, this.seat, 0, wanted, packed(hands));
    raise(this.tricks, contractText(contract), tricks);
    return values.reduce((sum, value) => sum + value, 0);
  }

  /** How many of the worlds may be played out for entries of a contract, by what its games have taken so far. */
  affordable(entries, worlds, allowed) {
    const contract = contractText(entries[0].contract);
    const tricks = this.tricks.get(contract) ?? 0;
    if (!tricks) return worlds;
    return Math.min(worlds, Math.floor((allowed * (this.games.get(contract) ?? 0)) / (tricks * entries.length)));
  }

  /** Judge entries on the fresh worlds from `first` on, contract by contract. */
  *judge(entries, worlds, first = 0) {
    for (const contract of new Set(entries.map((entry) => entry.contract))) {
      const own = entries.filter((entry) => entry.contract === contract);
      const more = Math.max(1, this.affordable(own, worlds - first, ALLOWED_TO_JUDGE));
      yield* this.stage(JUDGED, own, first, first + more);
    }
  }

  /** The contracts that go on: those with the best mean scores. */
  best() {
    const played = [...new Set(this.#rows().map((row) => playedAs(row.one)))].slice(0, GO_ON);
    return played.map((text) => this.different.find((one) => contractText(one) === text));
  }

  kinds(stream, entry) {
    return this.tallies.get(keyOf(stream, entry)) ?? new Map();
  }

  #rows() {
    const rows = this.contracts.map((one) => this.#row(one)).filter(Boolean);
    return rows.sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  }

  #row(one) {
    const entry = this.entryOf(this.different.find((other) => contractText(other) === playedAs(one)));
    const found = [JUDGED, SURVEY, CHOICE].map((stream) => ({ stream, kinds: this.kinds(stream, entry) })).filter(({ kinds }) => kinds.size);
    if (!found.length) return null;
    // While fresh worlds are still few, the older ones say more; in the end only the fresh ones count.
    const best = this.settled ? found[0] : found.reduce((a, b) => (total(b.kinds) > total(a.kinds) ? b : a));
    const { stream, kinds } = best;
    return { one, entry, stage: STAGES[stream], kinds, score: meanScore(one, kinds, BID) };
  }

  /** The figures as they are now, the best contract first. */
  figures(done) {
    const contracts = this.#rows().map(({ one, entry, stage, kinds, score }) => {
      const shares = sharesOf(kinds);
      const figures = { contract: contractText(one), ...shares, stage, score, highest_bid: highestPaying(one, kinds) };
      return entry.pair ? { ...figures, discard: entry.pair, discards: this.judged(entry.contract) } : figures;
    });
    return { done, complete: done, played: this.played, total: this.total, contracts };
  }
}

class TenCards extends Run {
  constructor(kernel, parameters, cards, seat) {
    super(kernel, parameters, cards, seat, usualContracts());
    this.total = this.different.length * SURVEY_WORLDS + GO_ON * WORLDS;
  }

  entryOf(contract) {
    return { contract };
  }

  *steps() {
    const entries = this.different.map((contract) => ({ contract }));
    const look = Math.floor(SURVEY_WORLDS / SURVEY_PART);
    yield* this.stage(SURVEY, entries, 0, look);
    for (const entry of entries) {
      const more = this.affordable([entry], SURVEY_WORLDS - look, ALLOWED);
      yield* this.stage(SURVEY, [entry], look, look + more);
    }
    yield* this.judge(this.best().map((contract) => ({ contract })), WORLDS);
  }
}

class TwelveCards extends Run {
  constructor(kernel, parameters, cards, seat) {
    super(kernel, parameters, cards, seat, usualContracts().filter(({ hand }) => !hand));
    this.pairs = new Map(this.different.map((one) => [one, rankedDiscards(cards, one.game, parameters)]));
    const games = this.different.length;
    const rounds = ROUNDS.map(([size, worlds], at) => (at < ROUNDS.length - 1 ? games : GO_ON) * size * worlds);
    this.total = rounds.reduce((sum, one) => sum + one) + (GO_ON + SHOWN - 1) * WORLDS + (games - GO_ON) * SURVEY_WORLDS;
  }

  entryOf(contract) {
    return this.discards(contract)[0];
  }

  *steps() {
    const done = new Map(this.different.map((one) => [one, 0]));
    for (const [round, [size, worlds]] of ROUNDS.entries()) {
      for (const contract of round < ROUNDS.length - 1 ? this.different : this.best()) {
        const entries = this.discards(contract).slice(0, size);
        // The first world of all shows what games of this contract take.
        for (const more of round ? [worlds] : [1, worlds - 1]) {
          done.set(contract, yield* this.#compare(entries, done.get(contract), more));
        }
      }
    }
    const best = this.best();
    const [first, ...others] = best.map((contract) => this.discards(contract));
    const goingOn = [...first.slice(0, SHOWN), ...others.map(([one]) => one)];
    const left = this.different.filter((contract) => !best.includes(contract)).map((contract) => this.entryOf(contract));
    yield* this.judge([...goingOn, ...left], SURVEY_WORLDS);
    yield* this.judge(goingOn, WORLDS, SURVEY_WORLDS);
  }

  /** Compare discards of a contract on so many worlds from `first` on, or on fewer, or fewer of them; returns where it ended. */
  *#compare(entries, first, worlds) {
    let [left, more] = [entries, this.affordable(entries, worlds, ALLOWED)];
    while (more < Math.min(1, worlds) && left.length > SHOWN) {
      left = left.slice(0, Math.max(SHOWN, Math.floor(left.length / 2)));
      more = this.affordable(left, worlds, ALLOWED);
    }
    const last = first + Math.max(more, Math.min(1, worlds));
    yield* this.stage(CHOICE, left, first, last, false);
    return last;
  }

  /** The entries of a contract, the best discard of the choice first. */
  discards(contract) {
    const tried = this.pairs.get(contract).map((pair) => {
      const entry = { contract, pair };
      const kinds = this.kinds(CHOICE, entry);
      return { entry, of: total(kinds), won: wonOf(kinds) };
    });
    const share = ({ won, of }) => (of ? won / of : 0);
    return tried.sort((a, b) => b.of - a.of || share(b) - share(a)).map(({ entry }) => entry);
  }

  /** What the discards of a contract that were judged came to. */
  judged(contract) {
    const entries = this.discards(contract).filter((entry) => this.kinds(JUDGED, entry).size);
    return entries.map((entry) => ({ discard: entry.pair, ...sharesOf(this.kinds(JUDGED, entry)) }));
  }
}

function sharesOf(kinds) {
  const [won, worlds] = [wonOf(kinds), total(kinds)];
  const [low, high] = wilson(won, worlds);
  return { won, worlds, chance: won / worlds, low, high };
}

const keyOf = (stream, { contract, pair = "" }) => `${stream} ${contractText(contract)} ${pair}`;

const raise = (counts, key, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by);

/** The contract that is played alike with open cards: Null ouvert as Null. */
const playedAs = (one) => contractText({ ...one, ouvert: false });

const masks = (seat, own, { next, last }) => seated(seat, own, mask(next), mask(last));
