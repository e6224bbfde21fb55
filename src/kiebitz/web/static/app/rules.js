// The kernel's rules: legal moves, refusals, the result of a move, autoplay. Every decision is a call of the kernel.

import { PACK_RANKS, SUITS } from "./card_codes.js";
import { AUTOPLAYS, decodeMoves, decodePosition, decodeStateMoves, encodeGame, encodePosition } from "./encoding.js";
import { existing } from "./errors.js";
import { ask } from "./kernel_calls.js";

export const CELL = 32;
export const FOUNDATION = 48;
export const STOCK = 52;
/** The kernel's code of the search that finds shortest lines; difficulty supports its rules only. */
const FEWEST_MOVES = 4;

/**
 * The rules that a link may change, by name: named `choices`, or the `least` and `most` of a number (suits have neither).
 * `learn` fills them from the catalogue.
 * @type {Record<string, Changeable>}
 */
export const CHANGEABLE = {};
/**
 * The catalogue's games as stated in their files.
 * @type {GameData[]}
 */
export const GAMES = [];

/**
 * Load the catalogue: the changeable rules and the games.
 * @param {{changeable: (Changeable & {name: string})[], games: GameData[]}} catalogue
 */
export function learn({ changeable, games }) {
  for (const { name, ...about } of changeable) CHANGEABLE[name] = about;
  GAMES.splice(0, GAMES.length, ...games);
}

/**
 * Whether columns are dealt in rows, which fixes their number.
 * @param {GameData} data
 */
export const isDealtInRows = (data) => data.dealt_rows.length > 0;

/** The rules of a game: the catalogue's data with any changes, and the kernel's bytes. */
export class Rules {
  /** @type {string} */ id;
  /** @type {number} */ columns;
  /** @type {number} */ cells;
  /** @type {number} */ stock;
  /** @type {string} */ suits;
  /** @type {string} */ goal;
  /** @type {string} */ build;
  /** @type {string} */ supermoves;
  /** @type {number[]} */ face_down;
  /** @type {Uint8Array} */ codes;
  /** @type {Uint8Array} */ layout;
  /** @type {Uint8Array} */ ranking;
  /** @type {number} */ atOnce;

