// Every byte and code by which the kernel knows rules, positions and moves: the counterpart of `kiebitz.patience.encoding`, with
// which the tests compare it.

import { SUITS } from "./rules.js";

/** The kernel's codes of verdicts and of limits hit, as places in these lists. */
export const VERDICTS = ["solved", "impossible", "undecided"];
export const LIMITS = [null, "states", "seconds", "memory", "stopped"];

/** How a position is searched: quick attempts and complete searches by turns; one quick look, then a complete search. */
export const FIRST = 0;
export const PROVE = 1;

/** The place among the bytes of the rules of that which forces each card home as soon as it fits. */
export const FORCED_HOME = 8;

const BUILD = ["alternate_colour", "same_suit", "any_suit"];
const EMPTY_COLUMN = ["any", "kings", "none"];
const AT_ONCE = { whole: 1, any: 2 };
const HOME_MOVES = ["free", "forced"];
const SEQUENCES = ["as_built", "same_suit"];
const CELL_USE = ["free", "reserve"];
const AUTOPLAYS = ["none", "safe", "max"];
const CARDS_AT_ONCE = { single: 1, microsoft: 2 };
const BYTES_PER_MOVE = 3;
/** A player's move has a byte more: the most cards that could move between the same two piles. */
const BYTES_PER_PLAYER_MOVE = 4;
const NO_CARD = 255;

const suitOf = (card) => SUITS.indexOf(card[1]);

/** The byte of a card: 4 · (its place in its foundation) + suit. */
const cardCode = (rules, card) => 4 * rules.step(card) + suitOf(card);

/** The twelve bytes of the rules, in the order of that module. */
export function encodeRules(rules) {
  return Uint8Array.of(
    rules.ranks.length,
    [...rules.suits].reduce((mask, suit) => mask | (1 << SUITS.indexOf(suit)), 0),
    rules.columns,
    rules.cells,
    BUILD.indexOf(rules.build),
    direction(rules),
    EMPTY_COLUMN.indexOf(rules.empty_column),
    AT_ONCE[rules.supermoves] ?? 0,
    HOME_MOVES.indexOf(rules.home_moves),
    rules.stock,
    SEQUENCES.indexOf(rules.sequences),
    CELL_USE.indexOf(rules.cell_use),
  );
}

function direction(rules) {
  if (rules.foundations === "up") return 0;
  if (rules.whole) return 2;
  return rules.foundations === "ace_down" && rules.ranks[0] === "A" ? 3 : 1;
}

/** The bytes of a position: foundations, cells, columns; where any card moves what lies face down; the stock if any. */
export function encodePosition(rules, position) {
  const code = (card) => cardCode(rules, card);
  const bytes = [...position.foundations, position.cells.length];
  for (const card of position.cells) bytes.push(card === null ? NO_CARD : code(card));
  bytes.push(position.columns.length);
  for (const cards of position.columns) bytes.push(cards.length, ...cards.map(code));
  if (rules.supermoves === "any") bytes.push(...position.face_down);
  if (rules.stock) bytes.push(position.stock.length, ...position.stock.map(code));
  return Uint8Array.from(bytes);
}

/** How the game is played: the rule of autoplay, and how many cards move at once where that is open. */
export const encodePlay = (rules, autoplay) => [AUTOPLAYS.indexOf(autoplay), CARDS_AT_ONCE[rules.supermoves] ?? 0];

/** The bytes of a line, three a move. */
export const encodeMoves = (moves) => Uint8Array.from(moves.flatMap(({ source, target, count }) => [source, target, count]));

/** A line, three bytes a move. */
export const decodeMoves = (line) => decoded(line, BYTES_PER_MOVE);

/** A player's moves, four bytes each. */
export const decodePlayerMoves = (line) => decoded(line, BYTES_PER_PLAYER_MOVE);

function decoded(line, size) {
  const moves = [];
  for (let at = 0; at < line.length; at += size) {
    moves.push({ source: line[at], target: line[at + 1], count: line[at + 2] });
  }
  return moves;
}
