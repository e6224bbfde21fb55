// Boards as text, read and written by the kernel; whether a board is a position of the game is said here, as `Setup` does in
// Python.

import { Fault } from "./errors.js";
import { CHANGEABLE, GAMES, Rules, SUITS, ask } from "./rules.js";

const PACK_RANKS = "A23456789TJQK";
const SPELLINGS = ["english", "unicode", "german", "russian"];
/** The kernel's codes: a card face down has this much more than its place in Microsoft's deck; an empty cell is no card. */
const FACE_DOWN = 64;
const NO_CARD = 255;
const COLUMNS = 0;
const AUTOMATIC = 0;
const LAYOUTS = ["", "rows", "columns", "line"];
/** So many characters of a text at fault are shown. */
const SHOWN = 60;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The position that a board is; a `Fault` says what cannot be read, or what is missing, doubled or out of place. How it was
 * read, where the text left that open, is added to `remarks`: names and what fills in their words (see speech.js).
 */
export function parseBoard(text, rules, spellings = ["english"], remarks = []) {
  const codes = Uint8Array.from(spellings, (spelling) => SPELLINGS.indexOf(spelling));
  const read = (others) => ask("read_board", ...shape(rules), others, encoder.encode(text), AUTOMATIC, codes);
  let [doubtful, complaint, ...board] = read([]);
  let others = [];
  if (doubtful) {
    // It may be a deal of another game; few boards are, so the others are looked up only now.
    others = otherGames(rules);
    [, complaint, ...board] = read(others.map(({ heights }) => heights));
    if (complaint.length) throw unread(complaint, rules, others);
  }
  if (complaint.length) throw unread(complaint, rules);
  const [layout, byShape, hidden, other, spelling, columns, cells, home, stock] = board;
  const position = positionOf(rules, {
    columns: columns.map((cards) => Array.from(cards, (code) => ({ card: cardOf(code % FACE_DOWN), down: code >= FACE_DOWN }))),
    cells: Array.from(cells, (code) => (code === NO_CARD ? null : cardOf(code))),
    foundations: home && [...home],
    stock: Array.from(stock, cardOf),
  });
  if (other >= 0) remarks.push(["other", { other: others[other].data, data: rules.data }]);
  if (byShape) remarks.push([LAYOUTS[layout], { columns: rules.columns }]);
  if (hidden) remarks.push(["hidden", {}]);
  if (spelling) remarks.push([SPELLINGS[spelling], {}]);
  return position;
}

/** A position as text, a line for each column, and lines above them for what else is not empty. */
export function formatBoard(rules, position) {
  const columns = position.columns.map((cards, index) =>
    Uint8Array.from(cards, (card, place) => codeOf(card) + (place < position.face_down[index] ? FACE_DOWN : 0)),
  );
  const cells = Uint8Array.from(position.cells, (card) => (card === null ? NO_CARD : codeOf(card)));
  const board = [columns, cells, Uint8Array.from(position.foundations), Uint8Array.from(position.stock, codeOf)];
  return decoder.decode(ask("write_board", ...shape(rules), [], ...board, COLUMNS, 0)[0]);
}

/**
 * What the kernel cannot read, as a `Fault`: the text at fault, its place, and what is expected there: the name of the
 * complaint and what fills in its words (see speech.js).
 */
export function unread([name, text, path, line, column, numbers = []], rules = null, others = []) {
  const complaint = decoder.decode(name);
  const place = decoder.decode(path) || (line ? `line ${line}${column ? `, column ${column}` : ""}` : "");
  const whole = decoder.decode(text);
  const short = whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
  const filled = {
    ...numbers, data: rules?.data, columns: rules?.columns, suit: SUITS[numbers[0]], other: others[numbers[0]]?.data, keys: headerKeys(),
  };
  return Object.assign(new Fault("bad_notation", short, { text: short, place, complaint, filled }), { at: [line, column] });
}

/** The place of a card in Microsoft's deck, and the card there. */
const codeOf = (card) => 4 * PACK_RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]);
const cardOf = (code) => PACK_RANKS[code >> 2] + SUITS[code & 3];

