// A graph of the winning chances along a game: a step per move, from nothing at the bottom to a win (or all cards home)
// at the top; an unknown range is shaded. A click jumps to a move.

import { reachable } from "./move_verdict.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 300;
const HEIGHT = 48;
const BELOW = 2; // keeps zero visible

export class Graph {
  /** @type {GameNode[]} */ line = [];

  /** @param {SVGElement} root @param {(node: GameNode) => void} jump */
  constructor(root, jump) {
    this.root = root;
    root.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT + BELOW}`);
    root.addEventListener("click", (event) => {
      const { left, width } = root.getBoundingClientRect();
      const at = Math.floor(((event.clientX - left) / width) * this.line.length);
      jump(this.line[Math.min(Math.max(at, 0), this.line.length - 1)]);
    });
  }

  /**
   * Draw the current line of a game; `label` is its description.
   * @param {Game} game @param {string} label
   */
  draw(game, label) {
    this.line = [game.root, ...game.line];
    const step = WIDTH / this.line.length;
    const heights = this.line.map((node) => reachable(node, game.rules.size));
    /** @param {"low" | "high"} of */
    const path = (of) => {
      const tops = heights.map((one, at) => `${at * step} ${HEIGHT * (1 - one[of])}H${(at + 1) * step}`);
      return `M0 ${HEIGHT + BELOW}L${tops.join("L")}V${HEIGHT + BELOW}Z`;
    };
    const at = this.line.indexOf(game.here) * step;
    this.root.replaceChildren(
      shape("path", { class: "perhaps", d: path("high") }),
      shape("path", { class: "surely", d: path("low") }),
      shape("rect", { class: "now", x: at, y: 0, width: Math.max(step, 1.5), height: HEIGHT + BELOW }),
    );
    this.root.setAttribute("aria-label", label);
  }
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
