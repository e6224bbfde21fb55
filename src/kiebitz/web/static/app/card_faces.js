// Card faces as SVG, composed of the symbols of cards.svg: full, large for phones, smaller for long columns.

import { element } from "./dialogs.js";
import { cardName, language, rankLetter, suitName } from "./i18n.js";
import { setting } from "./settings.js";

const CARDS = new URL("../cards.svg", import.meta.url);
const SVG = "http://www.w3.org/2000/svg";
/** The ranks with as many pips as their number. */
const PIPS = "23456789T";
/** @type {Record<string, string>} */
const SIGNS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
/**
 * Letters of other languages by the names of their symbols; English letters have their own names.
 * @type {Record<string, Record<string, string>>}
 */
const LETTERS = {
  de: { J: "B", Q: "D" },
  ru: { A: "Te", J: "B", Q: "De" },
};
/** The view boxes of the drawings, and the offset of a court card's figure in the higher box. */
const BOX = "0 0 36 51";
const TALL = "0 0 36 64";
/** @type {Record<string, string>} */
const FIGURES = { J: "k-jack", Q: "k-queen", K: "k-king" };
const FIGURE = [-2.7, 11.2, 0.575];
const TALL_PIP = [6, 33, 0.75];
/**
 * Places of rank and suit on a card of 36 by 51: [x, y, scale] of the rank's symbol and of both suit symbols.
 * @type {Record<string, {rank: number[], ten: number[], sign: number[], pip: number[]}>}
 */
const PLACES = {
  large: { rank: [5, 4.4, 0.86], ten: [3.9, 4.4, 0.68, 0.86], sign: [19.2, 4.9, 0.45], pip: [8.4, 26.8, 0.62] },
  tight: { rank: [4, 3, 0.56], ten: [4, 3, 0.56], sign: [19.5, 2.6, 0.39], pip: [7.6, 22, 0.68] },
  small: { rank: [4, 2.4, 0.43], ten: [4, 2.4, 0.43], sign: [14.5, 2, 0.3], pip: [7.6, 20, 0.68] },
  fan: { rank: [3, 4.4, 0.86], ten: [2, 4.4, 0.62, 0.86], sign: [2.6, 25, 0.42], pip: [18.6, 28, 0.52] },
  slim: { rank: [3, 1.7, 0.29], ten: [3, 1.7, 0.29], sign: [10.5, 1.2, 0.21], pip: [7.6, 20, 0.68] },
};

/** Insert the symbols into the page; references to an external file would load a second document in one blocking step. */
export async function loadFaces() {
  const answer = await fetch(CARDS);
  if (!answer.ok) throw new Error(`cards.svg: status ${answer.status}`);
  const { documentElement: symbols } = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  symbols.setAttribute("class", "symbols");
  document.body.append(symbols);
}

/**
 * Draw a card as `full`, `large`, `tight`, `small`, `slim` or `fan`; all but `full` also exist for `tall` cards. Draw
 * its back where `card` is null.
 * @param {Card | null} card @param {string} [drawing] @param {{tall?: boolean}} [look]
 */
export function faceOf(card, drawing = "full", { tall = false } = {}) {
  if (!card) {
    const back = picture("0 0 72 102", [part("card-back")]);
    if (tall) back.setAttribute("preserveAspectRatio", "none");
    return back;
  }
  if (drawing === "full") return picture("0 0 72 102", [part(symbolOf(card))]);
  const places = PLACES[drawing];
  const letter = LETTERS[language()]?.[card[0]] ?? card[0];
  const rank = card[0] === "T" ? part("k-10", places.ten) : part(`k-${letter}`, places.rank);
  const sign = `k-${SIGNS[card[1]]}`;
  const figure = tall && FIGURES[card[0]];
  const body = figure ? part(figure, FIGURE) : part(sign, tall ? TALL_PIP : places.pip);
  const svg = picture(tall ? TALL : BOX, [rank, part(sign, places.sign), body]);
  svg.setAttribute("class", `face ink-${card[1]}`);
  return svg;
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
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", line);
  const drawn = picture("0 0 24 24", [path]);
  drawn.setAttribute("class", "icon");
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
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

/** @param {Card} card */
function symbolOf(card) {
  if (setting("deck") === "classic" && PIPS.includes(card[0])) return `card-${card}-pips`;
  const letters = LETTERS[language()];
  return letters && card[0] in letters ? `card-${card}-${language()}` : `card-${card}`;
}

/** @param {string} box @param {SVGElement[]} parts */
function picture(box, parts) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", "face");
  svg.append(...parts);
  return svg;
}

/** @param {string} symbol @param {number[]} [place] */
function part(symbol, place) {
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${symbol}`);
  if (place) {
    const [x, y, scale, other = scale] = place;
    use.setAttribute("transform", `translate(${x} ${y}) scale(${scale} ${other})`);
  }
  return use;
}
