// Positions and moves in the kernel's bytes, which its public headers describe. The codes of cards and rules come from the kernel: see
// rules.js.

/** The kernel's codes of verdicts, of limits hit, of autoplay rules and of numberings, as places in these lists. */
export const VERDICTS = ["solved", "impossible", "undecided"];
export const LIMITS = [null, "states", "seconds", "memory", "stopped"];
export const AUTOPLAYS = ["none", "safe", "max"];
export const NUMBERINGS = ["microsoft", "fisher-yates", "wetherell", "pysolfc", "one-suit"];

/** The ranks in the order of packs. */
export const PACK_RANKS = "A23456789TJQK";

const BYTES_PER_MOVE = 3;
/** A player's move has a byte more: the count that is implied, which is the most that could move between the two piles. */
const BYTES_PER_PLAYER_MOVE = 4;
const NO_CARD = 255;

const hasFaceDown = (rules) => rules.supermoves === "any";

/** The bytes by which the kernel knows a game. */
export function encodeGame(rules) {
  const down = rules.face_down.reduce((sum, cards) => sum + cards, 0);
  return Uint8Array.of(...rules.codes, rules.atOnce, Number(rules.scored), down, ...rules.ranking);
}

/**
 * The bytes of a position: foundations, cells, columns; where any card moves what lies face down; the stock if any; where
 * cards lie face down though not any card moves, how many.
 */
export function encodePosition(rules, position) {
  const code = (card) => rules.code.get(card);
  const bytes = [...position.foundations, position.cells.length];
  for (const card of position.cells) bytes.push(card === null ? NO_CARD : code(card));
  bytes.push(position.columns.length);
  for (const cards of position.columns) bytes.push(cards.length, ...cards.map(code));
  if (hasFaceDown(rules)) bytes.push(...position.face_down);
  if (rules.stock) bytes.push(position.stock.length, ...position.stock.map(code));
  if (!hasFaceDown(rules) && position.face_down.some(Boolean)) bytes.push(...position.face_down);
  return Uint8Array.from(bytes);
}

/** A position of the kernel. */
export function decodePosition(rules, bytes) {
  let at = 0;
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

/** The bytes of a line, three a move. */
export const encodeMoves = (moves) => Uint8Array.from(moves.flatMap(({ source, target, count }) => [source, target, count]));

/** A line, three bytes a move. */
export const decodeMoves = (line) => decoded(line, BYTES_PER_MOVE);

/** A player's moves, four bytes each. */
export const decodePlayerMoves = (line) => decoded(line, BYTES_PER_PLAYER_MOVE);

/** The same with the count that is `implied`. */
export const decodeStateMoves = (line) =>
  decodePlayerMoves(line).map((move, at) => ({ ...move, implied: line[BYTES_PER_PLAYER_MOVE * at + 3] }));

function decoded(line, size) {
  const moves = [];
  for (let at = 0; at < line.length; at += size) {
    moves.push({ source: line[at], target: line[at + 1], count: line[at + 2] });
  }
  return moves;
}