/** The keys that the header of a solution may have. */
export const headerKeys = () => ["game", "edition", "deal", "autoplay", ...Object.keys(CHANGEABLE), "score", "note"];

/** How many cards each column gets in a fresh deal. */
const heightsOf = ({ columns, layout, size }) =>
  Array.from({ length: columns }, (_, column) => layout.subarray(0, size).filter((pile) => pile % FACE_DOWN === column).length);

/** The catalogue's games that deal otherwise, each once: how many ranks lie home and cards in the cells, then the heights. */
function otherGames(rules) {
  const own = String(heightsOf(rules));
  const found = new Map();
  for (const data of GAMES.filter((one) => !one.stock)) {
    const heights = heightsOf(new Rules(data));
    const dealt = Uint8Array.of(data.dealt_home, data.dealt_to_cells.length, ...heights);
    if (String(heights) !== own && !found.has(String(dealt))) found.set(String(dealt), { data, heights: dealt });
  }
  return [...found.values()];
}

/** What the kernel has to know of a game to read its boards. */
function shape(rules) {
  const ladder = Uint8Array.from(rules.homeward, (rank) => PACK_RANKS.indexOf(rank) + 1);
  const suits = [...rules.suits].reduce((mask, suit) => mask | (1 << SUITS.indexOf(suit)), 0);
  const hides = rules.face_down.some(Boolean);
  return [rules.columns, rules.cells, rules.stock, suits, hides, ladder, rules.layout.subarray(0, rules.size), encoder.encode(rules.id)];
}

/** A board as it was read, as a position of the game; a `Fault` names what is missing, doubled or out of place. */
function positionOf(rules, { columns, cells, foundations, stock }) {
  const wrong = (parameters) => new Fault("bad_board", "no position of the game", parameters);
  if (stock.length > rules.stock) throw wrong({ fault: "stock", count: stock.length, allowed: rules.stock });
  const down = columns.map((cards) => cards.filter((one) => one.down).length);
  columns.forEach((cards, index) => {
    if (cards.length && down[index] === cards.length) {
      throw wrong({ fault: "last_face_down", column: index + 1, card: cards.at(-1).card });
    }
  });
  const onTable = [...columns.flat().map(({ card }) => card), ...cells.filter(Boolean), ...stock];
  const home = foundations ?? [...SUITS].map((sign, suit) => {
    const dealt = rules.suits.includes(sign) ? Math.min(rules.dealt_home, rules.ranks.length) : 0;
    const back = Array.from({ length: dealt }, (_, index) => onTable.includes(rules.homeCard(suit, index + 1))).indexOf(true);
    return back < 0 ? dealt : back; // cards that were dealt home may have come back
  });
  if (rules.whole && home.some((count) => count && count < rules.ranks.length)) throw wrong({});
  const there = home.flatMap((count, suit) => Array.from({ length: count }, (_, index) => rules.homeCard(suit, index + 1)));
  const all = [...there, ...onTable];
  const pack = rules.deck;
  const strange = [...new Set(all.filter((card) => !pack.includes(card)))];
  if (strange.length) throw wrong({ fault: "pack", cards: strange });
  const missing = pack.filter((card) => !all.includes(card));
  const doubled = pack.filter((card) => all.indexOf(card) !== all.lastIndexOf(card));
  if (missing.length || doubled.length) {
    throw wrong({ missing, doubled, home: foundations || doubled.length ? [] : topsOf(rules, [...there, ...missing]) });
  }
  return {
    foundations: home,
    cells: Array.from({ length: rules.cells }, (_, index) => cells[index] ?? null),
    columns: columns.map((cards) => cards.map(({ card }) => card)),
    stock,
    face_down: down,
  };
}

/** The last card home of each suit if these are the first ones of their suits, none if they are not. */
function topsOf(rules, cards) {
  const counts = [...SUITS].map((suit) => cards.filter((card) => card[1] === suit).length);
  const first = counts.flatMap((count, suit) => Array.from({ length: count }, (_, index) => rules.homeCard(suit, index + 1)));
  const alike = first.length === cards.length && first.every((card) => cards.includes(card));
  return alike ? counts.flatMap((count, suit) => (count ? [rules.homeCard(suit, count)] : [])) : [];
}
