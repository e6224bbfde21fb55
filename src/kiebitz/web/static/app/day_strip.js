// The last days as a strip: a mark for each day that counts for the streak.

import { dayAfter } from "./daily_results.js";
import { element } from "./dialogs.js";
import { formatDate } from "./i18n.js";

/** The days shown, today last. */
const DAYS = 7;

/**
 * Return the items of the list, one a day.
 * @param {DailyResults} results
 */
export function dayStrip(results, today = new Date()) {
  return Array.from({ length: DAYS }, (_, index) => {
    const day = dayAfter(today, index + 1 - DAYS);
    const kind = results.counts(day) ? "done" : index === DAYS - 1 ? "now" : null;
    return element("li", { class: kind }, element("span", {}, kind === "done" ? "✓" : ""), formatDate(day, { weekday: "narrow" }));
  });
}
