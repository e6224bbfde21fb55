// Last moments: positions two moves before the win was lost, to be won: the player's own, and those of moments.json in bands.

import { formatBoard } from "./board_text.js";
import { element, showDialog } from "./dialogs.js";
import { existing } from "./errors.js";
import { writeDown } from "./game_storage.js";
import { applyLanguage, t } from "./i18n.js";
import { formatLink } from "./links.js";
import { openLink } from "./open_game.js";
import { faultText } from "./sentences.js";
import { isText, keptData } from "./stored_values.js";

const KEPT = "kiebitz.moments";
const FILE = new URL("../moments.json", import.meta.url);
const BANDS = ["own", "easy", "medium", "hard"];
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
 * Show the bands with the moments won of each; a button opens the first one not yet won.
 * @param {Table} table
 */
export async function openMoments(table) {
  const { own, won } = keptMoments();
  const body = element("div", {}, element("p", { class: "dialog-note", "data-i18n": "moments.note" }));
  const dialog = showDialog("moments", "moments.title", () => body);
  try {
    const shipped = await (await fetch(FILE)).json();
    for (const band of BANDS) {
      const links = band === "own" ? own : shipped.filter((/** @type {any} */ one) => one.band === band).map(boardLink);
      if (!links.length) continue;
      const left = links.filter((/** @type {string} */ link) => !won.includes(link));
      const open = async () => {
        dialog.close();
        if (await table.change(left[0] ?? links[0])) table.say(t("moments.opened"));
      };
      const count = t("moments.won", { won: links.length - left.length, all: links.length });
      const button = element("button", { type: "button", "data-i18n": `moments.${band}`, click: open });
      body.append(element("div", { class: "setting" }, button, element("span", {}, count)));
    }
    applyLanguage(body);
  } catch (error) {
    body.append(element("p", { class: "fault", role: "alert" }, faultText(error)));
  }
}

/** @param {{link: string}} moment */
function boardLink({ link }) {
  const { game, source } = openLink(link);
  return linkFrom(source, game, game.position);
}
