// Conversion between links and games.

import { formatBoard, parseBoard } from "./board_text.js";
import { existing, Fault } from "./errors.js";
import { Game } from "./game.js";
import { BadLink, formatLink, MOST_CHARACTERS, MOST_MOVES, parseLink } from "./links.js";
import { dealt, numberOfDeal } from "./numberings.js";
import { GAMES, isDealtInRows, learn, Rules } from "./rules.js";
import { formatTree } from "./tree_text.js";

/** Load the rules of all games, which the page cannot do without. */
export async function loadCatalogue() {
  const address = new URL("../games.json", import.meta.url);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`games.json: status ${answer.status}`);
  learn(await answer.json());
}

/** @param {string} id */
export const gameData = (id) => GAMES.find((data) => data.id === id);

/**
 * Convert a link to the game's current edition: rules of an earlier edition become changed rules.
 * @param {Source} link
 * @returns {Source}
 */
export function ofToday({ game, edition, changes, ...source }) {
  const data = gameData(game);
  if (!data) throw new Fault("unknown_game", game, { name: game });
  const earlier = edition === data.edition ? {} : edition === 1 && data.edition_1;
  if (!earlier) throw new BadLink("edition", String(edition));
  return { ...source, game, edition: data.edition, changes: { ...earlier, ...changes } };
}

/**
 * Return the rules of a parsed link.
 * @param {Source} source
 */
export function rulesOf(source) {
  const { game, changes } = ofToday(source);
  const data = existing(gameData(game));
  const { columns = data.columns, suits = data.suits } = changes;
  if (suits.length !== data.suits.length) throw new BadLink("suits", suits);
  if (columns !== data.columns && isDealtInRows(data)) throw new BadLink("columns", String(columns));
  try {
    return new Rules(data, changes);
  } catch (error) {
    if (error.kind !== "malformed") throw error;
    throw new BadLink(Object.keys(changes)[0] ?? "game", game); // the game's cards cannot be dealt to these piles
  }
}

/**
 * Return the initial position of a link's game: dealt, or read from its board.
 * @param {Source} source @param {Rules} rules @returns {Position}
 */
export function startOf({ numbering, number, board }, rules) {
  if (board === null) return dealt(rules, existing(numbering), existing(number));
  try {
    return parseBoard(board, rules);
  } catch (error) {
    if (error.code !== "bad_notation") throw error;
    const { parameters } = error;
    throw Object.assign(new BadLink(parameters.place ? `board, ${parameters.place}` : "board", parameters.text), { parameters });
  }
}

/**
 * Open the game of a link up to the first illegal move; `fault` is the error there.
 * @param {string} text @returns {{game: Game, source: Source, fault?: any}}
 */
export function followLink(text) {
  try {
    return openLink(text);
  } catch (fault) {
    const { followed } = fault;
    if (followed) return { ...followed, fault };
    if (fault.key !== "moves") throw fault;
    const [, deal] = /^(.*?)&moves=/.exec(text) ?? [];
    if (!deal) throw fault;
    return { ...openLink(deal), fault };
  }
}

/**
 * Open the game of a link; `source` describes the deal. The error of an illegal move holds both as they were before it,
 * as `followed`.
 * @param {string} text @returns {{game: Game, source: Source}}
 */
export function openLink(text) {
  const source = parseLink(text);
  const rules = rulesOf(source);
  const deal = source.number === null ? null : { numbering: existing(source.numbering), number: source.number };
  const game = new Game(rules, startOf(source, rules), { autoplay: source.autoplay, deal });
  game.root.comment = source.nodes[0].comment;
  const made = [game.root];
  for (const { word, parent, name, comment } of source.nodes.slice(1)) {
    try {
      const move = game.parse(word, made[parent]);
      if (!move) throw new Fault("bad_notation", word, { text: word });
      const node = game.add(made[parent], move);
      Object.assign(node, { name: name || node.name, comment: comment || node.comment });
      made.push(node);
    } catch (error) {
      game.jump(made[parent]);
      throw Object.assign(error, { followed: { game, source } });
    }
  }
  game.jump(made[source.at]);
  return { game, source };
}

/**
 * Return a board's link by number if it is one of Microsoft's million deals, else the link itself.
 * @param {string} link
 */
export function numbered(link) {
  const source = parseLink(link);
  if (source.board === null || source.nodes.length > 1) return link;
  const rules = rulesOf(source);
  const number = numberOfDeal(rules, startOf(source, rules));
  if (!number || formatBoard(rules, dealt(rules, "microsoft", number)) !== source.board) return link;
  return formatLink({ ...source, board: null, numbering: "microsoft", number, moves: "", at: null });
}

/**
 * Return the link of a game with its whole tree, or with the current line if the tree is too long.
 * @param {OpenGame} table
 */
export function linkOf(table) {
  const { words, ply } = table.game;
  return wholeLink(table) ?? formatLink({ ...table.source, moves: words.join(" "), at: ply === words.length ? null : ply });
}

/**
 * Return the link with the whole tree, or null where it is too long to be read.
 * @param {OpenGame} table
 */
export function wholeLink({ game, source }) {
  const { text, at, end } = formatTree(game.root, game.here);
  const link = formatLink({ ...source, moves: text ?? "", at: at === end ? null : at });
  return text === null || link.length > MOST_CHARACTERS || game.nodes.length > MOST_MOVES ? null : link;
}

/**
 * Convert a game, at one of its nodes, to the form of the worker's questions.
 * @param {Game} game @param {GameNode} node @returns {AskedGame}
 */
export function askedGame({ rules, start, autoplay, here }, node = here) {
  const moves = [];
  for (let made = node; made.parent; made = made.parent) moves.unshift(existing(made.move));
  return { data: rules.data, changes: rules.changes, start, autoplay, moves };
}

/**
 * Format all moves of a game as text, with a header that names the deal; for a board without number, with its link.
 * @param {OpenGame} table
 */
export function textOf({ game, source }) {
  const { rules, deal, autoplay, root, here, words } = game;
  const { text } = formatTree(root, here);
  /** @type {Record<string, any>} */
  const entries = { game: rules.id };
  if (source.edition > 1) entries.edition = source.edition;
  if (deal) entries.deal = `${deal.numbering} ${deal.number}`;
  Object.assign(entries, { supermoves: rules.supermoves }, rules.changes, { autoplay });
  if (!deal) entries.note = linkOf({ game, source });
  const header = Object.entries(entries).map(([key, value]) => `# ${key}: ${value}`);
  return `${header.join("\n")}\n\n${(text ?? words.join(" ")).replace(/(.{60,99}?) /g, "$1\n")}\n`;
}

/**
 * Return the link of a game's deal, with its rules and without moves.
 * @param {{source: Source}} table
 */
export const dealLink = ({ source }) => formatLink({ ...source, moves: "", at: null });

/**
 * Return the link of a game without moves.
 * @param {{game: string, number: DealNumber, autoplay?: string, changes?: Changes}} deal
 */
export function newLink({ game, number, autoplay = "safe", changes = {} }) {
  const { edition } = existing(gameData(game));
  return formatLink({ game, number, numbering: "microsoft", board: null, edition, changes, autoplay });
}
