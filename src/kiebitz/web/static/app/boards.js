// Boards as text, read, written and made positions by the kernel.

import { decodePosition, encodeGame } from "./encoding.js";
import { Fault } from "./errors.js";
import { ask, CHANGEABLE, GAMES, Rules, SUITS } from "./rules.js";

const PACK_RANKS = "A23456789TJQK";
const SPELLINGS = ["english", "unicode", "german", "russian"];
/** The kernel's codes: a card face down has this much more than its place in Microsoft's deck; an empty cell is no card. */
const FACE_DOWN = 64;
const NO_CARD = 255;
const COLUMNS = 0;
const AUTOMATIC = 0;
const LAYOUTS = ["", "rows", "columns", "line"];
const MISFITS = [null, "stock", "last_face_down", "home", "pack", "cards"];
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
  const position = placed(rules, columns, cells, home, stock);
  if (other >= 0) remarks.push(["other", { other: others[other].data, data: rules.data }]);
  if (byShape) remarks.push([LAYOUTS[layout], { columns: rules.columns }]);
  if (hidden) remarks.push(["hidden", {}]);
  if (spelling) remarks.push([SPELLINGS[spelling], {}]);
  return position;
}

/** Return the position of a board that the kernel has read; a `Fault` names missing, doubled and misplaced cards. */
function placed(rules, columns, cells, home, stock) {
  const board = [columns, cells, home, stock];
  const [misfit, number, ...cards] = ask("placed", encodeGame(rules), rules.layout, ...board);
  const position = cards.pop();
  if (position.length) return decodePosition(rules, position);
  const [strange, missing, doubled, tops] = cards.map((codes) => Array.from(codes, cardOf));
  const parameters = {
    stock: () => ({ count: stock.length, allowed: number }),
    last_face_down: () => ({ column: number, card: cardOf(columns[number - 1].at(-1) % FACE_DOWN) }),
    home: () => ({ suit: SUITS[number], count: home[number], all: rules.homeward.length }),
    pack: () => ({ cards: strange }),
    cards: () => ({ missing, doubled, home: tops }),
  };
  const fault = MISFITS[misfit];
  throw new Fault("bad_board", "no position of the game", { fault, ...parameters[fault]() });
}

/** Return a position as text: lines for foundations, cells and stock unless empty, then a line for each column. */
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
    ...numbers,
    data: rules?.data,
    columns: rules?.columns,
    suit: SUITS[numbers[0]],
    other: others[numbers[0]]?.data,
    keys: headerKeys(),
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

/** The arguments by which the kernel reads a game's boards. */
function shape(rules) {
  const ladder = Uint8Array.from(rules.homeward, (rank) => PACK_RANKS.indexOf(rank) + 1);
  const suits = [...rules.suits].reduce((mask, suit) => mask | (1 << SUITS.indexOf(suit)), 0);
  const hides = rules.face_down.some(Boolean);
  return [rules.columns, rules.cells, rules.stock, suits, hides, ladder, rules.layout.subarray(0, rules.size), encoder.encode(rules.id)];
}
