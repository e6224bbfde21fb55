// The kernel's analyst for the worker: winnability, solutions, losing moves, effects of moves, difficulty.
// It remembers its answers, so they cannot contradict each other; the checker replays every line.

import { AUTOPLAYS, decodePlayerMoves, encodeGame, encodeMoves, encodePosition, LIMITS, VERDICTS } from "./encoding.js";
import { Fault } from "./errors.js";

/** State limits of the light, a hint, and a solution. */
export const QUICK = 300_000;
const HINT = 500_000;
const SOLUTION = 5_000_000;
/** Memory limit of a search, in bytes. */
const MEMORY = 192 << 20;
/** The analyst in the kernel: its number, the positions it remembers, the width of its search for short lines (0: default). */
const QUICK_LINES = [1, 0, 0];
/** The analyst for solutions that are shown: as many positions a level as `kiebitz solve --short`. */
const SHORT_LINES = [2, 0, 5_000];
/** The measures that are compared with Microsoft's deals, in the kernel's order. */
const MEASURES = ["moves", "share_kept", "only_moves", "won_1", "won_2"];
/** Levels of deals that can be won, by the kernel's codes. */
export const LEVELS = ["easy", "medium", "hard", "expert"];
/** Kinds of events of a line, by the kernel's codes. */
const EVENTS = ["home", "empty_column", "tightest", "turning_point"];
/** State limit for each of the random deals. */
const RANDOM = 200_000;

/** @param {number} states */
const allowed = (states) => [states, 0, MEMORY, 0];

/**
 * Encode a game `{rules, start, moves, autoplay}` for the kernel.
 * @param {PlayedGame} game
 */
const played = ({ rules, start, moves, autoplay }) => [
  encodeGame(rules),
  [encodePosition(rules, start)],
  encodeMoves(moves),
  AUTOPLAYS.indexOf(autoplay),
];

/** @param {any[]} values @returns {Status} */
const statusOf = ([verdict, score, bound, , limitHit, states]) => ({
  verdict: VERDICTS[verdict],
  score,
  bound,
  limitHit: LIMITS[limitHit],
  states,
});

export class Analyst {
  #kernel;

  /** @param {Kernel} kernel */
  constructor(kernel) {
    this.#kernel = kernel;
  }

  /**
   * Judge the position of a game: `{verdict, score, bound, limitHit, states}`; `score` in scored games only.
   * @param {PlayedGame} game @param {number} states
   */
  status(game, states = QUICK) {
    return statusOf(this.#ask("analyst_status", game.rules, ...QUICK_LINES, ...played(game), ...allowed(states)));
  }

  /**
   * Return the status with `moves`, a player's line to a win or to the best known score, and its `autoplay` rule.
   * @param {PlayedGame} game @param {number} states
   */
  solution(game, states = SOLUTION) {
    return this.#solved(SHORT_LINES, game, states);
  }

  /**
   * Return the same from a quick search, whose lines may be longer.
   * @param {PlayedGame} game @param {number} states
   */
  quickSolution(game, states = HINT) {
    return this.#solved(QUICK_LINES, game, states);
  }

  /** @param {number[]} handle @param {PlayedGame} game @param {number} states */
  #solved(handle, game, states) {
    const request = [...handle, ...played(game), AUTOPLAYS.indexOf(game.autoplay), ...allowed(states)];
    const values = this.#ask("analyst_solution", game.rules, ...request);
    const [moves, autoplay] = values.slice(9);
    return { ...statusOf(values), moves: decodePlayerMoves(moves), autoplay: AUTOPLAYS[autoplay] };
  }

  /**
   * Return the move that lost a game, or the last move by which the best score fell: `{ply, last_winnable, certain,
   * score_before, score_after}`. `ply` is 0 for a lost deal. Return null if no loss is known.
   * @param {PlayedGame} game @param {number} states @returns {Loss | null}
   */
  losingMove(game, states = QUICK) {
    const answer = this.#ask("analyst_losing_move", game.rules, ...QUICK_LINES, ...played(game), ...allowed(states));
    if (!answer.length) return null;
    const [ply, last, certain, before, after] = answer;
    return { ply, last_winnable: last < 0 ? null : last, certain: Boolean(certain), score_before: before, score_after: after };
  }

