// Where each pile and card of a board lies, in pixels, for any game and any window: long columns shrink to fit.
// Numbers only; what is drawn there is up to board.js.

import { CELL, FOUNDATION, STOCK, SUITS } from "./rules.js";

const SHAPE = 102 / 72; // a card's height by its width
const WIDEST = 104;
const ROOMY = 58; // the width from which on a card shows its full face
const STEPS = { full: 0.31, large: 0.49, tight: 0.3, down: 0.12 }; // seen of a covered card, by its height

/**
 * Lay out a position in a box: `{card: {width, height}, face, piles: Map(code → {x, y, height, cards: [y, …]})}`.
 * `face` says which drawing still shows its index in what is seen of a covered card: full, large or tight.
 */
export function layOut(rules, position, box, { leftHanded = false, largeIndices = false, showFaceDown = false } = {}) {
  const upper = upperRows(rules, box.width);
  const slots = Math.max(rules.columns, ...upper.map((row) => row.left.length + row.right.length));
  const gap = Math.min(14, Math.max(3, Math.round(box.width * 0.011)));
  const byWidth = (box.width - gap * (slots + 1)) / slots;
  // High enough for the upper rows and a column of some ten cards without squeezing.
  const byHeight = (box.height - gap * 3) / ((upper.length + 3.1) * SHAPE);
  const width = Math.floor(Math.max(18, Math.min(WIDEST, byWidth, Math.max(byHeight, 34))));
  const height = Math.round(width * SHAPE);
  const spread = Math.min(gap * 1.6, Math.max(gap, (box.width - slots * width) / (slots + 1)));
  const place = { width, height, gap: spread, mirrored: leftHanded, box, slots };
  const piles = new Map();
  upper.forEach((row, index) => putRow(piles, row, gap + index * (height + gap), place));
  const top = gap + upper.length * (height + gap) + gap;
  const room = Math.max(box.height - top - gap, height);
  const face = faceFor(rules, position, { width, height, room, largeIndices, showFaceDown });
  const left = (box.width - rules.columns * width - (rules.columns - 1) * spread) / 2;
  position.columns.forEach((cards, code) => {
    const x = Math.round(left + code * (width + spread));
    const offsets = stack(cards.length, showFaceDown ? 0 : position.face_down[code], height, room, STEPS[face]);
    piles.set(code, { x, y: top, height: room, cards: offsets.map((offset) => top + offset) });
  });
  return { card: { width, height }, face, piles };
}

/** The rows above the columns: cells and foundations side by side where there is room, else one below the other. */
function upperRows(rules, width) {
  const cells = Array.from({ length: rules.cells }, (_, index) => CELL + index);
  const homes = [...rules.suits].map((suit) => FOUNDATION + SUITS.indexOf(suit));
  const stock = rules.data.stock ? [STOCK] : [];
  const together = cells.length + stock.length + homes.length;
  if (together <= rules.columns || width / together > 68) return [{ left: [...cells, ...stock], right: homes }];
  return [
    { left: stock, right: homes },
    { left: cells, right: [] },
  ];
}

function putRow(piles, row, y, { width, height, gap, mirrored, box, slots }) {
  const span = slots * width + (slots - 1) * gap;
  const left = (box.width - span) / 2;
  const put = (code, index) => {
    const at = left + index * (width + gap);
    const x = Math.round(mirrored ? box.width - at - width : at);
    piles.set(code, { x, y, height, cards: [y] });
  };
  row.left.forEach((code, index) => put(code, mirrored ? row.left.length - 1 - index : index));
  row.right.forEach((code, index) => {
    const place = mirrored ? row.right.length - 1 - index : index;
    put(code, slots - row.right.length + place);
  });
}

function faceFor(rules, position, { width, height, room, largeIndices, showFaceDown }) {
  const wanted = largeIndices || width < ROOMY ? "large" : "full";
  const natural = (face) =>
    Math.max(...position.columns.map((cards, code) => {
      const down = showFaceDown ? 0 : position.face_down[code];
      return height + (cards.length - 1 - down) * STEPS[face] * height + down * STEPS.down * height;
    }));
  // One drawing for all columns, and changed late: a board whose cards change their looks at each move is restless.
  return wanted === "large" && natural("large") * 0.8 > room ? "tight" : wanted;
}

/** How far each card of a column lies below its first. */
function stack(count, down, height, room, step) {
  const above = Math.min(down, count - 1);
  const natural = (above * STEPS.down + (count - 1 - above) * step) * height;
  const scale = natural > 0 ? Math.min(1, (room - height) / natural) : 1;
  const offsets = [];
  let offset = 0;
  for (let index = 0; index < count; index++) {
    offsets.push(Math.round(offset));
    offset += (index < above ? STEPS.down : step) * height * scale;
  }
  return offsets;
}
