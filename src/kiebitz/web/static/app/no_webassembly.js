// The page in a browser without WebAssembly: an explanation, and the deal as text.

import { numberOfDate } from "./daily_deal.js";
import { byId, element } from "./dialogs.js";
import { existing } from "./errors.js";
import { t } from "./i18n.js";
import { gameData } from "./open_game.js";
import { CELL } from "./rules.js";
import { titleOf } from "./sentences.js";

/**
 * Explain the problem and show the deal of a link, or today's.
 * @param {string | null} link
 */
export function showWithoutKernel(link) {
  const text = textOf(link || `game=freecell&deal=${numberOfDate()}`);
  const print = element("button", { type: "button", class: "main", click: () => window.print() }, t("teaching.print"));
  const shown = text ? [element("pre", {}, text), print] : [];
  document.querySelectorAll("nav, #light, #board").forEach((part) => (part.hidden = true));
  document
    .querySelector("main")
    .append(element("section", { class: "without" }, element("p", { role: "alert" }, t("fault.no_webassembly")), ...shown));
  byId("message").textContent = "";
  document.documentElement.dataset.ready = "";
}

/**
 * Return a Microsoft deal in rows, or the board of a link; empty text where dealing needs the kernel.
 * @param {string} link
 */
function textOf(link) {
  try {
    const { game, deal, board, ...others } = Object.fromEntries(new URLSearchParams(link.replace(/^[^#?]*[#?]/, "")));
    const data = existing(gameData(game));
    if (board) return `${titleOf(data)}\n\n${board}`;
    const isPlain = Object.keys(others).every((key) => ["edition", "autoplay", "moves", "at"].includes(key));
    if (!isPlain || !/^\d{1,10}$/.test(deal) || Number(deal) >= 2 ** 31) return "";
    return `${titleOf(data)} ${deal}\n\n${rowsOf(data, dealCards(Number(deal), data))}`;
  } catch {
    return "";
  }
}

/**
 * Return the cards of a deal in dealing order; Microsoft's numbers below 2^31 only.
 * @param {number} number @param {GameData} data
 */
function dealCards(number, { ranks, suits }) {
  const deck = [...ranks].flatMap((rank) => [...suits].map((suit) => rank + suit));
  const dealt = [];
  let state = number;
  while (deck.length) {
    state = (Math.imul(state, 214013) + 2531011) | 0;
    const place = ((state >>> 16) & 0x7fff) % deck.length;
    dealt.push(deck[place]);
    deck[place] = deck[deck.length - 1];
    deck.pop();
  }
  return dealt;
}

/**
 * Arrange cards in rows of their columns; other cards follow below, in dealing order.
 * @param {GameData} data @param {Card[]} cards
 */
function rowsOf({ destinations, dealt_first, dealt_home, columns }, cards) {
  if (dealt_first.length || dealt_home) return cards.join(" ");
  /** @type {Card[][]} */
  const piles = Array.from({ length: columns }, () => []);
  /** @type {Card[]} */
  const others = [];
  cards.forEach((card, at) => (destinations[at] < CELL ? piles[destinations[at]] : others).push(card));
  const rows = Array.from({ length: Math.max(...piles.map((pile) => pile.length)) }, (_, row) =>
    piles
      .map((pile) => pile[row] ?? "  ")
      .join(" ")
      .trimEnd(),
  );
  return [...rows, "", others.join(" ")].join("\n").trim();
}
