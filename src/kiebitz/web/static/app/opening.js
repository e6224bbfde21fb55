// From a link to a game, and from a game to a link. What becomes of the game is up to table.js; no rule and no form of
// text is known here.

import { parseBoard } from "./boards.js";
import { Fault } from "./faults.js";
import { Game } from "./game.js";
import { BadLink, formatLink, parseLink } from "./links.js";
import { cardsOfDeal } from "./numberings.js";
import { Rules, isDealtInRows, learn } from "./rules.js";

let catalogue = [];

/** Fetch the rules of all games; the page can do nothing without them. */
export async function loadCatalogue() {
  const address = new URL("../games.json", import.meta.url);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`games.json: status ${answer.status}`);
  const { games, changeable } = await answer.json();
  catalogue = games;
  learn(changeable);
}

export const allGames = () => catalogue;

export const gameData = (id) => catalogue.find((data) => data.id === id);

/** The rules of what a link says. */
export function rulesOf({ game, edition, changes }) {
  const data = gameData(game);
  if (!data) throw new Fault("unknown_game", game, { name: game });
  if (edition !== data.edition) throw new BadLink("edition", String(edition));
  const { columns = data.columns, suits = data.suits } = changes;
  if (suits.length !== data.suits.length) throw new BadLink("suits", suits);
  if (columns !== data.columns && isDealtInRows(data)) throw new BadLink("columns", String(columns));
  return new Rules(data, changes);
}

/** The position that a link's game begins with: dealt, or read from its board. */
export function startOf({ numbering, number, board }, rules) {
  if (board === null) return rules.deal(cardsOfDeal(numbering, number, rules.deck));
  try {
    return parseBoard(board, rules);
  } catch (error) {
    if (error.code !== "bad_notation") throw error;
    const { place, text } = error.parameters;
    throw new BadLink(place ? `board, ${place}` : "board", text);
  }
}

/** The game of a link, and `source`, which is what its link says of the deal. */
export function openLink(text) {
  const source = parseLink(text);
  const rules = rulesOf(source);
  const deal = source.number === null ? null : { numbering: source.numbering, number: source.number };
  const game = new Game(rules, startOf(source, rules), { autoplay: source.autoplay, deal });
  for (const word of source.words) {
    const move = game.parse(word);
    if (!move) throw new Fault("bad_notation", word, { text: word });
    game.push(move);
  }
  game.goto(source.at);
  return { game, source };
}

/** The link of a game: with all its moves, or only those made up to now. */
export function linkOf({ game, source }, { onlyMade = false } = {}) {
  const words = onlyMade ? game.words.slice(0, game.ply) : game.words;
  return formatLink({ ...source, words, at: game.ply });
}

/** A game as the worker is asked about it, at the move where it stands. */
export function askedGame({ rules, start, autoplay, turns }) {
  return { data: rules.data, changes: rules.changes, start, autoplay, moves: turns.map(({ move }) => move) };
}

/** The link of a game's deal, by its rules, without its moves. */
export const dealLink = ({ source }) => formatLink({ ...source, words: [], at: 0 });

/** A link of a game without moves. */
export function newLink({ game, number, autoplay = "safe", changes = {} }) {
  const { edition } = gameData(game);
  return formatLink({ game, number, numbering: "microsoft", board: null, edition, changes, autoplay, words: [], at: 0 });
}
