// One game being played: where it began, the moves made and taken back, and the position now.
// Rules are asked of rules.js.

import { CELL, SUITS, autoplayMoves, cardsOf, isWon, legalMoves, play, refusal, sameMove } from "./rules.js";
import { formatMove, parseMove } from "./notation.js";

/** A move that the rules forbid: `reason` as `refusal` gives it, the number of the move, and the rules. */
export class IllegalMove extends Error {
  constructor(reason, move, ply, rules) {
    super(reason.code);
    Object.assign(this, { reason, move, ply, rules });
  }
}

export class Game {
  /** `deal` is `{numbering, number}`, or null for a board of one's own. */
  constructor(rules, start, { autoplay = "safe", deal = null } = {}) {
    Object.assign(this, { rules, start, autoplay, deal, position: start });
    this.turns = []; // {move, automatic, before, word}
    this.undone = []; // moves that redo would make, next first
  }

  get ply() {
    return this.turns.length;
  }

  get won() {
    return isWon(this.rules, this.position);
  }

  get stuck() {
    return !this.won && !legalMoves(this.rules, this.position).length;
  }

  /** The words of all moves in standard notation, those to be redone too. */
  get words() {
    const words = this.turns.map((turn) => turn.word);
    let position = this.position;
    for (const move of this.undone) {
      words.push(formatMove(this.rules, position, move));
      position = this.#after(position, move).position;
    }
    return words;
  }

  refusal(move) {
    return refusal(this.rules, this.position, move);
  }

  parse(word) {
    return parseMove(this.rules, this.position, word);
  }

  /** Make a move and return what autoplay added; redo is kept only where the move is the one it would make. */
  push(move) {
    const reason = this.refusal(move);
    if (reason) throw new IllegalMove(reason, move, this.ply + 1, this.rules);
    if (this.undone.length && sameMove(this.undone[0], move)) this.undone.shift();
    else this.undone = [];
    return this.#make(move);
  }

  /** Take back the last turn and return its move, or null. */
  undo() {
    const turn = this.turns.pop();
    if (!turn) return null;
    this.position = turn.before;
    this.undone.unshift(turn.move);
    return turn.move;
  }

  /** Make the last move that was taken back again and return it, or null. */
  redo() {
    const move = this.undone.shift();
    if (!move) return null;
    this.#make(move);
    return move;
  }

  goto(ply) {
    while (this.ply > ply && this.undo());
    while (this.ply < ply && this.redo());
  }

  /** The same game under a rule of autoplay that takes less: what that leaves, the player sends home. */
  under(autoplay) {
    const other = new Game(this.rules, this.start, { autoplay, deal: this.deal });
    for (const { move, automatic, before } of this.turns) {
      let along = before;
      for (const one of [move, ...automatic]) {
        const cards = one.source < CELL ? along.columns[one.source].slice(-one.count) : cardsOf(along, one.source);
        const left = cards.filter((card) => this.rules.step(card) >= other.position.foundations[SUITS.indexOf(card[1])]);
        if (left.length) other.push({ ...one, count: left.length });
        along = play(along, one);
      }
    }
    return other;
  }

  #make(move) {
    const before = this.position;
    const { automatic, position } = this.#after(before, move);
    this.turns.push({ move, automatic, before, word: formatMove(this.rules, before, move) });
    this.position = position;
    return automatic;
  }

  #after(before, move) {
    let position = play(before, move);
    const automatic = autoplayMoves(this.rules, position, this.autoplay);
    for (const follower of automatic) position = play(position, follower);
    return { automatic, position };
  }
}
