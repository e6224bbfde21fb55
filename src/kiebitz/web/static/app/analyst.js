// The analyst beside a game: can it still be won, how, what can still be reached, and which move lost it. The counterpart of
// `kiebitz.analysis.analyst`, with the same answers. It remembers what it found out, and positions that differ only in
// the order of columns and cells are one; so its answers cannot contradict each other.

import { answer, forcedLine, scoredAnswer } from "./engines.js";
import { playedToScore, shortened, winningMoves } from "./lines.js";
import { CELL, FOUNDATION, SUITS, made } from "./rules.js";

/** The states that a light may take, a hint, and a solution. */
export const QUICK = 300_000;
export const HINT = 500_000;
const SOLUTION = 5_000_000;

const MOST_REMEMBERED = 8_000;

export class Analyst {
  #kernel;
  #known = new Map(); // by the text of a position in its common form: {answer, within, lines}

  constructor(kernel) {
    this.#kernel = kernel;
  }

  /**
   * What is known of the position of a game `{rules, positions, autoplay}`, the last of its positions: `{verdict, line,
   * score, bound, limitHit, states}`. A game whose earlier position is known to be lost stays lost.
   */
  status({ rules, positions }, states = QUICK) {
    const here = this.#statusOf(rules, positions.at(-1), states);
    return here.limitHit === null ? here : this.#byThePast(rules, positions.slice(0, -1), here);
  }

  #statusOf(rules, position, states) {
    const common = commonForm(rules, position);
    const found = this.#answer(rules, common, states);
    return { ...found, line: common.here(found.line) };
  }

  /** A text that positions share which differ only in the order of columns and cells. */
  keyOf(rules, position) {
    return commonForm(rules, position).key;
  }

  /** The status with a player's line, `moves`, for a rule of `autoplay`: one that wins, or one to the best score known. */
  solution(game, states = SOLUTION) {
    const { rules, positions, autoplay } = game;
    const position = positions.at(-1);
    const found = this.status(game, states);
    if (!found.line.length && found.verdict !== "solved") return { ...found, moves: [], autoplay };
    const common = commonForm(rules, position);
    const line = this.#known.get(common.key)?.lines[autoplay];
    if (line) {
      const { turns, first, toCommon } = line;
      return { ...found, moves: common.here(toCommon(turns.slice(first).map(({ move }) => move))), autoplay: line.autoplay };
    }
    const played =
      found.score === null
        ? shortened(this.#kernel, rules, common.position, this.#winning(rules, common, found.line, autoplay), states)
        : { moves: playedToScore(rules, common.position, common.there(found.line), autoplay, found.score), autoplay };
    if (found.score === found.bound) this.#remember(rules, common.position, autoplay, played, found);
    return { ...found, moves: common.here(played.moves), autoplay: played.autoplay };
  }

  #winning(rules, { position, there }, line, autoplay) {
    const forced = () => forcedLine(this.#kernel, rules, position);
    return winningMoves(this.#kernel, rules, position, there(line), autoplay, forced);
  }

  /**
   * The move that lost a game, or the last by which the best score fell: `{ply, last_winnable, certain, score_before,
   * score_after}`, `ply` 0 for a deal that was lost; null if nothing was lost as far as known.
   */
  losingMove({ rules, positions }, states = QUICK) {
    const status = (ply) => this.#statusOf(rules, positions[ply], states);
    const last = positions.length - 1;
    const now = status(last);
    const least = now.bound === null ? rules.size : now.bound + 1;
    const isLost = (ply) => {
      const { verdict, score, bound } = status(ply);
      if (score === null) return { solved: false, impossible: true, undecided: null }[verdict];
      return score >= least ? false : bound < least ? true : null;
    };
    if (!isLost(last)) return null;
    let [low, lost] = [0, last]; // the first position known to be lost lies above all below `low` that are not
    while (low < lost) {
      const middle = (low + lost) >> 1;
      if (isLost(middle)) lost = middle;
      else low = middle + 1;
    }
    let before = lost - 1;
    for (; before >= 0; before--) {
      const verdict = isLost(before);
      if (verdict === false) break;
      if (verdict) lost = before;
    }
    if (lost === 0 && now.score !== null) return null;
    const loss = { ply: lost, score_after: status(lost).score };
    if (before < 0) return { ...loss, last_winnable: null, certain: lost === 0, score_before: null };
    return { ...loss, last_winnable: before, certain: before === lost - 1, score_before: status(before).score };
  }

  // --- what is remembered ---

  #answer(rules, common, states) {
    const known = this.#known.get(common.key);
    if (known) {
      this.#known.delete(common.key); // and put behind all others
      this.#known.set(common.key, known);
      if (known.answer.limitHit === null || known.within >= states) return known.answer;
    }
    const found = answer(this.#kernel, rules, common.position, { states });
    const best = known ? better(rules, known.answer, found) : found;
    this.#keep(common.key, best, states);
    return best;
  }

  #keep(key, answer, within) {
    let known = this.#known.get(key);
    if (known) {
      known.answer = answer;
      known.within = Math.max(known.within, within);
      return known;
    }
    known = { answer, within, lines: {} };
    this.#known.set(key, known);
    if (this.#known.size > MOST_REMEMBERED) this.#known.delete(this.#known.keys().next().value);
    return known;
  }

  /** Remember the positions that a player's line leads through: what is true there follows from the line. */
  #remember(rules, start, asked, { moves, autoplay }, { verdict, score, bound }) {
    const turns = [];
    let position = start;
    for (const move of moves) {
      const { automatic, stages } = made(rules, position, move, autoplay);
      turns.push({ move, automatic, before: position });
      position = stages.at(-1);
    }
    turns.forEach(({ before }, first) => {
      const common = commonForm(rules, before);
      let known = this.#known.get(common.key);
      if (!known || known.answer.limitHit !== null) {
        const line = turns.slice(first).flatMap(({ move, automatic }) => [move, ...automatic]);
        const answer = { verdict, line: common.there(line), score, bound, limitHit: null, states: 0 };
        known = this.#keep(common.key, answer, Infinity);
      }
      known.lines[asked] ??= { turns, first, toCommon: common.there, autoplay };
    });
  }

  /** What is known of an undecided position, but whose earlier ones may be remembered. */
  #byThePast(rules, before, now) {
    const earlier = before.map((position) => this.#known.get(commonForm(rules, position).key)?.answer).filter(Boolean);
    if (now.score !== null) {
      return scoredAnswer(rules, { ...now, bound: Math.min(now.bound, ...earlier.map(({ bound }) => bound)) });
    }
    const lost = earlier.some(({ verdict }) => verdict === "impossible");
    return lost ? { ...now, verdict: "impossible", limitHit: null } : now;
  }
}

