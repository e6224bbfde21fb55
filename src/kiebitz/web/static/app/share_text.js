// The text that shares a win without giving its moves away, and the way to share it.

import { isTodays } from "./daily_deal.js";
import { formatDate, t } from "./i18n.js";
import { dealLink } from "./open_game.js";

/**
 * A square for each part of the game.
 * @type {Record<string, string>}
 */
const SQUARES = { kept: "🟩", lost: "🟥", again: "🟨" };

/**
 * Return the text: the deal, a square for each tenth of the moves, the steps and par, and the link of the deal.
 * @param {Table} table @param {{story: Story | null, grade: Grade | null, streak: number}} win
 */
export function shareText(table, { story, grade, streak }) {
  const { game, title } = table;
  const { par, here, ply } = game;
  const day = isTodays(game) ? ` · ${formatDate(new Date(), { day: "numeric", month: "short", year: "numeric" })}` : "";
  const figures = par === null ? [t("won.share.moves", { count: ply })] : [t("won.share.cards", { count: here.cards, par })];
  if (grade) figures.push(t("won.share.grade", { grade: grade.grade }));
  if (streak > 1) figures.push(t("daily.now", { count: streak }).replace(/\.$/, ""));
  const squares = story ? story.parts.map((part) => SQUARES[part]).join("") : "";
  const link = new URL(`#${dealLink(table)}`, location.href).href;
  return [`Kiebitz · ${title}${day}`, squares, figures.join(" · "), link].filter(Boolean).join("\n");
}

/**
 * Offer a text to the system's dialog on touch screens, else copy it; return whether it was copied.
 * @param {string} text
 */
export async function share(text) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ text }).catch(() => {}); // the dialog was closed
    return false;
  }
  await navigator.clipboard.writeText(text);
  return true;
}
