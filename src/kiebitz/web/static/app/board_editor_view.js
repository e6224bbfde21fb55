// The editor's board and tray on the screen: a button for each place and for each card of the pack.

import { SUITS } from "./card_codes.js";
import { faceOf, suitSign } from "./card_faces.js";
import { element } from "./dialogs.js";
import { cardName, language, rankLetter, t } from "./i18n.js";
import { layOut } from "./layout.js";
import { letter } from "./notation.js";
import { CELL, FOUNDATION, STOCK } from "./rules.js";
import { placeName } from "./sentences.js";
import { setting } from "./settings.js";

/** The height of the place behind a column's last card, and its distance, in pixels. */
const SLOT = 26;
const GAP = 4;

/**
 * Whether cards lie behind each other in a pile.
 * @param {Pile} pile
 */
export const isStack = (pile) => pile < CELL || pile === STOCK;

export class BoardView {
  /** @type {Layout} */ layout;
  /** @type {Map<Pile, HTMLElement>} */ piles = new Map();

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /**
   * Draw a board, and the marked place.
   * @param {import("./board_setup.js").Setup} setup @param {Place} mark
   */
  draw(setup, mark) {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (!width || !height) return;
    const { board, rules } = setup;
    const box = { width, height: height - SLOT - GAP };
    this.layout = layOut(rules, board, box, {
      leftHanded: setting("leftHanded"),
      largeIndices: setting("largeIndices"),
      showFaceDown: true,
    });
    const { card } = this.layout;
    this.root.style.setProperty("--card-width", `${card.width}px`);
    this.root.style.setProperty("--card-height", `${card.height}px`);
    if (rules !== this.rules) this.#build(rules);
    const wrong = new Set(setup.wrong.map(({ pile, index }) => `${pile} ${index}`));
    const doubtful = new Set(setup.doubtful.map(({ place: { pile, index } }) => `${pile} ${index}`));
    for (const [pile, node] of this.piles) this.#drawPile(node, setup, pile, { wrong, doubtful });
    this.mark(mark);
  }

  /** Create a list of places for each pile, columns first, as the key Tab visits them. @param {Rules} rules */
  #build(rules) {
    this.rules = rules;
    const codes = [...this.layout.piles.keys()].sort((one, other) => one - other);
    this.piles = new Map(codes.map((pile) => [pile, element("div", {})]));
    this.root.replaceChildren(...this.piles.values());
  }

  /** @param {HTMLElement} node @param {import("./board_setup.js").Setup} setup @param {Pile} pile @param {{wrong: Set<string>, doubtful: Set<string>}} marked */
  #drawPile(node, setup, pile, { wrong, doubtful }) {
    const cards = setup.cardsIn(pile);
    const places = pile < CELL ? cards.length + 1 : 1;
    while (node.childElementCount > places) node.lastElementChild?.remove();
    while (node.childElementCount < places) node.append(element("button", { type: "button", "data-pile": pile }));
    const place = this.layout.piles.get(pile);
    if (!place) return;
    [...node.children].forEach((child, at) => {
      const button = /** @type {HTMLButtonElement} */ (child);
      const index = pile === STOCK ? cards.length : at;
      const card = pile === STOCK ? cards.at(-1) : cards[at];
      const isWrong = wrong.has(`${pile} ${at}`);
      const isDoubtful = doubtful.has(`${pile} ${at}`);
      const isDown = pile < CELL && index < setup.board.face_down[pile];
      const isBehind = !card && pile < CELL && cards.length > 0;
      const y = isBehind ? place.cards[index - 1] + this.layout.card.height + GAP : (place.cards[index] ?? place.y);
      button.dataset.index = String(index);
      button.className = `place ${card ? "card" : isBehind ? "behind" : "free"}`;
      button.classList.toggle("wrong", isWrong);
      button.classList.toggle("doubtful", isDoubtful);
      button.classList.toggle("shaded", isDown);
      button.style.transform = `translate(${place.x}px, ${y}px)`;
      button.style.zIndex = String(index + 1);
      button.setAttribute("aria-label", labelOf(setup, { pile, index }, { isDown, isWrong, isDoubtful }));
      const face = at === cards.length - 1 ? place.face : place.covered;
      const drawn = `${card ?? ""} ${face} ${this.layout.tall} ${language()}`;
      if (button.dataset.drawn === drawn) return;
      button.dataset.drawn = drawn;
      if (card) button.replaceChildren(faceOf(card, face, { tall: this.layout.tall }));
      else button.replaceChildren(signOf(pile, isBehind));
    });
  }

  /**
   * Mark a place, which becomes the place of its pile that the key Tab visits.
   * @param {Place} mark
   */
  mark(mark) {
    for (const [pile, node] of this.piles) {
      const last = node.lastElementChild;
      for (const button of /** @type {Iterable<HTMLButtonElement>} */ (node.children)) {
        const isMarked = pile === mark.pile && (!isStack(pile) || Number(button.dataset.index) === mark.index);
        if (isMarked) button.setAttribute("aria-current", "true");
        else button.removeAttribute("aria-current");
        button.tabIndex = (pile === mark.pile ? isMarked : button === last) ? 0 : -1;
      }
    }
  }

  /** Focus the marked place. */
  focus() {
    this.root.querySelector("[aria-current]")?.focus({ preventScroll: true });
  }

  /**
   * Return the place behind the card at a point of the window, or null.
   * @param {number} clientX @param {number} clientY @returns {Place | null}
   */
  placeAt(clientX, clientY) {
    const corner = this.root.getBoundingClientRect();
    const [x, y] = [clientX - corner.left, clientY - corner.top];
    const { width } = this.layout.card;
    for (const [pile, place] of this.layout.piles) {
      const height = place.height + (pile < CELL ? SLOT + GAP : 0);
      if (x < place.x || x >= place.x + width || y < place.y || y >= place.y + height) continue;
      return { pile, index: pile < CELL ? place.cards.findLastIndex((top) => top <= y) + 1 : pile === STOCK ? Infinity : 0 };
    }
    return null;
  }
}

