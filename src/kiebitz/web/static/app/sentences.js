// Sentences about a game, from the catalogues: piles, cards, moves, refusals, errors.

import { SUITS } from "./card_codes.js";
import { cardName, gameTitle, has, rankLetter, suitName, t } from "./i18n.js";
import { letter } from "./notation.js";
import { CELL, cardsOf, FOUNDATION, longest, STOCK } from "./rules.js";

/** @type {Readonly<Record<string, string>>} */
export const SIGNS = Object.freeze({ C: "♣", D: "♦", H: "♥", S: "♠" });

/**
 * Return the name of a pile: column 3, cell a, the spades foundation.
 * @param {Pile} pile
 */
export function pileName(pile) {
  if (pile < CELL) return t("game.pile.column", { number: pile + 1 });
  if (pile < FOUNDATION) return t("game.pile.cell", { letter: letter(pile) });
  return pile === STOCK ? t("game.pile.stock") : t("game.pile.home", { suit: suitName(SUITS[pile - FOUNDATION]) });
}

/**
 * Return the contents of a pile for screen readers, starting with the playable card.
 * @param {Rules} rules @param {Position} position @param {Pile} pile @param {boolean} showFaceDown
 */
export function pileLabel(rules, position, pile, showFaceDown = false) {
  const name = pileName(pile);
  if (pile >= FOUNDATION && pile < STOCK) {
    const count = position.foundations[pile - FOUNDATION];
    if (!count) return t("game.label.empty", { pile: name });
    return t("game.label.holds", { pile: name, cards: cardName(rules.homeCard(pile - FOUNDATION, count)) });
  }
  const cards = pile === STOCK ? [...position.stock].reverse() : cardsOf(position, pile);
  if (!cards.length) return t("game.label.empty", { pile: name });
  const down = pile < CELL ? position.face_down[pile] : 0;
  const names = cards
    .slice(showFaceDown ? 0 : down)
    .reverse()
    .map(cardName);
  const parts = [t("game.label.holds", { pile: name, cards: names.join(", ") })];
  if (down) parts.push(t("game.label.faceDown", { count: down }));
  if (pile < CELL && rules.supermoves !== "any" && longest(rules, position, pile) > 1) {
    parts.push(t("game.label.run", { count: longest(rules, position, pile) }));
  }
  return parts.join("; ");
}

/**
 * Return the name of one card; for several, their number, the first and the last.
 * @param {Card[]} cards
 */
export function cardsText(cards) {
  if (cards.length === 1) return cardName(cards[0]);
  return t("game.cards", { count: cards.length, first: cardName(cards[0]), last: cardName(cards[cards.length - 1]) });
}

/**
 * Describe a move made, with its automatic home moves.
 * @param {Rules} rules @param {Position} before @param {Move} move @param {Move[]} automatic
 */
export function moveText(rules, before, { source, target, count }, automatic = []) {
  const cards = source < CELL ? before.columns[source].slice(-count) : cardsOf(before, source, rules);
  const parts = [t("game.moved", { cards: cardsText(cards), pile: pileName(target) })];
  if (automatic.length) parts.push(t("game.automatic", { count: automatic.length }));
  return parts.join(" ");
}

/**
 * Explain why a move is refused.
 * @param {Rules} rules @param {Reason} reason @returns {string}
 */
export function refusalText(rules, reason) {
  const { code, card, onto, wanted, pile, because, capacity, count, free, empty, held } = reason;
  if (because) return `${t("game.refused.no_sequence", { count })} ${refusalText(rules, because)}`;
  const highest = code === "only_kings" && wanted?.[0] === "A" ? "only_aces" : code;
  return t(`game.refused.${highest}`, {
    ...(card && { card: cardName(card) }),
    ...(onto && { onto: cardName(onto) }),
    ...(wanted && { wanted: code === "only" ? wantedName(rules, wanted) : cardName(wanted) }),
    ...(pile !== undefined && { pile: pileName(pile) }),
    ...(count !== undefined && { count }),
    ...(held !== undefined && { held }),
    ...(capacity !== undefined && {
      capacity,
      free: t("game.freeCells", { count: free }),
      empty: t("game.emptyColumns", { count: empty }),
      rule: t(`rule.supermoves.${rules.supermoves}`),
    }),
  });
}

/**
 * Name a missing card; with alternating colours by rank and colour only, because two cards would fit.
 * @param {Rules} rules @param {Card} card
 */
