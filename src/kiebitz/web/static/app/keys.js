// Keyboard input: commands, arrows from pile to pile, and moves typed in standard notation.

import { around } from "./dialogs.js";
import { existing } from "./errors.js";
import { resolve } from "./move_choice.js";
import { pileOf } from "./notation.js";
import { analysing } from "./play_mode.js";
import { CELL, exists, FOUNDATION, longest } from "./rules.js";
import { setting } from "./settings.js";

/**
 * Commands by key; a lower-case letter without another meaning works like the capital one.
 * @type {Record<string, string>}
 */
const COMMANDS = {
  u: "undo",
  r: "redo",
  n: "new",
  D: "daily",
  H: "hint",
  S: "solve",
  L: "light",
  J: "jump",
  P: "replay",
  R: "random",
  A: "mode",
  "?": "help",
};
/**
 * Named keys, which are unlikely to be pressed by mistake or sent by speech input.
 * @type {Record<string, string>}
 */
const NAMED = { Home: "restart", PageUp: "previous", PageDown: "next" };

export class Keys {
  /** @type {import("./board.js").Board} */ board;
  /** @type {import("./table.js").Table} */ table;
  /** @type {import("./pointer_input.js").Input} */ input;

  /**
   * `input` has `picked`, `choose(pile)`, `offer(move)`, `clear()` and `mark()`.
   * @param {Board} board @param {Table} table @param {import("./pointer_input.js").Input} input
   */
  constructor(board, table, input) {
    Object.assign(this, { board, table, input });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    this.board.hurry();
    if (document.querySelector("dialog[open]") || around(event, "input, select, textarea")) return;
    if (event.ctrlKey || event.metaKey) {
      const key = signOf(event).toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      this.table.command(key === "z" && !event.shiftKey ? "undo" : "redo");
      return;
    }
    if (event.altKey) return;
    if (this.#pressed(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const key = signOf(event);
    if (key.startsWith("Arrow")) return this.#arrow(event);
    if (key === "Escape") {
      if (this.input.picked) this.table.picked(null);
      this.input.clear();
      this.table.command("stop");
      return true;
    }
    if (key in NAMED) return this.#command(NAMED[key]);
    if (key.length !== 1 || !setting("shortcuts")) return false;
    if (key === " ") return !around(event, "button, summary") && this.#command("pause");
    // Capitals of columns 11 to 18 take precedence where the game has them: P is a column, and its command has p as well.
    if (key in COMMANDS && !this.#isColumn(key)) return this.#command(COMMANDS[key]);
    return (!this.table.locked && this.#letter(key)) || this.#small(key);
  }

  /** @param {string} name */
  #command(name) {
    this.input.clear();
    this.table.command(name);
    return true;
  }

  /**
   * Whether the current game has a column of this digit or capital letter.
   * @param {string} key
   */
  #isColumn(key) {
    const pile = key === key.toUpperCase() ? pileOf(key) : null;
    return pile !== null && pile !== undefined && pile < CELL && exists(this.table.game.rules, pile);
  }

  /** @param {string} key */
  #letter(key) {
    const { rules, position } = this.table.game;
    const pile = pileOf(key);
    if (pile === null && this.input.picked) {
      const { pile: source } = this.input.picked;
      this.input.clear();
      this.input.offer(resolve(rules, position, source, FOUNDATION));
      return true;
    }
    if (pile === undefined || pile === null || !exists(rules, pile)) return false;
    this.input.choose(pile);
    return true;
  }

  /**
   * Capitalize a lower-case letter that is no pile of this game.
   * @param {string} key
   */
  #small(key) {
    const name = key === "h" ? undefined : COMMANDS[key.toUpperCase()];
    if (name) this.table.command(name);
    return Boolean(name);
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const { board, input } = this;
    const along = { ArrowLeft: "undo", ArrowRight: "redo" }[event.key];
    if (along && analysing() && document.activeElement === document.body) {
      this.table.command(along);
      return true;
    }
    if (event.shiftKey && input.picked) {
      this.#recount(event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0);
      return true;
    }
    if (!board.root.contains(document.activeElement)) {
      if (document.activeElement !== document.body) return false;
      board.focus(board.focused);
      return true;
    }
    const next = neighbour(board.layout.piles, board.focused, event.key);
    if (next !== undefined) board.focus(next);
    return true;
  }

  /** @param {number} by */
  #recount(by) {
    const { rules, position } = this.table.game;
    const { picked } = this.input;
    if (!picked) return;
    const { pile, count } = picked;
    const limit = pile < CELL ? longest(rules, position, pile) : 1;
    picked.count = Math.min(limit, Math.max(1, (count ?? 1) + by));
    this.input.mark();
    this.table.picked(pile, picked.count);
  }
}

/**
 * Return the key of the Latin keyboard: on a Russian one, г is u.
 * @param {KeyboardEvent} event
 */
function signOf({ key, code, shiftKey }) {
  const [, sign] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  if (!sign || key.length !== 1 || key < "\u0080") return key;
  return shiftKey ? sign : sign.toLowerCase();
}

/**
 * Return the next pile in the direction of an arrow key: in its row, or the nearest in the row above or below.
 * @param {Map<Pile, PilePlace>} piles @param {Pile} from @param {string} key
 */
export function neighbour(piles, from, key) {
  const here = existing(piles.get(from));
  const others = [...piles].filter(([pile]) => pile !== from);
  /** @param {[Pile, PilePlace][]} some @param {(place: PilePlace) => number} distance */
  const nearest = (some, distance) => some.sort((one, other) => distance(one[1]) - distance(other[1]))[0]?.[0];
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const side = key === "ArrowLeft" ? -1 : 1;
    const row = others.filter(([, place]) => place.y === here.y && (place.x - here.x) * side > 0);
    return nearest(row, (place) => Math.abs(place.x - here.x));
  }
  const side = key === "ArrowUp" ? -1 : 1;
  const beyond = others.filter(([, place]) => (place.y - here.y) * side > 0);
  return nearest(beyond, (place) => Math.abs(place.y - here.y) * 1000 + Math.abs(place.x - here.x));
}
