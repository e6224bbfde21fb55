// The kernel's analyst for the worker: can a game still be won, how, which move lost it, what each move does, how hard the deal is.
// It remembers its answers, so they cannot contradict each other; the checker replays every line that it gives.

import { AUTOPLAYS, decodePlayerMoves, encodeGame, encodeMoves, encodePosition, LIMITS, VERDICTS } from "./encoding.js";
import { Fault } from "./errors.js";

/** The states that a light may take, a hint, and a solution. */
export const QUICK = 300_000;
export const HINT = 500_000;
const SOLUTION = 5_000_000;
/** The bytes that one search may take. */
const MEMORY = 192 << 20;
/** Its number in the kernel; how much it remembers and how long it looks for short lines is as usual. */
const HANDLE = [1, 0, 0];
/** The kernel's code of the search whose rules difficulty can be told for. */
const FEWEST_MOVES = 4;
/** The measures by which a deal has a place among Microsoft's, in the kernel's order. */
const MEASURES = ["moves", "share_kept", "only_moves", "won_1", "won_2"];
/** The kernel's codes of a difficulty that is wanted of a deal. */
const DIFFICULTIES = ["any", "easy", "medium", "hard"];
const NONE = new Uint8Array();

const allowed = (states) => [states, 0, MEMORY, 0];

/** A game `{rules, start, moves, autoplay}` as the kernel takes it. */
const played = ({ rules, start, moves, autoplay }) => [
  encodeGame(rules),
  [encodePosition(rules, start)],
  encodeMoves(moves),
  AUTOPLAYS.indexOf(autoplay),
];

const statusOf = ([verdict, score, bound, , limitHit, states]) => ({
  verdict: VERDICTS[verdict],
  score,
  bound,
  limitHit: LIMITS[limitHit],
  states,
});

export class Analyst {
  #kernel;

  constructor(kernel) {
    this.#kernel = kernel;
  }

  /** What is known of the position of a game: `{verdict, score, bound, limitHit, states}`; no score but in scored games. */
  status(game, states = QUICK) {
    return statusOf(this.#ask("analyst_status", game.rules, ...HANDLE, ...played(game), ...allowed(states)));
  }

  /** The status with a player's line, `moves`, for a rule of `autoplay`: one that wins, or one to the best score known. */
  solution(game, states = SOLUTION) {
    const asked = [...HANDLE, ...played(game), AUTOPLAYS.indexOf(game.autoplay), ...allowed(states)];
    const values = this.#ask("analyst_solution", game.rules, ...asked);
    const [moves, autoplay] = values.slice(9);
    return { ...statusOf(values), moves: decodePlayerMoves(moves), autoplay: AUTOPLAYS[autoplay] };
  }

  /**
   * The move that lost a game, or the last by which the best score fell: `{ply, last_winnable, certain, score_before,
   * score_after}`, `ply` 0 for a deal that was lost; null if nothing was lost as far as known.
   */
  losingMove(game, states = QUICK) {
    const found = this.#ask("analyst_losing_move", game.rules, ...HANDLE, ...played(game), ...allowed(states));
    if (!found.length) return null;
    const [ply, last, certain, before, after] = found;
    return { ply, last_winnable: last < 0 ? null : last, certain: Boolean(certain), score_before: before, score_after: after };
  }

  /**
   * What some of the legal moves lead to, from one place in their list on; and how many there are in `all`. Those with the
   * same `key` lead to the same position.
   */
  judge(game, first, count, states) {
    const [all, ...judged] = this.#ask("analyst_judge", game.rules, ...HANDLE, ...played(game), first, count, ...allowed(states));
    const moves = judged.map(([[source, target, cards], key, , verdict, score, bound, limitHit]) => ({
      move: { source, target, count: cards },
      key,
      verdict: VERDICTS[verdict],
      score,
      bound,
      limitHit: LIMITS[limitHit],
    }));
    return { all, moves };
  }

  /**
   * The next part of the measures of a position, after what was measured `before`: `{verdict, moves, share, only, won, done}`,
   * the length of a short line; the share of moves that keep the win and the only moves, each at least and at most; games
   * won by players who look one move and two moves ahead; `done` is 1 at the end. They are null unless the verdict is
   * "solved". A `Fault` for rules under which there are none.
   */
  difficulty(rules, position, autoplay, before = null) {
    const game = encodeGame(rules);
    if (this.#kernel.call("missed", game, FEWEST_MOVES)[0] !== null) throw new Fault("unsolvable", rules.id);
    const asked = [game, encodePosition(rules, position), AUTOPLAYS.indexOf(autoplay), ...allowed(SOLUTION), 1, before?.measured ?? null];
    const values = this.#ask("difficulty", rules, ...asked);
    const [measured, done, low, high, least, most] = values.slice(9);
    const verdict = VERDICTS[values[0]];
    const [line, rule, , , , ...won] = measured;
    if (!line.length) return { verdict, moves: null, share: null, only: null, won: null, done: 1 };
    const found = { verdict, moves: line.length / 4, share: [low, high], only: [least, most], won: won.slice(0, -1), done };
    return { ...found, autoplay: AUTOPLAYS[rule], games: won.at(-1) / 2, measured };
  }

  /**
   * How many of a hundred Microsoft deals are easier, by measure, after `difficulty` has finished; `among` are the quantiles
   * of the study of these. Null but for deals of plain FreeCell played by the same rule.
   */
  percentiles(rules, position, { measured }, among) {
    const quantiles = MEASURES.map((name) => among[name]);
    const places = this.#kernel.call(
      "percentiles",
      encodeGame(rules),
      rules.layout,
      encodePosition(rules, position),
      measured ?? null,
      ...quantiles,
    );
    return places.length ? Object.fromEntries(MEASURES.map((name, at) => [name, places[at]])) : null;
  }

  /** A sample of deals with one more looked at, `start`, and so far the `number` to choose for a `difficulty`, null for none. */
  sample(rules, start, number, difficulty, { numbers = NONE, states = NONE, tried = 0 } = {}) {
    const asked = [encodeGame(rules), encodePosition(rules, start), DIFFICULTIES.indexOf(difficulty), number, numbers, states, tried];
    const [ofNumbers, ofStates, all, complete, chosen, effort] = this.#ask("sample_deals", rules, ...asked);
    return { numbers: ofNumbers, states: ofStates, tried: all, complete, number: chosen, effort };
  }

  #ask(name, rules, ...values) {
    if (this.#kernel.call("search_for", encodeGame(rules))[0] === null) throw new Fault("unsolvable", rules.id);
    return this.#kernel.call(name, ...values);
  }
}