  /**
   * Judge `count` legal moves from index `first` on; `all` is the number of legal moves. Moves with the same `key` lead to
   * the same position.
   * @param {PlayedGame} game @param {number} first @param {number} count @param {number} states
   * @returns {{all: number, moves: JudgedMove[]}}
   */
  judge(game, first, count, states) {
    const [all, ...judged] = this.#ask("analyst_judge", game.rules, ...QUICK_LINES, ...played(game), first, count, ...allowed(states));
    const moves = judged.map(([[source, target, cards], key, , verdict, score, bound, limitHit, left]) => ({
      move: { source, target, count: cards },
      key,
      verdict: VERDICTS[verdict],
      score,
      bound,
      limitHit: LIMITS[limitHit],
      left,
    }));
    return { all, moves };
  }

  /**
   * Return the events of a game's line in order: when aces come home and a column is empty, the tightest position, the
   * turning point; `value` is the suit, the column or the number of free places.
   * @param {PlayedGame} game @returns {LineEvent[]}
   */
  story({ rules, start, moves, autoplay }) {
    const line = [encodeGame(rules), encodePosition(rules, start), encodeMoves(moves), AUTOPLAYS.indexOf(autoplay)];
    return this.#kernel.call("story", ...line).map(([kind, ply, value]) => ({ kind: EVENTS[kind], ply, value }));
  }

  /**
   * Measure the difficulty of a position, one part per call; `before` is the previous result. Return `{verdict, moves, share,
   * only, won, done, level}`: the length of a short line, lower and upper bounds of the share of moves that keep the win and of
   * the only moves, games won by players with one and two moves of lookahead, and `done` from 0 to 1. Measures are null
   * unless the verdict is "solved", and so is the `level` before the end. Throw a `Fault` for unsupported rules.
   * @param {Rules} rules @param {Position} position @param {string} autoplay @param {Difficulty | null} before @returns {Difficulty}
   */
  difficulty(rules, position, autoplay, before = null) {
    const request = [
      this.#measurable(rules),
      encodePosition(rules, position),
      AUTOPLAYS.indexOf(autoplay),
      ...allowed(SOLUTION),
      1,
      before?.measured ?? null,
    ];
    const values = this.#ask("difficulty", rules, ...request);
    const [measured, done, low, high, least, most, level] = values.slice(9);
    const verdict = VERDICTS[values[0]];
    const [line, rule, , , , ...won] = measured;
    if (!line.length) return { verdict, moves: null, share: null, only: null, won: null, done: 1, level: null };
    /** @type {Difficulty} */
    const measures = {
      verdict,
      moves: line.length / 4,
      share: [low, high],
      only: [least, most],
      won: won.slice(0, -1),
      done,
      level: LEVELS[level] ?? null,
    };
    return { ...measures, autoplay: AUTOPLAYS[rule], games: won.at(-1) / 2, measured };
  }

  /**
   * Return how many of a hundred Microsoft deals are easier, by measure, once `difficulty` has finished; `among` holds the
   * quantiles of their study. Return null except for FreeCell deals with the same autoplay rule.
   * @param {Rules} rules @param {Position} position @param {Difficulty} found @param {Record<string, any>} among
   * @returns {Record<string, number> | null}
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

  /**
   * Return the verdict on a random deal, the states searched, and its `level` if it is the `wanted` one.
   * @param {Rules} rules @param {Position} start @param {string} wanted @returns {Status & {level?: string | null}}
   */
  level(rules, start, wanted) {
    const position = encodePosition(rules, start);
    if (wanted === "any") return statusOf(this.#ask("answer", rules, encodeGame(rules), position, 0, ...allowed(RANDOM)));
    const among = 1 << LEVELS.indexOf(wanted);
    const values = this.#kernel.call("level", this.#measurable(rules), position, AUTOPLAYS.indexOf("safe"), among, ...allowed(RANDOM));
    return { ...statusOf(values), level: LEVELS[values.at(-1)] ?? null };
  }

  /**
   * Encode the game of these rules. Throw a `Fault` if they have no difficulty.
   * @param {Rules} rules
   */
  #measurable(rules) {
    if (!rules.hasLevels) throw new Fault("no_level", rules.id);
    return encodeGame(rules);
  }

  /** @param {string} name @param {Rules} rules @param {any[]} values @returns {any[]} */
  #ask(name, rules, ...values) {
    if (this.#kernel.call("search_for", encodeGame(rules))[0] === null) throw new Fault("unsolvable", rules.id);
    return this.#kernel.call(name, ...values);
  }
}
