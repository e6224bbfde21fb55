// Tools for teachers: a link to the current deal that fixes light and hints, and a printed worksheet.

import { copied } from "./clipboard.js";
import { byId, element, showDialog } from "./dialogs.js";
import { choice, field } from "./form_fields.js";
import { t } from "./i18n.js";
import { fixing } from "./link_settings.js";
import { dealLink } from "./open_game.js";
import { qrCode, qrPicture } from "./qr.js";

/** The number of moves on a worksheet. */
const MOVES = 60;

/**
 * Return the link to the table's deal, with values that it fixes.
 * @param {Table} table @param {Record<string, string>} values
 */
function addressOf(table, values) {
  const address = new URL(location.pathname, location.href);
  address.search = fixing(values);
  address.hash = dealLink(table);
  return address.href;
}

/**
 * Return the picture of a link, or nothing if it is too long for a code.
 * @param {string} link
 */
function pictureOf(link) {
  const rows = qrCode(link);
  return rows ? [qrPicture(rows)] : [];
}

/**
 * Show the dialog.
 * @param {Table} table
 */
export function openTeaching(table) {
  /** @param {string} name @param {string[]} values */
  const worded = (name, values) => values.map((value) => [value, t(`teaching.${name}.${value || "free"}`)]);
  const light = choice("teaching-light", worded("light", ["", "on", "off"]), "off");
  const hints = choice("teaching-hints", worded("hints", ["", "off"]), "off");
  const link = element("input", { id: "teaching-link", type: "text", readonly: true, focus: () => link.select() });
  const code = element("div", { class: "qr", role: "img", "data-i18n-attr": "aria-label:teaching.code" });
  const status = element("p", { class: "dialog-note", role: "status" });
  const draw = () => {
    link.value = addressOf(table, { light: light.value, hints: hints.value });
    code.replaceChildren(...pictureOf(link.value)); // none for a board with many moves
    code.hidden = !code.childElementCount;
  };
  for (const select of [light, hints]) select.addEventListener("change", draw);
  draw();
  const copy = async () => {
    link.select();
    status.textContent = t((await copied(link.value)) ? "analysis.copied" : "analysis.selected");
  };
  const print = () => {
    dialog.close();
    window.print();
  };
  const dialog = showDialog("teaching", "teaching.title", () => [
    element("p", { "data-i18n": "teaching.note" }),
    field("teaching.light", light),
    field("teaching.hints", hints),
    field("teaching.link", link),
    code,
    status,
    element(
      "div",
      { class: "dialog-actions" },
      element("button", { type: "button", class: "main", "data-i18n": "analysis.copy", click: copy }),
      element("button", { type: "button", "data-i18n": "teaching.print", click: print }),
    ),
  ]);
}

/**
 * Print a line for the name and the deal's link above the board, and lines for moves below it.
 * @param {Table} table
 */
export function prepareWorksheet(table) {
  addEventListener("beforeprint", () => {
    byId("worksheet").replaceChildren(element("span", {}, t("teaching.name")), ...pictureOf(addressOf(table, {})));
    const lines = document.querySelector(".lines");
    if (!lines.childElementCount) lines.append(...Array.from({ length: MOVES }, () => element("li")));
  });
}
