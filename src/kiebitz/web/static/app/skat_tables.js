// Sections and tables of results, for the end of a Skat game and the worth of a deal.

import { cardText } from "./card_faces.js";
import { element } from "./dialogs.js";
import { formatNumber, t } from "./i18n.js";
import { contractText } from "./skat_encoding.js";
import { contractName } from "./skat_words.js";

/** @type {Intl.NumberFormatOptions} */
export const SIGNED = { signDisplay: "exceptZero" };

/** @param {string} id @param {string} title @param {(Node | string)[]} children */
export function section(id, title, ...children) {
  return element("section", { class: "answer", "aria-labelledby": id }, element("h2", { id }, title), ...children);
}

/**
 * Create a table of a kind, named by the heading `id`.
 * @param {string} id @param {string} kind @param {string[]} heads @param {HTMLElement[]} rows
 */
export function resultsTable(id, kind, heads, rows) {
  const head = element("thead", {}, element("tr", {}, ...heads.map(column)));
  return element("table", { class: `results ${kind}`, "aria-labelledby": id }, head, element("tbody", {}, ...rows));
}

/**
 * Create the row of a trick: its number, who led, the cards, and further cells.
 * @param {number} number @param {string} leader @param {Node[]} cards @param {HTMLElement[]} cells
 */
export const trickRow = (number, leader, cards, ...cells) =>
  element(
    "tr",
    {},
    element("th", { scope: "row" }, formatNumber(number)),
    element("td", { class: "start" }, element("span", { class: "leads" }, leader), " ", ...cards),
    ...cells,
  );

/**
 * Create a column header; the second column holds text and is aligned at the start.
 * @param {string} key @param {number} place
 */
const column = (key, place) => element("th", { scope: "col", class: place === 1 ? "start" : null, "data-i18n": key });

/**
 * Create the table of each seat's best game, named by the heading `id`.
 * @param {string} id @param {SkatWorth} worth @param {(seat: number) => string} nameOf
 */
export function bestGames(id, { best }, nameOf) {
  const rows = best.map((one, seat) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, nameOf(seat)),
      element("td", { class: "start" }, ...(one ? parText(one) : [t("skat.par.nothing")])),
      element("td", {}, one ? formatNumber(one.score, SIGNED) : "–"),
    ),
  );
  return resultsTable(id, "par", ["skat.seat", "skat.par.best", "skat.par.score"], rows);
}

/** @param {{contract: Contract, discard: Card[]}} best @returns {(Node | string)[]} */
function parText({ contract, discard }) {
  const put = element("span", { class: "remark" }, `${t("skat.discard.cards")} `, ...cardsText(discard));
  return [contractName(contractText(contract)), ...(discard.length ? [put] : [])];
}

/**
 * Return cards in a line of text.
 * @param {Card[]} cards @returns {(Node | string)[]}
 */
export const cardsText = (cards) => cards.flatMap((card, index) => [...(index ? [" "] : []), cardText(card)]);
