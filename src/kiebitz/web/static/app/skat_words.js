// Skat terms in the person's language: contracts, matadors, seats, and the calculation of a game's value.

import { formatNumber, suitName, t } from "./i18n.js";
import { contractText } from "./skat_encoding.js";

/** The seats by the names of their texts. */
export const SEAT_NAMES = ["forehand", "middlehand", "rearhand"];

/** The suits by the names of games. */
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

const capital = (word) => word[0].toLocaleUpperCase() + word.slice(1);

/** Return a game's name in the current language. */
export function gameName(game) {
  const suit = SUITS[game];
  return suit ? capital(suitName(suit)) : t(`skat.game.${game}`);
}

/** Return a contract such as "spades hand" in the current language. */
export function contractName(contract) {
  const [game, ...announced] = contract.split(" ");
  return [gameName(game), ...announced.map((word) => t(`skat.announced.${word}`))].join(" ");
}

/** Return "with 2" or "without 3" in the current language. */
export function matadorsText(text) {
  const [word, count] = text.split(" ");
  return t(`skat.${word}`, { count: Number(count) });
}

/** Return the function that words a review's values: card points, or in Null whether a trick was taken. */
export const valueText =
  ({ game }) =>
  (value) =>
    game === "null" ? t(value ? "skat.play.free" : "skat.play.caught") : formatNumber(value);

export const seatName = (seat) => t(`skat.seat.${SEAT_NAMES[seat]}`);

/** Return the calculation of a finished game's value: with 2, game 3, Hand 4, × 12 = 48. */
export function sumText({ counted, matadors, base, levels, value, overbid }) {
  if (counted.game === "null") return `${contractName(contractText(counted))} = ${value}`;
  let factor = Math.abs(matadors) + 1;
  const parts = [matadorsText(`${matadors > 0 ? "with" : "without"} ${Math.abs(matadors)}`), `${t("skat.sum.game")} ${factor}`];
  LEVELS.forEach((key, place) => (levels >> place) & 1 && parts.push(`${t(key)} ${++factor}`));
  const sum = `${parts.join(", ")}, × ${gameName(counted.game)} ${base} = ${factor * base}`;
  return overbid ? `${sum}; ${t("skat.sum.overbid", { value })}` : sum;
}
