// Pasted text as the link of a game: a deal's number, a solution, a board, or a link.

import { formatBoard, parseBoard } from "./board_text.js";
import { existing, Fault } from "./errors.js";
import { IllegalMove } from "./game.js";
import { formatLink, numberOf } from "./links.js";
import { isNumbering } from "./numberings.js";
import { gameData, ofToday, openLink, rulesOf, startOf } from "./open_game.js";
import { Rules } from "./rules.js";
import { boardIn, bodyOf, isSolution, isTree, parseHeader, playSolution, slipIn } from "./solution_text.js";
import { withSpaces } from "./white_space.js";

/** A deal's number, alone or in an address without other content. */
const NUMBER = /^(?:\S*[?&]deal=|#)?([-\u2212]?\d[\d,]*)$/;
/** Autoplay rules to try for a solution that names none, simplest first. */
const UNNAMED = ["none", "safe", "max"];

/**
 * Return the link of the game in a text. `game` is the default game, `table` the link of the deal for moves without one,
 * `spellings` lists card spellings; interpretations of ambiguous boards are added to `remarks`.
 * @param {string} raw @param {{game: string, table: string | null, spellings: string[], remarks?: Remark[]}} given @returns {string}
 */
export function readText(raw, { game, table, spellings, remarks = [] }) {
  /** @param {string} board @param {string} id */
  const boardOf = (board, id) => ofBoard(board, id, spellings, remarks);
  const text = withSpaces(raw);
  const pasted = text.trim();
  if (/(^|[#?])game=/.test(pasted) && !/\s/.test(pasted)) return pasted;
  const [, number] = NUMBER.exec(pasted) ?? [];
  if (number) {
    const source = plainSource(game, "microsoft", numberOf(number));
    startOf(source, rulesOf(source)); // throws if the number is out of range
    return formatLink(source);
  }
  const header = parseHeader(text);
  if (header.deal) return ofHeader(text, header);
  if (header.title) return ofTitle(text, header, game, boardOf);
  const board = isSolution(text) ? boardIn(text) : "";
  if (board) return ofTable(text, header, boardOf(board, header.game ?? game));
  if (isSolution(text)) return ofTable(text, header, table);
  return boardOf(text, game);
}

/** @param {string} game @param {string | null} numbering @param {DealNumber | null} number @returns {Source} */
const plainSource = (game, numbering, number) => {
  const data = gameData(game);
  if (!data) throw new Fault("unknown_game", game, { name: game });
  return { game, numbering, number, board: null, edition: data.edition, changes: {}, autoplay: "safe" };
};

/** @param {string} text @param {Header} header @param {string[][]} unnamed */
function ofHeader(text, header, unnamed = [UNNAMED]) {
  const deal = header.deal ?? "";
  const match = /^(?:(.*\S)\s+)?([-\u2212]?\d[\d,]*)$/.exec(deal);
  const numbering = match?.[1] ?? "microsoft";
  if (!match || !isNumbering(numbering)) {
    throw new Fault("bad_notation", deal, { text: deal, place: "" });
  }
  const source = plainSource(header.game ?? "freecell", numbering, numberOf(match[2]));
  const whole = ofToday({ ...source, edition: header.edition, changes: changed(existing(gameData(source.game)), header.changes) });
  if (isTree(text)) return ofTree(text, { ...whole, autoplay: header.autoplay ?? "none" });
  const rules = rulesOf(whole);
  return solved(text, whole, rules, startOf(whole, rules), header.autoplay ? [[header.autoplay]] : unnamed);
}

/**
 * Read the text below a title with the deal's number: moves, a board of `game`, or nothing, which gives the deal itself.
 * @param {string} text @param {Header} header @param {string} game @param {(board: string, id: string) => string} boardOf
 */
function ofTitle(text, header, game, boardOf) {
  if (!isSolution(text)) {
    try {
      return boardOf(text, game);
    } catch (error) {
      if (error.code !== "bad_notation") throw error; // otherwise the text consists of moves
    }
  }
  return ofHeader(text, { ...header, deal: header.title }, [["safe"], ["none"], ["max"]]);
}

/**
 * Return the link of a tree of moves, at the end of its main line.
 * @param {string} text @param {Source} source
 */
function ofTree(text, source) {
  const moves = bodyOf(text).replace(/\s+/g, " ").trim();
  const link = formatLink({ ...source, moves });
  openLink(link); // throws for unreadable or illegal moves
  return link;
}

/** @param {string} text @param {Header} header @param {string | null} table */
function ofTable(text, header, table) {
  if (!table) throw new Fault("bad_notation", text.slice(0, 60), { text: text.slice(0, 60), place: "" });
  const { game, source } = openLink(table);
  const { rules, start, autoplay } = game;
  /** @type {Record<string, any>} */
  const current = { ...rules.data, ...rules.changes };
  /** @param {[string, any]} rule */
  const named = ([name, value]) => name === "supermoves" || current[name] === value;
  if ((header.game && header.game !== rules.id) || !Object.entries(header.changes).every(named)) {
    const [name, value] = Object.entries(header.changes).find((entry) => !named(entry)) ?? ["game", header.game];
    throw new Fault("bad_notation", name, { text: `${name}: ${value}`, place: "" });
  }
  const own = new Rules(rules.data, changed(rules.data, { ...source.changes, ...header.changes }));
  // Try the table's autoplay rule for moves alone, then the others; fc-solve's lines contain every move.
  const ways = header.autoplay ? [[header.autoplay]] : [[autoplay], UNNAMED];
  return solved(text, { ...source, changes: own.changes, at: null }, own, start, ways);
}

/**
 * Return the rules that differ from the game's defaults.
 * @param {GameData} data @param {Changes} rules
 */
const changed = (data, rules) => Object.fromEntries(Object.entries(rules).filter(([name, value]) => value !== data[name]));

/**
 * Return the link with a solution's moves, played by the first matching way (see `playSteps`).
 * @param {string} text @param {Source} source @param {Rules} rules @param {Position} start @param {string[][]} ways
 */
function solved(text, source, rules, start, ways) {
  try {
    const { autoplay, words } = playSolution(text, rules, start, ways);
    return formatLink({ ...source, autoplay, moves: words.join(" ") });
  } catch (error) {
    throw error instanceof IllegalMove ? Object.assign(error, { pasted: true }) : error;
  }
}

/** @param {string} text @param {string} game @param {string[]} spellings @param {Remark[]} remarks */
function ofBoard(text, game, spellings, remarks) {
  const id = gameIn(text) ?? game;
  const source = { ...plainSource(id, null, null), board: "" };
  const rules = rulesOf(source);
  try {
    return formatLink({ ...source, board: formatBoard(rules, parseBoard(text, rules, spellings, remarks)) });
  } catch (error) {
    // Text that is neither moves nor a board gets the error of the reader that read further. A deal of another game is always
    // reported as a board.
    const { code, parameters } = error;
    const slip = code === "bad_notation" && !parameters.complaint.startsWith("other_") ? slipIn(text) : null;
    throw slip && isFurther(slip.at, error.at) ? slip : error;
  }
}

/** @param {number[]} place @param {number[]} other */
const isFurther = ([line, column], [otherLine, otherColumn]) => line > otherLine || (line === otherLine && column > otherColumn);

/**
 * Return the game named by a board in JSON.
 * @param {string} text @returns {string | null}
 */
function gameIn(text) {
  try {
    const { game } = JSON.parse(text);
    return typeof game === "string" && gameData(game) ? game : null;
  } catch {
    return null;
  }
}
