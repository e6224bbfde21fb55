// The layout of the board, in numbers; board.js draws it.

import { CELL, FOUNDATION, STOCK, SUITS } from "./rules.js";

const SHAPE = 102 / 72; // height of a card / width
const TALL = 64 / 36; // height / width in high windows
const WIDEST = 210;
const NARROWEST = 26; // narrower cards are too small for a finger: columns then take several rows
const ROOMY = 58; // minimum width of a full face
/**
 * Visible part of a covered card, and of a face-down card, relative to the usual height.
 * @type {Record<string, number>}
 */
const STEPS = { full: 0.31, large: 0.49 };
/**
 * Largest distance between cards of a column if there is spare height, and the number of cards to leave room for.
 * @type {Record<string, number>}
 */
const WIDE = { full: 0.34, large: 0.6, tall: 0.8 }; // a court card's crown begins below 0.34 of a full face
const LONG = 12;
const USUAL = 10; // cards of a column that must fit before cards become higher
const STEP_DOWN = 0.12;
const INDEX = 0.27; // the visible part of a covered card that the index of a full face needs
/** The width of a card in the units of its drawing. */
const UNITS = 36;

/**
 * Lay out a position in a box: `{card: {width, height}, tall, strip, piles: Map(code → {x, y, height, cards: [y, …], face,
 * covered})}`. `face` is the drawing of the last card, `covered` that of the others; `tall` means higher cards than usual;
 * `strip` is the visible part of a covered card, in units of the drawing. All columns have the same pitch.
 * @param {Rules} rules @param {Position} position @param {Size} box
 * @param {{leftHanded?: boolean, largeIndices?: boolean, showFaceDown?: boolean}} look @returns {Layout}
 */
export function layOut(rules, position, box, { leftHanded = false, largeIndices = false, showFaceDown = false } = {}) {
  const bands = bandsOf(rules.columns, box.width);
  const abreast = Math.ceil(rules.columns / bands);
  const upper = upperRows(rules, box.width, abreast);
  const slots = Math.max(abreast, ...upper.map((row) => row.left.length + row.right.length));
  const gap = Math.min(14, Math.max(3, Math.round(box.width * 0.011)));
  const byWidth = (box.width - gap * (slots + 1)) / slots;
  // Fit the upper rows and a column of some ten cards without squeezing.
  const byHeight = (box.height - gap * 3) / ((upper.length + 3.5 * bands) * SHAPE);
  const width = Math.floor(Math.max(18, Math.min(WIDEST, byWidth, Math.max(byHeight, 34))));
  const usual = width * SHAPE;
  // Use higher cards with large indices in upright windows, on phones and tablets.
  const needed = (upper.length + bands) * width * TALL + bands * (USUAL - 1) * STEPS.large * usual;
  const tall = needed <= box.height - gap * (upper.length + 3 * bands);
  const face = tall || largeIndices || width < ROOMY ? "large" : "full";
  const height = Math.round(tall ? width * TALL : usual);
  const spread = Math.min(gap * 1.6, Math.max(gap, (box.width - slots * width) / (slots + 1)));
  const place = { width, height, gap: spread, mirrored: leftHanded, box, slots };
  const piles = new Map();
  upper.forEach((row, index) => putRow(piles, row, gap + index * (height + gap), { ...place, face }));
  const top = gap + upper.length * (height + gap) + gap;
  const room = Math.max(Math.floor((box.height - top) / bands) - gap, height);
  const left = (box.width - abreast * width - (abreast - 1) * spread) / 2;
  const wanted = usual * Math.max(STEPS[face], Math.min(WIDE[tall ? "tall" : face], (room - height) / usual / (LONG - 1)));
  const steps = position.columns.map((cards, code) => {
    const above = Math.min(showFaceDown ? 0 : position.face_down[code], cards.length - 1);
    return cards.slice(1).map((_, index) => (index < above ? usual * STEP_DOWN : wanted));
  });
  const scale = Math.min(1, ...steps.map((column) => (room - height) / Math.max(sum(column), 1)));
  const covered = face === "full" && wanted * scale >= INDEX * usual ? face : "strip";
  steps.forEach((column, code) => {
    const x = Math.round(left + (code % abreast) * (width + spread));
    const y = top + Math.floor(code / abreast) * (room + gap);
    const cards = position.columns[code].map((_, index) => y + Math.round(sum(column.slice(0, index)) * scale));
    piles.set(code, { x, y, height: room, cards, face, covered });
  });
  return { card: { width, height }, tall, strip: Math.round((wanted * scale * UNITS * 2) / width) / 2, piles };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * Return the number of rows of columns.
 * @param {number} columns @param {number} width
 */
function bandsOf(columns, width) {
  /** @param {number} abreast */
  const fits = (abreast) => (width - 3 * (abreast + 1)) / abreast >= NARROWEST;
  let bands = 1;
  while (bands < columns && !fits(Math.ceil(columns / bands))) bands += 1;
  return bands;
}

/**
 * Return the rows above the columns: cells and foundations side by side if they fit, else in two rows.
 * @param {Rules} rules @param {number} width @param {number} columns @returns {UpperRow[]}
 */
function upperRows(rules, width, columns) {
  const cells = Array.from({ length: rules.cells }, (_, index) => CELL + index);
  const homes = [...rules.suits].map((suit) => FOUNDATION + SUITS.indexOf(suit));
  const stock = rules.data.stock ? [STOCK] : [];
  const together = cells.length + stock.length + homes.length;
  if (together <= columns || width / together > 68) return [{ left: [...cells, ...stock], right: homes }];
  return [
    { left: stock, right: homes },
    { left: cells, right: [] },
  ];
}

/**
 * @param {Map<Pile, PilePlace>} piles @param {UpperRow} row @param {number} y
 * @param {Size & {gap: number, mirrored: boolean, box: Size, slots: number, face: string}} place
 */
function putRow(piles, row, y, { width, height, gap, mirrored, box, slots, face }) {
  const span = slots * width + (slots - 1) * gap;
  const left = (box.width - span) / 2;
  /** @param {Pile} code @param {number} index */
  const put = (code, index) => {
    const at = left + index * (width + gap);
    const x = Math.round(mirrored ? box.width - at - width : at);
    piles.set(code, { x, y, height, cards: [y], face, covered: face });
  };
  row.left.forEach((code, index) => put(code, mirrored ? row.left.length - 1 - index : index));
  row.right.forEach((code, index) => {
    const place = mirrored ? row.right.length - 1 - index : index;
    put(code, slots - row.right.length + place);
  });
}
