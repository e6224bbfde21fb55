// The doubtful cards of a board that was read off a picture: each with its cut-out, as it was read, and the next guesses.

import { cardText, suitSign } from "./card_faces.js";
import { around, element } from "./dialogs.js";
import { cardName, rankLetter, t } from "./i18n.js";
import { faultText, placeName } from "./sentences.js";

export class DoubtsView {
  root = element("section", { class: "editor-doubts", "data-i18n-attr": "aria-label:editor.doubts", hidden: true });
  text = element("p", {});
  list = element("ol", {});
  number = element("input", { id: "editor-number", inputmode: "numeric", autocomplete: "off", size: 10 });
  fault = element("p", { class: "fault", role: "alert" });
  reading = element("span", {});
  next = element("button", { type: "button", "data-i18n": "editor.reading.next", click: () => this.handlers.next() });
  readings = element("div", { class: "editor-readings", hidden: true }, this.reading, this.next);
  form = element(
    "form",
    { hidden: true },
    element("label", { for: this.number.id, "data-i18n": "game.number" }),
    this.number,
    element("button", { type: "submit", "data-i18n": "editor.compare" }),
    this.fault,
  );

  /**
   * `settle(card, guess)` is called for a chosen card, which may be the one that was read, `mark(place)` for a row, and
   * `compare(number)` for the number of the deal; it may throw a `Fault`. `next()` is to show the next board that fits.
   * @param {{settle: (card: Card, guess: Card) => void, mark: (place: Place) => void, compare: (number: string) => void,
   *   next: () => void}} handlers
   */
  constructor(handlers) {
    this.handlers = handlers;
    const { settle, mark, compare } = handlers;
    this.root.append(this.text, this.readings, this.form, this.list);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.fault.textContent = "";
      try {
        compare(this.number.value);
      } catch (error) {
        this.fault.textContent = faultText(error);
      }
    });
    this.list.addEventListener("click", (event) => {
      const { card, guess } = around(event, "[data-guess]")?.dataset ?? {};
      if (card && guess) settle(card, guess);
    });
    this.list.addEventListener("focusin", (event) => {
      const doubt = this.drawn[this.#rowAt(event.target)];
      if (doubt) mark(doubt.place);
    });
  }

  /** @type {PlacedDoubt[]} */ drawn = [];

  /** @param {any} node */
  #rowAt(node) {
    return [...this.list.children].findIndex((row) => row.contains(node));
  }

  /**
   * Show the remark on the board that was read, its doubtful cards, and which of the boards that fit it is.
   * @param {string} text @param {PlacedDoubt[]} doubts @param {string} reading @param {Card[]} changed the cards that differ from the likeliest
   */
  draw(text, doubts, reading, changed) {
    this.reading.replaceChildren(reading, ...changed.flatMap((card) => [" ", cardText(card)]));
    this.readings.hidden = !reading || !doubts.length;
    const isDrawn = String(doubts.map(signOf)) === String(this.drawn.map(signOf));
    this.root.hidden = !text;
    this.text.textContent = text;
    this.list.hidden = !doubts.length;
    this.form.hidden = !doubts.length;
    if (isDrawn) return;
    const at = this.#rowAt(document.activeElement);
    this.drawn = doubts;
    this.list.replaceChildren(...doubts.map(rowOf));
    if (at >= 0) this.list.children[Math.min(at, doubts.length - 1)]?.querySelector("button")?.focus();
  }
}

/** @param {PlacedDoubt} doubt */
const signOf = ({ card, place: { pile, index } }) => `${card} ${pile} ${index}`;

/** @param {PlacedDoubt} doubt */
function rowOf({ card, place, cutout, guesses }) {
  const { width, height } = cutout;
  const canvas = element("canvas", { width, height, "aria-hidden": "true" });
  canvas.getContext("2d")?.drawImage(cutout, 0, 0);
  const where = placeName(place);
  const choices = [card, ...guesses].map((guess, index) =>
    element(
      "button",
      {
        type: "button",
        class: `ink-${guess[1]} ${index ? "" : "as-read"}`,
        "data-card": card,
        "data-guess": guess,
        "data-letter": rankLetter(guess[0]),
        "aria-label": t(index ? "editor.doubt.replace" : "editor.doubt.keep", { place: where, card: cardName(guess) }),
      },
      suitSign(guess[1]),
    ),
  );
  return element("li", {}, canvas, element("span", { "aria-hidden": "true" }, where), element("div", {}, ...choices));
}
