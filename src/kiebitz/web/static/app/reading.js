// What is pasted, in whatever form, as the link of a game: a deal's number, a solution, a board, or a link itself.
// The forms are read by boards.js, solutions.js and links.js.

import { formatBoard, parseBoard } from "./boards.js";
import { Fault } from "./faults.js";
import { Game, IllegalMove } from "./game.js";
import { BadLink, formatLink, numberOf } from "./links.js";
import { isNumbering } from "./numberings.js";
import { gameData, openLink, rulesOf, startOf } from "./opening.js";
import { Rules } from "./rules.js";
import { areMoves, isSolution, parseHeader, playSolution } from "./solutions.js";

const NUMBER = /^[#\-\u2212]?\d[\d,]*$/;

/**
 * The link of the game in a text. `game` is that of a text which names none, `table` the link of the deal whose moves they
 * are if the text names no deal, `spellings` how its cards may be spelt.
 */
export function readText(text, { game, table, spellings }) {
  const pasted = text.trim();
  if (/(^|[#?])game=/.test(pasted) && !/\s/.test(pasted)) return pasted;
  if (NUMBER.test(pasted)) {
    const source = plainSource(game, "microsoft", numberOf(pasted.replace("#", "")));
    startOf(source, rulesOf(source)); // which says if there is no such number
    return formatLink(source);
  }
  const header = parseHeader(text);
  if (header.deal) return ofHeader(text, header);
  if (isSolution(text) || areMoves(text)) return ofTable(text, header, table);
  return ofBoard(text, game, spellings);
}

const plainSource = (game, numbering, number) => {
  const data = gameData(game);
  if (!data) throw new Fault("unknown_game", game, { name: game });
  return { game, numbering, number, board: null, edition: data.edition, changes: {}, autoplay: "safe", words: [], at: 0 };
};

function ofHeader(text, header) {
  const match = /^(?:(.*\S)\s+)?(-?\d+)$/.exec(header.deal);
  const numbering = match?.[1] ?? "microsoft";
  if (!match || !isNumbering(numbering)) {
    throw new Fault("bad_notation", header.deal, { text: header.deal, place: "" });
  }
  const source = plainSource(header.game ?? "freecell", numbering, numberOf(match[2]));
  if (header.edition !== source.edition) throw new BadLink("edition", String(header.edition));
  const whole = { ...source, changes: changed(gameData(source.game), header.changes) };
  const rules = rulesOf(whole);
  return solved(text, whole, rules, startOf(whole, rules), [header.autoplay ?? "none"]);
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
  // Moves alone go by the table's own rule of autoplay, or by none: fc-solve's lines leave nothing to it.
  const ways = header.autoplay ? [header.autoplay] : [autoplay, "none"];
  return solved(text, { ...source, changes: own.changes, words: [], at: 0 }, own, start, ways);
}

/** What of some rules is not the game's own. */
const changed = (data, rules) => Object.fromEntries(Object.entries(rules).filter(([name, value]) => value !== data[name]));

/** The link with the moves of a solution made, by the first of these rules of autoplay under which they can be. */
function solved(text, source, rules, start, ways) {
  let refused = null;
  for (const autoplay of new Set(ways)) {
    const game = new Game(rules, start, { autoplay });
    try {
      playSolution(text, game);
      return formatLink({ ...source, autoplay, words: game.words, at: game.ply });
    } catch (error) {
      if (!(error instanceof IllegalMove)) throw error;
      refused ??= Object.assign(error, { pasted: true });
    }
  }
  throw refused;
}

function ofBoard(text, game, spellings) {
  const id = gameIn(text) ?? game;
  const source = { ...plainSource(id, null, null), board: "" };
  const rules = rulesOf(source);
  return formatLink({ ...source, board: formatBoard(rules, parseBoard(text, rules, spellings)) });
}

/** The game that a board in JSON names. */
function gameIn(text) {
  try {
    const { game } = JSON.parse(text);
    return typeof game === "string" && gameData(game) ? game : null;
  } catch {
    return null;
  }
}
