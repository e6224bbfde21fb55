// The question before leaving a game under way.

import { element, showDialog } from "./dialogs.js";

/** Ask whether to leave the game, and return the answer. */
export function askToLeave() {
  return new Promise((resolve) => {
    let leaves = false;
    const leave = () => {
      leaves = true;
      dialog.close();
    };
    const dialog = showDialog("leaving", "leaving.title", () => [
      element("p", { "data-i18n": "leaving.note" }),
      element(
        "div",
        { class: "dialog-actions" },
        element("button", { type: "button", class: "main", "data-i18n": "leaving.stay", click: () => dialog.close() }),
        element("button", { type: "button", "data-i18n": "leaving.leave", click: leave }),
      ),
    ]);
    dialog.addEventListener("close", () => resolve(leaves));
  });
}
