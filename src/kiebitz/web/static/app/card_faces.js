// Card faces as SVG, composed of the parts of cards.svg: full, with large signs for phones, smaller for long columns.

import { element } from "./dialogs.js";
import { existing } from "./errors.js";
import { cardName, language, rankLetter, suitName } from "./i18n.js";
import { shape } from "./svg.js";

const CARDS = new URL("../cards.svg", import.meta.url);
/** @type {Record<string, string>} */
const SIGNS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
/**
 * Letters of other languages by the names of their parts; English letters have their own names.
 * @type {Record<string, Record<string, string>>}
 */
const LETTERS = {
  de: { J: "B", Q: "D" },
  ru: { A: "Te", J: "B", Q: "De" },
};
/** The view boxes of the drawings, and the largest pips and figures below an index. */
const BOX = "0 0 36 51";
const TALL = "0 0 36 64";
/** @type {Record<string, string>} */
const FIGURES = { J: "k-jack", Q: "k-queen", K: "k-king" };
/** @type {Record<string, {high: number, pip: {top: number, scale: number}, figure: {top: number, scale: number}}>} */
const BODIES = {
  usual: { high: 51, pip: { top: 26.8, scale: 0.62 }, figure: { top: 24.2, scale: 0.44 } },
  tall: { high: 64, pip: { top: 33, scale: 0.75 }, figure: { top: 31.3, scale: 0.575 } },
};
/** The size of a suit's symbol and of a court card's figure, without the part below the card, and the middle of their width. */
const DRAWN = { pip: { size: 32, middle: 16 }, figure: { size: 59, middle: 28 } };
/**
 * Places of rank and suit on a card of 36 by 51: [x, y, scale] of their parts.
 * @type {Record<string, {rank: number[], ten: number[], sign: number[]}>}
 */
const PLACES = {
  large: { rank: [5, 4.4, 0.86], ten: [3.9, 4.4, 0.68, 0.86], sign: [19.2, 4.9, 0.45] },
  fan: { rank: [3, 4.4, 0.86], ten: [2, 4.4, 0.62, 0.86], sign: [2.6, 25, 0.42] },
};
const FAN_PIP = [18.6, 28, 0.52];
/** The size of a rank's symbol and of its line, and the width of "10". */
const RANK = 20;
const STROKE = 4.1;
const TEN = 19.4;

/**
 * Return the places of an index that fills the visible strip of a covered card, `high` in units of the drawing.
 * @param {number} high
 */
function placesIn(high) {
  const scale = Math.min(PLACES.large.rank[2], Math.max(0.29, (high - 2.2) / (RANK + STROKE)));
  const top = Math.max(STROKE * scale * 0.7, Math.min(PLACES.large.rank[1], (high - RANK * scale) / 2));
  const across = Math.min(scale, PLACES.large.ten[2]);
  const sign = Math.min(PLACES.large.sign[2], (1.12 * RANK * scale) / DRAWN.pip.size);
  const left = 3.9;
  return {
    rank: [left, top, scale],
    ten: [left, top, across, scale],
    sign: [left + TEN * across + 2.6, top + (RANK * scale - DRAWN.pip.size * sign) / 2, sign],
  };
}

/**
 * Return the place of the pip or the figure below the visible strip of a card.
 * @param {"pip" | "figure"} kind @param {boolean} tall @param {number} strip
 */
function bodyPlace(kind, tall, strip) {
  const { high, [kind]: most } = BODIES[tall ? "tall" : "usual"];
  const { size, middle } = DRAWN[kind];
  const top = Math.max(most.top, strip + 0.8);
  const scale = Math.max(0.1, Math.min(most.scale, (high - top) / size));
  return [18 - middle * scale, top, scale];
}

/** @type {Map<string, Element>} the parts by name */
const parts = new Map();

export async function loadFaces() {
  const answer = await fetch(CARDS);
  if (!answer.ok) throw new Error(`cards.svg: status ${answer.status}`);
  const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  for (const node of drawn.querySelectorAll("[id]")) parts.set(node.id, node);
}

/**
 * Draw a card as `full`, `large`, `fan`, or `strip` with an index for its visible `strip`; all but `full` have large signs and
 * also exist for `tall` cards. Draw its back where `card` is null. Faces have no paper.
 * @param {Card | null} card @param {string} [drawing] @param {{tall?: boolean, strip?: number}} [look]
 */
export function faceOf(card, drawing = "full", { tall = false, strip = 0 } = {}) {
  if (!card) {
    const back = picture("0 0 72 102", [part("card-back")], "face back");
    if (tall) back.setAttribute("preserveAspectRatio", "none");
    return back;
  }
  const letter = LETTERS[language()]?.[card[0]] ?? (card[0] === "T" ? "10" : card[0]);
  const name = `face ink-${card[1]}`;
  if (drawing === "full") {
    const parts = [`corner-${letter}`, `corner-${SIGNS[card[1]]}`, `body-${card}`];
    return picture(
      "0 0 72 102",
      parts.map((id) => part(id)),
      name,
    );
  }
  const places = PLACES[drawing] ?? placesIn(strip);
  const rank = part(`k-${letter}`, card[0] === "T" ? places.ten : places.rank);
  const sign = `k-${SIGNS[card[1]]}`;
  const figure = drawing === "fan" ? null : FIGURES[card[0]];
  const below = drawing === "strip" ? strip : 0;
  const place = drawing === "fan" ? FAN_PIP : bodyPlace(figure ? "figure" : "pip", tall, below);
  const body = part(figure ?? sign, place);
  if (figure) body.setAttribute("fill", `var(--dye-${card[1]})`);
  return picture(tall ? TALL : BOX, [rank, part(sign, places.sign), body], name);
}

/**
 * Draw the symbol of a suit in the colour of the surrounding text.
 * @param {string} suit
 */
export function suitSign(suit) {
  return picture("0 0 32 32", [part(`suit-${suit}`)]);
}

/**
 * Draw an icon of one line, in the colour of the surrounding text.
 * @param {string} line the path, in a box of 24 by 24
 */
export function icon(line) {
  return shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, shape("path", { d: line }));
}

/**
 * Write a card in text: its letter and its suit symbol.
 * @param {Card} card
 */
export function cardText(card) {
  const text = element("span", { class: `card-text ink-${card[1]}`, role: "img", "aria-label": cardName(card), title: suitName(card[1]) });
  text.append(rankLetter(card[0]), suitSign(card[1]));
  return text;
}

/** @param {string} box @param {SVGElement[]} parts @param {string} name */
const picture = (box, parts, name = "face") => shape("svg", { viewBox: box, class: name }, ...parts);

/**
 * Return a copy of a part, with copies of the parts that it uses: for each reference the browser would build a tree of its own.
 * @param {string} name @param {number[]} [place]
 */
function part(name, place) {
  const copy = /** @type {SVGElement} */ (existing(parts.get(name)).cloneNode(true));
  copy.removeAttribute("id");
  for (const use of copy.querySelectorAll("use")) {
    const used = part(existing(use.getAttribute("href")).slice(1));
    for (const { name: key, value } of use.attributes) {
      if (key === "y") used.setAttribute("transform", `translate(0 ${value})`);
      else if (key !== "href") used.setAttribute(key, value);
    }
    use.replaceWith(used);
  }
  if (place) {
    const [x, y, scale, other = scale] = place;
    copy.setAttribute("transform", `translate(${x} ${y}) scale(${scale} ${other})`);
  }
  return copy;
}
