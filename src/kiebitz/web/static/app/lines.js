// From the search's line to a player's: without detours, in moves the rules allow, with autoplay done by the program.
// The twin of `kiebitz.analysis.lines`. Every move is made by the page's own rules, so what comes out has been played.

import { relaxed } from "./engines.js";
import { Fault } from "./faults.js";
import {
  CELL,
  FOUNDATION,
  STOCK,
  SUITS,
  Rules,
  autoplayMoves,
  cardsOf,
  emptyColumns,
  freeCells,
  home,
  isWon,
  legalMoves,
  play,
  refusal,
} from "./rules.js";

/** Where a card goes when it does not go onto another card; cells are alike, and so are empty columns. */
const HOME = "home";
const IN_CELL = "cell";
const EMPTY = "empty";
const SPOTS = [HOME, IN_CELL, EMPTY];
const PILES_OF_A_MOVE = 2;

/** A step that cannot be made, because autoplay has taken a card home that the line still needed. */
class LostLine extends Error {}

/**
 * A player's moves of a winning line under a rule of autoplay, or under one that takes less if none is found:
 * `{moves, autoplay}`. `forced()` gives another line, in which each card goes home as soon as it fits.
 */
export function winningMoves(rules, position, line, autoplay, forced) {
  for (const rule of new Set([autoplay, "safe", "none"])) {
    for (const steps of ways(rules, position, line, rule, forced)) {
      const moves = playedIfWon(rules, position, steps, rule);
      if (moves) return { moves, autoplay: rule };
    }
  }
  throw new Fault("fault", "the line cannot be played");
}

function* ways(rules, position, line, rule, forced) {
  yield* cuts(rules, position, line);
  if (rule === "max" && !position.stock.length) {
    const other = forced();
    if (other.length) yield* cuts(rules, position, other);
  }
}

function* cuts(rules, position, line) {
  const steps = stepsOf(rules, position, line);
  yield split(rules, position, steps);
  yield split(rules, position, steps, "single");
  yield split(rules, position, stepsOf(rules, position, line, false), "single");
}

function playedIfWon(rules, position, steps, rule) {
  try {
    const moves = played(rules, position, steps, rule);
    return replayed(rules, position, moves, rule) === rules.size ? moves : null;
  } catch (error) {
    if (error instanceof LostLine) return null;
    throw error;
  }
}

/** Cards home after the player's moves, each of which must be legal, and the autoplay that follows each. */
function replayed(rules, position, moves, rule) {
  let along = position;
  for (const move of moves) {
    if (refusal(rules, along, move)) throw new Fault("fault", "the rules refuse a move of the solution");
    along = after(rules, along, move, rule);
  }
  return home(along);
}

/** The position after a move that is known to be legal and the autoplay that follows it. */
export function after(rules, position, move, rule) {
  let along = play(position, move);
  for (const follower of autoplayMoves(rules, along, rule)) along = play(along, follower);
  return along;
}

/** The player's moves of a line to a score, when the program plays by this rule of autoplay after each of them. */
export function playedToScore(rules, position, line, autoplay, score) {
  let table = position;
  let along = position;
  const moves = [];
  for (const move of line) {
    const goesHome = move.target >= FOUNDATION && move.target < STOCK;
    const done = goesHome && isHome(rules, table, cardsOf(along, move.source).at(-1));
    along = play(along, move);
    if (done) continue;
    if (refusal(rules, table, move)) throw new Fault("fault", "the rules refuse a move of the line");
    table = after(rules, table, move, autoplay);
    moves.push(move);
  }
  if (home(table) !== score) throw new Fault("fault", "the line does not bring as many cards home as it says");
  return moves;
}

// --- steps: moves told by cards instead of piles ---

/**
 * A line of legal moves as steps `{card, onto}`: a card, with all that lies on it, goes onto a card or a spot. Told so, a
 * move means the same when columns or cells have changed places. Detours are cut out if `shorten`: what leads back to a
 * position seen before, up to the order of columns and cells, or to one that a single move could have reached.
 */
function stepsOf(rules, position, moves, shorten = true) {
  const loose = relaxed(rules);
  let positions = [position];
  let steps = [];
  for (const move of moves) {
    steps.push(stepOf(positions.at(-1), move));
    positions.push(play(positions.at(-1), move));
  }
  for (let before = steps.length + 1; shorten && steps.length < before; ) {
    before = steps.length;
    [positions, steps] = shortcut(loose, positions, steps);
  }
  return steps;
}

/** Walk along the line, from each position by the one move that leads furthest. */
function shortcut(rules, positions, steps) {
  const keys = positions.map(keyOf);
  const places = new Map(keys.map((key, place) => [key.whole, place])); // the last place of each
  let at = places.get(keys[0].whole);
  const walked = [];
  const onTheWay = [positions[at]];
  while (at < steps.length) {
    let [step, place] = [steps[at], at + 1];
    if (mayLeadFurther(keys, at)) {
      for (const move of legalMoves(rules, positions[at])) {
        const further = places.get(keyOf(play(positions[at], move)).whole) ?? -1;
        if (further > place) [step, place] = [stepOf(positions[at], move), further];
      }
    }
    at = places.get(keys[place].whole);
    walked.push(step);
    onTheWay.push(positions[at]);
  }
  return [onTheWay, walked];
}