/**
 * Draw the sign of a place without a card.
 * @param {Pile} pile @param {boolean} isBehind
 */
function signOf(pile, isBehind) {
  if (pile >= FOUNDATION && pile < STOCK) return suitSign(SUITS[pile - FOUNDATION]);
  return element("span", { "aria-hidden": "true" }, isBehind ? "+" : letter(pile));
}

/**
 * Name a place and its card for screen readers.
 * @param {import("./board_setup.js").Setup} setup @param {Place} place @param {{isDown: boolean, isWrong: boolean, isDoubtful: boolean}} look
 */
function labelOf(setup, { pile, index }, { isDown, isWrong, isDoubtful }) {
  const name = placeName({ pile, index });
  const cards = pile === STOCK ? setup.cardsIn(pile) : setup.cardsIn(pile).slice(index, index + 1);
  const text = cards.length
    ? t("game.label.holds", { pile: name, cards: cards.map(cardName).join(", ") })
    : t("game.label.empty", { pile: name });
  const looks = [isDown && "faceDown", isWrong && "wrong", isDoubtful && "doubtful"].filter(Boolean);
  return [text, ...looks.map((look) => t(`editor.${look}`))].join("; ");
}

/** The cards of the game, by suit and rank; those left to place can be taken. */
export class TrayView {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** @param {import("./board_setup.js").Setup} setup */
  draw(setup) {
    if (setup.rules !== this.rules) this.#build(setup);
    const { missing, doubled } = setup.judgement;
    for (const button of this.root.querySelectorAll("button")) {
      const { card } = button.dataset;
      const isLeft = missing.includes(card);
      button.classList.toggle("wrong", doubled.includes(card));
      button.setAttribute("aria-disabled", String(!isLeft));
      button.setAttribute("aria-label", isLeft ? cardName(card) : t("editor.placed", { card: cardName(card) }));
    }
  }

  /** @param {import("./board_setup.js").Setup} setup */
  #build({ rules, pack }) {
    this.rules = rules;
    const suits = [...SUITS].reverse().filter((suit) => pack.some((card) => card[1] === suit));
    const sorted = suits.flatMap((suit) => [...rules.homeward].map((rank) => rank + suit)).filter((card) => pack.includes(card));
    this.root.style.setProperty("--ranks", String(rules.homeward.length));
    this.root.replaceChildren(
      ...sorted.map((card, index) =>
        element(
          "button",
          { type: "button", class: `ink-${card[1]}`, "data-card": card, "data-letter": rankLetter(card[0]), tabindex: index ? -1 : 0 },
          suitSign(card[1]),
        ),
      ),
    );
  }

  /**
   * Move the focus by a number of cards.
   * @param {number} by
   */
  step(by) {
    const all = [...this.root.querySelectorAll("button")];
    const at = all.indexOf(document.activeElement);
    const next = all[at + by];
    if (!next) return;
    all[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