/** What two searches of the same position found out together. */
function better(rules, one, other) {
  if (one.limitHit === null || other.limitHit === null) return other.limitHit === null ? other : one;
  if (one.score === null || other.score === null) return other;
  const high = one.score > other.score ? one : other;
  return scoredAnswer(rules, { ...other, line: high.line, score: high.score, bound: Math.min(one.bound, other.bound) });
}

/**
 * The common form of all positions with the same columns and cells, in whatever order: `{position, key}`, and the way of
 * a line of moves from there to `here`, and from here to `there`.
 */
export function commonForm(rules, position) {
  const { columns, cells, face_down: down } = position;
  // Each card is there once, so the first card of a column says which one it is; an empty one comes last.
  const byCards = [...columns.keys()].sort((a, b) => order(columns[a][0], columns[b][0]));
  const byCard = [...cells.keys()].sort((a, b) => order(cells[a], cells[b]));
  const common = {
    ...position,
    columns: byCards.map((index) => columns[index]),
    cells: byCard.map((index) => cells[index]),
    face_down: byCards.map((index) => down[index]),
  };
  const key = JSON.stringify([rules.id, rules.changes, common.foundations, common.columns, common.cells, common.stock, common.face_down]);
  return { position: common, key, here: renaming(byCards, byCard), there: renaming(inverse(byCards), inverse(byCard)) };
}

const RANKS = "A23456789TJQK";
const EMPTY = 64; // after all cards

const place = (card) => (card ? 4 * RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]) : EMPTY);

const order = (one, other) => place(one) - place(other);

const inverse = (places) => places.reduce((back, index, place) => Object.assign(back, { [index]: place }), []);

function renaming(columns, cells) {
  const pile = (code) => (code < CELL ? columns[code] : code < FOUNDATION ? CELL + cells[code - CELL] : code);
  return (moves) => moves.map(({ source, target, count }) => ({ source: pile(source), target: pile(target), count }));
}
