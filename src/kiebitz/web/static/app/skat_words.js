// Skat terms in the person's language: contracts, matadors, seats, and the calculation of a game's value.

import { formatNumber, suitName, t } from "./i18n.js";
import { contractText } from "./skat_encoding.js";

/** The seats by the names of their texts. */
export const SEAT_NAMES = ["forehand", "middlehand", "rearhand"];

/**
 * The suits by the names of games.
 * @type {Record<string, string>}
 */
export const SUITS = { clubs: "C", spades: "S", hearts: "H", diamonds: "D" };
/** The multipliers besides matadors and the game, a bit each. */
const LEVELS = [
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
 * Return "with 2" or "without 3" in the current language.
 * @param {string} text
 */
export function matadorsText(text) {
  const [word, count] = text.split(" ");
  return t(`skat.${word}`, { count: Number(count) });
}

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
export function sumText({ counted, matadors, base, levels, value, overbid }) {
  if (counted.game === "null") return `${contractName(contractText(counted))} = ${value}`;
  let factor = Math.abs(matadors) + 1;
  const parts = [matadorsText(`${matadors > 0 ? "with" : "without"} ${Math.abs(matadors)}`), `${t("skat.sum.game")} ${factor}`];
  LEVELS.forEach((key, place) => (levels >> place) & 1 && parts.push(`${t(key)} ${++factor}`));
  const sum = `${parts.join(", ")}, × ${gameName(counted.game)} ${base} = ${factor * base}`;
  return overbid ? `${sum}; ${t("skat.sum.overbid", { value })}` : sum;
}
