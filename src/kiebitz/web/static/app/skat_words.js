// Skat terms in the person's language: contracts, matadors, seats, and the calculation of a game's value.

import { formatNumber, suitName, t } from "./i18n.js";
import { contractOf, contractText } from "./skat_encoding.js";

/** The seats by the names of their texts. */
export const SEAT_NAMES = ["forehand", "middlehand", "rearhand"];

/**
 * The suits by the names of games.
 * @type {Record<string, string>}
 */
export const SUITS = { clubs: "C", spades: "S", hearts: "H", diamonds: "D" };
/** The multipliers of a value, by the kernel's numbers. */
const FACTORS = [
  "skat.sum.game",
  "skat.announced.hand",
  "skat.announced.schneider",
  "skat.sum.announced",
  "skat.announced.schwarz",
  "skat.sum.announced",
  "skat.announced.ouvert",
];

/** @param {string} word */
export const capital = (word) => word[0].toLocaleUpperCase() + word.slice(1);

/**
 * Return a game's name in the current language.
 * @param {string} game
 */
export function gameName(game) {
  const suit = SUITS[game];
  return suit ? capital(suitName(suit)) : t(`skat.game.${game}`);
}

/**
 * Return a contract such as "spades hand" in the current language.
 * @param {string} contract
 */
export function contractName(contract) {
  const [game, ...announced] = contract.split(" ");
  return [gameName(game), ...announced.map((word) => t(`skat.announced.${word}`))].join(" ");
}

/**
 * Return "with 2" or "without 3" in the current language; nothing in Null.
 * @param {number} count negative if without, 0 in Null
 */
export const matadorsText = (count) => (count ? t(count > 0 ? "skat.with" : "skat.without", { count: Math.abs(count) }) : "");

/**
 * Return the function that words a review's values: card points, or in Null whether a trick was taken.
 * @param {Contract} contract @returns {(value: number) => string}
 */
export const valueText =
  ({ game }) =>
  (value) =>
    game === "null" ? t(value ? "skat.play.free" : "skat.play.caught") : formatNumber(value);

/** @param {number} seat */
export const seatName = (seat) => t(`skat.seat.${SEAT_NAMES[seat]}`);

/**
 * Return the calculation of a finished game's value: with 2, game 3, Hand 4, × 12 = 48.
 * @param {SkatScore} score
 */
export function sumText({ sum: [code, flags, matadors, base, factors, product], value, overbid }) {
  const contract = contractOf(code, flags);
  if (!factors.length) return `${contractName(contractText(contract))} = ${value}`;
  const parts = factors.flatMap((name, at) => (at % 2 ? [] : [`${t(FACTORS[name])} ${factors[at + 1]}`]));
  const sum = `${[matadorsText(matadors), ...parts].join(", ")}, × ${gameName(contract.game)} ${base} = ${product}`;
  return overbid ? `${sum}; ${t("skat.sum.overbid", { value })}` : sum;
}
