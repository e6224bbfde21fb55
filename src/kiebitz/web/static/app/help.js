// The help dialog. keys.js defines the keys.

import { element, showDialog } from "./dialogs.js";
import { gameDescription, t } from "./i18n.js";
import { titleOf } from "./sentences.js";

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

/**
 * Show the help; on touch screens gestures come first and keys last.
 * @param {Table} table
 */
export function openHelp(table) {
  const touched = matchMedia("(pointer: coarse)").matches;
  return showDialog("help", "game.help", () => {
    const hands = ["mouse", "touch"].map((name) => element("p", { "data-i18n": `game.help.${name}` }));
    const frames = element("p", { "data-i18n": "game.help.frames" });
    return touched ? [...hands.reverse(), frames, ...rules(table), ...keys()] : [...hands, frames, ...keys(), ...rules(table)];
  });
}

const keys = () => [
  element("h3", { "data-i18n": "game.help.keys" }),
  element(
    "dl",
    { class: "keys" },
    ...KEYS.flatMap(([key, name]) => [element("dt", {}, element("kbd", {}, key)), element("dd", { "data-i18n": `game.help.${name}` })]),
  ),
];

/** @param {Table} table */
function rules(table) {
  const { data } = table.game.rules;
  const { text, lang } = gameDescription(data);
  return [
    element("h3", {}, t("game.help.rules", { title: titleOf(data) })),
    ...text.split(/\n\n/).map((part) => element("p", { lang }, part)),
    element("p", { class: "dialog-note", "data-i18n": "game.help.lightNote" }),
  ];
}
