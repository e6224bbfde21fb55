// From a link to a game: dealt in the page where it can, with the server's help where it must.
// What becomes of the game is up to table.js; no rule and no form of text is known here.

import { Fault, getJson, postJson } from "./api.js";
import { dealCards, isKnown } from "./deals.js";
import { Game } from "./game.js";
import { BadLink, formatLink, parseLink } from "./links.js";
import { Rules, isDealtInRows, learn } from "./rules.js";

let catalogue = [];

/** Fetch the rules of all games; the page can do nothing without them. */
export async function loadCatalogue() {
  const { games, changeable } = await getJson("/api/games");
  catalogue = games;
  learn(changeable);
}

export const allGames = () => catalogue;

export const gameData = (id) => catalogue.find((data) => data.id === id);

/** The game of a link, and `source`, which is what its link says of the deal. `start` is a board kept from before. */
export async function openLink(text, start = null) {
  let source = parseLink(text);
  if (start === null && !(source.numbering === "microsoft" && isKnown(source.number) && gameData(source.game))) {
    const answer = await postJson("/api/game", { link: formatLink(source) });
    source = parseLink(answer.link);
    start = answer.start;
  }
  const data = gameData(source.game);
  if (!data) throw new Fault("unknown_game", source.game, { name: source.game });
  if (source.edition !== data.edition) throw new BadLink("edition", String(source.edition));
  const { columns = data.columns, suits = data.suits } = source.changes;
  if (suits.length !== data.suits.length) throw new BadLink("suits", suits);
  if (columns !== data.columns && isDealtInRows(data)) throw new BadLink("columns", String(columns));
  const rules = new Rules(data, source.changes);
  const from = start ?? rules.deal(dealCards(source.number, rules.deck));
  const deal = source.number === null ? null : { numbering: source.numbering, number: source.number };
  const game = new Game(rules, from, { autoplay: source.autoplay, deal });
  for (const word of source.words) {
    const move = game.parse(word);
    if (!move) throw new Fault("bad_notation", word, { text: word });
    game.push(move);
  }
  game.goto(source.at);
  return { game, source, start };
}

/** The link of a game: with all its moves, or only those made up to now. */
export function linkOf({ game, source }, { onlyMade = false } = {}) {
  const words = onlyMade ? game.words.slice(0, game.ply) : game.words;
  return formatLink({ ...source, words, at: game.ply });
}

/** The link of a game's deal, by its rules, without its moves. */
export const dealLink = ({ source }) => formatLink({ ...source, words: [], at: 0 });

/** A link of a game without moves. */
export function newLink({ game, number, autoplay = "safe", changes = {} }) {
  const { edition } = gameData(game);
  return formatLink({ game, number, numbering: "microsoft", board: null, edition, changes, autoplay, words: [], at: 0 });
}
