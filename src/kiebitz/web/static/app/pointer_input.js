// Pointer input on the board: dragging, clicking source and target, double clicks, one tap. Every gesture ends in a move for the table.

import { around } from "./dialogs.js";
import { existing } from "./errors.js";
import { Keys } from "./keys.js";
import { cardsTaken, countAt, countFrom, placesOf, resolve, targetsOf } from "./move_choice.js";
import { CELL, cardsOf, FOUNDATION, freeCell, isLegal, refusedToTake } from "./rules.js";
import { setting } from "./settings.js";

const DRAGGED = 6; // pixels from which a press is a drag
const DOUBLE = 400; // maximum milliseconds between the clicks of a double click

export class Input {
  /** @type {import("./board.js").Board} */ board;
  /** @type {import("./table.js").Table} */ table;
  /** @type {{pile: Pile, count: number | null} | null} */
  picked = null;
  /** @type {Drag | null} */
  drag = null;
  clicked = 0;
  /** @type {{node: GameNode, isNew: boolean, places: Move[], at: number} | null} */ tapped = null;

  /**
   * `table` has `game`, `tryMove(move)`, `refuse(reason)`, `picked(pile, count)`, `command(name)`.
   * @param {Board} board @param {Table} table
   */
  constructor(board, table) {
    Object.assign(this, { board, table });
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#letGo());
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("contextmenu", (event) => this.drag && event.preventDefault());
    document.querySelector("main").addEventListener("click", (/** @type {MouseEvent} */ event) => this.#beside(event));
    this.keys = new Keys(board, table, this);
  }

  /**
   * Deselect on a click outside the piles.
   * @param {MouseEvent} event
   */
  #beside(event) {
    if (!this.picked || this.dragged || around(event, "button, aside, #won")) return;
    this.clear();
    this.table.picked(null);
  }

  /** Deselect. */
  clear() {
    this.picked = null;
    this.#letGo();
    this.mark();
  }

  // --- pointer ---