  /** @param {GameData} data @param {Changes} changes */
  constructor(data, changes = {}) {
    Object.assign(this, data, changes);
    this.data = data;
    this.changes = changes;
    const [codes, layout, ranks, atOnce] = ask("encoded", ...stated({ ...data, ...changes }));
    Object.assign(this, { codes, layout, atOnce, ranking: ranks });
    /** The ranks in foundation order, and the cards by code. */
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

  /** Whether the difficulty of deals can be measured, and so their level. */
  get hasLevels() {
    return ask("missed", encodeGame(this), FEWEST_MOVES)[0] === null;
  }

  /**
   * Return the top card of a foundation of `count` cards, 1 or more.
   * @param {number} suit @param {number} count
   */
  homeCard(suit, count) {
    return this.homeward[count - 1] + SUITS[suit];
  }
}

/**
 * Encode the rules of a game's file: a byte for each changeable rule, the ranks of the pack, and the deal.
 * @param {GameData} data
 */
function stated({ ranks, stock, dealt_home, dealt_to_cells, dealt_first, dealt_rows, face_down, ...chosen }) {
  const choices = Object.entries(CHANGEABLE).map(([name, { choices: names }]) => {
    const value = chosen[name];
    if (typeof value === "number") return value;
    return names.length ? names.indexOf(value) : [...value].reduce((mask, suit) => mask | (1 << SUITS.indexOf(suit)), 0);
  });
  /** @param {string} letter */
  const rank = (letter) => PACK_RANKS.indexOf(letter);
  const first = dealt_first.map((card) => 4 * rank(card[0]) + SUITS.indexOf(card[1]));
  const bytes = [dealt_to_cells, first, dealt_rows, face_down].map((list) => Uint8Array.from(list));
  return [Uint8Array.from(choices), Uint8Array.from([...ranks].map(rank)), stock, dealt_home, ...bytes];
}

/** @param {Rules} rules @param {Position} position @param {string} autoplay */
const how = (rules, position, autoplay = "none") => [
  rules.codes,
  AUTOPLAYS.indexOf(autoplay),
  rules.atOnce,
  encodePosition(rules, position),
];

/**
 * Return the state of a position: all legal `moves`, home first, each with its `implied` count; `runs`, the number of
 * cards at the end of each column that may move as far as they alone decide; and whether it is `won`.
 * @param {Rules} rules @param {Position} position @returns {GameState}
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

/** @param {Rules} rules @param {Position} position */
export const legalMoves = (rules, position) => stateOf(rules, position).moves;
/** @param {Rules} rules @param {Position} position */
export const isWon = (rules, position) => stateOf(rules, position).won;

/**
 * Return the number of cards at the end of a column that may move as far as they alone decide.
 * @param {Rules} rules @param {Position} position @param {Pile} column
 */
export const longest = (rules, position, column) => stateOf(rules, position).runs[column];

/** @param {Move} a @param {Move} b */
export const sameMove = (a, b) => a.source === b.source && a.target === b.target && a.count === b.count;
/** @param {Rules} rules @param {Position} position @param {Move} move */
export const isLegal = (rules, position, move) => legalMoves(rules, position).some((legal) => sameMove(legal, move));

const CARDS = ["card", "onto", "wanted"];
const NUMBERS = ["pile", "count", "held", "capacity", "free", "empty"];

/**
 * Convert the kernel's refusal to `{code, …parameters}`, cards as text, or null.
 * @param {Rules} rules @param {any[]} answer @returns {Reason | null}
 */
function reasonOf(rules, [code, because, ...values]) {
  if (code === null) return null;
  /** @type {Record<string, any>} */
  const parameters = {};
  [...CARDS, ...NUMBERS].forEach((name, at) => {
    if (values[at] !== null) parameters[name] = at < CARDS.length ? rules.cards[values[at]] : values[at];
  });
  /** @param {Uint8Array} bytes */
  const text = (bytes) => new TextDecoder().decode(bytes);
  if (!because.length) return { code: text(code), ...parameters };
  const { count, ...others } = parameters;
  return { code: text(code), count, because: { code: text(because), ...others } };
}

/**
 * Return why a move is illegal, as `{code, …parameters}` (cards and piles as data), or null.
 * @param {Rules} rules @param {Position} position @param {Move} move @returns {Reason | null}
 */
export function refusal(rules, position, move) {
  if (isLegal(rules, position, move)) return null;
  const { source, target, count } = move;
  return reasonOf(rules, ask("refusal", ...how(rules, position), source, target, count));
}

/**
 * Return why this number of cards cannot be taken from a pile at all, or null.
 * @param {Rules} rules @param {Position} position @param {Pile} pile @param {number} count
 */
export const refusedToTake = (rules, position, pile, count) =>
  reasonOf(rules, ask("refused_to_take", ...how(rules, position), pile, count));

/**
 * Return the count of a move without one: the number that fits, or the largest movable number; 1 if none fits.
 * @param {Rules} rules @param {Position} position @param {Pile} source @param {Pile} target @returns {number}
 */
export function impliedCount(rules, position, source, target) {
  const legal = legalMoves(rules, position).find((move) => move.source === source && move.target === target);
  return legal?.implied ?? ask("implied_count", ...how(rules, position), source, target)[0];
}

/**
 * Make a move and send cards home by the named rule (`none`, `safe`, `max`). Return the `automatic` moves, the positions
 * after the move and each of these, `stages`, and the number of single-card moves, `cards`; or the `reason` of a refusal.
 * @param {Rules} rules @param {Position} position @param {Move} move @param {string} autoplay
 * @returns {{reason: Reason | null, automatic?: Move[], stages?: Position[], cards?: number}}
 */
export function made(rules, position, { source, target, count }, autoplay) {
  const answer = ask("turn", ...how(rules, position, autoplay), source, target, count);
  const reason = reasonOf(rules, answer);
  if (reason) return { reason };
  const [, automatic, stages, cards] = answer;
  return {
    reason,
    automatic: decodeMoves(automatic),
    stages: Array.from(stages, (bytes) => decodePosition(rules, bytes)),
    cards,
  };
}

/**
 * Return how many cards of a move in one position still have to move in another position of the game.
 * @param {Rules} rules @param {Position} position @param {Move} move @param {Position} other @returns {number}
 */
export const cardsToMove = (rules, position, { source, target, count }, other) =>
  ask("cards_to_move", rules.codes, encodePosition(rules, position), source, target, count, encodePosition(rules, other))[0];

/**
 * Return the position after a legal move.
 * @param {Rules} rules @param {Position} position @param {Move} move
 */
export const play = (rules, position, move) => existing(made(rules, position, move, "none").stages)[0];

// --- positions ---

/**
 * Return the number of cards home.
 * @param {Position} position
 */
export const home = (position) => position.foundations.reduce((sum, count) => sum + count, 0);

/**
 * Whether a card lies on its foundation.
 * @param {Rules} rules @param {Position} position @param {Card} card
 */
export const isHome = (rules, position, card) => rules.homeward.indexOf(card[0]) < position.foundations[SUITS.indexOf(card[1])];

/**
 * Return the first empty cell, or null.
 * @param {Position} position @returns {Pile | null}
 */
export function freeCell(position) {
  const at = position.cells.indexOf(null);
  return at < 0 ? null : CELL + at;
}

/** @param {Rules} rules @param {Pile} pile */
export function exists(rules, pile) {
  if (pile < CELL) return pile >= 0 && pile < rules.columns;
  if (pile < FOUNDATION) return pile - CELL < rules.cells;
  if (pile < STOCK) return pile - FOUNDATION < SUITS.length && rules.suits.includes(SUITS[pile - FOUNDATION]);
  return pile === STOCK && rules.data.stock > 0;
}

/**
 * Return the cards of a column, or the one available card of another pile.
 * @param {Position} position @param {Pile} pile @param {Rules} [rules] @returns {Card[]}
 */
export function cardsOf(position, pile, rules) {
  if (pile < CELL) return position.columns[pile];
  const home = pile >= FOUNDATION && pile < STOCK ? position.foundations[pile - FOUNDATION] : 0;
  if (home) return [existing(rules).homeCard(pile - FOUNDATION, home)];
  const card = pile === STOCK ? position.stock[0] : position.cells[pile - CELL];
  return card ? [card] : [];
}

/**
 * Return the cards that a move takes.
 * @param {Position} position @param {Move} move @param {Rules} [rules]
 */
export const cardsMoved = (position, { source, count }, rules) => cardsOf(position, source, rules).slice(-count);