/** Whether a single move may lead past the next position: one that changes two piles and no more. */
function mayLeadFurther(keys, at) {
  const now = keys[at];
  for (const later of keys.slice(at + 2)) {
    if (later.count > now.count + 1) return false; // and it never falls again
    let changed = Math.max(without(now.columns, later.columns), without(later.columns, now.columns));
    if (changed > PILES_OF_A_MOVE) continue;
    changed += (now.home !== later.home) + without(now.cells, later.cells) + without(later.cells, now.cells);
    changed += now.stock !== later.stock;
    if (changed <= PILES_OF_A_MOVE) return true;
  }
  return false;
}

function without(some, others) {
  let count = 0;
  for (const one of some) if (!others.has(one)) count += 1;
  return count;
}

/** What two positions have in common that differ only in the order of columns and cells. */
function keyOf(position) {
  const columns = position.columns.map((cards, index) => `${position.face_down[index]}${cards.join("")}`).sort();
  const cells = position.cells.filter(Boolean).sort();
  const [homes, stock] = [position.foundations.join(), position.stock.join("")];
  return {
    whole: [homes, cells.join(""), columns.join(), stock].join("|"),
    columns: new Set(columns),
    cells: new Set(cells),
    home: homes,
    count: home(position),
    stock,
  };
}

/** The same line with each move of several cards that the rules forbid cut into moves they allow. */
function split(rules, position, steps, supermoves = rules.supermoves) {
  if (rules.supermoves === "any") return steps;
  const loose = relaxed(rules);
  const strict = supermoves === rules.supermoves ? rules : new Rules(rules.data, { ...rules.changes, supermoves });
  if (loose === strict) return steps; // which allow what the line takes for granted
  const allowed = [];
  let along = position;
  for (const step of steps) {
    const move = moveOf(loose, along, step);
    if (move.count > 1) {
      const run = along.columns[move.source].slice(-move.count);
      const helpers = emptyColumns(along) - (step.onto === EMPTY ? 1 : 0);
      allowed.push(...carry(strict, run, step.onto, freeCells(along), rules.empty_column === "any" ? helpers : 0));
    } else {
      allowed.push(step);
    }
    along = play(along, move);
  }
  return allowed;
}

/**
 * The steps that carry `run` with `free` cells and `helpers` empty columns besides the target: part of it goes to an
 * empty column over the others, the rest to the target, and the part after it. Without helpers all cards but the first
 * wait in cells.
 */
function carry(rules, run, onto, free, helpers) {
  const toEmpty = onto === EMPTY;
  if (run.length <= rules.capacity(free, helpers + (toEmpty ? 1 : 0), toEmpty)) return [{ card: run[0], onto }];
  if (helpers) {
    const cut = Math.min((free + 1) * 2 ** (helpers - 1), run.length - 1);
    const [high, low] = [run.slice(0, cut), run.slice(cut)];
    return [
      ...carry(rules, low, EMPTY, free, helpers - 1),
      ...carry(rules, high, onto, free, helpers - 1),
      ...carry(rules, low, high.at(-1), free, helpers - 1),
    ];
  }
  const away = run.slice(1).reverse().map((card) => ({ card, onto: IN_CELL }));
  const back = run.slice(1).map((card, index) => ({ card, onto: run[index] }));
  return [...away, { card: run[0], onto }, ...back];
}

/**
 * The player's moves when the program plays by this rule of autoplay after each of them. Steps that it has done already
 * are left out, and a card whose target has gone home follows it if it can; if it cannot it stays, as the line may win
 * without this step.
 */
function played(rules, position, steps, autoplay) {
  const moves = [];
  let lost = null;
  let along = position;
  for (const step of steps) {
    if (isHome(rules, along, step.card)) continue;
    const lostTarget = !SPOTS.includes(step.onto) && isHome(rules, along, step.onto);
    let move;
    try {
      move = moveOf(rules, along, lostTarget ? { card: step.card, onto: HOME } : step);
    } catch (error) {
      if (!(error instanceof LostLine)) throw error;
      lost ??= error;
      continue;
    }
    moves.push(move);
    along = after(rules, along, move, autoplay);
  }
  if (lost && !isWon(rules, along)) throw lost;
  return moves;
}

function stepOf(position, { source, target, count }) {
  const card = source < CELL ? position.columns[source].at(-count) : cardsOf(position, source)[0];
  if (target >= FOUNDATION && target < STOCK) return { card, onto: HOME };
  if (target >= CELL) return { card, onto: IN_CELL };
  return { card, onto: position.columns[target].at(-1) ?? EMPTY };
}

/** The step as a legal move; a `LostLine` if it cannot be made here. */
function moveOf(rules, position, { card, onto }) {
  const { source, count } = placeOf(position, card);
  let target = -1;
  if (onto === HOME) target = FOUNDATION + SUITS.indexOf(card[1]);
  else if (onto === IN_CELL) target = found(position.cells.indexOf(null), CELL);
  else if (onto === EMPTY) target = found(position.columns.findIndex((cards) => !cards.length));
  else target = found(position.columns.findIndex((cards) => cards.at(-1) === onto));
  const move = { source, target, count };
  if (target < 0 || refusal(rules, position, move)) throw new LostLine(`${card} to ${onto}`);
  return move;
}

const found = (index, first = 0) => (index < 0 ? -1 : first + index);

/** Where a card lies, and how many cards move with it. */
function placeOf(position, card) {
  for (const [source, cards] of position.columns.entries()) {
    const index = cards.indexOf(card);
    if (index >= 0) return { source, count: cards.length - index };
  }
  const cell = position.cells.indexOf(card);
  return { source: cell >= 0 ? CELL + cell : STOCK, count: 1 };
}

const isHome = (rules, position, card) => rules.step(card) < position.foundations[SUITS.indexOf(card[1])];
