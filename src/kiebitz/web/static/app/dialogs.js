// Dialogs: a native <dialog> with a heading, a body and a close button; and helpers that make and find elements.

import { applyLanguage } from "./i18n.js";

export const byId = (id) => document.getElementById(id);

/** An element in one line: its tag, its attributes (a function is a listener, false and null are left out), its children. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name, value);
    } else if (value === true) {
      made.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, value);
    }
  }
  made.append(...children);
  return made;
}

/**
 * Show a dialog of this id, whose heading is the text of the key `title`; its body is built by `fill` each time it opens.
 * Escape, the button and a click beside it close it, and the focus goes back to where it was.
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

function closeBeside(event) {
  if (event.target === event.currentTarget) {
    event.currentTarget.close();
  }
}
