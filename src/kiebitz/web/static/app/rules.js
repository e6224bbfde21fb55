// A game as the kernel plays it: legal moves, refusals, the result of a move, autoplay. Nothing is decided here: each function calls
// the kernel, and encoding.js converts positions and moves.

import { AUTOPLAYS, decodeMoves, decodePosition, decodeStateMoves, encodePosition, PACK_RANKS } from "./encoding.js";

export const SUITS = "CDHS";
export const CELL = 32;
export const FOUNDATION = 48;
export const STOCK = 52;

/**
 * The rules that a link may change, by name: `choices` that are names, or the `least` and `most` of a number (suits have
 * neither). They come with the catalogue: see `learn`.
 */
export const CHANGEABLE = {};
/** The catalogue's games as their files state them. */
export const GAMES = [];

let kernel = null;

/** Take up the catalogue: the rules that may be changed, and the games. */
export function learn({ changeable, games }) {
  for (const { name, ...about } of changeable) CHANGEABLE[name] = about;
  GAMES.splice(0, GAMES.length, ...games);
}

/** Play by this kernel; without one there are no rules. */
export function playBy(one) {
  kernel = one;
}

/** Ask the kernel that plays. */
export const ask = (name, ...values) => kernel.call(name, ...values);

/** Whether the columns get their cards in rows of their own; then there can be neither more nor fewer of them. */
export const isDealtInRows = (data) => data.dealt_rows.length > 0;

/** The rules of a game: the catalogue's data, perhaps with changes, and the kernel's bytes. */
export class Rules {
  /** @type {string} */ id;
  /** @type {number} */ columns;
  /** @type {number} */ cells;
  /** @type {number} */ stock;
  /** @type {string} */ goal;
  /** @type {Uint8Array} */ codes;
  /** @type {Uint8Array} */ layout;

  /** @param {GameData} data */
  constructor(data, changes = {}) {
    Object.assign(this, data, changes);
    this.data = data;
    this.changes = changes;
    const [codes, layout, ranks, atOnce] = ask("encoded", ...stated({ ...data, ...changes }));
    Object.assign(this, { codes, layout, atOnce, ranking: ranks });
    /** The ranks in the order in which they go home, and the cards by their codes. */
    this.homeward = [...ranks].map((rank) => PACK_RANKS[rank]).join("");
    this.cards = [...this.homeward].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
    this.code = new Map(this.cards.map((card, code) => [card, code]));
    this.size = (layout.length - data.dealt_first.length) / 2;
    this.states = new WeakMap();
  }

  /** Whether the goal is the best score instead of a win. */
  get scored() {
    return this.goal === "score";
  }

  /** The card on top of a foundation that holds this number of cards, 1 or more. */
  homeCard(suit, count) {
    return this.homeward[count - 1] + SUITS[suit];
  }
}

/**
 * The rules as a game's file states them: a byte for each that may be changed, the ranks of the pack, and the deal.
 * @param {GameData} data
 */
function stated({ ranks, stock, dealt_home, dealt_to_cells, dealt_first, dealt_rows, face_down, ...chosen }) {
  const choices = Object.entries(CHANGEABLE).map(([name, { choices: names }]) => {
    const value = chosen[name];
    if (typeof value === "number") return value;
    return names.length ? names.indexOf(value) : [...value].reduce((mask, suit) => mask | (1 << SUITS.indexOf(suit)), 0);
  });
  const rank = (letter) => PACK_RANKS.indexOf(letter);
  const first = dealt_first.map((card) => 4 * rank(card[0]) + SUITS.indexOf(card[1]));
  const bytes = [dealt_to_cells, first, dealt_rows, face_down].map((list) => Uint8Array.from(list));
  return [Uint8Array.from(choices), Uint8Array.from([...ranks].map(rank)), stock, dealt_home, ...bytes];
}

const how = (rules, position, autoplay = "none") => [
  rules.codes,
  AUTOPLAYS.indexOf(autoplay),
  rules.atOnce,
  encodePosition(rules, position),
];

/**
 * What a position is under some rules: all legal `moves`, home first, each with the count that is `implied`; of each column
 * how many cards may move as far as they alone decide, `runs`; and whether it is `won`.
 */
export function stateOf(rules, position) {
  let state = rules.states.get(position);
  if (!state) {
    const [moves, runs, won] = ask("state", ...how(rules, position));
    state = { moves: decodeStateMoves(moves), runs, won: Boolean(won) };
    rules.states.set(position, state);
  }
  return state;
}

export const legalMoves = (rules, position) => stateOf(rules, position).moves;
export const isWon = (rules, position) => stateOf(rules, position).won;

/** How many cards at the end of a column may move as far as they alone decide. */
export const longest = (rules, position, column) => stateOf(rules, position).runs[column];

