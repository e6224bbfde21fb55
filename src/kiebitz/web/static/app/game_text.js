// Pasted text as the link of a game: a deal's number, a solution, a board, or a link.
// boards.js, solutions.js and links.js read the forms.

import { formatBoard, parseBoard } from "./boards.js";
import { Fault } from "./errors.js";
import { IllegalMove } from "./game.js";
import { formatLink, numberOf } from "./links.js";
import { isNumbering } from "./numberings.js";
import { gameData, ofToday, openLink, rulesOf, startOf } from "./open_game.js";
import { Rules } from "./rules.js";
import { boardIn, bodyOf, isSolution, isTree, parseHeader, playSolution, slipIn } from "./solutions.js";
import { withSpaces } from "./text_lines.js";

/** A deal's number, alone or in an address that holds nothing else. */
const NUMBER = /^(?:\S*[?&]deal=|#)?([-\u2212]?\d[\d,]*)$/;
/** The autoplay rules to try for a solution that names none, the plainest first. */
const UNNAMED = ["none", "safe", "max"];

/**
 * The link of the game in a text. `game` is that of a text which names none, `table` the link of the deal whose moves they
 * are if the text names no deal, `spellings` how its cards may be spelt, `remarks` gets what is to be said of how a board was
 * read.
 */
export function readText(raw, { game, table, spellings, remarks = [] }) {
  const boardOf = (board, id) => ofBoard(board, id, spellings, remarks);
  const text = withSpaces(raw);
  const pasted = text.trim();
  if (/(^|[#?])game=/.test(pasted) && !/\s/.test(pasted)) return pasted;
  const [, number] = NUMBER.exec(pasted) ?? [];
  if (number) {
    const source = plainSource(game, "microsoft", numberOf(number));
    startOf(source, rulesOf(source)); // which says if there is no such number
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

const plainSource = (game, numbering, number) => {
  const data = gameData(game);
  if (!data) throw new Fault("unknown_game", game, { name: game });
  return { game, numbering, number, board: null, edition: data.edition, changes: {}, autoplay: "safe" };
};

function ofHeader(text, header, unnamed = [UNNAMED]) {
  const match = /^(?:(.*\S)\s+)?([-\u2212]?\d[\d,]*)$/.exec(header.deal);
  const numbering = match?.[1] ?? "microsoft";
  if (!match || !isNumbering(numbering)) {
    throw new Fault("bad_notation", header.deal, { text: header.deal, place: "" });
  }
  const source = plainSource(header.game ?? "freecell", numbering, numberOf(match[2]));
  const whole = ofToday({ ...source, edition: header.edition, changes: changed(gameData(source.game), header.changes) });
  if (isTree(text)) return ofTree(text, { ...whole, autoplay: header.autoplay ?? "none" });
  const rules = rulesOf(whole);
  return solved(text, whole, rules, startOf(whole, rules), header.autoplay ? [[header.autoplay]] : unnamed);
}

/** Read the text under a title with the deal's number: moves, or a board of `game`; the title alone is the deal. */
function ofTitle(text, header, game, boardOf) {
  if (!isSolution(text)) {
    try {
      return boardOf(text, game);
    } catch (error) {
      if (error.code !== "bad_notation") throw error; // then they are moves
    }
  }
  return ofHeader(text, { ...header, deal: header.title }, [["safe"], ["none"], ["max"]]);
}

/** The link of a tree of moves, at the end of its main line. */
function ofTree(text, source) {
  const moves = bodyOf(text).replace(/\s+/g, " ").trim();
  const link = formatLink({ ...source, moves });
  openLink(link); // which says what cannot be read or played
  return link;
}

function ofTable(text, header, table) {
  if (!table) throw new Fault("bad_notation", text.slice(0, 60), { text: text.slice(0, 60), place: "" });
  const { game, source } = openLink(table);
  const { rules, start, autoplay } = game;
  const named = ([name, value]) => name === "supermoves" || rules[name] === value;
  if ((header.game && header.game !== rules.id) || !Object.entries(header.changes).every(named)) {
    const [name, value] = Object.entries(header.changes).find((one) => !named(one)) ?? ["game", header.game];
    throw new Fault("bad_notation", name, { text: `${name}: ${value}`, place: "" });
  }
  const own = new Rules(rules.data, changed(rules.data, { ...source.changes, ...header.changes }));
  // Moves alone go by the table's own rule of autoplay, or by another: fc-solve's lines leave nothing to it.
  const ways = header.autoplay ? [[header.autoplay]] : [[autoplay], UNNAMED];
  return solved(text, { ...source, changes: own.changes, at: null }, own, start, ways);
}

/** The rules that differ from the game's own. */
const changed = (data, rules) => Object.fromEntries(Object.entries(rules).filter(([name, value]) => value !== data[name]));

/** The link with the moves of a solution made, by the first way to do so (see `playSteps`). */
function solved(text, source, rules, start, ways) {
  try {
    const { autoplay, words } = playSolution(text, rules, start, ways);
    return formatLink({ ...source, autoplay, moves: words.join(" ") });
  } catch (error) {
    throw error instanceof IllegalMove ? Object.assign(error, { pasted: true }) : error;
  }
}

function ofBoard(text, game, spellings, remarks) {
  const id = gameIn(text) ?? game;
  const source = { ...plainSource(id, null, null), board: "" };
  const rules = rulesOf(source);
  try {
    return formatLink({ ...source, board: formatBoard(rules, parseBoard(text, rules, spellings, remarks)) });
  } catch (error) {
    // Moves with a slip are no board either: whoever read further knows better what the text was to be. The deal of another
    // game is one all through.
    const { code, parameters } = error;
    const slip = code === "bad_notation" && !parameters.complaint.startsWith("other_") ? slipIn(text) : null;
    throw slip && isFurther(slip.at, error.at) ? slip : error;
  }
}

/** @param {number[]} place @param {number[]} other */
const isFurther = ([line, column], [otherLine, otherColumn]) => line > otherLine || (line === otherLine && column > otherColumn);

/** The game that a board in JSON names. */
function gameIn(text) {
  try {
    const { game } = JSON.parse(text);
    return typeof game === "string" && gameData(game) ? game : null;
  } catch {
    return null;
  }
}
