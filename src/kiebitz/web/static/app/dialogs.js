// Dialogs: a native <dialog> with a heading, a body and a close button; helpers that create and find elements.

import { applyLanguage } from "./i18n.js";

/** @param {string} id */
export const byId = (id) => document.getElementById(id);

/**
 * Return the innermost element around an event that matches a selector, or null.
 * @param {Event} event @param {string} selector @returns {HTMLElement | null}
 */
export const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * Create an element from its tag, attributes (functions are listeners; false and null are omitted) and children.
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Attributes} attributes @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name, value);
    } else if (value === true) {
      made.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, String(value));
    }
  }
  made.append(...children);
  return made;
}

/**
 * Show the dialog `id` with the heading `title`, a text key; `fill` builds its body each time it opens.
 * Escape, the button and a click outside close it and restore the focus.
 * @param {string} id @param {string} title @param {(dialog: HTMLDialogElement) => Node | Node[]} fill
 */
export function showDialog(id, title, fill) {
  byId(id)?.remove();
  const heading = element("h2", { id: `${id}-title`, tabindex: "-1", autofocus: true, "data-i18n": title });
  const close = element("button", {
    type: "button",
    class: "dialog-close",
    "data-i18n-attr": "aria-label:dialog.close",
    click: () => dialog.close(),
  });
  const body = element("div", { class: "dialog-body" });
  const dialog = element(
    "dialog",
    { id, class: "dialog", "aria-labelledby": heading.id, close: () => dialog.remove(), click: closeBeside },
    element("div", { class: "dialog-head" }, heading, close),
    body,
  );
  body.append(...[fill(dialog)].flat());
  document.body.append(dialog);
  applyLanguage(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {MouseEvent & {currentTarget: any}} event */
function closeBeside(event) {
  if (event.target === event.currentTarget) {
    event.currentTarget.close();
  }
}
