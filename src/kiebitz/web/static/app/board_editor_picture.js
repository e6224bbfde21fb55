// The form of the editor that takes a picture, and the reading of its board.

import { element } from "./dialogs.js";
import { t } from "./i18n.js";
import { dealt, numberIn } from "./numberings.js";
import { readPicture } from "./picture_reading.js";
import { faultText } from "./sentences.js";

export class PictureForm {
  /** The reading under way. @type {AbortController | null} */ #reading = null;
  /** The picture read last. @type {Blob | null} */ #picture = null;
  file = this.#input({});
  camera = this.#input({ capture: "environment" });
  choose = element("button", { type: "button", class: "main", "data-i18n": "editor.picture.choose", click: () => this.file.click() });
  fault = element("p", { class: "fault", role: "alert" });
  root = element(
    "div",
    { class: "editor-text", hidden: true },
    element("p", { class: "dialog-note", "data-i18n": "editor.picture.help" }),
    this.file,
    this.camera,
    this.choose,
    element("button", { type: "button", class: "on-phones", "data-i18n": "editor.picture.camera", click: () => this.camera.click() }),
    this.fault,
  );

  /**
   * `rules()` returns the rules to read by; `show(root)` shows the form, or none for null; `become(board, report)` gets the board.
   * @param {{rules: () => Rules, show: (root: HTMLElement | null) => void, say: (text: string) => void,
   *   become: (board: BoardRead, report: string) => void}} handlers
   */
  constructor(handlers) {
    this.handlers = handlers;
  }

  /** @param {Record<string, string>} source */
  #input(source) {
    const input = element("input", { type: "file", accept: "image/*", hidden: true, ...source, change: () => this.#chosen(input) });
    return input;
  }

  /** @param {HTMLInputElement} input */
  #chosen(input) {
    const [picture] = input.files ?? [];
    input.value = ""; // the same file can be chosen again
    if (picture) this.read(picture);
  }

  /**
   * Read the board of the last picture again, and compare it with one of Microsoft's deals.
   * @param {string} text the deal's number
   */
  compare(text) {
    if (this.#picture) this.read(this.#picture, numberIn(text, this.handlers.rules()));
  }

  /**
   * Read the board of a picture, which may have begun as one of Microsoft's deals.
   * @param {Blob} picture @param {number | null} number
   */
  async read(picture, number = null) {
    this.abort();
    this.#picture = picture;
    const reading = new AbortController();
    this.#reading = reading;
    this.fault.textContent = "";
    this.handlers.show(this.root);
    this.#showReading(true);
    try {
      const rules = this.handlers.rules();
      const board = await readPicture(picture, rules, reading.signal, number === null ? null : dealt(rules, "microsoft", number));
      this.handlers.become(board, reportOf(board, number));
      this.handlers.show(null);
    } catch (error) {
      if (reading.signal.aborted) return;
      this.fault.textContent = faultText(error);
    }
    this.#showReading(false);
  }

  abort() {
    this.#reading?.abort();
  }

  /** @param {boolean} isReading */
  #showReading(isReading) {
    this.choose.textContent = t(isReading ? "editor.picture.reading" : "editor.picture.choose");
    this.choose.setAttribute("aria-disabled", String(isReading));
    if (isReading) this.handlers.say(this.choose.textContent);
  }
}

/**
 * Describe the cards of a picture: whether they are one pack, and with which deal they began; `number` is that named by the user.
 * @param {BoardRead} read @param {number | null} number
 */
function reportOf({ isPack, agrees, deal }, number) {
  const words = isPack ? [] : [t("editor.picture.noPack")];
  if (number !== null && !agrees) words.push(t("editor.picture.other", { number: String(number) }));
  const began = agrees ? number : deal;
  if (began) words.push(t("editor.picture.deal", { number: String(began) }));
  return [...words, t("editor.picture.check")].join(" ");
}
