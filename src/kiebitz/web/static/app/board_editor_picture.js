// The form of the editor that takes a picture, and the reading of its board.

import { element } from "./dialogs.js";
import { t } from "./i18n.js";
import { readPicture } from "./picture_reading.js";
import { faultText } from "./sentences.js";

export class PictureForm {
  /** The reading under way. @type {AbortController | null} */ #reading = null;
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
   * Read the board of a picture.
   * @param {Blob} picture
   */
  async read(picture) {
    this.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.fault.textContent = "";
    this.handlers.show(this.root);
    this.#showReading(true);
    try {
      const board = await readPicture(picture, this.handlers.rules(), reading.signal);
      this.handlers.become(board, reportOf(board));
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
 * Describe the cards of a picture: whether they are one pack, and with which deal they began.
 * @param {BoardRead} read
 */
function reportOf({ isPack, deal }) {
  const words = isPack ? [] : [t("editor.picture.noPack")];
  if (deal) words.push(t("editor.picture.deal", { number: String(deal) }));
  return [...words, t("editor.picture.check")].join(" ");
}
