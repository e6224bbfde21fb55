// A game in progress: its start, the tree of all moves tried, and the current node. The rules come from rules.js.

import { formatMove, parseMove } from "./notation.js";
import { cardsMoved, cardsToMove, isWon, legalMoves, made, refusal, sameMove } from "./rules.js";

/** A move that the rules forbid: `reason` as `refusal` gives it, the number of the move, and the rules. */
export class IllegalMove extends Error {
  constructor(reason, move, ply, rules) {
    super(reason.code);
    Object.assign(this, { reason, move, ply, rules });
  }
}

/** A node of the tree: the move that led to it, the automatic moves after it, and the moves tried from there. */
export class Node {
  /** @type {Node} */ parent;
  /** @type {Move} */ move;
  /** @type {Move[]} */ automatic;
  /** @type {Position[]} the positions after the move and after each home move */ stages;
  /** @type {Node[]} the first one is the main line */ children = [];
  /** @type {Node} the child that was visited last */ onward = null;
  /** Whether the program found the move, and not the player. */ shown = false;
  word = "";
  name = "";
  comment = "";

  constructor(parent, { move = null, word = "", automatic = [], stages }) {
    Object.assign(this, { parent, move, word, automatic, stages });
    this.ply = parent ? parent.ply + 1 : 0;
  }

  get position() {
    return this.stages.at(-1);
  }

  get before() {
    return this.parent.position;
  }

  /** The cards that went home by themselves after the move. */
  get gone() {
    return this.automatic.flatMap((move, at) => cardsMoved(this.stages[at], move));
  }

  /** The child that redo goes to. */
  get next() {
    return this.onward ?? this.children[0] ?? null;
  }
}

export class Game {
  /** @type {import("./rules.js").Rules} */ rules;
  /** @type {Position} */ start;
  /** @type {{numbering: string, number: number | bigint}} */ deal;
  autoplay = "safe";

  /** `deal` is `{numbering, number}`, or null for a board of one's own. */
  constructor(rules, start, { autoplay = "safe", deal = null } = {}) {
    Object.assign(this, { rules, start, autoplay, deal });
    this.root = new Node(null, { stages: [start] });
    this.here = this.root;
  }

  get position() {
    return this.here.position;
  }

  get ply() {
    return this.here.ply;
  }

  get won() {
    return isWon(this.rules, this.position);
  }

  get stuck() {
    return !this.won && !legalMoves(this.rules, this.position).length;
  }

  /** The nodes of the moves made, first to last. */
  get turns() {
    const found = [];
    for (let node = this.here; node.parent; node = node.parent) found.unshift(node);
    return found;
  }

  /** The nodes of the line at hand: of the moves made and of those that redo would make. */
  get line() {
    const found = this.turns;
    for (let { next } = this.here; next; next = next.next) found.push(next);
    return found;
  }

  /** Whether there is a move to be made again. */
  get goesOn() {
    return this.here.next !== null;
  }

  /** The words of the line at hand in standard notation. */
  get words() {
    return this.line.map(({ word }) => word);
  }

  /** All nodes but the first, each after its parent. */
  get nodes() {
    const found = [];
    const open = [this.root];
    while (open.length) {
      const node = open.pop();
      if (node.parent) found.push(node);
      open.push(...[...node.children].reverse());
    }
    return found;
  }

  refusal(move) {
    return refusal(this.rules, this.position, move);
  }

  parse(word, node = this.here) {
    return parseMove(this.rules, node.position, word);
  }

  /** The child of a node to which a move leads, a new one if it was not tried yet; the game stays where it is. */
  add(node, move) {
    const known = node.children.find((child) => sameMove(child.move, move));
    if (known) return known;
    const { reason, automatic, stages } = made(this.rules, node.position, move, this.autoplay);
    if (reason) throw new IllegalMove(reason, move, node.ply + 1, this.rules);
    const word = formatMove(this.rules, node.position, move);
    const child = new Node(node, { move, word, automatic, stages });
    node.children.push(child);
    return child;
  }

  /** Make a move and return what autoplay added. */
  push(move) {
    this.jump(this.add(this.here, move));
    return this.here.automatic;
  }

  /** Go to a node of the tree; redo follows the way that led there. */
  jump(node) {
    this.here = node;
    for (let child = node; child.parent; child = child.parent) child.parent.onward = child;
  }

  /** The words of the moves that redo would make. */
  get ahead() {
    return this.words.slice(this.ply);
  }

  /** Let redo make the moves of these words, as far as they were tried. */
  aim(words) {
    let node = this.here;
    for (const word of words) {
      const child = node.children.find((one) => one.word === word);
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

  /** Make the last move that was taken back again and return it, or null. */
  redo() {
    const { next } = this.here;
    if (next) this.jump(next);
    return next?.move ?? null;
  }

  goto(ply) {
    while (this.ply > ply && this.undo());
    while (this.ply < ply && this.redo());
  }

  /** Delete a node with all that follows; the game goes back before it if it stands there. */
  remove(node) {
    const { parent } = node;
    if (this.turns.includes(node)) this.here = parent;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (parent.onward === node) parent.onward = null;
  }

  /** Make a node's line the main line, and the old main line a variation. */
  promote(node) {
    for (let child = node; child.parent; child = child.parent) {
      const { children } = child.parent;
      children.unshift(...children.splice(children.indexOf(child), 1));
    }
  }

  /** The same game under an autoplay rule that takes less; the player's moves send the other cards home. */
  under(autoplay) {
    const other = new Game(this.rules, this.start, { autoplay, deal: this.deal });
    const copies = new Map([[this.root, other.root]]);
    for (const node of this.nodes) {
      let copy = copies.get(node.parent);
      for (const [at, one] of [node.move, ...node.automatic].entries()) {
        const count = cardsToMove(this.rules, at ? node.stages[at - 1] : node.before, one, copy.position);
        if (count) copy = other.add(copy, { ...one, count });
      }
      copies.set(node, copy);
    }
    for (const [node, copy] of copies) Object.assign(copy, { name: node.name, comment: node.comment });
    other.jump(copies.get(this.here));
    return other;
  }
}