function wantedName(rules, card) {
  if (rules.build === "same_suit") return t("game.wanted.card", { card: cardName(card) });
  if (rules.build === "any_suit") return t("game.wanted.any", { rank: rankLetter(card[0]) });
  return t(`game.wanted.${card[1] === "D" || card[1] === "H" ? "red" : "black"}`, { rank: rankLetter(card[0]) });
}

/** @type {Record<string, (parameters: any) => string>} */
const FAULTS = { bad_board: boardFault, bad_notation: placeText, bad_number: (range) => rangeText(range) };

/**
 * Describe an error of errors.js, links.js or game.js; for a reading error, with the expected text.
 * @param {any} error
 */
export const faultText = (error) => [withoutExpected(error), expectedText(error.parameters)].filter(Boolean).join(" ");

/** @param {any} error */
function withoutExpected(error) {
  if (error.reason?.code) {
    const key = error.pasted ? "game.fault.illegal_pasted" : "game.fault.illegal";
    return t(key, { ply: error.ply, reason: refusalText(error.rules, error.reason) });
  }
  if ("key" in error) return linkFault(error);
  if (error.code === "bad_link") return linkFault(error.parameters);
  const key = `game.fault.${error.code}`;
  if (!has(key)) return t("game.fault.other", { message: error.message });
  const parameters = error.parameters ?? {};
  const texts = Object.entries(parameters).map(([name, value]) => [name, String(value ?? "")]);
  const told = FAULTS[error.code]?.(parameters);
  return t(key, { ...Object.fromEntries(texts), told });
}

/**
 * Return the unreadable part of a link: `numbering`, or `board, line 2`.
 * @param {{key: string, text: string}} fault
 */
function linkFault({ key, text }) {
  if (key === "edition") return t("game.fault.edition", { text });
  const [name] = key.split(", ");
  return t("game.fault.link", { key: (name || "#") + placeText({ place: key.slice(name.length + 2) }), text });
}

/**
 * Return the text that the kernel expected; empty if unknown.
 * @param {any} parameters
 */
function expectedText(parameters) {
  if (!parameters?.complaint) return "";
  const { complaint, filled } = parameters;
  const { data, other, suit, keys, ...numbers } = filled;
  const names = { game: data && titleOf(data), other: other && titleOf(other), suit: suit && suitName(suit), keys: keys.join(", ") };
  return t("game.expected", { what: t(`game.expected.${complaint}`, { ...numbers, ...names }) });
}

/**
 * Describe how an ambiguous board was read.
 * @param {Remark[]} remarks
 */
export const remarksText = (remarks) =>
  remarks
    .map(([name, { data, other, columns }]) =>
      t(`game.read.${name}`, { game: data && titleOf(data), other: other && titleOf(other), columns }),
    )
    .join(" ");

/**
 * Describe the range of valid numbers.
 * @param {any} range
 */
const rangeText = ({ least, most, expected }) => (least === undefined ? String(expected) : t("game.range", { least, most }));

/**
 * Describe why a board is no position.
 * @param {any} fault
 */
export function boardFault({ fault, missing = [], doubled = [], home = [], ...parts }) {
  if (fault !== "cards") {
    const { card, cards, suit, ...numbers } = parts;
    const names = { ...(card && { card: cardName(card) }), ...(cards && { cards: briefly(cards) }), ...(suit && { suit: suitName(suit) }) };
    return t(`game.setup.${fault}`, { ...numbers, ...names });
  }
  const words = [];
  if (missing.length) words.push(t("game.setup.missing", { cards: briefly(missing) }));
  if (home.length) words.push(t("game.setup.if_home", { line: `Home: ${home.join(" ")}` }));
  if (doubled.length) words.push(t("game.setup.doubled", { cards: briefly(doubled) }));
  return words.join(" ");
}

/**
 * Return the indices of cards: 10♠ Q♥.
 * @param {Card[]} cards
 */
export const briefly = (cards) => cards.map(([rank, suit]) => rankLetter(rank) + SIGNS[suit]).join(" ");

/**
 * Return the place of a reading error, as far as lines and columns are known.
 * @param {{place?: string}} place
 */
function placeText({ place = "" }) {
  const [, line, column] = /^line (\d+)(?:, column (\d+))?$/.exec(place) ?? [];
  if (column) return t("game.place.column", { line, column });
  return line ? t("game.place.line", { line }) : "";
}

/**
 * Name a place of a board being set up.
 * @param {Place} place
 */
export const placeName = ({ pile, index }) =>
  pile < CELL ? t("editor.place", { pile: pileName(pile), number: index + 1 }) : pileName(pile);

/**
 * Return the title of a game in the current language.
 * @param {GameData} data
 */
export function titleOf(data) {
  return gameTitle(data);
}
