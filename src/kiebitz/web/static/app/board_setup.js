// A board being set up: its cards by place, the kernel's judgement of it, and undo.

import { boardOf, codesOf, judged } from "./board_text.js";
import { SUITS } from "./card_codes.js";
import { dealt } from "./numberings.js";
import { CELL, FOUNDATION, STOCK } from "./rules.js";

/**
 * Return a game's board without cards but those that are dealt home.
 * @param {Rules} rules @returns {Position}
 */
export function emptyBoard(rules) {
  const { foundations } = dealt(rules, "microsoft", 1);
  return boardOf(rules, [[], new Uint8Array(), null, new Uint8Array()], foundations);
}

/** A game, its board, and the cards of it that a picture left doubtful. @typedef {{rules: Rules, board: Position, doubts: Doubts}} Step */

export class Setup {
  /** @type {Step[]} */ #past = [];
  /** @type {Step[]} */ #coming = [];
  /** @type {Step} */ #now;
  /** @type {Judgement | null} */ #judgement = null;
  /** @type {Map<Rules, Card[]>} */ #packs = new Map();

  /** @param {Rules} rules @param {Position} board */
  constructor(rules, board = emptyBoard(rules)) {
    this.#now = { rules, board, doubts: new Map() };
  }

  get rules() {
    return this.#now.rules;
  }

  get board() {
    return this.#now.board;
  }

  /** The doubtful cards that can be seen, and their places, columns first. @returns {PlacedDoubt[]} */
  get doubtful() {
    const placed = [...this.#now.doubts].flatMap(([card, doubt]) => this.#seenAt(card).map((place) => ({ card, place, ...doubt })));
    return placed.sort(({ place: one }, { place: other }) => one.pile - other.pile || one.index - other.index);
  }

  /** @param {Card} card */
  #seenAt(card) {
    return this.placesOf(card).filter(({ pile, index }) => this.cardsIn(pile)[index] === card);
  }

  /** The kernel's judgement of the board. */
  get judgement() {
    this.#judgement ??= judged(this.rules, codesOf(this.board));
    return this.#judgement;
  }

  /** All cards of the game: those that are missing on a board without cards. */
  get pack() {
    const { rules } = this;
    const pack = this.#packs.get(rules) ?? judged(rules, [[], new Uint8Array(), new Uint8Array(SUITS.length), new Uint8Array()]).missing;
    this.#packs.set(rules, pack);
    return pack;
  }

  /** The places of cards that cannot be where they are. */
  get wrong() {
    const { fault, parameters, doubled, strange } = this.judgement;
    const places = [...doubled, ...strange].flatMap((card) => this.placesOf(card));
    if (fault === "home") places.push({ pile: FOUNDATION + SUITS.indexOf(parameters.suit), index: 0 });
    if (fault === "last_face_down") places.push({ pile: parameters.column - 1, index: this.cardsIn(parameters.column - 1).length - 1 });
    return places;
  }

  /** The numbers of cards on the foundations if all missing ones are home, or null if that cannot be. */
  get restHome() {
    return this.#restOf(this.board);
  }

  /** @param {Position} board */
  #restOf(board) {
    const [columns, cells, , stock] = codesOf(board);
    const { tops } = judged(this.rules, [columns, cells, null, stock]);
    return tops.length ? tops.reduce((home, card) => this.#withHome(home, card), [0, 0, 0, 0]) : null;
  }

  get undoable() {
    return this.#past.length > 0;
  }

  get redoable() {
    return this.#coming.length > 0;
  }

  /**
   * Replace the board, perhaps by that of another game, as one step for undo.
   * @param {Position} board @param {Rules} rules @param {Doubts} doubts
   */
  become(board, rules = this.rules, doubts = this.#now.doubts) {
    this.#past.push(this.#now);
    this.#coming = [];
    this.#show({ rules, board, doubts });
  }

  /**
   * Settle a doubtful card as another, or as itself. If the other card lies on the board, both change places. All missing
   * cards are then home if they can be.
   * @param {Card} card @param {Card} guess
   */
  settle(card, guess) {
    const { doubts } = this.#now;
    const other = doubts.get(guess);
    const left = new Map([...doubts].filter(([doubtful]) => doubtful !== card && doubtful !== guess));
    const board = structuredClone(this.board);
    if (guess !== card) {
      for (const [from, to] of [
        [card, guess],
        [guess, card],
      ]) {
        for (const place of this.#seenAt(from)) this.#replace(board, place, to);
      }
      board.foundations = this.#restOf(board) ?? board.foundations;
      // The other card is settled too if it was in doubt just between the two.
      if (other && !other.guesses.includes(card)) left.set(card, other);
    }
    this.become(board, this.rules, left);
  }

  /** @param {Position} board @param {Place} place @param {Card} card */
  #replace(board, { pile, index }, card) {
    if (pile < CELL) board.columns[pile][index] = card;
    else if (pile < FOUNDATION) board.cells[pile - CELL] = card;
    else if (pile === STOCK) board.stock[index] = card;
    else board.foundations = this.#withHome(board.foundations.with(pile - FOUNDATION, 0), card);
  }

  /**
   * Change to another game, with the same cards as far as it has their piles.
   * @param {Rules} rules
   */
  change(rules) {
    const [columns, cells, , stock] = codesOf(this.board);
    const { foundations } = this.board;
    const home = foundations.map((count, suit) => (rules.suits.includes(SUITS[suit]) ? Math.min(count, rules.homeward.length) : 0));
    const board = boardOf(rules, [columns, cells, null, stock.slice(0, rules.stock)], home);
    if (!rules.face_down.some(Boolean)) board.face_down.fill(0);
    this.become(board, rules);
  }

