// The dialog of Paste, which opens a board, a solution or a link from text.

import { element, showDialog } from "./dialogs.js";
import { field } from "./form_fields.js";
import { choiceOfGame } from "./game_choice.js";
import { cardSpellings, t } from "./i18n.js";
import { openEditor } from "./open_editor.js";
import { dealLink, numbered, openLink } from "./open_game.js";
import { readText } from "./pasted_text.js";
import { faultText, remarksText } from "./sentences.js";

/**
 * Return the link of the same game before its first move.
 * @param {string} link
 */
const atStart = (link) => `${link.replace(/&at=\d+$/, "")}&at=0`;

/**
 * Ask for a board, a solution or a link as text, and open it.
 * @param {Table} table
 */
export function openPaste(table) {
  return showDialog("paste", "game.paste", (dialog) => {
    const text = element("textarea", { id: "paste-text", rows: 10, spellcheck: "false", autocomplete: "off" });
    const game = choiceOfGame("paste-game", table.game.rules.id);
    const fault = element("p", { class: "fault", role: "alert" });
    const edit = () => {
      dialog.close();
      openEditor(table, { text: text.value, game: game.value });
    };
    const correct = element("button", { type: "button", "data-i18n": "editor.correct", hidden: true, click: edit });
    /** @param {SubmitEvent} event */
    const read = async (event) => {
      event.preventDefault();
      fault.textContent = "";
      correct.hidden = true;
      try {
        const isOfTable = game.value === table.game.rules.id;
        // Moves without a deal belong to the deal on the table.
        const link = isOfTable ? dealLink(table) : null;
        /** @type {Remark[]} */
        const remarks = [];
        const read = numbered(readText(text.value, { game: game.value, table: link, spellings: cardSpellings(), remarks }));
        const isSolution = openLink(read).game.won;
        if (!(await table.change(isSolution ? atStart(read) : read))) return;
        dialog.close();
        if (isSolution) table.present();
        else if (remarks.length) table.say(remarksText(remarks));
      } catch (error) {
        const isNeither = error.code === "bad_notation" && ["card", "move"].includes(error.parameters.complaint ?? "card");
        correct.hidden = error.code !== "bad_board";
        fault.textContent = [faultText(error), isNeither ? t("game.paste.example") : ""].join(" ").trim();
      }
    };
    return element(
      "form",
      { submit: read },
      element("p", { class: "dialog-note", id: "paste-help", "data-i18n": "game.paste.help" }),
      field("game.game", game),
      element("label", { for: "paste-text", "data-i18n": "game.paste.text" }),
      text,
      fault,
      element(
        "div",
        { class: "dialog-actions" },
        element("button", { type: "submit", class: "main", "data-i18n": "game.paste.open" }),
        correct,
      ),
    );
  });
}
