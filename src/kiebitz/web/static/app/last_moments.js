// Last moments: positions two moves before the win was lost, to be won: the player's own, and those of moments.json, in bands
// and games.

import { formatBoard } from "./board_text.js";
import { element, showDialog } from "./dialogs.js";
import { existing } from "./errors.js";
import { choice, field } from "./form_fields.js";
import { writeDown } from "./game_storage.js";
import { gameTitle, t } from "./i18n.js";
import { formatLink } from "./links.js";
import { gameData, openLink } from "./open_game.js";
import { faultText } from "./sentences.js";
import { isAmount, isText, keptData, keptWord } from "./stored_values.js";

const KEPT = "kiebitz.moments";
/** The storage key of the moment opened last. */
const OPENED = "kiebitz.moment";
/** The storage key of the game chosen. */
const CHOSEN = "kiebitz.moments.game";
const FILE = new URL("../moments.json", import.meta.url);
const BANDS = ["own", "easy", "medium", "hard"];
/**
 * The games to choose from, and all of them: the values of links' keys.
 * @type {Record<string, {game?: string, cells?: number}>}
 */
const GAMES = {
  all: {},
  freecell: { game: "freecell" },
  freecell3: { game: "freecell", cells: 3 },
  freecell2: { game: "freecell", cells: 2 },
  bakers_game: { game: "bakers_game" },
};
/** Moves between a moment and the move that lost the win. */
const BEFORE = 2;
/** The latest to keep: own moments, and moments won. */
const MOST_OWN = 20;
const MOST_WON = 200;

/** The links of the player's own moments, and of the moments won. */
function keptMoments() {
  /** @param {any} data @param {string} name @returns {string[]} */
  const links = (data, name) => (Array.isArray(data?.[name]) ? data[name].filter(isText) : []);
  return keptData(KEPT, (data) => ({ own: links(data, "own"), won: links(data, "won") }));
}

/** @param {{own: string[], won: string[]}} moments */
const keep = (moments) => writeDown(() => localStorage.setItem(KEPT, JSON.stringify(moments)));

/**
 * Return the link of a position as a game of its own.
 * @param {Source} source @param {Game} game @param {Position} position
 */
const linkFrom = (source, { rules }, position) =>
  formatLink({ ...source, numbering: null, number: null, board: formatBoard(rules, position), moves: "", at: null });

/**
 * Keep the moment before a move that lost the win.
 * @param {Pick<Table, "source" | "game">} table @param {GameNode} node
 */
export function keepMoment({ source, game }, node) {
  let before = existing(node.parent);
  for (let back = 0; back < BEFORE && before.parent; back++) before = before.parent;
  if (!before.parent) return; // the deal itself
  const link = linkFrom(source, game, before.position);
  const { own, won } = keptMoments();
  if (!own.includes(link)) keep({ own: [...own, link].slice(-MOST_OWN), won });
}

/**
 * Note that the game on the table was won by the player, if it is a moment.
 * @param {Table} table
 */
export function noteWin({ source, game }) {
  if (source.board === null) return;
  const link = linkFrom(source, game, game.start);
  const { own, won } = keptMoments();
  keep({ own, won: [...won.filter((other) => other !== link), link].slice(-MOST_WON) });
}

/**
 * The moment on the table: its link, the game chosen, its place among `all` of the game and band, and whether others of them
 * are not yet won; or null.
 * @param {Pick<Table, "source">} table
 */
function momentOn({ source: { board } }) {
  if (board === null) return null;
  return keptData(OPENED, (data) => {
    const isMoment = data?.board === board && isText(data.link) && BANDS.includes(data.band);
    return isMoment && isAmount(data.place) && isAmount(data.all) ? { ...data, game: isGame(data.game) ? data.game : "all" } : null;
  });
}

/** @param {unknown} name */
const isGame = (name) => isText(name) && Object.hasOwn(GAMES, name);

/**
 * Return the title of a game with fewer cells, or else its own.
 * @param {string} title @param {unknown} cells
 */
const titleWith = (title, cells) => (cells === 2 || cells === 3 ? t("moments.cells", { title, cells }) : title);

/**
 * Return the name of the moment on the table, or null if there is none.
 * @param {Pick<Table, "source">} table @param {string} title that of its game
 */
