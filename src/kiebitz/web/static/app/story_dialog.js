// The dialog with the story of the current line: a sentence for each event, which leads to its move.

import { element, showDialog } from "./dialogs.js";
import { cardName, t } from "./i18n.js";
import { askedGame } from "./open_game.js";
import { faultText } from "./sentences.js";
import { think } from "./worker_client.js";

/** @param {Table} table */
export async function openStory(table) {
  const { game } = table;
  try {
    const events = await think("story", { game: askedGame(game, game.line.at(-1)) });
    if (table.game !== game) return;
    const dialog = showDialog("story", "story.title", () => [
      element("p", { class: "dialog-note", "data-i18n": events.length ? "story.note" : "story.empty" }),
      element("ol", { class: "story" }, ...events.map((/** @type {LineEvent} */ event) => entry(event))),
    ]);
    /** @param {LineEvent} event */
    function entry(event) {
      const go = () => {
        dialog.close();
        table.goto(event.ply);
      };
      return element("li", {}, element("button", { type: "button", click: go }, sentence(game.rules, event)));
    }
  } catch (error) {
    table.say(faultText(error), "refused");
  }
}

/** @param {Rules} rules @param {LineEvent} event */
function sentence(rules, { kind, ply, value }) {
  if (kind === "home") return t("story.home", { n: ply, card: cardName(rules.homeCard(value, 1)) });
  if (kind === "empty_column") return t("story.empty_column", { n: ply, column: value + 1 });
  return t(`story.${kind}`, { n: ply, places: value ? t("story.places", { count: value }) : t("story.full") });
}
