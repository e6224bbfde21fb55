// Games as links, in the form of `kiebitz.patience.links`, in the fragment of the address, which is never sent to a server.

import { SUITS } from "./card_codes.js";
import { CHANGEABLE, GAMES } from "./rules.js";
import { parseTree } from "./tree_text.js";
import { withSpaces } from "./white_space.js";

export const MOST_CHARACTERS = 100_000;
export const MOST_MOVES = 5_000;
const LONGEST_NUMBER = 40;
const KEYS = ["game", "deal", "numbering", "board", "edition", "autoplay", "moves", "at"];
/** The autoplay rules. */
export const AUTOPLAY = ["none", "safe", "max"];

/** An invalid link: the key at fault, perhaps empty, and its text. */
export class BadLink extends Error {
  /** @param {string} key @param {string} text */
  constructor(key, text) {
    super(`${key}: ${text.slice(0, 60)}`);
    Object.assign(this, { key, text: text.slice(0, 60) });
  }
}

/**
 * Parse a link, a whole address or the part after its `#` or `?`: `{game, numbering, number, board, edition, changes,
 * autoplay, nodes, at}`. `number` or `board` is null; `nodes` and `at`, the current node, are those of `parseTree`.
 * @param {string} text @returns {Link}
 */
export function parseLink(text) {
  const values = fields(text);
  if (!values.game) throw new BadLink("game", text);
  if ("deal" in values === "board" in values) throw new BadLink("deal", text);
  /** @type {Changes} */
  const changes = {};
  for (const key of Object.keys(CHANGEABLE).filter((name) => name in values)) changes[key] = ruleValue(key, values[key]);
  const number = "deal" in values ? numberOf(values.deal) : null;
  const { nodes, end } = movesOf(values.moves ?? "");
  return {
    game: values.game,
    numbering: number === null ? null : (values.numbering ?? "microsoft"),
    number,
    board: values.board ?? null,
    edition: "edition" in values ? count("edition", values.edition, { most: 99 }) : unnamedEdition(values),
    changes,
    autoplay: choice("autoplay", values.autoplay ?? "safe", AUTOPLAY),
    nodes,
    at: "at" in values ? count("at", values.at, { most: nodes.length - 1 }) : end,
  };
}

/**
 * Return the edition of a link that names none: the first; but today's for a deal without moves, which are what the first
 * edition would change, if changed rules cannot express that edition.
 * @param {Record<string, string>} values
 */
function unnamedEdition({ game, moves }) {
  const data = GAMES.find(({ id }) => id === game);
  return data && !moves && !data.edition_1 ? data.edition : 1;
}

/**
 * Return the value of a changeable rule; throw a `BadLink` for an invalid text.
 * @param {string} key @param {string} text
 */
export function ruleValue(key, text) {
  const { choices, least, most } = CHANGEABLE[key];
  if (most !== null) return count(key, text, { least, most });
  return choices.length ? choice(key, text.toLowerCase(), choices) : suits(key, text);
}

/** @param {string} text */
function movesOf(text) {
  try {
    const tree = parseTree(text);
    if (tree.nodes.length <= MOST_MOVES + 1) return tree;
  } catch ({ parameters }) {
    throw Object.assign(new BadLink("moves", parameters.text), { parameters });
  }
  throw new BadLink("moves", text);
}

/**
 * Format a link without `#`, keys in order, defaults omitted. Takes the fields of `parseLink`, but `moves` as text;
 * `at` is null at the end of the main line.
 * @param {Source & {moves?: string}} source
 */
export function formatLink({ game, numbering, number, board, edition, changes, autoplay, moves = "", at = null }) {
  /** @type {[string, any][]} */
  const values = [["game", game]];
  if (board === null) {
    values.push(["deal", number]);
    if (numbering !== "microsoft") values.push(["numbering", numbering]);
  } else {
    values.push(["board", board]);
  }
  if (edition > 1) values.push(["edition", edition]);
  values.push(...pairsOf(changes));
  if (autoplay !== "safe") values.push(["autoplay", autoplay]);
  if (moves) values.push(["moves", moves]);
  if (at !== null) values.push(["at", at]);
  return values.map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%20", "+")}`).join("&");
}

/**
 * Return changed rules in order, as pairs of names and values.
 * @param {Changes} changes @returns {[string, any][]}
 */
const pairsOf = (changes) =>
  Object.keys(CHANGEABLE)
    .filter((key) => key in changes)
    .map((key) => [key, changes[key]]);

/**
 * Return changed rules as text, empty for none.
 * @param {Changes} changes
 */
export const formatChanges = (changes) =>
  pairsOf(changes)
    .map((pair) => pair.join("="))
    .join(" ");

/**
 * Return a deal's number, as a BigInt where Number is not exact; throw a `BadLink` for an invalid text.
 * @param {string} text @returns {DealNumber}
 */
export function numberOf(text) {
  const digits = text.replace("\u2212", "-").trim();
  if (!/^-?(\d{1,3}(,\d{3})+|\d+)$/.test(digits) || digits.length > LONGEST_NUMBER) throw new BadLink("deal", text);
  const exact = BigInt(digits.replaceAll(",", ""));
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

/** @param {string} text @returns {Record<string, string>} */
function fields(text) {
  if (text.length > MOST_CHARACTERS) throw new BadLink("", text);
  const [address, ...after] = withSpaces(text).trim().split("#");
  const form = after.join("#") || (address.includes("?") ? address.slice(address.indexOf("?") + 1) : address);
  /** @type {Record<string, string>} */
  const values = {};
  for (const part of form.replace(/^\?/, "").split("&")) {
    const at = part.indexOf("=");
    const key = part.slice(0, Math.max(at, 0));
    if (at < 0 || !(KEYS.includes(key) || key in CHANGEABLE) || key in values) throw new BadLink(key, part);
    try {
      values[key] = withSpaces(decodeURIComponent(part.slice(at + 1).replaceAll("+", " ")));
    } catch {
      throw new BadLink(key, part);
    }
  }
  return values;
}

/** @param {string} key @param {string} text @param {string[]} choices */
function choice(key, text, choices) {
  if (!choices.includes(text)) throw new BadLink(key, text);
  return text;
}

/**
 * Return letters of suits in order, each once.
 * @param {string} key @param {string} text
 */
function suits(key, text) {
  const letters = [...text.toUpperCase()];
  const suits = [...SUITS].filter((suit) => letters.includes(suit));
  if (!suits.length || suits.length !== letters.length) throw new BadLink(key, text);
  return suits.join("");
}

/** @param {string} key @param {string} text @param {{least?: number, most: number}} bounds */
function count(key, text, { least = 0, most }) {
  if (!/^\d{1,4}$/.test(text) || Number(text) < least || Number(text) > most) throw new BadLink(key, text);
  return Number(text);
}
