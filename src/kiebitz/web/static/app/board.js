// The board on the screen: a button for each pile and a picture for each card, placed by layout.js. pointer_input.js handles clicks.

import { drawArrows } from "./arrows.js";
import { SUITS } from "./card_codes.js";
import { faceOf, suitSign } from "./card_faces.js";
import { element } from "./dialogs.js";
import { existing } from "./errors.js";
import { language, t } from "./i18n.js";
import { layOut } from "./layout.js";
import { letter } from "./notation.js";
import { CELL, FOUNDATION, STOCK } from "./rules.js";
import { pileLabel } from "./sentences.js";
import { setting } from "./settings.js";
import { shape } from "./svg.js";

/** The printed size of the board for A4 and Letter, in CSS pixels, as in the style sheet. */
const PAPER = { width: 640, height: 560 };

/** Milliseconds between two automatic home moves, of all in a row at most, and of a card's way, as in the style sheet. */
const PACE = 140;
const CASCADE = 700;
const WAY = 160;
/**
 * Return the milliseconds between two of so many positions in a row.
 * @param {number} positions
 */
export const paceOf = (positions) => Math.min(PACE, CASCADE / positions);

/** The look of cards in the hand; the style sheet moves `--lift` from 0 to 1. */
const LIFTED = "rotate(calc(var(--lift) * 1.6deg)) scale(calc(1 + var(--lift) * 0.035))";
/** The z-index of moving cards above lying cards. */
const ABOVE = 60;
/** Milliseconds between two dealt cards, and the duration of each card's motion. */
const DEALT = { pace: 13, way: 260 };

/**
 * The attribute of a pile's button that announces a mark.
 * @type {Record<string, [string, () => string]>}
 */
const SPOKEN = {
  picked: ["aria-pressed", () => "true"],
  target: ["aria-description", () => t("game.label.target")],
  keeps: ["aria-description", () => t("game.label.keeps")],
  loses: ["aria-description", () => t("game.label.loses")],
};

export class Board {
  /** @type {Rules} */ rules;
  /** @type {Position} */ position;
  /** @type {Position[]} */ coming;
  /** @type {Layout} */ layout;
  /** @type {Animation[]} */ dealing = [];
  /** @type {Map<Pile, HTMLButtonElement>} */ buttons = new Map();
  /** @type {Map<Card, CardOnBoard>} */ cards = new Map();
  /** @type {number | undefined} */ later;
  /** @type {PointedMove[]} */ pointed = [];
  /** @type {Card | null} the first card in the hand */ lifted = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.upper = element("ul", { class: "piles", "data-i18n-attr": "aria-label:game.board.upper" });
    this.columns = element("ul", { class: "piles", "data-i18n-attr": "aria-label:game.board.columns" });
    this.table = element("div", { class: "cards", "aria-hidden": "true" });
    this.arrows = shape("svg", { class: "arrows", "aria-hidden": "true" });
    root.append(this.upper, this.columns, this.table, this.arrows);
    this.focused = 0;
    new ResizeObserver(([{ contentRect }]) => {
      this.size = { width: Math.round(contentRect.width), height: Math.round(contentRect.height) };
      this.redraw();
    }).observe(root);
    addEventListener("beforeprint", () => this.#fit(PAPER));
    addEventListener("afterprint", () => this.#fit(null));
  }

  /** Wait until all cards are at rest. */
  async settled() {
    while (this.later) await new Promise((resolve) => setTimeout(resolve, this.pace));
    const moving = this.table.getAnimations({ subtree: true }).map(({ finished }) => finished.catch(() => {}));
    await Promise.all(moving);
  }

  /**
   * Lay the cards out for a box of this size instead of the window.
   * @param {Size | null} box
   */
  #fit(box) {
    this.box = box;
    this.root.classList.remove("sliding");
    this.redraw();
  }

