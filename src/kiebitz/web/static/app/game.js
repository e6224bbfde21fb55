// A game in progress: its start, the tree of all moves tried, and the current node.

import { existing } from "./errors.js";
import { numberOfGame } from "./microsoft_deals.js";
import { formatMove, parseMove } from "./notation.js";
import { fewestMovesOf, parOf } from "./pars.js";
import { cardsMoved, cardsToMove, isWon, legalMoves, made, refusal, sameMove } from "./rules.js";

/** An illegal move: the `reason` from `refusal`, the number of the move, and the rules. */
export class IllegalMove extends Error {
  /** @param {Reason} reason @param {Move} move @param {number} ply @param {Rules} rules */
  constructor(reason, move, ply, rules) {
    super(reason.code);
    Object.assign(this, { reason, move, ply, rules });
  }
}

/** A node of the tree: its move, the automatic moves after it, and its continuations. */
export class Node {
  /** @type {Node[]} the first child is the main line */ children = [];
  /** @type {Node | null} the last child visited */ onward = null;
  /** @type {Status | null} */ light = null;
  /** @type {JudgedMove[] | null} */ judged = null;
  /** @type {number | null} the moves of a short line from here */ wayLeft = null;
  /** Whether the program found the move. */ shown = false;
  ply = 0;
  /** The single-card moves up to here. */ cards = 0;
  name = "";
  comment = "";

  /**
   * `stages` are the positions after the move and after each home move, `cards` the single-card moves.
   * @param {Node | null} parent
   * @param {{move: Move | null, word?: string, automatic?: Move[], stages: Position[], cards?: number}} made
   */
  constructor(parent, { move, word = "", automatic = [], stages, cards = 0 }) {
    this.parent = parent;
    this.move = move;
    this.word = word;
    this.automatic = automatic;
    this.stages = stages;
    this.ply = parent ? parent.ply + 1 : 0;
    this.cards = parent ? parent.cards + cards : 0;
  }

  get position() {
    return this.stages[this.stages.length - 1];
  }

  get before() {
    return existing(this.parent).position;
  }

  /** The cards that went home automatically after the move. */
  get gone() {
    return this.automatic.flatMap((move, at) => cardsMoved(this.stages[at], move));
  }

  /** The child that redo goes to. */
  get next() {
    return this.onward ?? this.children[0] ?? null;
  }
}

export class Game {
  /**
   * `deal` is `{numbering, number}`, or null for a custom board.
   * @param {Rules} rules @param {Position} start @param {{autoplay?: string, deal?: Deal | null}} options
   */
  constructor(rules, start, { autoplay = "safe", deal = null } = {}) {
    this.rules = rules;
    this.start = start;
    this.autoplay = autoplay;
    this.deal = deal;
    this.root = new Node(null, { move: null, stages: [start] });
    this.here = this.root;
  }

  get position() {
    return this.here.position;
  }

  get ply() {
    return this.here.ply;
  }

  /** The par of the deal in single-card moves, or null. */
  get par() {
    return parOf(numberOfGame(this));
  }

  /** The bounds of the fewest moves that win the deal with the game's autoplay, or null. */
  get fewest() {
    return fewestMovesOf(numberOfGame(this), this.autoplay);
  }

  get won() {
    return isWon(this.rules, this.position);
  }

  get stuck() {
    return !this.won && !legalMoves(this.rules, this.position).length;
  }

