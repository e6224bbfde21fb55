// Boards as text, read, written and converted to positions by the kernel.

import { decodePosition, encodeGame } from "./encoding.js";
import { existing, Fault } from "./errors.js";
import { ask, CHANGEABLE, GAMES, Rules, SUITS } from "./rules.js";

const PACK_RANKS = "A23456789TJQK";
const SPELLINGS = ["english", "unicode", "german", "russian"];
/** Kernel codes: the offset of a face-down card from its place in Microsoft's deck, and the code of an empty cell. */
const FACE_DOWN = 64;
const NO_CARD = 255;
const COLUMNS = 0;
const AUTOMATIC = 0;
const LAYOUTS = ["", "rows", "columns", "line"];
/** @type {(string | null)[]} */
const MISFITS = [null, "stock", "last_face_down", "home", "pack", "cards"];
/** The number of characters shown of an invalid text. */
const SHOWN = 60;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Parse a board as a position. Throw a `Fault` for unreadable text and for missing, doubled or misplaced cards. Add
 * interpretations of ambiguous text to `remarks`, as names with parameters for sentences.js.
 * @param {string} text @param {Rules} rules @param {string[]} spellings @param {Remark[]} remarks @returns {Position}
 */
export function parseBoard(text, rules, spellings = ["english"], remarks = []) {
  const codes = Uint8Array.from(spellings, (spelling) => SPELLINGS.indexOf(spelling));
  /** @param {Uint8Array[]} others */
  const read = (others) => ask("read_board", ...shape(rules), others, encoder.encode(text), AUTOMATIC, codes);
  let [doubtful, complaint, ...board] = read([]);
  /** @type {{data: GameData, heights: Uint8Array}[]} */
  let others = [];
  if (doubtful) {
    // The text may be a deal of another game; look these up only on failure.
    others = otherGames(rules);
    [, complaint, ...board] = read(others.map(({ heights }) => heights));
    if (complaint.length) throw unread(complaint, rules, others);
  }
  if (complaint.length) throw unread(complaint, rules);
  const [layout, byShape, hidden, other, spelling, columns, cells, home, stock] = board;
  const position = placed(rules, columns, cells, home, stock);
  if (other >= 0) remarks.push(["other", { other: others[other].data, data: rules.data }]);
  if (byShape) remarks.push([LAYOUTS[layout], { columns: rules.columns }]);
  if (hidden) remarks.push(["hidden", {}]);
  if (spelling) remarks.push([SPELLINGS[spelling], {}]);
  return position;
}

/**
 * Return the position of a parsed board; throw a `Fault` for missing, doubled and misplaced cards.
 * @param {Rules} rules @param {Uint8Array[]} columns @param {Uint8Array} cells @param {Uint8Array} home @param {Uint8Array} stock
 */
function placed(rules, columns, cells, home, stock) {
  const board = [columns, cells, home, stock];
  const [misfit, number, ...cards] = ask("placed", encodeGame(rules), rules.layout, ...board);
  const position = cards.pop();
  if (position.length) return decodePosition(rules, position);
  const [strange, missing, doubled, tops] = cards.map((codes) => Array.from(codes, cardOf));
  /** @type {Record<string, () => Record<string, any>>} */
  const parameters = {
    stock: () => ({ count: stock.length, allowed: number }),
    last_face_down: () => ({ column: number, card: cardOf(existing(columns[number - 1].at(-1)) % FACE_DOWN) }),
    home: () => ({ suit: SUITS[number], count: home[number], all: rules.homeward.length }),
    pack: () => ({ cards: strange }),
    cards: () => ({ missing, doubled, home: tops }),
  };
  const fault = existing(MISFITS[misfit]);
  throw new Fault("bad_board", "no position of the game", { fault, ...parameters[fault]() });
}

/**
 * Return a position as text: lines for foundations, cells and stock unless empty, then a line for each column.
 * @param {Rules} rules @param {Position} position @returns {string}
 */
export function formatBoard(rules, position) {
  const columns = position.columns.map((cards, index) =>
    Uint8Array.from(cards, (card, place) => codeOf(card) + (place < position.face_down[index] ? FACE_DOWN : 0)),
  );
  const cells = Uint8Array.from(position.cells, (card) => (card === null ? NO_CARD : codeOf(card)));
  const board = [columns, cells, Uint8Array.from(position.foundations), Uint8Array.from(position.stock, codeOf)];
  return decoder.decode(ask("write_board", ...shape(rules), [], ...board, COLUMNS, 0)[0]);
}

/**
 * Return the kernel's reading error as a `Fault`: the text, its place and the expected text, as a name with parameters
 * for sentences.js.
 * @param {any[]} complaint @param {Rules | null} rules @param {{data: GameData}[]} others
 */
export function unread([name, text, path, line, column, numbers = []], rules = null, others = []) {
  const complaint = decoder.decode(name);
  const place = decoder.decode(path) || (line ? `line ${line}${column ? `, column ${column}` : ""}` : "");
  const whole = decoder.decode(text);
  const short = whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
  const filled = {
    ...numbers,
    data: rules?.data,
    columns: rules?.columns,
    suit: SUITS[numbers[0]],
    other: others[numbers[0]]?.data,
    keys: headerKeys(),
  };
  return Object.assign(new Fault("bad_notation", short, { text: short, place, complaint, filled }), { at: [line, column] });
}

/**
 * Convert between a card and its place in Microsoft's deck.
 * @param {Card} card
 */
const codeOf = (card) => 4 * PACK_RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]);
/** @param {number} code */
const cardOf = (code) => PACK_RANKS[code >> 2] + SUITS[code & 3];

/** The keys allowed in the header of a solution. */
export const headerKeys = () => ["game", "edition", "deal", "autoplay", ...Object.keys(CHANGEABLE), "score", "note"];

/**
 * Return the number of cards dealt to each column.
 * @param {Rules} rules
 */
const heightsOf = ({ columns, layout, size }) =>
  Array.from({ length: columns }, (_, column) => layout.subarray(0, size).filter((pile) => pile % FACE_DOWN === column).length);

/**
 * Return the catalogue's other deal shapes, each once: ranks home, cards in cells, then column heights.
 * @param {Rules} rules @returns {{data: GameData, heights: Uint8Array}[]}
 */
function otherGames(rules) {
  const own = String(heightsOf(rules));
  const counts = new Map();
  for (const data of GAMES.filter((game) => !game.stock)) {
    const heights = heightsOf(new Rules(data));
    const dealt = Uint8Array.of(data.dealt_home, data.dealt_to_cells.length, ...heights);
    if (String(heights) !== own && !counts.has(String(dealt))) counts.set(String(dealt), { data, heights: dealt });
  }
  return [...counts.values()];
}

/**
 * Return the arguments of the kernel's reader for a game's boards.
 * @param {Rules} rules
 */
function shape(rules) {
  const ladder = Uint8Array.from(rules.homeward, (rank) => PACK_RANKS.indexOf(rank) + 1);
  const suits = [...rules.suits].reduce((mask, suit) => mask | (1 << SUITS.indexOf(suit)), 0);
  const hides = rules.face_down.some(Boolean);
  return [rules.columns, rules.cells, rules.stock, suits, hides, ladder, rules.layout.subarray(0, rules.size), encoder.encode(rules.id)];
}