  /**
   * Show a position. Cards slide to their new places, except in a new game or with reduced motion. `along` lists intermediate
   * positions to show first, so that automatic home moves can be followed.
   * @param {Rules} rules @param {Position} position @param {{sliding?: boolean, along?: Position[]}} how
   */
  show(rules, position, { sliding = true, along = [] } = {}) {
    if (rules !== this.rules) this.#build(rules);
    const moving = sliding && !setting("reducedMotion");
    this.root.classList.toggle("sliding", moving);
    this.pace = paceOf(along.length + 1);
    this.#follow(moving ? [...along, position] : [position]);
  }

  /** Finish the cards' animations at once because the player goes on. */
  hurry() {
    if (this.later) this.#follow(this.coming.slice(-1));
    for (const animation of this.dealing) animation.finish();
    this.dealing = [];
  }

  /** Animate the cards from below to their places, row by row as a dealer would, unless motion is reduced. */
  deal() {
    this.hurry();
    const { columns, stock } = this.position;
    if (setting("reducedMotion") || document.hidden || !this.layout) return;
    const rows = Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, row) => row);
    const cards = [...rows.flatMap((row) => columns.flatMap((cards) => cards[row] ?? [])), ...stock];
    const { width, height } = this.layout.card;
    const from = `translate(${(this.root.clientWidth - width) / 2}px, ${this.root.clientHeight + height}px)`;
    this.dealing = cards.map((card, index) =>
      this.#card(card).node.animate([{ transform: from }, {}], {
        duration: DEALT.way,
        delay: index * DEALT.pace,
        fill: "backwards",
        easing: "ease-out",
      }),
    );
  }

  /**
   * Show positions at their times; a busy browser leaves some out, so that the last one is not late.
   * @param {Position[]} positions @param {number} due milliseconds
   */
  #follow(positions, due = performance.now()) {
    clearTimeout(this.later);
    [this.position, ...this.coming] = positions;
    this.redraw();
    const { pace = PACE } = this;
    const goOn = () => {
      const missed = Math.min(Math.floor((performance.now() - due) / pace), this.coming.length) - 1;
      const skipped = Math.max(missed, 0);
      this.#follow(this.coming.slice(skipped), due + (skipped + 1) * pace);
    };
    this.later = this.coming.length ? setTimeout(goOn, due + pace - performance.now()) : undefined;
  }

  redraw() {
    if (!this.position) return;
    // Use the last observed size: measuring during a move would force another layout.
    const box = this.box ?? this.size ?? { width: this.root.clientWidth, height: this.root.clientHeight };
    if (!box.width || !box.height) return;
    this.showFaceDown = setting("showFaceDown");
    this.layout = layOut(this.rules, this.position, box, {
      leftHanded: setting("leftHanded"),
      largeIndices: setting("largeIndices"),
      showFaceDown: this.showFaceDown,
    });
    const { width, height } = this.layout.card;
    this.root.style.setProperty("--card-width", `${width}px`);
    this.root.style.setProperty("--card-height", `${height}px`);
    for (const [pile, button] of this.buttons) {
      const place = this.#placeOf(pile);
      button.style.transform = `translate(${place.x}px, ${place.y}px)`;
      button.style.height = `${place.height}px`;
      button.style.setProperty("--cards-height", `${(place.cards.at(-1) ?? place.y) - place.y + height}px`);
      button.setAttribute("aria-label", pileLabel(this.rules, this.position, pile, this.showFaceDown));
    }
    this.#placeCards();
    this.#drawArrows();
  }

  /**
   * Point at moves from here with arrows, the best first.
   * @param {PointedMove[]} moves
   */
  point(moves) {
    if (!moves.length && !this.pointed.length) return;
    this.pointed = moves;
    this.#drawArrows();
  }

  #drawArrows() {
    if (this.layout) drawArrows(this.arrows, this.pointed, this.layout, (pile) => (pile < CELL ? this.cardsIn(pile).length : 1));
  }

  /**
   * Return the cards of a pile, first to last; for foundations and the stock, only the visible ones.
   * @param {Pile} pile @returns {Card[]}
   */
  cardsIn(pile) {
    const { position, rules } = this;
    if (pile < CELL) return position.columns[pile];
    if (pile < FOUNDATION) return [position.cells[pile - CELL] ?? []].flat();
    if (pile === STOCK) return [...position.stock].reverse();
    const suit = pile - FOUNDATION;
    return Array.from({ length: position.foundations[suit] }, (_, index) => rules.homeCard(suit, index + 1));
  }

  /** @param {Pile} pile */
  #placeOf(pile) {
    return existing(this.layout.piles.get(pile));
  }

  /** @param {Card} card */
  #card(card) {
    return existing(this.cards.get(card));
  }

  /** @param {Pile} pile */
  #button(pile) {
    return existing(this.buttons.get(pile));
  }

  /**
   * Return the index of a pile's card at a height of the screen, or -1.
   * @param {Pile} pile @param {number} clientY
   */
  cardAt(pile, clientY) {
    const y = clientY - this.root.getBoundingClientRect().top;
    const place = this.#placeOf(pile);
    const cards = this.cardsIn(pile);
    if (pile >= CELL) return cards.length - 1;
    if (!cards.length || y > place.cards[place.cards.length - 1] + this.layout.card.height) return cards.length - 1;
    return place.cards.findLastIndex((top) => top <= y);
  }

  /**
   * Return the piles nearest to a card held at a place of the screen, largest overlap first.
   * @param {number} clientX @param {number} clientY
   */
  pilesUnder(clientX, clientY) {
    const box = this.root.getBoundingClientRect();
    const { width, height } = this.layout.card;
    const [x, y] = [clientX - box.left, clientY - box.top];
    const piles = [];
    for (const [pile, place] of this.layout.piles) {
      const covered = Math.min(x, place.x) + width - Math.max(x, place.x);
      const lower = Math.min(y + height, place.y + place.height) - Math.max(y, place.y);
      if (covered > 0 && lower > 0) piles.push({ pile, area: covered * Math.min(lower, height) });
    }
    return piles.sort((one, other) => other.area - one.area).map(({ pile }) => pile);
  }

  /**
   * Mark only these cards and piles with a class, and with an attribute for screen readers.
   * @param {string} name @param {{cards?: (Card | undefined)[], piles?: Pile[]}} marked
   */
  mark(name, { cards = [], piles = [] } = {}) {
    for (const [card, { node }] of this.cards) node.classList.toggle(name, cards.includes(card));
    for (const [pile, button] of this.buttons) {
      button.classList.toggle(name, piles.includes(pile));
      const [attribute, value] = SPOKEN[name] ?? [];
      if (attribute && piles.includes(pile)) button.setAttribute(attribute, value());
      else if (attribute && !(name === "keeps" || name === "loses")) button.removeAttribute(attribute);
    }
  }

  /**
   * Let cards follow the pointer; without an offset they return to their places.
   * @param {Card[]} cards @param {number} dx @param {number} dy @param {boolean} held
   */
  carry(cards, dx = 0, dy = 0, held = false) {
    const lifted = held ? cards[0] : null;
    if (lifted !== this.lifted) {
      this.lifted = lifted;
      this.#placeCards(); // the card below shows its whole face
    }
    const { y: first = 0 } = this.#card(cards[0]);
    for (const card of cards) {
      const { node, x = 0, y = 0 } = this.#card(card);
      node.classList.toggle("held", held);
      // The cards turn around the middle of the first.
      node.style.transformOrigin = held ? `50% calc(var(--card-height) / 2 - ${y - first}px)` : "";
      node.style.transform = held ? `translate(${x + dx}px, ${y + dy}px) ${LIFTED}` : `translate(${x}px, ${y}px)`;
    }
  }

  /**
   * Return a card's place on the screen.
   * @param {Card} card
   */
  cornerOf(card) {
    const box = this.root.getBoundingClientRect();
    const { x = 0, y = 0 } = this.#card(card);
    return { x: box.left + x, y: box.top + y };
  }

  /** @param {Pile} pile */
  focus(pile) {
    this.buttons.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = pile;
    const button = this.#button(pile);
    button.setAttribute("tabindex", "0");
    button.focus({ preventScroll: true });
  }

  /** @param {Rules} rules */
  #build(rules) {
    this.rules = rules;
    this.buttons.clear();
    this.cards.clear();
    this.table.replaceChildren();
    const cells = Array.from({ length: rules.cells }, (_, index) => CELL + index);
    const homes = [...rules.suits].map((suit) => FOUNDATION + SUITS.indexOf(suit));
    const upper = [...cells, ...(rules.data.stock ? [STOCK] : []), ...homes];
    const columns = Array.from({ length: rules.columns }, (_, index) => index);
    this.upper.replaceChildren(...upper.map((pile) => this.#pile(pile)));
    this.columns.replaceChildren(...columns.map((pile) => this.#pile(pile)));
    this.focused = 0;
    this.#button(0).setAttribute("tabindex", "0");
    this.root.setAttribute("aria-label", t("game.board"));
  }

  /** @param {Pile} pile */
  #pile(pile) {
    const button = element("button", { type: "button", class: "pile", tabindex: "-1", "data-pile": pile });
    if (pile >= FOUNDATION && pile < STOCK) button.append(suitSign(SUITS[pile - FOUNDATION]));
    else button.append(element("span", { class: "pile-sign", "aria-hidden": "true" }, letter(pile)));
    button.classList.add(pile < CELL ? "column" : pile < FOUNDATION ? "cell" : pile === STOCK ? "stock" : "home");
    this.buttons.set(pile, button);
    return element("li", {}, button);
  }

  #placeCards() {
    /** @param {Pile} pile @param {number} index */
    const down = (pile, index) => pile < CELL && index < this.position.face_down[pile];
    for (const [pile, place] of this.layout.piles) {
      this.cardsIn(pile).forEach((card, index, all) => {
        const hidden = down(pile, index);
        this.#place(card, {
          x: place.x,
          y: place.cards[Math.min(index, place.cards.length - 1)],
          order: index, // piles are separate, so that a move leaves other cards unchanged
          face: index === all.length - 1 || all[index + 1] === this.lifted ? place.face : place.covered,
          flat: pile >= FOUNDATION && index < all.length - 2, // shadows of a whole pile would add up
          back: hidden && !this.showFaceDown,
          shaded: hidden,
        });
      });
    }
  }

  /** @param {Card} card @param {{x: number, y: number, order: number, face: string, flat: boolean, back: boolean, shaded: boolean}} look */
  #place(card, { x, y, order, face, flat, back, shaded }) {
    let kept = this.cards.get(card);
    if (!kept) {
      kept = { node: element("div", { class: "card", "data-card": card }), drawn: "" };
      this.cards.set(card, kept);
      this.table.append(kept.node);
    }
    const { node } = kept;
    const { tall, strip } = this.layout;
    const drawn = `${back ? "back" : face} ${face === "strip" && !back ? strip : ""} ${tall} ${language()}`;
    if (drawn !== kept.drawn) {
      node.replaceChildren(faceOf(back ? null : card, face, { tall, strip }));
      kept.drawn = drawn;
    }
    node.classList.toggle("shaded", shaded && !back);
    node.classList.toggle("flat", flat);
    const moves = kept.x !== undefined && (kept.x !== x || kept.y !== y);
    if (kept.x !== x || kept.y !== y) node.style.transform = `translate(${x}px, ${y}px)`;
    Object.assign(kept, { x, y, order });
    const lie = () => raise(kept, (kept.order ?? order) + 1);
    // Keep moving cards above all others, because they may cross columns.
    if (moves && this.root.classList.contains("sliding")) {
      raise(kept, order + ABOVE);
      clearTimeout(kept.landing);
      kept.landing = setTimeout(lie, WAY + 40);
    } else {
      lie();
    }
  }
}

/**
 * Set the height of a card; skip unchanged values.
 * @param {CardOnBoard} kept @param {number} height
 */
function raise(kept, height) {
  if (kept.height !== height) kept.node.style.zIndex = String(height);
  kept.height = height;
}
