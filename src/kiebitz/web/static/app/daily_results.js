// The results of daily deals in this browser's statistics: the best of each day, and days won in a row.

import { BADGE_NAMES, badgesOf } from "./badges.js";
import { DAY, numberOfDate } from "./daily_deal.js";
import { numberOfRecord } from "./microsoft_deals.js";
import { parOf } from "./pars.js";
import { records } from "./statistics.js";

/** The results of a deal, best last. */
const RESULTS = ["left", "lost", "helped", "won"];

/** @param {Date} date @param {number} by */
export const dayAfter = (date, by) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + by);
/** @param {Date} one @param {Date} other */
export const sameDay = (one, other) => one.toDateString() === other.toDateString();

export class DailyResults {
  /**
   * The best result, and the dates and badges of wins without help, by number.
   * @type {Map<number, {best: string, days: Date[], badges: Set<string>}>}
   */
  #byNumber = new Map();

  constructor(some = records()) {
    for (const record of some) {
      const number = numberOfRecord(record);
      if (number === null) continue;
      const { won, left, helped, at } = record;
      const end = won ? (helped ? "helped" : "won") : left ? "left" : "lost";
      const entry = this.#byNumber.get(number) ?? { best: end, days: [], badges: new Set() };
      if (RESULTS.indexOf(end) > RESULTS.indexOf(entry.best)) entry.best = end;
      if (end === "won") {
        entry.days.push(new Date(at));
        for (const name of badgesOf(record, parOf(number))) entry.badges.add(name);
      }
      this.#byNumber.set(number, entry);
    }
  }

  /**
   * Return the best result of a day's deal, on any day; undefined if it was not played.
   * @param {Date} date
   */
  bestOf = (date) => this.#byNumber.get(numberOfDate(date))?.best;

  /**
   * Return the names of the badges that a day's deal has won, on any day.
   * @param {Date} date
   */
  badgesOn = (date) => BADGE_NAMES.filter((name) => this.#byNumber.get(numberOfDate(date))?.badges.has(name));

  /**
   * Whether a day's deal was won without help on the day itself, so that the day counts.
   * @param {Date} date
   */
  counts = (date) => this.#byNumber.get(numberOfDate(date))?.days.some((day) => sameDay(day, date)) ?? false;

  /** Return the days in a row that count: up to now, and the longest run. */
  streaks(today = new Date()) {
    const first = Math.min(...[...this.#byNumber.values()].flatMap(({ days }) => days.map(Number)));
    /** @type {number | null} */
    let now = null;
    let longest = 0;
    let run = 0;
    for (let ago = 0, day = today; ago < 2 || day.getTime() >= first - DAY; ago++, day = dayAfter(today, -ago)) {
      const isWon = this.counts(day);
      run = isWon ? run + 1 : 0;
      longest = Math.max(longest, run);
      // Today's deal may still be won.
      if (!isWon && ago > 0) now ??= longest;
    }
    return { now: now ?? longest, most: longest };
  }
}
