// Parts of forms: choices, and rows of a label and its field.

import { element } from "./dialogs.js";

/** @param {(string | number)[][]} pairs */
export const options = (pairs) => pairs.map(([name, text]) => element("option", { value: name }, String(text)));

/** @param {string} id @param {string[][]} pairs @param {string} value */
export function choice(id, pairs, value) {
  const select = element("select", { id });
  select.append(...options(pairs));
  select.value = value;
  return select;
}

/** @param {string} key @param {HTMLElement} control */
export function field(key, control) {
  return element("div", { class: "setting" }, element("label", { for: control.id, "data-i18n": key }), control);
}
