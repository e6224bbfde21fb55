// From the search's line to a player's: in moves the rules allow, with autoplay done by the program. The kernel makes the
// lines that win; those to a score are left as they are. Each is replayed by the page's own rules before it leaves here.

import { decodePlayerMoves, encodeMoves, encodePlay, encodePosition, encodeRules } from "./encoding.js";
import { Fault } from "./faults.js";
import { FOUNDATION, STOCK, cardsOf, home, isHome, made, play } from "./rules.js";

/**
 * A player's moves of a winning line under a rule of autoplay, or under one that takes less if none is found: `{moves,
 * autoplay}`. `forced()` gives another line, in which each card goes home as soon as it fits.
 */
export function winningMoves(kernel, rules, position, line, autoplay, forced) {
  for (const rule of new Set([autoplay, "safe", "none"])) {
    let moves = played(kernel, rules, position, line, rule);
    if (!moves && rule === "max" && !position.stock.length) {
      const other = forced();
      moves = other.length ? played(kernel, rules, position, other, rule) : null;
    }
    if (moves) {
      if (replayed(rules, position, moves, rule) !== rules.size) throw new Fault("fault", "the line does not win");
      return { moves, autoplay: rule };
    }
  }
  throw new Fault("fault", "the line cannot be made into a player's");
}

/** How many positions of each level the search for a short line keeps. */
const SHORT_AT_ONCE = 500;

/**
 * A player's line that wins, or one of fewer moves for the same rule of autoplay, if that is found within this number of `states`,
 * of which 0 are no limit.
 */
export function shortened(kernel, rules, position, { moves, autoplay }, states, width = SHORT_AT_ONCE) {
  if (!moves.length) return { moves, autoplay };
  const options = { width, below: moves.length, states };
  const play = encodePlay(rules, autoplay);
  const found = kernel.shortLine(encodeRules(rules), encodePosition(rules, position), ...play, options);
  if (!found.moves) return { moves, autoplay };
  const fewer = decodePlayerMoves(found.moves);
  if (replayed(rules, position, fewer, autoplay) !== rules.size) throw new Fault("fault", "the short line does not win");
  return { moves: fewer, autoplay };
}

function played(kernel, rules, position, line, rule) {
  const board = encodePosition(rules, position);
  const found = kernel.playerLine(encodeRules(rules), board, encodeMoves(line), ...encodePlay(rules, rule));
  return found && decodePlayerMoves(found);
}

/** Cards home after the player's moves, each of which must be legal, and the autoplay that follows each. */
function replayed(rules, position, moves, rule) {
  let along = position;
  for (const move of moves) {
    along = after(rules, along, move, rule);
  }
  return home(along);
}

/** The position after a move and the autoplay that follows it. */
export function after(rules, position, move, rule) {
  const { reason, stages } = made(rules, position, move, rule);
  if (reason) throw new Fault("fault", "the rules refuse a move of the line");
  return stages.at(-1);
}

/** The player's moves of a line to a score, when the program plays by this rule of autoplay after each of them. */
export function playedToScore(rules, position, line, autoplay, score) {
  let table = position;
  let along = position;
  const moves = [];
  for (const move of line) {
    const goesHome = move.target >= FOUNDATION && move.target < STOCK;
    const done = goesHome && isHome(rules, table, cardsOf(along, move.source).at(-1));
    along = play(rules, along, move);
    if (done) continue;
    table = after(rules, table, move, autoplay);
    moves.push(move);
  }
  if (home(table) !== score) throw new Fault("fault", "the line does not bring as many cards home as it says");
  return moves;
}
