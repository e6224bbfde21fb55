// Questions before something is lost: a game under way, or the chance that today's win counts.

import { element, showDialog } from "./dialogs.js";

/**
 * Show a question, by the keys of its texts, and return whether the answer is to `go` on.
 * @param {string} id @param {{title: string, note: string, stay: string, go: string}} keys @returns {Promise<boolean>}
 */
function ask(id, { title, note, stay, go }) {
  return new Promise((resolve) => {
    let goes = false;
    const agree = () => {
      goes = true;
      dialog.close();
    };
    const dialog = showDialog(id, title, () => [
      element("p", { "data-i18n": note }),
      element(
        "div",
        { class: "dialog-actions" },
        element("button", { type: "button", class: "main", "data-i18n": stay, click: () => dialog.close() }),
        element("button", { type: "button", "data-i18n": go, click: agree }),
      ),
    ]);
    dialog.addEventListener("close", () => resolve(goes));
  });
}

/** Ask whether to leave the game. */
export const askToLeave = () => ask("leaving", { title: "leaving.title", note: "leaving.note", stay: "leaving.stay", go: "leaving.leave" });

/** Ask whether to be helped though the win then does not count for the streak. */
export const askToHelp = () => ask("helping", { title: "helping.title", note: "helping.note", stay: "helping.stay", go: "helping.help" });
