// The deal of a day.

import { LAST, numberOfGame } from "./microsoft_deals.js";

/** Daily deals are those with proven pars: each of the first 4,000 comes once in 4,000 days, far from the day before. */
export const DAILY = { deals: 4000, step: 2473 };
/** Those of earlier days: any of a million. */
const EARLIER = { deals: LAST, step: 611_953 };
/** A day in milliseconds. */
export const DAY = 86_400_000;
const FIRST_DAILY = Date.UTC(2026, 10, 26) / DAY;

/**
 * Return the number of a day's deal, equal in all browsers.
 * @param {number} year @param {number} month @param {number} day
 */
export function numberOfDay(year, month, day) {
  const days = Date.UTC(year, month - 1, day) / DAY;
  const { deals, step } = days < FIRST_DAILY ? EARLIER : DAILY;
  return ((days * step) % deals) + 1;
}

/** Return the number of the deal of a date in the local time zone, by default today's. */
export function numberOfDate(date = new Date()) {
  return numberOfDay(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/**
 * Whether a game has the number, the deal and the rules of today's.
 * @param {Game} game
 */
export const isTodays = (game) => numberOfGame(game) === numberOfDate();