export function momentTitle(table, title) {
  const moment = momentOn(table);
  const { cells } = table.source.changes;
  return (
    moment && t("moments.game", { title: titleWith(title, cells), band: t(`moments.${moment.band}`), place: moment.place, all: moment.all })
  );
}

/**
 * Whether the game on the table is a moment, and others of its game and band are not yet won.
 * @param {Table} table
 */
export const hasNextMoment = (table) => momentOn(table)?.more === true;

/**
 * Open the next moment of the band, and of the game chosen with it, that is not yet won.
 * @param {Table} table
 */
export async function openNextMoment(table) {
  const moment = momentOn(table);
  if (!moment) return;
  try {
    const { band, game } = moment;
    await openOf(table, { band, game }, linksOf(band, game, await shippedMoments()), moment.link);
  } catch (error) {
    table.say(faultText(error), "refused");
  }
}

/** @returns {Promise<{band: string, link: string}[]>} */
const shippedMoments = async () => (await fetch(FILE)).json();

/** @param {string} band @param {string} game @param {{band: string, link: string}[]} shipped */
function linksOf(band, game, shipped) {
  if (band === "own") return keptMoments().own.filter((link) => isOf(link, game));
  return shipped.filter((moment) => moment.band === band && isOf(moment.link, game)).map(boardLink);
}

/** @param {string} link @param {string} name a name of `GAMES` */
function isOf(link, name) {
  const { game, cells } = GAMES[name];
  const values = new URLSearchParams(link);
  return !game || (values.get("game") === game && values.get("cells") === (cells ? String(cells) : null));
}

/**
 * Open the first moment of a band and game that is not yet won, or else the first; rather one after the moment `last`, and
 * not that.
 * @param {Table} table @param {{band: string, game: string}} chosen @param {string[]} links @param {string | null} last
 */
async function openOf(table, chosen, links, last = null) {
  const { won } = keptMoments();
  const after = links.indexOf(last ?? "") + 1;
  const order = [...links.slice(after), ...links.slice(0, after)];
  const left = order.filter((link) => !won.includes(link));
  const link = left[0] ?? order[0];
  if (!(await table.change(link))) return;
  const moment = { ...chosen, link, board: table.source.board, place: links.indexOf(link) + 1, all: links.length };
  const more = left.some((other) => other !== link);
  writeDown(() => localStorage.setItem(OPENED, JSON.stringify({ ...moment, more })));
  table.redraw();
  table.say(t("moments.opened"));
}

/**
 * Show the bands with the moments won of each, for a choice of games; a button opens the first one not yet won.
 * @param {Table} table
 */
export async function openMoments(table) {
  const names = Object.entries(GAMES).map(([name, { game, cells }]) => {
    const data = game && gameData(game);
    return [name, data ? titleWith(gameTitle(data), cells) : t("statistics.all")];
  });
  const games = choice("moments-game", names, keptWord(CHOSEN, Object.keys(GAMES)) ?? "all");
  const bands = element("div");
  const note = element("p", { class: "dialog-note", "data-i18n": "moments.note" });
  const dialog = showDialog("moments", "moments.title", () => [note, field("game.game", games), bands]);
  try {
    const shipped = await shippedMoments();
    const draw = () => bands.replaceChildren(...BANDS.flatMap((band) => rowOf(band, games.value, shipped) ?? []));
    /** @param {string} band @param {string} game @param {{band: string, link: string}[]} all */
    const rowOf = (band, game, all) => {
      const links = linksOf(band, game, all);
      if (!links.length) return null;
      const open = () => {
        dialog.close();
        return openOf(table, { band, game }, links);
      };
      const { won } = keptMoments();
      const count = t("moments.won", { won: links.filter((link) => won.includes(link)).length, all: links.length });
      const button = element("button", { type: "button", click: open }, t(`moments.${band}`));
      return element("div", { class: "setting" }, button, element("span", {}, count));
    };
    games.addEventListener("change", () => {
      writeDown(() => localStorage.setItem(CHOSEN, games.value));
      draw();
    });
    draw();
  } catch (error) {
    bands.append(element("p", { class: "fault", role: "alert" }, faultText(error)));
  }
}

/** @param {{link: string}} moment */
function boardLink({ link }) {
  const { game, source } = openLink(link);
  return linkFrom(source, game, game.position);
}
