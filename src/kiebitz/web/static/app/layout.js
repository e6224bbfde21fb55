// The layout of the board, in numbers; board.js draws it.

import { SUITS } from "./card_codes.js";
import { CELL, FOUNDATION, STOCK } from "./rules.js";

const SHAPE = 102 / 72; // height of a card / width
const TALL = 64 / 36; // height / width in high windows
const WIDEST = 210;
const NARROWEST = 26; // narrower cards are too small for a finger: columns then take several rows
const ROOMY = 62; // minimum width of a full face
/**
 * Visible part of a covered card, and of a face-down card, relative to the usual height.
 * @type {Record<string, number>}
 */
const STEPS = { full: 0.32, large: 0.49 };
/**
 * Largest distance between cards of a column if there is spare height, and the number of cards to leave room for.
 * @type {Record<string, number>}
 */
const WIDE = { full: 0.6, large: 0.6, tall: 1.05 };
const LONG = 9;
const USUAL = 10; // cards of a column that must fit before cards become higher
const STEP_DOWN = 0.12;
const INDEX = 0.25; // the visible part of a covered card that the index of a full face needs
/** The heights of cards that a column needs, also where many columns are short, then in low windows; and the number of columns from which they are. */
const DEPTH = { usual: 3.5, short: 2.3, low: 2.1 };
const MANY = 12;
/** Lower windows, and games without cells, may have the cells and foundations beside the columns: so many one below the other. */
const LOW = 420;
const STACK = { usual: 4, low: 2 };
const GAIN = 1.05; // the gain in width for which columns take more rows, or the foundations a place beside them
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
  const gap = Math.min(14, Math.max(3, Math.round(box.width * 0.011)));
  const { bands, abreast, upper, aside, slots, most } = widest(rules, box, gap);
  const width = Math.floor(Math.max(18, Math.min(WIDEST, most)));
  const usual = width * SHAPE;
  // Use higher cards with large indices in upright windows, on phones and tablets.
  const needed = (upper.length + bands) * width * TALL + bands * (USUAL - 1) * STEPS.large * usual;
  const isLarge = largeIndices || width < ROOMY;
  const tall = isLarge && !aside.length && needed <= box.height - gap * (upper.length + 3 * bands);
  const face = isLarge ? "large" : "full";
  const height = Math.round(tall ? width * TALL : usual);
  const spread = Math.min(gap * 1.6, Math.max(gap, (box.width - slots * width) / (slots + 1)));
  const place = { width, height, gap: spread, mirrored: leftHanded, box, slots, face };
  const piles = new Map();
  upper.forEach((row, index) => putRow(piles, row, gap + index * (height + gap), place));
  aside.forEach((row, index) =>
    putRow(piles, row, gap + index * Math.min(height * 1.15, (box.height - 2 * gap - height) / (aside.length - 1)), place),
  );
  const top = upper.length ? gap + upper.length * (height + gap) + gap : gap;
  const room = Math.max(Math.floor((box.height - top) / bands) - gap, height);
  const [before, after] = sidesOf(aside).map((count) => count * (width + spread));
  const left = (box.width - abreast * width - (abreast - 1) * spread + (leftHanded ? after - before : before - after)) / 2;
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
 * Return the arrangement with the widest cards: `upper` rows above the columns, or rows `aside` of them.
 * @param {Rules} rules @param {Size} box @param {number} gap
 */
function widest(rules, box, gap) {
  const least = bandsOf(rules.columns, box.width);
  const bands = rules.columns > MANY ? [least, least + 1, least + 2] : [least];
  const sides = rules.cells && box.height >= LOW ? [false] : [false, true];
  const arrangements = sides.flatMap((beside) => bands.map((count) => arranged(rules, box, gap, count, beside)));
  return arrangements.reduce((best, other) => (other.most > best.most * GAIN ? other : best));
}

/** @param {Rules} rules @param {Size} box @param {number} gap @param {number} bands @param {boolean} beside */
function arranged(rules, box, gap, bands, beside) {
  const abreast = Math.ceil(rules.columns / bands);
  const upper = beside ? [] : upperRows(rules, box.width, abreast);
  const aside = beside ? rowsAside(rules, box.height < LOW ? STACK.low : STACK.usual) : [];
  const [before, after] = sidesOf(aside);
  const slots = Math.max(abreast + before + after, ...upper.map((row) => row.left.length + row.right.length));
  const byWidth = (box.width - gap * (slots + 1)) / slots;
  const depth = rules.columns <= MANY ? DEPTH.usual : box.height < LOW ? DEPTH.low : DEPTH.short;
  const byHeight = (box.height - gap * 3) / ((upper.length + depth * bands) * SHAPE);
  const byStack = beside ? (box.height - gap * (aside.length + 1)) / (aside.length * SHAPE) : Infinity;
  return { bands, abreast, upper, aside, slots, most: Math.min(byWidth, Math.max(byHeight, 34), byStack) };
}

/**
 * Return the piles of each of so many rows beside the columns.
 * @param {Rules} rules @param {number} rows @returns {UpperRow[]}
 */
function rowsAside(rules, rows) {
  const [{ left, right }] = upperRows(rules, Infinity, Infinity);
  /** @param {Pile[]} piles @param {number} row */
  const part = (piles, row) => piles.slice((row * piles.length) / rows, ((row + 1) * piles.length) / rows);
  return Array.from({ length: rows }, (_, row) => ({ left: part(left, row), right: part(right, row) }));
}

/**
 * Return the number of columns of cards that rows take on the left and on the right.
 * @param {UpperRow[]} rows
 */
const sidesOf = (rows) => [Math.max(0, ...rows.map(({ left }) => left.length)), Math.max(0, ...rows.map(({ right }) => right.length))];

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
    piles.set(code, { x, y: Math.round(y), height, cards: [Math.round(y)], face, covered: face });
  };
  row.left.forEach((code, index) => put(code, mirrored ? row.left.length - 1 - index : index));
  row.right.forEach((code, index) => {
    const place = mirrored ? row.right.length - 1 - index : index;
    put(code, slots - row.right.length + place);
  });
}
