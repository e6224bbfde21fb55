// Boards as text: rows as a deal lies on the table, columns, fc-solve's form, and JSON. The counterpart of the readers in
// `kiebitz.patience.notation`, and of `Setup`, which says whether a board is a position of the game.

import { readCard } from "./card_texts.js";
import { Fault } from "./faults.js";
import { SUITS } from "./rules.js";
import { linesOf, rest, unread, wordsOf } from "./text_lines.js";

const HEADINGS = {
  home: "home",
  foundations: "home",
  founds: "home",
  cells: "cells",
  freecells: "cells",
  fc: "cells",
  stock: "stock",
};
const FC_SOLVE = ["foundations", "founds", "freecells", "fc"];
const HEADING = /^\s*([A-Za-z]+)\s*:/;
const MARK = /^\s*(\d{0,2}):/;
const HOME = /^([CDHS])-(.{1,2})$/i;
const SLOT = /^(?: {4}| {2}\S\S| \S{3})*(?: {0,3})$/;
const GAPS = ["-", "--", "---"];
const GAP = "--";
const RULER = /^[-=]{5,}\s*$/;
const JSON_KEYS = ["format", "version", "game", "foundations", "cells", "columns", "stock"];

/** The position that a board is; a `Fault` says what cannot be read, or what is missing, doubled or out of place. */
export function parseBoard(text, rules, spellings = ["english"]) {
  if (text.trimStart().startsWith("{")) return positionOf(rules, readJson(text, rules));
  return positionOf(rules, new Reader(rules, spellings).read(linesOf(text)));
}

/** A position as text, a line for each column, and lines above them for what else is not empty. */
export function formatBoard(rules, position) {
  const lines = [];
  const tops = [...SUITS].map((_, suit) => position.foundations[suit] && rules.homeCard(suit, position.foundations[suit]));
  if (tops.some(Boolean)) lines.push(`Home: ${tops.filter(Boolean).join(" ")}`);
  if (position.cells.some(Boolean)) lines.push(`Cells: ${position.cells.map((card) => card ?? GAP).join(" ")}`);
  if (position.stock.length) lines.push(`Stock: ${position.stock.join(" ")}`);
  position.columns.forEach((cards, index) => {
    const written = cards.map((card, place) => (place < position.face_down[index] ? `<${card}>` : card));
    lines.push(`${index + 1}: ${written.join(" ")}`.trimEnd());
  });
  return `${lines.join("\n")}\n`;
}

/** The reader of every text form: first the headings, then the lines of cards by rows or by columns. */
class Reader {
  constructor(rules, spellings) {
    Object.assign(this, { rules, spellings, home: null, cells: [], stock: [], seen: new Set() });
  }

  read(lines) {
    let body = [];
    let marked = false;
    for (const line of lines) {
      if (line.text.trimStart().startsWith("#") || RULER.test(line.text)) continue;
      const heading = HEADING.exec(line.text);
      if (heading) {
        if (body.some(({ text }) => text.trim())) throw unread(line);
        body = []; // blank lines between headings
        this.#heading(heading[1], line, rest(line, heading[0].length));
        continue;
      }
      marked ||= MARK.test(line.text);
      body.push(line);
    }
    const byRows = !marked && this.#isByRows(body);
    const columns = byRows ? this.#byRows(body) : this.#byColumns(body, marked);
    return { columns, cells: this.cells, foundations: this.home, stock: this.stock };
  }

  #heading(name, line, after) {
    const kind = HEADINGS[name.toLowerCase()];
    if (!kind) throw unread({ text: name, number: line.number, column: line.text.indexOf(name) + 1 });
    if ([...this.seen].some((other) => HEADINGS[other] === kind)) throw unread(line);
    this.seen.add(name.toLowerCase());
    if (kind === "home") this.#home(after);
    else if (kind === "cells") this.#cells(after);
    else this.stock = wordsOf(after).map((word) => this.#card(word));
  }

