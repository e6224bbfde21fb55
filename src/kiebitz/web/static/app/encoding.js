// Conversion of positions and moves to and from the kernel's bytes (see its public headers); rules.js has the codes of cards and rules.

import { existing } from "./errors.js";

/** The kernel's codes of verdicts, limits, autoplay rules and numberings, as indices of these lists. */
export const VERDICTS = ["solved", "impossible", "undecided"];
export const LIMITS = [null, "states", "seconds", "memory", "stopped"];
export const AUTOPLAYS = ["none", "safe", "max"];
export const NUMBERINGS = ["microsoft", "fisher-yates", "wetherell", "pysolfc", "one-suit"];

const BYTES_PER_MOVE = 3;
/** A player's move has one more byte, the implied count: the largest number that could move between the two piles. */
const BYTES_PER_PLAYER_MOVE = 4;
const NO_CARD = 255;

/** @param {Rules} rules */
const hasFaceDown = (rules) => rules.supermoves === "any";

/**
 * Encode the rules of a game.
 * @param {Rules} rules
 */
export function encodeGame(rules) {
  const down = rules.face_down.reduce((sum, cards) => sum + cards, 0);
  return Uint8Array.of(...rules.codes, rules.atOnce, Number(rules.scored), down, ...rules.ranking);
}

/**
 * Encode a position: foundations, cells, columns; face-down counts if any card may move; the stock if any; face-down counts
 * otherwise, unless all are zero.
 * @param {Rules} rules @param {Position} position
 */
export function encodePosition(rules, position) {
  /** @param {Card} card */
  const code = (card) => existing(rules.code.get(card));
  const bytes = [...position.foundations, position.cells.length];
  for (const card of position.cells) bytes.push(card === null ? NO_CARD : code(card));
  bytes.push(position.columns.length);
  for (const cards of position.columns) bytes.push(cards.length, ...cards.map(code));
  if (hasFaceDown(rules)) bytes.push(...position.face_down);
  if (rules.stock) bytes.push(position.stock.length, ...position.stock.map(code));
  if (!hasFaceDown(rules) && position.face_down.some(Boolean)) bytes.push(...position.face_down);
  return Uint8Array.from(bytes);
}

/**
 * Decode a position.
 * @param {Rules} rules @param {Uint8Array} bytes @returns {Position}
 */
export function decodePosition(rules, bytes) {
  let at = 0;
  /** @param {number} count */
  const take = (count) => [...bytes.subarray(at, (at += count))];
  const list = () => take(take(1)[0]).map((code) => rules.cards[code] ?? null);
  const foundations = take(4);
  const cells = list();
  const columns = Array.from({ length: take(1)[0] }, list);
  const down = hasFaceDown(rules) ? take(columns.length) : null;
  const stock = rules.stock ? list() : [];
  const left = take(columns.length);
  return { foundations, cells, columns, stock, face_down: down ?? (left.length ? left : columns.map(() => 0)) };
}

/**
 * Encode a line, three bytes per move.
 * @param {Move[]} moves
 */
export const encodeMoves = (moves) => Uint8Array.from(moves.flatMap(({ source, target, count }) => [source, target, count]));

/**
 * Decode a line, three bytes per move.
 * @param {Uint8Array} line
 */
export const decodeMoves = (line) => decoded(line, BYTES_PER_MOVE);

/**
 * Decode a player's moves, four bytes each.
 * @param {Uint8Array} line
 */
export const decodePlayerMoves = (line) => decoded(line, BYTES_PER_PLAYER_MOVE);

/**
 * Decode a player's moves with their `implied` counts.
 * @param {Uint8Array} line @returns {LegalMove[]}
 */
export const decodeStateMoves = (line) =>
  decodePlayerMoves(line).map((move, at) => ({ ...move, implied: line[BYTES_PER_PLAYER_MOVE * at + 3] }));

/** @param {Uint8Array} line @param {number} size @returns {Move[]} */
function decoded(line, size) {
  const moves = [];
  for (let at = 0; at < line.length; at += size) {
    moves.push({ source: line[at], target: line[at + 1], count: line[at + 2] });
  }
  return moves;
}