  /** The nodes of the moves made, first to last. */
  get turns() {
    const nodes = [];
    for (let node = this.here; node.parent; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** The nodes of the current line: the moves made and the moves available to redo. */
  get line() {
    const turns = this.turns;
    for (let { next } = this.here; next; next = next.next) turns.push(next);
    return turns;
  }

  /** Whether a move can be redone. */
  get goesOn() {
    return this.here.next !== null;
  }

  /** The words of the current line in standard notation. */
  get words() {
    return this.line.map(({ word }) => word);
  }

  /** All nodes but the root, each after its parent. */
  get nodes() {
    const nodes = [];
    const open = [this.root];
    while (open.length) {
      const node = existing(open.pop());
      if (node.parent) nodes.push(node);
      open.push(...[...node.children].reverse());
    }
    return nodes;
  }

  /** @param {Move} move */
  refusal(move) {
    return refusal(this.rules, this.position, move);
  }

  /** @param {string} word @param {Node} node */
  parse(word, node = this.here) {
    return parseMove(this.rules, node.position, word);
  }

  /**
   * Return the child of a node for a move, creating it if needed; the current node stays.
   * @param {Node} node @param {Move} move @returns {Node}
   */
  add(node, move) {
    const old = node.children.find((child) => sameMove(existing(child.move), move));
    if (old) return old;
    const { reason, automatic = [], stages = [], cards } = made(this.rules, node.position, move, this.autoplay);
    if (reason) throw new IllegalMove(reason, move, node.ply + 1, this.rules);
    const word = formatMove(this.rules, node.position, move);
    const child = new Node(node, { move, word, automatic, stages, cards });
    node.children.push(child);
    return child;
  }

  /**
   * Make a move and return what autoplay added.
   * @param {Move} move
   */
  push(move) {
    this.jump(this.add(this.here, move));
    return this.here.automatic;
  }

  /**
   * Go to a node of the tree; redo then follows the path to it.
   * @param {Node} node
   */
  jump(node) {
    this.here = node;
    for (let child = node; child.parent; child = child.parent) child.parent.onward = child;
  }

  /** The words of the moves available to redo. */
  get ahead() {
    return this.words.slice(this.ply);
  }

  /**
   * Set the moves to redo to these words, as far as the tree has them.
   * @param {string[]} words
   */
  aim(words) {
    let node = this.here;
    for (const word of words) {
      const child = node.children.find((candidate) => candidate.word === word);
      if (!child) return;
      node.onward = child;
      node = child;
    }
  }

  /** Take back the last turn and return its move, or null. */
  undo() {
    const { move, parent } = this.here;
    if (parent) this.here = parent;
    return move;
  }

  /** Redo the last move taken back and return it, or null. */
  redo() {
    const { next } = this.here;
    if (next) this.jump(next);
    return next?.move ?? null;
  }

  /** @param {number} ply */
  goto(ply) {
    while (this.ply > ply && this.undo());
    while (this.ply < ply && this.redo());
  }

  /**
   * Delete a node with all its continuations; leave the deleted branch first.
   * @param {Node} node
   */
  remove(node) {
    const parent = existing(node.parent);
    if (this.turns.includes(node)) this.here = parent;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (parent.onward === node) parent.onward = null;
  }

  /**
   * Make a node's line the main line, and the old main line a variation.
   * @param {Node} node
   */
  promote(node) {
    for (let child = node; child.parent; child = child.parent) {
      const { children } = child.parent;
      children.unshift(...children.splice(children.indexOf(child), 1));
    }
  }

  /**
   * Copy the game under an autoplay rule that takes less; the player's moves send the other cards home.
   * @param {string} autoplay
   */
  under(autoplay) {
    const other = new Game(this.rules, this.start, { autoplay, deal: this.deal });
    const copies = new Map([[this.root, other.root]]);
    for (const node of this.nodes) {
      let copy = existing(copies.get(existing(node.parent)));
      for (const [at, move] of [existing(node.move), ...node.automatic].entries()) {
        const count = cardsToMove(this.rules, at ? node.stages[at - 1] : node.before, move, copy.position);
        if (count) copy = other.add(copy, { ...move, count });
      }
      copies.set(node, copy);
    }
    for (const [node, copy] of copies) Object.assign(copy, { name: node.name, comment: node.comment });
    other.jump(existing(copies.get(this.here)));
    return other;
  }
}
