// The finale of a game: the real cards fall from the foundations across the whole table. Any key or touch ends it.

import { element } from "./dialogs.js";
import { existing } from "./errors.js";
import { setting } from "./settings.js";

/** Milliseconds from the first card's start to the last one's, and of the slowest fall: two and a half seconds in all. */
const STARTS = 900;
const FALL = 1600;

/**
 * Let the cards of a board fall, from king to ace, unless motion is reduced.
 * @param {Board} board
 */
export function celebrate({ root, cards, rules }) {
  if (setting("reducedMotion")) return;
  const [wide, high] = [root.clientWidth, root.clientHeight];
  const layer = element("div", { class: "falling", "aria-hidden": "true" });
  layer.style.cssText = root.style.cssText; // the size of cards
  root.after(layer);
  const end = () => layer.remove();
  const order = [...rules.cards].reverse().filter((card) => cards.has(card));
  const flights = order.map((card, index) => {
    const { node, x = 0, y = 0 } = existing(cards.get(card));
    const piece = /** @type {HTMLElement} */ (node.cloneNode(true));
    piece.style.zIndex = "";
    layer.prepend(piece);
    const across = (Math.random() - 0.5) * wide * 1.5;
    const turn = (Math.random() - 0.5) * 540;
    /** @param {number} over @param {number} down @param {number} turned */
    const at = (over, down, turned) => `translate(${x + across * over}px, ${down}px) rotate(${turn * turned}deg)`;
    return piece.animate(
      [
        { transform: at(0, y, 0), easing: "cubic-bezier(0.2, 0.6, 0.5, 1)" },
        { transform: at(0.3, y - high * (0.02 + 0.1 * Math.random()), 0.25), offset: 0.25, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" },
        { transform: at(1, high * 1.3, 1) },
      ],
      { duration: FALL * (0.7 + 0.3 * Math.random()), delay: (index / order.length) * STARTS, fill: "both" },
    ).finished;
  });
  for (const event of ["keydown", "pointerdown"]) addEventListener(event, end, { once: true, capture: true });
  Promise.allSettled(flights).then(() => {
    for (const event of ["keydown", "pointerdown"]) removeEventListener(event, end, { capture: true });
    end();
  });
}
