// The dialog of help: how to play with hands and keys, and the rules of the game at hand.
// Only words; what the keys do is written in input.js.

import { element, showDialog } from "./dialogs.js";
import { gameDescription, t } from "./i18n.js";
import { titleOf } from "./speech.js";

const KEYS = [
  ["26", "notation"],
  ["5a", "cell"],
  ["4h", "home"],
  ["← ↑ ↓ →", "arrows"],
  ["Enter", "enter"],
  ["Shift ↑ ↓", "count"],
  ["Esc", "escape"],
  ["u, Ctrl Z", "undo"],
  ["r, Ctrl Y", "redo"],
  ["H", "hint"],
  ["S", "solve"],
  ["P", "replay"],
  ["Space", "pause"],
  ["L", "light"],
  ["A", "mode"],
  ["Home, Page ↑ ↓", "deals"],
  ["R", "random"],
  ["J", "jump"],
  ["n", "new"],
  ["D", "daily"],
  ["?", "help"],
];

/** Show the help. */
export function openHelp(table) {
  const { text: rules, lang } = gameDescription(table.game.rules.data);
  return showDialog("help", "game.help", () => [
    element("p", { "data-i18n": "game.help.hands" }),
    element("h3", { "data-i18n": "game.help.keys" }),
    element(
      "dl",
      { class: "keys" },
      ...KEYS.flatMap(([keys, name]) => [
        element("dt", {}, element("kbd", {}, keys)),
        element("dd", { "data-i18n": `game.help.${name}` }),
      ]),
    ),
    element("h3", {}, t("game.help.rules", { title: titleOf(table.game.rules.data) })),
    ...rules.split(/\n\n/).map((text) => element("p", { lang }, text)),
    element("p", { class: "dialog-note", "data-i18n": "game.help.lightNote" }),
  ]);
}
