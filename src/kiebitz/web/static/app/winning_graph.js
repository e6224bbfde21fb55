// A graph along a game. In games that are won or lost: the way left after each move, down to the win, beside the short way
// from the start and, where it is known, the fewest moves that may win; lost positions are marked. The graph is at least as
// wide as these ways, so that a game fills it from the left. In scored games: the best score within reach. An unknown range
// is shaded. A click jumps to a move.

import { reachable } from "./move_verdict.js";
import { shape } from "./svg.js";

const WIDTH = 300;
const HEIGHT = 48;
const BELOW = 2; // keeps zero visible

export class Graph {
  /** @type {GameNode[]} */ line = [];
  /** The positions for which there is room. */ places = 1;
  /** @type {Record<string, number | null>} the moves of the ways from the start, if known */ straight = {};

  /** @param {SVGElement} root @param {(node: GameNode) => void} jump */
  constructor(root, jump) {
    this.root = root;
    root.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT + BELOW}`);
    root.addEventListener("click", (event) => {
      const { left, width } = root.getBoundingClientRect();
      const at = Math.floor(((event.clientX - left) / width) * this.places);
      jump(this.line[Math.min(Math.max(at, 0), this.line.length - 1)]);
    });
  }

  /**
   * Draw the current line of a game; `label` is its description.
   * @param {Game} game @param {string} label
   */
  draw(game, label) {
    this.line = [game.root, ...game.line];
    this.root.toggleAttribute("hidden", game.line.length === 0); // the start alone has no course
    this.straight = { ideal: game.rules.scored ? null : game.root.wayLeft, least: game.fewest?.least ?? null };
    this.places = Math.max(this.line.length, ...Object.values(this.straight).map((moves) => (moves ?? -1) + 1));
    const step = WIDTH / this.places;
    const now = { class: "now", x: this.line.indexOf(game.here) * step, y: 0, width: Math.max(step, 1.5), height: HEIGHT + BELOW };
    const parts = game.rules.scored ? this.#score(game.rules.size) : this.#way();
    this.root.replaceChildren(...parts, shape("rect", now));
    this.root.setAttribute("aria-label", label);
  }

  /** @param {number} size */
  #score(size) {
    const reached = this.line.map((node) => reachable(node, size));
    return [this.#steps("perhaps", ({ high }) => high, reached), this.#steps("surely", ({ low }) => low, reached)];
  }

  #way() {
    const highest = Math.max(1, this.straight.least ?? 0, ...this.line.map(({ wayLeft }) => wayLeft ?? 0));
    /** @param {GameNode} node */
    const share = ({ wayLeft }) => (wayLeft ?? 0) / highest;
    return [
      this.#steps("perhaps", ({ wayLeft, light }) => Number(wayLeft === null && light?.verdict !== "impossible"), this.line),
      this.#steps("lost", ({ light }) => Number(light?.verdict === "impossible"), this.line),
      this.#steps("surely", share, this.line),
      ...Object.entries(this.straight).flatMap(([name, moves]) => (moves === null ? [] : [this.#straight(name, moves, highest)])),
    ];
  }

  /**
   * Draw a way without a detour: one move less after each move.
   * @param {string} name @param {number} moves @param {number} highest
   */
  #straight(name, moves, highest) {
    const end = (WIDTH / this.places) * (moves + 1);
    return shape("path", { class: name, d: `M0 ${HEIGHT * (1 - moves / highest)}L${end} ${HEIGHT}` });
  }

  /**
   * Draw a step for each value, as high as its share.
   * @template Value @param {string} name @param {(value: Value) => number} shareOf @param {Value[]} values
   */
  #steps(name, shareOf, values) {
    const step = WIDTH / this.places;
    const tops = values.map(
      (value, at) => `${at * step} ${HEIGHT * (1 - shareOf(value)) + (shareOf(value) ? 0 : BELOW)}H${(at + 1) * step}`,
    );
    return shape("path", { class: name, d: `M0 ${HEIGHT + BELOW}L${tops.join("L")}V${HEIGHT + BELOW}Z` });
  }
}
