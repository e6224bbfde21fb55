// A graph along a game. In games that are won or lost: the way left after each move, down to the win, beside the way that
// would have been shortest from the start; lost positions are marked. The graph is at least as wide as that way, so that a
// game fills it from the left. In scored games: the best score within reach. An unknown range is shaded. A click jumps to a
// move.

import { reachable } from "./move_verdict.js";
import { shape } from "./svg.js";

const WIDTH = 300;
const HEIGHT = 48;
const BELOW = 2; // keeps zero visible

export class Graph {
  /** @type {GameNode[]} */ line = [];
  /** The positions for which there is room. */ places = 1;

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
    const { wayLeft } = game.root;
    this.places = Math.max(this.line.length, game.rules.scored || wayLeft === null ? 0 : wayLeft + 1);
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
    const highest = Math.max(1, ...this.line.map(({ wayLeft }) => wayLeft ?? 0));
    /** @param {GameNode} node */
    const share = ({ wayLeft }) => (wayLeft ?? 0) / highest;
    const parts = [
      this.#steps("perhaps", ({ wayLeft, light }) => Number(wayLeft === null && light?.verdict !== "impossible"), this.line),
      this.#steps("lost", ({ light }) => Number(light?.verdict === "impossible"), this.line),
      this.#steps("surely", share, this.line),
    ];
    const { wayLeft } = this.line[0];
    if (wayLeft === null) return parts;
    // The way without a detour: one move less after each move.
    const step = WIDTH / this.places;
    const top = HEIGHT * (1 - wayLeft / highest);
    return [...parts, shape("path", { class: "ideal", d: `M0 ${top}L${step * (wayLeft + 1)} ${HEIGHT}` })];
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
