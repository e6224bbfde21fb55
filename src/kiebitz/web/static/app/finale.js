// The finale of a game: the real cards leap from the foundations, bounce and leave the window. Any key or touch ends it.

import { element } from "./dialogs.js";
import { existing } from "./errors.js";
import { setting } from "./settings.js";

/** Milliseconds from the first card's start to the last one's, and of the slowest card's way: two and a half seconds in all. */
const STARTS = 1000;
const WAY = 1500;
/** How much of its height a card keeps when it bounces. */
const BOUNCE = 0.4;
/** The courses of a height against gravity and with it. */
const UP = "cubic-bezier(0.33, 0.67, 0.67, 1)";
const DOWN = "cubic-bezier(0.33, 0, 0.67, 0.33)";

/**
 * Let the cards of a board leap, from king to ace, unless motion is reduced.
 * @param {Board} board
 */
export function celebrate({ root, cards, rules }) {
  if (setting("reducedMotion")) return;
  const { left, top } = root.getBoundingClientRect();
  const [wide, high] = [innerWidth, innerHeight];
  const layer = element("div", { class: "falling", "aria-hidden": "true" });
  layer.style.cssText = root.style.cssText; // the size of cards
  root.after(layer);
  const end = () => layer.remove();
  const order = [...rules.cards].reverse().filter((card) => cards.has(card));
  const ways = order.flatMap((card, index) => {
    const { node, x = 0, y = 0 } = existing(cards.get(card));
    const piece = /** @type {HTMLElement} */ (node.cloneNode(true));
    piece.className = "card"; // without the marks of its place
    piece.style.zIndex = "";
    layer.prepend(piece);
    const { offsetWidth: width, offsetHeight: height } = piece;
    const side = Math.random() < 0.5 ? -1 : 1;
    const goal = (side < 0 ? -1.4 * width : wide + 0.4 * width) + side * Math.random() * wide * 0.3;
    const floor = high - height;
    const start = top + y;
    const heights = [start, start - high * 0.1 * Math.random(), floor, floor - BOUNCE * (floor - start), floor];
    /** @type {KeyframeAnimationOptions} */
    const timing = { duration: WAY * (0.75 + 0.25 * Math.random()), delay: (index / order.length) * STARTS, fill: "both" };
    const across = [left + x, goal].map((at, turned) => ({ transform: `translateX(${at}px) rotate(${turned * side * 75}deg)` }));
    return [piece.animate(across, timing).finished, piece.animate(legs(heights), timing).finished];
  });
  for (const event of ["keydown", "pointerdown"]) addEventListener(event, end, { once: true, capture: true });
  Promise.allSettled(ways).then(() => {
    for (const event of ["keydown", "pointerdown"]) removeEventListener(event, end, { capture: true });
    end();
  });
}

/**
 * Return the keyframes of a card that goes up and down between heights, each leg in the time that gravity needs.
 * @param {number[]} heights @returns {Keyframe[]}
 */
function legs(heights) {
  const times = heights.map((height, index) => Math.sqrt(Math.abs(height - (heights[index - 1] ?? height))));
  const whole = times.reduce((total, time) => total + time);
  let passed = 0;
  return heights.map((height, index) => {
    passed += times[index];
    return { translate: `0 ${height}px`, offset: Math.min(passed / whole, 1), easing: index % 2 ? DOWN : UP };
  });
}
