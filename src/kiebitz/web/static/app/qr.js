// QR codes (ISO/IEC 18004) of texts: bytes, error correction M, up to version 20 or 666 bytes; and their pictures.

import { shape } from "./svg.js";

/** Error correction codewords per block, and number of blocks, of versions 1 to 20 with error correction M. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const FORMAT = 0b101010000010010; // error correction M; a chequered mask, one of those that every reader supports
const VERSION = { generator: 0x1f25, from: 7 };
const FIELD = 0x11d; // the polynomial of the field of 256 elements
const BYTES = 0b0100; // the mode
const PADDING = [0xec, 0x11];
const QUIET = 4; // modules around the code

/**
 * Return the code of a text by rows, true for dark modules; null if the text is too long.
 * @param {string} text @returns {boolean[][] | null}
 */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, index) => bytes.length * 8 + headOf(index + 1) <= dataOf(index + 1) * 8) + 1;
  if (version === 0) return null;
  const codewords = interleaved(version, padded(version, bytes));
  const { modules, free } = frame(version);
  free.forEach(([row, column], index) => {
    modules[row][column] = ((codewords[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
  });
  for (const [row, column] of free) modules[row][column] ^= Number((row + column) % 2 === 0);
  writeFormat(modules);
  return modules.map((row) => row.map(Boolean));
}

/**
 * Draw a code, black on white regardless of the page's colours.
 * @param {boolean[][]} rows
 */
export function qrPicture(rows) {
  const size = rows.length + 2 * QUIET;
  const runs = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  return shape(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, "shape-rendering": "crispEdges" },
    shape("path", { fill: "#fff", d: `M0 0h${size}v${size}H0z` }),
    shape("path", { fill: "#000", d: runs.join("") }),
  );
}

// The data

/** @param {number} version */
const lengthBits = (version) => (version < 10 ? 8 : 16);
/** @param {number} version */
const headOf = (version) => 4 + lengthBits(version);
/** @param {number} version @returns {number} */
const dataOf = (version) => Math.floor(roomOf(version) / 8) - CORRECTION[version - 1] * BLOCKS[version - 1];

/**
 * Return the number of modules that a version has for codewords.
 * @param {number} version
 */
function roomOf(version) {
  const size = sizeOf(version);
  const aligning = alignments(version).length;
  // Three finders with their rims, two timing lines, the format twice and one dark module; then the alignment patterns,
  // some of which overlap the timing lines.
  let room = size ** 2 - 3 * 64 - 2 * (size - 16) - 31;
  if (aligning) room -= 25 * (aligning ** 2 - 3) - 10 * (aligning - 2);
  return version >= VERSION.from ? room - 36 : room;
}

/** @param {number} version */
const sizeOf = (version) => 17 + 4 * version;

/**
 * Return the centres of the alignment patterns along either side.
 * @param {number} version
 */
function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = 2 * Math.ceil((version * 4 + 4) / (2 * count - 2));
  const last = sizeOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - step * (count - 2 - index))];
}

/** @param {number} version @param {Uint8Array} bytes */
function padded(version, bytes) {
  /** @type {number[]} */
  const bits = [];
  /** @param {number} value @param {number} length */
  const put = (value, length) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(BYTES, 4);
  put(bytes.length, lengthBits(version));
  bytes.forEach((byte) => put(byte, 8));
  put(0, 4); // the terminator; bytes leave room for it
  const words = Array.from({ length: bits.length / 8 }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit));
  for (let index = 0; words.length < dataOf(version); index++) words.push(PADDING[index % 2]);
  return words;
}

/**
 * Interleave the codewords in drawing order: the first of every block, the second of every block, …
 * @param {number} version @param {number[]} words
 */
