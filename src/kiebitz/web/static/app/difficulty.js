// How hard a deal is for somebody who plays it: how narrow the way is, and how a player without a plan fares. The counterpart
// of `kiebitz.analysis.difficulty`, with the same figures; each step is short, so that a worker can be stopped between two.

import { commonForm } from "./analyst.js";
import { answer, forcedLine, tellsDifficulty } from "./engines.js";
import { encodePlay, encodePosition, encodeRules } from "./encoding.js";
import { Fault } from "./faults.js";
import { after, shortened, winningMoves } from "./lines.js";
import { home, legalMoves } from "./rules.js";

const STATES = 5_000_000;
const WIDTH = 100; // positions of each level that the search for the line keeps
const MOVE_STATES = 10_000;
export const AHEAD = [1, 2];
export const GAMES = 10;
/** What the seeds of two games in a row differ by: that of splitmix64, so that each game has a stream of its own. */
const NEXT_GAME = 0x9e3779b97f4a7c15n;
const HARDER_IF_MORE = ["moves", "only_moves"];

/**
 * The measures of a position: a generator that yields how much is done, from 0 to 1, and returns
 * `{verdict, moves, share, only, won}`: the length of a short line; the share of moves that keep the win and the only moves,
 * each at least and at most; games won for each of `AHEAD`. They are null unless the verdict is "solved". A `Fault` for
 * rules under which there are none.
 */
export function* difficulty(kernel, rules, position, autoplay) {
  if (!tellsDifficulty(rules)) throw new Fault("unsolvable", rules.id);
  const { position: start } = commonForm(rules, position);
  const found = answer(kernel, rules, start, { states: STATES });
  const nothing = { verdict: found.verdict, moves: null, share: null, only: null, won: null };
  if (found.verdict !== "solved" || !found.line.length) return nothing;
  const winning = winningMoves(kernel, rules, start, found.line, autoplay, () => forcedLine(kernel, rules, start));
  yield 0;
  const line = shortened(kernel, rules, start, winning, 0, WIDTH);
  const steps = line.moves.length + AHEAD.length * GAMES;
  const counts = [];
  let here = start;
  for (const move of line.moves) {
    counts.push(yield* judged(kernel, rules, here, move, line.autoplay, counts.length / steps));
    here = after(rules, here, move, line.autoplay);
  }
  const asked = [encodeRules(rules), encodePosition(rules, start), ...encodePlay(rules, line.autoplay)];
  const won = [];
  for (const [index, ahead] of AHEAD.entries()) {
    let wins = 0;
    for (let game = 0; game < GAMES; game++) {
      wins += kernel.greedyGames(...asked, { ahead, games: 1, seed: BigInt(game) * NEXT_GAME }).won;
      yield (line.moves.length + index * GAMES + game + 1) / steps;
    }
    won.push(wins);
  }
  return { verdict: "solved", moves: line.moves.length, ...narrowness(counts), won, autoplay: line.autoplay };
}

/** How many different moves of a position keep the win, lose it, and are left open; that of the line keeps it. */
function* judged(kernel, rules, position, ours, autoplay, done) {
  const counts = { solved: 0, impossible: 0, undecided: 0 };
  const keyOf = (next) => commonForm(rules, next).key;
  const known = new Set([keyOf(position)]);
  const own = keyOf(after(rules, position, ours, autoplay));
  for (const move of legalMoves(rules, position)) {
    const next = after(rules, position, move, autoplay);
    const key = keyOf(next);
    if (known.has(key)) continue;
    known.add(key);
    counts[key === own ? "solved" : answer(kernel, rules, next, { states: MOVE_STATES }).verdict] += 1;
    yield done;
  }
  return [counts.solved, counts.impossible, counts.undecided];
}

function narrowness(counts) {
  const mean = (share) => counts.reduce((sum, one) => sum + share(one), 0) / counts.length;
  const single = counts.filter(([kept]) => kept === 1);
  return {
    share: [
      mean(([kept, lost, open]) => kept / (kept + lost + open)),
      mean(([kept, lost, open]) => (kept + open) / (kept + lost + open)),
    ],
    only: [
      single.filter(([, lost, open]) => lost && !open).length,
      single.filter(([, lost, open]) => lost || open).length,
    ],
  };
}

/**
 * How many of a hundred Microsoft deals are easier, by measure; `among` are the quantiles of the study of these. Null but for
 * deals of plain FreeCell played by the same rule.
 */
export function percentiles(rules, position, autoplay, { moves, share, only, won }, among) {
  const plain = rules.id === "freecell" && !Object.keys(rules.changes).length && autoplay === "safe";
  if (moves === null || !plain || home(position) || position.cells.some(Boolean)) return null;
  const values = { moves, share_kept: share[1], only_moves: only[0] };
  AHEAD.forEach((ahead, index) => (values[`won_${ahead}`] = won[index]));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => {
    const points = among[name];
    const below = points.filter((point) => point < value).length;
    const equal = points.filter((point) => point === value).length;
    const place = halfToEven((100 * (below + equal / 2)) / points.length);
    return [name, HARDER_IF_MORE.includes(name) ? place : 100 - place];
  }));
}

/** Rounded as Python does. */
function halfToEven(value) {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 ? rounded - 1 : rounded;
}