  #home(after) {
    const counts = [0, 0, 0, 0];
    const told = new Set();
    for (const word of wordsOf(after)) {
      if (GAPS.includes(word.text)) continue;
      const pair = HOME.exec(word.text);
      const none = pair?.[2] === "0";
      const card = none ? null : this.#card(pair ? { ...word, text: pair[2] + pair[1] } : word);
      const suit = SUITS.indexOf(none ? pair[1].toUpperCase() : card[1]);
      const count = none ? 0 : homeCount(this.rules, card);
      if ((!none && !count) || told.has(suit)) throw unread(word);
      told.add(suit);
      counts[suit] = count;
    }
    this.home = counts;
  }

  #cells(after) {
    const { text, number, start } = after;
    let words = wordsOf(after);
    if (text.trim() && SLOT.test(text)) {
      // fc-solve prints each cell in four characters and an empty one as four spaces.
      words = [];
      for (let at = 0; at < text.length; at += 4) {
        words.push({ text: text.slice(at, at + 4).trim() || GAP, number, column: start + at });
      }
      while (words.at(-1)?.text === GAP) words.pop();
    }
    words.forEach((word, index) => {
      if (index >= this.rules.cells) throw unread(word);
      this.cells.push(GAPS.includes(word.text) ? null : this.#card(word));
    });
  }

  #isByRows(body) {
    const counts = body.filter(({ text }) => text.trim()).map((line) => wordsOf(line).length);
    if (this.seen.size) return !FC_SOLVE.some((name) => this.seen.has(name));
    if (body.some((line) => wordsOf(line).some(({ text }) => GAPS.includes(text)))) return true;
    const asColumns = counts.length === this.rules.columns;
    const asRows = counts.every((count, at) => count <= this.rules.columns && (!at || count <= counts[at - 1]));
    if (asColumns && asRows) throw unread(body.find(({ text }) => text.trim()));
    return !asColumns;
  }

  #byRows(body) {
    const { columns: size } = this.rules;
    const columns = Array.from({ length: size }, () => []);
    const ended = Array(size).fill(false);
    for (const line of body) {
      const words = wordsOf(line);
      if (!words.length) continue;
      if (words.length > size) throw unread(words[size]);
      for (let index = 0; index < size; index++) {
        if (index >= words.length || GAPS.includes(words[index].text)) ended[index] = true;
        else if (ended[index]) throw unread(words[index]);
        else this.#put(words[index], columns[index]);
      }
    }
    if (columns.every((cards) => !cards.length) && this.home === null && !this.seen.size) {
      throw unread({ text: body.map(({ text }) => text).join("\n") });
    }
    return columns;
  }

  #byColumns(body, marked) {
    const filled = body.filter(({ text }) => text.trim());
    const byFcSolve = FC_SOLVE.some((name) => this.seen.has(name));
    const lines = marked || !byFcSolve ? filled : this.#withBlankColumns(body, filled);
    const columns = lines.map((line, index) => {
      if (index >= this.rules.columns) throw unread(line);
      const mark = MARK.exec(line.text);
      if ((mark !== null) !== marked) throw unread(line);
      if (mark?.[1] && Number(mark[1]) !== index + 1) throw unread(line);
      const cards = [];
      for (const word of wordsOf(mark ? rest(line, mark[0].length) : line)) this.#put(word, cards);
      return cards;
    });
    if (columns.length < this.rules.columns) throw unread(body.at(-1) ?? { text: "" });
    return columns;
  }

  /** The lines of an fc-solve board without marks, where an empty column's line is blank. */
  #withBlankColumns(body, filled) {
    const { columns } = this.rules;
    if (filled.length >= columns) return filled;
    const lines = [...body];
    while (lines.length > columns && !lines.at(-1).text.trim()) lines.pop();
    // Blank lines at the end get lost on the way; with the foundations stated, no card gets lost with them.
    if (this.home !== null) while (lines.length < columns) lines.push({ text: "", number: body.length + 1, start: 1 });
    return lines;
  }

  #put(word, column) {
    const { text, down } = bare(word.text);
    const card = this.#card(down ? { ...word, text, column: word.column + 1 } : word);
    if (down && (!this.rules.face_down.some(Boolean) || column.some((one) => !one.down))) throw unread(word);
    column.push({ card, down });
  }

  #card(word) {
    const card = readCard(word.text, this.spellings);
    if (!card) throw unread(word);
    return card;
  }
}

const bare = (text) => (/^<.*>$/.test(text) ? { text: text.slice(1, -1), down: true } : { text, down: false });

function homeCount(rules, card) {
  return rules.suits.includes(card[1]) ? rules.homeward.indexOf(card[0]) + 1 : 0;
}

function readJson(text, rules) {
  let board;
  try {
    board = JSON.parse(text);
  } catch (error) {
    throw unread({ text: text.split("\n")[0], number: Number(/line (\d+)/.exec(error.message)?.[1] ?? 1) });
  }
  const wrong = (value) => unread({ text: typeof value === "string" ? value : JSON.stringify(value) ?? "" });
  const list = (value, length) => {
    if (!Array.isArray(value) || (length !== undefined && value.length !== length)) throw wrong(value);
    return value;
  };
  const card = (value) => {
    const found = typeof value === "string" && readCard(value);
    if (!found) throw wrong(value);
    return found;
  };
  for (const key of Object.keys(board)) if (!JSON_KEYS.includes(key)) throw wrong(key);
  for (const key of JSON_KEYS) if (!(key in board)) throw wrong(Object.keys(board).join(" "));
  for (const [key, value] of [["format", "kiebitz-board"], ["version", 1], ["game", rules.id]]) {
    if (board[key] !== value) throw wrong(board[key]);
  }
  const tops = board.foundations;
  if (!tops || Object.keys(tops).sort().join("") !== SUITS) throw wrong(tops);
  const foundations = [...SUITS].map((suit) => {
    if (tops[suit] === null) return 0;
    const count = homeCount(rules, card(tops[suit]));
    if (!count || card(tops[suit])[1] !== suit) throw wrong(tops[suit]);
    return count;
  });
  const columns = list(board.columns, rules.columns).map((items) => {
    const cards = [];
    for (const item of list(items)) {
      const { text: name, down } = typeof item === "string" ? bare(item) : { text: item, down: false };
      const found = { card: card(name), down };
      if (down && (!rules.face_down.some(Boolean) || cards.some((one) => !one.down))) throw wrong(item);
      cards.push(found);
    }
    return cards;
  });
  const cells = list(board.cells, rules.cells).map((item) => (item === null ? null : card(item)));
  return { columns, cells, foundations, stock: list(board.stock).map(card) };
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
  const suits = [...SUITS];
  const dealt = suits.map((suit) => (rules.suits.includes(suit) ? Math.min(rules.dealt_home, rules.ranks.length) : 0));
  const home = foundations ?? dealt;
  if (rules.whole && home.some((count) => count && count < rules.ranks.length)) throw wrong({});
  const there = home.flatMap((count, suit) => Array.from({ length: count }, (_, index) => rules.homeCard(suit, index + 1)));
  const onTable = [...columns.flat().map(({ card }) => card), ...cells.filter(Boolean), ...stock];
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
