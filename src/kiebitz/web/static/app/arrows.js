// Arrows over the board: moves of Analyse, the best first, each with a number at its tail.

import { shape } from "./svg.js";

/** The place of an arrow's tail on a covered card and on the last one, as a share of a card's height. */
const COVERED = 0.14;
const WHOLE = 0.5;
/** The bend of an arrow, as a share of its length, so that arrows between neighbours can be told apart. */
const BEND = 0.12;
const HEAD = 2.6; // length of the head, in widths of the shaft

/**
 * Draw arrows for moves over cards of a layout.
 * @param {SVGElement} root @param {PointedMove[]} moves @param {Layout} layout @param {(pile: Pile) => number} countOf
 */
export function drawArrows(root, moves, layout, countOf) {
  const { width, height } = layout.card;
  /** @param {Pile} pile @param {number} count */
  const placeOf = (pile, count) => {
    const place = layout.piles.get(pile);
    const index = Math.max(countOf(pile) - count, 0);
    const top = place?.cards[Math.min(index, place.cards.length - 1)] ?? place?.y ?? 0;
    return { x: (place?.x ?? 0) + width / 2, y: top + height * (count > 1 ? COVERED : WHOLE) };
  };
  const thick = Math.max(4, Math.min(11, width * 0.09));
  const drawn = moves.map(({ source, target, count, label }, rank) => {
    const group = shape("g", { class: `arrow rank-${rank + 1}` });
    group.append(...arrow(placeOf(source, count), placeOf(target, 1), thick * (1 - 0.15 * rank), label));
    return group;
  });
  root.replaceChildren(...drawn.reverse()); // the best above the others
}

/**
 * @typedef {{x: number, y: number}} Point
 * @param {Point} from @param {Point} to @param {number} thick @param {string} label
 */
function arrow(from, to, thick, label) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const bend = { x: (from.x + to.x) / 2 - dy * BEND, y: (from.y + to.y) / 2 + dx * BEND };
  // The head points along the end of the curve.
  const [ex, ey] = [to.x - bend.x, to.y - bend.y].map((length) => length / (Math.hypot(to.x - bend.x, to.y - bend.y) || 1));
  const long = Math.min(thick * HEAD, far / 2);
  const neck = { x: to.x - ex * long, y: to.y - ey * long };
  const wide = thick * 1.5;
  const head = `M${to.x} ${to.y}L${neck.x - ey * wide} ${neck.y + ex * wide}L${neck.x + ey * wide} ${neck.y - ex * wide}Z`;
  const radius = Math.max(9, thick * 1.5);
  const parts = [
    shape("path", { class: "shaft", d: `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${neck.x} ${neck.y}`, "stroke-width": thick }),
    shape("path", { class: "head", d: head }),
  ];
  if (!label) return parts;
  const text = shape("text", { x: from.x, y: from.y, "font-size": radius * 1.15 });
  text.textContent = label;
  return [...parts, shape("circle", { cx: from.x, cy: from.y, r: radius }), text];
}
