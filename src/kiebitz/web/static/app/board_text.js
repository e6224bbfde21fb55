// Boards as text, read, written and converted to positions by the kernel.

import { cardOf, codeOf, NO_CARD, PACK_RANKS, SPELLINGS, SUITS } from "./card_codes.js";
import { decodePosition, encodeGame } from "./encoding.js";
import { existing, Fault } from "./errors.js";
import { ask } from "./kernel_calls.js";
import { CHANGEABLE, GAMES, Rules } from "./rules.js";

/** The offset of a face-down card's code. */
const FACE_DOWN = 64;
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
  const { position, fault, parameters } = judged(rules, readBoard(text, rules, spellings, remarks));
  if (!position) throw new Fault("bad_board", "no position of the game", { fault, ...parameters });
  return position;
}

/**
 * Read a board that need not be a position, in the form of `judged`; otherwise like `parseBoard`.
 * @param {string} text @param {Rules} rules @param {string[]} spellings @param {Remark[]} remarks @returns {BoardCodes}
 */
export function readBoard(text, rules, spellings, remarks) {
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
  if (other >= 0) remarks.push(["other", { other: others[other].data, data: rules.data }]);
  if (byShape) remarks.push([LAYOUTS[layout], { columns: rules.columns }]);
  if (hidden) remarks.push(["hidden", {}]);
  if (spelling) remarks.push([SPELLINGS[spelling], {}]);
  return [columns, cells, home, stock];
}

/**
 * Judge a board: its `position`, or null and the `fault` with the parameters of its message. `strange` cards are not in
 * the pack; `tops` are the last cards home if all missing ones are home and the board does not state them.
 * @param {Rules} rules @param {BoardCodes} board @returns {Judgement}
 */
export function judged(rules, board) {
  const [columns, , home, stock] = board;
  const [misfit, number, ...lists] = ask("placed", encodeGame(rules), rules.layout, ...board);
  const bytes = lists.pop();
  const [strange, missing, doubled, tops] = lists.map((/** @type {Uint8Array} */ codes) => Array.from(codes, cardOf));
  /** @type {Record<string, () => Record<string, any>>} */
  const parameters = {
    stock: () => ({ count: stock.length, allowed: number }),
    last_face_down: () => ({ column: number, card: cardOf(existing(columns[number - 1].at(-1)) % FACE_DOWN) }),
    home: () => ({ suit: SUITS[number], count: existing(home)[number], all: rules.homeward.length }),
    pack: () => ({ cards: strange }),
    cards: () => ({ missing, doubled, home: tops }),
  };
  const fault = MISFITS[misfit];
  const position = fault ? null : decodePosition(rules, bytes);
  return { position, fault, parameters: fault ? parameters[fault]() : {}, strange, missing, doubled, tops };
}

/**
 * Return a board in the kernel's codes.
 * @param {Position} board @returns {BoardCodes}
 */
export function codesOf({ columns, cells, foundations, stock, face_down }) {
  const coded = columns.map((cards, index) =>
    Uint8Array.from(cards, (card, place) => codeOf(card) + (place < face_down[index] ? FACE_DOWN : 0)),
  );
  const inCells = Uint8Array.from(cells, (card) => (card === null ? NO_CARD : codeOf(card)));
  return [coded, inCells, Uint8Array.from(foundations), Uint8Array.from(stock, codeOf)];
}

/**
 * Return a board in the form of a position; `home` is the number of cards on each foundation where it states none.
 * @param {Rules} rules @param {BoardCodes} board @param {number[]} home @returns {Position}
 */
export function boardOf({ columns: count, cells: most }, [columns, cells, stated, stock], home) {
  const all = Array.from({ length: count }, (_, index) => [...(columns[index] ?? [])]);
  return {
    columns: all.map((codes) => codes.map((code) => cardOf(code % FACE_DOWN))),
    face_down: all.map((codes) => codes.filter((code) => code >= FACE_DOWN).length),
    cells: Array.from({ length: most }, (_, index) => cardIn(cells[index])),
    foundations: [...(stated ?? home)],
    stock: Array.from(stock, cardOf),
  };
}

/** @param {number | undefined} code */
const cardIn = (code) => (code === undefined || code === NO_CARD ? null : cardOf(code));

/**
 * Return a position as text: lines for foundations, cells and stock unless empty, then a line for each column.
 * @param {Rules} rules @param {Position} position @returns {string}
 */
export function formatBoard(rules, position) {
  return decoder.decode(ask("write_board", ...shape(rules), [], ...codesOf(position), COLUMNS, 0)[0]);
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