function interleaved(version, words) {
  const count = BLOCKS[version - 1];
  const short = Math.floor(words.length / count);
  const longer = words.length % count; // the last blocks have one word more
  const blocks = [];
  for (let index = 0, at = 0; index < count; index++) {
    const length = short + (index >= count - longer ? 1 : 0);
    blocks.push(words.slice(at, (at += length)));
  }
  const checks = blocks.map((block) => remainder(block, CORRECTION[version - 1]));
  /** @param {number[][]} all */
  const across = (all) => Array.from({ length: Math.max(...all.map(({ length }) => length)) }, (_, at) => all.map((block) => block[at]));
  return [...across(blocks), ...across(checks)].flat().filter((word) => word !== undefined);
}

/** @param {number} one @param {number} other */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * FIELD);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
}

/**
 * Return the remainder of a block divided by the polynomial with `degree` powers of two as roots (Reed and Solomon).
 * @param {number[]} words @param {number} degree
 */
function remainder(words, degree) {
  let divisor = [1];
  for (let power = 0, root = 1; power < degree; power++, root = times(root, 2)) {
    const shifted = [...divisor, 0];
    divisor = shifted.map((word, at) => word ^ (at ? times(divisor[at - 1], root) : 0));
  }
  const dividend = Array(degree).fill(0);
  for (const word of words) {
    const factor = word ^ dividend.shift();
    dividend.push(0);
    divisor.slice(1).forEach((term, at) => (dividend[at] ^= times(term, factor)));
  }
  return dividend;
}

// Drawing

/**
 * Return the patterns of a version, and the free modules in drawing order.
 * @param {number} version
 */
function frame(version) {
  const size = sizeOf(version);
  /** @type {number[][]} */
  const modules = Array.from({ length: size }, () => Array(size).fill(0));
  const reserved = Array.from({ length: size }, () => Array(size).fill(false));
  /** @param {number} row @param {number} column @param {boolean | number} dark */
  const set = (row, column, dark) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    modules[row][column] = Number(dark);
    reserved[row][column] = true;
  };
  /** @param {number} row @param {number} column @param {number} reach @param {(ring: number) => boolean} dark */
  const square = (row, column, reach, dark) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) set(row + y, column + x, dark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const middles = alignments(version);
  const corners = [6, size - 7];
  for (const row of middles) {
    for (const column of middles) {
      const atFinder = corners.includes(row) && corners.includes(column) && !(row === size - 7 && column === size - 7);
      if (!atFinder) square(row, column, 2, (ring) => ring !== 1);
    }
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    square(row, column, 4, (ring) => ring !== 2 && ring !== 4);
  for (const [row, column] of formatPlaces(size).flat()) set(row, column, false);
  set(size - 8, 8, true);
  if (version >= VERSION.from) {
    let bits = version << 12; // followed by the remainder (Bose, Chaudhuri, Hocquenghem)
    for (let bit = 16; bit >= 12; bit--) if ((bits >> bit) & 1) bits ^= VERSION.generator << (bit - 12);
    bits |= version << 12;
    for (let bit = 0; bit < 18; bit++) {
      const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
      set(far, near, (bits >> bit) & 1);
      set(near, far, (bits >> bit) & 1);
    }
  }
  return { modules, free: zigzag(size).filter(([row, column]) => !reserved[row][column]) };
}

/**
 * Return all modules in pairs of columns from the right, alternately upwards and downwards, without the timing column.
 * @param {number} size
 */
function zigzag(size) {
  const places = [];
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step;
      places.push([row, right], [row, right - 1]);
    }
    upwards = !upwards;
  }
  return places;
}

/**
 * Return both places of the fifteen format bits, lowest bit first.
 * @param {number} size
 */
function formatPlaces(size) {
  const first = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => [row, 8]);
  const second = [7, 5, 4, 3, 2, 1, 0].map((column) => [8, column]);
  const other = Array.from({ length: 15 }, (_, bit) => (bit < 8 ? [8, size - 1 - bit] : [size - 15 + bit, 8]));
  return [[...first, ...second], other];
}

/** @param {number[][]} rows */
function writeFormat(rows) {
  for (const places of formatPlaces(rows.length)) places.forEach(([row, column], bit) => (rows[row][column] = (FORMAT >> bit) & 1));
}
