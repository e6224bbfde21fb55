// The move list beside the board: the whole tree, main line first, each move with its light and its automatic home moves.
// A click jumps to a move.

import { around, element } from "./dialogs.js";
import { existing } from "./errors.js";
import { formatNumber, t } from "./i18n.js";
import { detourOf, effectOn } from "./move_verdict.js";
import { briefly, cardsText } from "./sentences.js";

/**
 * The signs of effects.
 * @type {Record<string, string>}
 */
export const SIGNS = { kept: "✓", lost: "✕", unknown: "?", gone: "·", asking: "" };

export class MoveList {
  /** @type {Game} */ game;

  /**
   * `jump(node)` is called with the chosen move.
   * @param {HTMLElement} root @param {(node: GameNode) => void} jump
   */
  constructor(root, jump) {
    this.root = root;
    this.jump = jump;
    this.buttons = new Map();
    root.addEventListener("click", (event) => {
      const node = this.#nodeOf(event);
      if (node) jump(node);
    });
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Render the tree of a game with its lights.
   * @param {Game} game
   */
  draw(game) {
    const focused = this.root.contains(document.activeElement);
    this.game = game;
    this.buttons.clear();
    const rows = [this.#start(game.root), ...(game.root.children.length ? [this.#line(game.root.children[0])] : [])];
    for (const [node, button] of this.buttons) {
      button.tabIndex = node === game.here ? 0 : -1;
      if (node === game.here) button.setAttribute("aria-current", "step");
    }
    renew(this.root, rows);
    // Reused elements replace equal new ones; both lists have the same order.
    const nodes = [...this.buttons.keys()];
    this.root.querySelectorAll(".move").forEach((button, at) => this.buttons.set(nodes[at], button));
    const here = this.buttons.get(game.here);
    if (focused) here.focus({ preventScroll: true });
    // scrollIntoView would scroll the page, too.
    const { offsetTop, offsetHeight } = here;
    const { scrollTop, clientHeight } = this.root;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
      this.root.scrollTop = offsetTop - clientHeight / 2;
    }
  }

  /** @param {GameNode} node */
  #start(node) {
    const button = element("button", { type: "button", class: "move start" }, t("analysis.start"));
    this.buttons.set(node, button);
    return element("p", {}, button, ...this.#comment(node));
  }

  /**
   * Render a line from its first node on, with its variations.
   * @param {GameNode} first @returns {HTMLElement}
   */
  #line(first) {
    const items = [];
    for (let node = first; node; [node] = node.children) {
      items.push(element("li", {}, this.#move(node), ...this.#comment(node)));
      const [main, ...others] = existing(node.parent).children;
      if (node === main) for (const other of others) items.push(this.#variation(other));
    }
    return element("ol", { class: "line" }, ...items);
  }

  /** @param {GameNode} first */
  #variation(first) {
    const name = first.name || t("analysis.variation", { move: first.word });
    return element("li", { class: "variation" }, element("p", { class: "variation-name" }, name), this.#line(first));
  }

  /** @param {GameNode} node */
  #move(node) {
    const effect = effectOn(node);
    const { gone } = node;
    const words = [t("analysis.move", { ply: node.ply, move: node.word }), t(`analysis.effect.${effect}`)];
    const detour = detourOf(node);
    if (detour) words.push(t("analysis.detour", { count: detour }));
    if (gone.length) words.push(t("analysis.gone", { cards: cardsText(gone) }));
    const button = element(
      "button",
      { type: "button", class: `move ${effect}` },
      element("span", { class: "spoken" }, words.join("; ")),
      sign("ply", formatNumber(node.ply)),
      sign("word", node.word),
      sign("effect", SIGNS[effect]),
      ...(detour ? [sign("detour", `+${formatNumber(detour)}`)] : []),
      ...(gone.length ? [sign("gone-home", `⌂ ${briefly(gone)}`)] : []),
    );
    this.buttons.set(node, button);
    return button;
  }

  /** @param {GameNode} node */
  #comment({ comment }) {
    return comment ? [element("span", { class: "comment" }, comment)] : [];
  }

  /** @param {Event} event */
  #nodeOf(event) {
    const button = around(event, ".move");
    return [...this.buttons].find(([, one]) => one === button)?.[0];
  }

  /**
   * Handle arrows: left and right along the line, up and down between alternatives.
   * @param {KeyboardEvent} event
   */
  #key(event) {
    const { here } = this.game;
    const siblings = here.parent?.children ?? [here];
    /** @param {number} by */
    const beside = (by) => siblings[siblings.indexOf(here) + by];
    let last = here;
    while (last.next) last = last.next;
    const classes = {
      ArrowLeft: () => here.parent,
      ArrowRight: () => here.next,
      ArrowUp: () => beside(-1),
      ArrowDown: () => beside(1),
      Home: () => this.game.root,
      End: () => last,
    }[event.key];
    if (!classes || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const node = classes();
    if (node) this.jump(node);
  }
}

/**
 * Write a part of a move for the eye; the words beside it are for screen readers.
 * @param {string} name @param {string} text
 */
export const sign = (name, text) => element("span", { class: name, "aria-hidden": "true" }, text);

/**
 * Update an element's children; keep equal ones, because the browser lays out every new one.
 * @param {Element} root @param {Element[]} wanted
 */
export function renew(root, wanted) {
  const there = [...root.children];
  wanted.forEach((one, at) => {
    const old = there[at];
    if (!old) root.append(one);
    else if (old.matches("ol") && one.matches("ol")) renew(old, [...one.children]);
    else if (!old.isEqualNode(one)) old.replaceWith(one);
  });
  for (const old of there.slice(wanted.length)) old.remove();
}