  /** @param {Event} event */
  #pile(event) {
    const button = around(event, "[data-pile]");
    return button ? Number(button.dataset.pile) : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.board.hurry();
    this.pointer = event.pointerType;
    const pile = this.#pile(event);
    this.dragged = false;
    if (pile === null || event.button !== 0 || !event.isPrimary || this.table.locked) return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.drag = { pile, id, x, y, index: this.board.cardAt(pile, y) };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.cards) {
      if (Math.hypot(dx, dy) < DRAGGED) return;
      this.dragged = true;
      if (!this.#lift(drag)) {
        this.drag = null;
        return;
      }
      this.board.root.setPointerCapture(drag.id);
    }
    this.board.carry(existing(drag.cards), dx, dy, true);
  }

  /** @param {Drag} drag */
  #lift(drag) {
    const { rules, position } = this.table.game;
    const count = drag.pile < CELL ? cardsOf(position, drag.pile).length - Math.max(drag.index, 0) : 1;
    const reason = refusedToTake(rules, position, drag.pile, count);
    if (reason) {
      if (reason.code !== "empty") this.table.refuse(reason);
      return false;
    }
    drag.cards = cardsTaken(position, drag.pile, count, rules);
    drag.corner = this.board.cornerOf(drag.cards[0]);
    this.picked = { pile: drag.pile, count: drag.cards.length };
    this.mark();
    return true;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    const { cards, corner } = drag;
    if (!cards || !corner) {
      this.drag = null;
      return;
    }
    const x = corner.x + event.clientX - drag.x;
    const y = corner.y + event.clientY - drag.y;
    const piles = this.board.pilesUnder(x, y).filter((pile) => pile !== drag.pile);
    this.clear();
    const offers = piles.map((pile) => this.#strictly(drag.pile, pile, cards.length));
    const offer = offers.find(({ reason }) => !reason) ?? offers[0];
    if (offer) this.offer(offer);
  }

  /**
   * Resolve a move of exactly the cards held.
   * @param {Pile} source @param {Pile} target @param {number | null} count @returns {Offer}
   */
  #strictly(source, target, count) {
    const { rules, position } = this.table.game;
    const choice = resolve(rules, position, source, target, count);
    if (choice.move.count === count || count === null) return choice;
    const move = { ...choice.move, count };
    return { move, reason: this.table.game.refusal(move) };
  }

  #letGo() {
    if (this.drag?.cards) this.board.carry(this.drag.cards);
    this.drag = null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const pile = this.#pile(event);
    const byHand = event.detail > 0; // not by Enter or a screen reader
    if (pile === null || (this.dragged && byHand) || this.table.locked) return;
    // Require that the first click picked something: quick players click a target and the next source in rapid succession.
    const oneTap = setting("oneTap");
    if (byHand && !this.picked && (oneTap === "always" || (oneTap === this.pointer && pile !== null))) {
      this.board.focus(pile);
      this.#tap(pile, this.board.cardAt(pile, event.clientY));
      return;
    }
    const twice = byHand && this.picked?.pile === pile && event.timeStamp - this.clicked < DOUBLE;
    this.clicked = event.timeStamp;
    this.board.focus(pile);
    if (twice) this.#home(pile);
    else this.choose(pile, byHand ? this.board.cardAt(pile, event.clientY) : -1);
  }

  /**
   * Send the last card of a pile home or, from a column where it can't go home, to a cell.
   * @param {Pile} pile
   */
  #home(pile) {
    const { rules, position } = this.table.game;
    this.clear();
    if (pile >= FOUNDATION || !cardsOf(position, pile).length) return;
    const home = resolve(rules, position, pile, FOUNDATION);
    const cell = freeCell(position);
    const move = cell === null ? null : { source: pile, target: cell, count: 1 };
    this.offer(move && home.reason && pile < CELL && isLegal(rules, position, move) ? { move, reason: null } : home);
  }

  /**
   * Move a card to its best place; repeated taps on it go through its other places and back.
   * @param {Pile} pile @param {number} index
   */
  #tap(pile, index) {
    const { game } = this.table;
    const { tapped } = this;
    this.tapped = null;
    if (tapped?.node === game.here && isWhere(game, tapped.places[tapped.at], pile, index)) {
      this.table.retract(tapped.node, tapped.isNew);
      this.#place(tapped.places, tapped.at + 1);
      return;
    }
    const { rules, position } = game;
    const count = countAt(position, pile, index);
    const reason = refusedToTake(rules, position, pile, count);
    const places = reason ? [] : placesOf(rules, position, pile, index);
    if (places.length) this.#place(places, 0);
    else this.table.refuse(reason ?? { code: "nowhere", card: cardsTaken(position, pile, count, rules)[0] });
  }

  /** @param {Move[]} places @param {number} at */
  #place(places, at) {
    const move = places[at];
    if (!move) return;
    const { here } = this.table.game;
    const before = here.children.length;
    this.table.tryMove(move);
    this.tapped = { node: this.table.game.here, isNew: here.children.length > before, places, at };
  }

  // --- choosing piles ---

  /**
   * Choose a pile as the target if there is a source, else as the source.
   * @param {Pile} pile @param {number} index
   */
  choose(pile, index = -1) {
    const { rules, position } = this.table.game;
    if (!this.picked) {
      const reason = refusedToTake(rules, position, pile, countAt(position, pile, index));
      if (reason && reason.code !== "no_sequence") {
        this.table.refuse(reason);
        return;
      }
      this.picked = { pile, count: countFrom(rules, position, pile, index) };
      this.mark();
      this.table.picked(pile, this.picked.count);
      return;
    }
    const { pile: source, count } = this.picked;
    this.clear();
    if (source !== pile) this.offer(resolve(rules, position, source, pile, count));
    else this.table.picked(null);
  }

  /** @param {Offer} offer */
  offer({ move, reason }) {
    if (reason) this.table.refuse(reason);
    else this.table.tryMove(move);
  }

  /** Update the marks after the solver has judged the moves. */
  judged() {
    if (this.picked) this.mark();
  }

  /** Mark the selected cards and their targets. */
  mark() {
    const { rules, position } = this.table.game;
    if (!this.picked) {
      for (const mark of ["picked", "target", "keeps", "loses"]) this.board.mark(mark);
      return;
    }
    const { pile, count } = this.picked;
    const taking = targetsOf(rules, position, pile, count);
    const piles = this.drag?.cards ? taking.filter((target) => !this.#strictly(pile, target, count).reason) : taking;
    this.board.mark("picked", { cards: cardsTaken(position, pile, count, rules), piles: [pile] });
    /** @param {Pile[]} some */
    const marked = (some) => ({ piles: some, cards: some.map((target) => this.board.cardsIn(target).at(-1)) });
    this.board.mark("target", marked(piles));
    // Mark each target by the effect of the move, where the table shows it.
    /** @param {Pile} target */
    const effect = (target) => this.table.effectOf(resolve(rules, position, pile, target, count).move);
    this.board.mark("keeps", marked(piles.filter((target) => effect(target) === "kept")));
    this.board.mark("loses", marked(piles.filter((target) => effect(target) === "lost")));
  }
}

/**
 * Whether the first card of a move lies at this place of a pile.
 * @param {Game} game @param {Move} move @param {Pile} pile @param {number} index
 */
function isWhere({ position }, { target, count }, pile, index) {
  return pile === target && (pile >= CELL || index === position.columns[pile].length - count);
}