  /** Take a step back, and return the cards that change their pile. */
  undo() {
    return this.#step(this.#past, this.#coming);
  }

  /** Take a step forward again, and return the cards that change their pile. */
  redo() {
    return this.#step(this.#coming, this.#past);
  }

  /** @param {Step[]} from @param {Step[]} to @returns {Card[]} */
  #step(from, to) {
    const step = from.pop();
    if (!step) return [];
    to.push(this.#now);
    const pileOf = (/** @type {Card} */ card) => this.placesOf(card)[0]?.pile;
    const before = new Map(this.pack.map((card) => [card, pileOf(card)]));
    this.#show(step);
    return this.pack.filter((card) => pileOf(card) !== before.get(card));
  }

  /** @param {Step} step */
  #show(step) {
    this.#now = step;
    this.#judgement = null;
  }

  /**
   * Return the cards of a pile; of a foundation, the last one.
   * @param {Pile} pile @returns {Card[]}
   */
  cardsIn(pile) {
    const { columns, cells, foundations, stock } = this.board;
    if (pile < CELL) return columns[pile];
    if (pile < FOUNDATION) return [cells[pile - CELL] ?? []].flat();
    if (pile === STOCK) return stock;
    const count = foundations[pile - FOUNDATION];
    return count ? [this.rules.homeCard(pile - FOUNDATION, count)] : [];
  }

  /**
   * Return the places of a card: where it lies, and its foundation if it is home.
   * @param {Card} card @returns {Place[]}
   */
  placesOf(card) {
    const { columns, cells, foundations, stock } = this.board;
    /** @param {Pile} pile @param {(Card | null)[]} cards */
    const among = (pile, cards) => cards.flatMap((other, index) => (other === card ? [{ pile, index }] : []));
    const suit = SUITS.indexOf(card[1]);
    const isHome = this.rules.homeward.slice(0, foundations[suit]).includes(card[0]);
    return [
      ...columns.flatMap((cards, pile) => among(pile, cards)),
      ...cells.flatMap((other, index) => among(CELL + index, [other])),
      ...(isHome ? [{ pile: FOUNDATION + suit, index: 0 }] : []),
      ...among(STOCK, stock),
    ];
  }

  /**
   * Put a card on a place: before the card there, instead of a cell's card, or on its foundation with all lower cards.
   * Return the place for the next card.
   * @param {Card} card @param {Place} place @returns {Place}
   */
  put(card, place) {
    const board = structuredClone(this.board);
    const next = this.#put(board, card, place);
    this.become(board, this.rules, new Map([...this.#now.doubts].filter(([doubtful]) => doubtful !== card)));
    return next;
  }

  /**
   * Take the card at a place off the board and return it, or null if there is none.
   * @param {Place} place
   */
  take(place) {
    const board = structuredClone(this.board);
    const card = this.#take(board, place);
    if (card) this.become(board);
    return card;
  }

  /**
   * Move a card from one place to another, as one step for undo.
   * @param {Place} from @param {Place} to @returns {Place}
   */
  move(from, to) {
    const board = structuredClone(this.board);
    const card = this.#take(board, from);
    if (!card) return from;
    const index = from.pile === to.pile && from.index < to.index ? to.index - 1 : to.index;
    const next = this.#put(board, card, { ...to, index });
    this.become(board);
    return next;
  }

  /**
   * Turn a column's cards up to a place face down, or that place's and the later ones face up.
   * @param {Place} place
   */
  turn({ pile, index }) {
    const board = structuredClone(this.board);
    board.face_down[pile] = index < board.face_down[pile] ? index : index + 1;
    this.become(board);
  }

  /** @param {Position} board @param {Card} card @param {Place} place @returns {Place} */
  #put(board, card, { pile, index }) {
    if (pile >= FOUNDATION && pile < STOCK) {
      board.foundations = this.#withHome(board.foundations, card);
      return { pile, index };
    }
    if (pile >= CELL && pile < FOUNDATION) {
      board.cells[pile - CELL] = card;
      const free = board.cells.findIndex((other, at) => other === null && at > pile - CELL);
      return { pile: free < 0 ? pile : CELL + free, index: 0 };
    }
    if (pile < CELL && index < board.face_down[pile]) board.face_down[pile] += 1;
    (pile < CELL ? board.columns[pile] : board.stock).splice(index, 0, card);
    return { pile, index: index + 1 };
  }

  /** @param {Position} board @param {Place} place @returns {Card | null} */
  #take(board, { pile, index }) {
    const card = this.cardsIn(pile)[index] ?? null;
    if (!card) return null;
    if (pile >= FOUNDATION && pile < STOCK) {
      board.foundations[pile - FOUNDATION] -= 1;
    } else if (pile >= CELL && pile < FOUNDATION) {
      board.cells[pile - CELL] = null;
    } else {
      if (pile < CELL && index < board.face_down[pile]) board.face_down[pile] -= 1;
      (pile < CELL ? board.columns[pile] : board.stock).splice(index, 1);
    }
    return card;
  }

  /** @param {number[]} home @param {Card} card */
  #withHome(home, card) {
    return home.map((count, suit) => (suit === SUITS.indexOf(card[1]) ? this.rules.homeward.indexOf(card[0]) + 1 : count));
  }
}