export const sameMove = (a, b) => a.source === b.source && a.target === b.target && a.count === b.count;
export const isLegal = (rules, position, move) => legalMoves(rules, position).some((legal) => sameMove(legal, move));

const CARDS = ["card", "onto", "wanted"];
const NUMBERS = ["pile", "count", "held", "capacity", "free", "empty"];

/** A refusal of the kernel as `{code, …parameters}`, cards as texts, or null. */
function reasonOf(rules, [code, because, ...values]) {
  if (code === null) return null;
  const parameters = {};
  [...CARDS, ...NUMBERS].forEach((name, at) => {
    if (values[at] !== null) parameters[name] = at < CARDS.length ? rules.cards[values[at]] : values[at];
  });
  const text = (bytes) => new TextDecoder().decode(bytes);
  if (!because.length) return { code: text(code), ...parameters };
  const { count, ...others } = parameters;
  return { code: text(code), count, because: { code: text(because), ...others } };
}

/** Why a move is illegal, as `{code, …parameters}` (cards and piles as data, worded elsewhere), or null. */
export function refusal(rules, position, move) {
  if (isLegal(rules, position, move)) return null;
  const { source, target, count } = move;
  return reasonOf(rules, ask("refusal", ...how(rules, position), source, target, count));
}

/** Why this many cards cannot be taken from a pile, wherever they go, or null. */
export const refusedToTake = (rules, position, pile, count) =>
  reasonOf(rules, ask("refused_to_take", ...how(rules, position), pile, count));

/** How many cards a move without a count moves: the number that fits, or as many as may move; 1 if none would do. */
export function impliedCount(rules, position, source, target) {
  const legal = legalMoves(rules, position).find((move) => move.source === source && move.target === target);
  return legal?.implied ?? ask("implied_count", ...how(rules, position), source, target)[0];
}

/**
 * A move, and what the named rule (`none`, `safe`, `max`) then sends home: the moves that it makes, `automatic`, and the
 * positions after the move and after each of these, `stages`; or the `reason` why the move is refused.
 * @returns {{reason: any, automatic?: Move[], stages?: Position[]}}
 */
export function made(rules, position, { source, target, count }, autoplay) {
  const answer = ask("turn", ...how(rules, position, autoplay), source, target, count);
  const reason = reasonOf(rules, answer);
  return reason ? { reason } : { reason, ...turnOf(rules, answer) };
}

/** How many of a move's cards in one position still have to move in another position of the same game. */
export const cardsToMove = (rules, position, { source, target, count }, other) =>
  ask("cards_to_move", rules.codes, encodePosition(rules, position), source, target, count, encodePosition(rules, other))[0];

const turnOf = (rules, [, automatic, stages]) => ({
  automatic: decodeMoves(automatic),
  stages: stages.map((bytes) => decodePosition(rules, bytes)),
});

/** The automatic `moves` of the named rule in a position, and the `position` after them. */
export function autoplayed(rules, position, autoplay) {
  const { automatic, stages } = turnOf(rules, ask("turn", ...how(rules, position, autoplay), null));
  return { moves: automatic, position: stages.at(-1) ?? position };
}

export const autoplayMoves = (rules, position, autoplay) => autoplayed(rules, position, autoplay).moves;

/** The position after a move that is known to be legal. */
export const play = (rules, position, move) => made(rules, position, move, "none").stages[0];

// --- positions ---

/** The number of cards home. */
export const home = (position) => position.foundations.reduce((sum, count) => sum + count, 0);

/** Whether a card lies on its foundation. */
export const isHome = (rules, position, card) => rules.homeward.indexOf(card[0]) < position.foundations[SUITS.indexOf(card[1])];

/** The first cell without a card, or null. */
export function freeCell(position) {
  const at = position.cells.indexOf(null);
  return at < 0 ? null : CELL + at;
}

export function exists(rules, pile) {
  if (pile < CELL) return pile >= 0 && pile < rules.columns;
  if (pile < FOUNDATION) return pile - CELL < rules.cells;
  if (pile < STOCK) return pile - FOUNDATION < SUITS.length && rules.suits.includes(SUITS[pile - FOUNDATION]);
  return pile === STOCK && rules.data.stock > 0;
}

/** The cards of a column, or the one card that another pile gives. */
export function cardsOf(position, pile, rules) {
  if (pile < CELL) return position.columns[pile];
  const home = pile >= FOUNDATION && pile < STOCK ? position.foundations[pile - FOUNDATION] : 0;
  if (home) return [rules.homeCard(pile - FOUNDATION, home)];
  const card = pile === STOCK ? position.stock[0] : position.cells[pile - CELL];
  return card ? [card] : [];
}

/** The cards that a move takes. */
export const cardsMoved = (position, { source, count }, rules) => cardsOf(position, source, rules).slice(-count);
