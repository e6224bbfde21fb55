// The calendar of daily deals, with the result of each from this browser's statistics.

import { BADGE_NAMES, badgeIcon, badgeItem, badgeText } from "./badges.js";
import { numberOfDate } from "./daily_deal.js";
import { DailyResults, dayAfter, sameDay } from "./daily_results.js";
import { element, showDialog } from "./dialogs.js";
import { applyLanguage, formatDate, formatNumber, t } from "./i18n.js";
import { newLink } from "./open_game.js";

/**
 * Symbols for the results of a daily deal.
 * @type {Record<string, string>}
 */
const SIGNS = { left: "·", lost: "✕", helped: "(✓)", won: "✓" };

/** Return the link of a day's deal. */
export const linkOfDay = (date = new Date()) => newLink({ game: "freecell", number: numberOfDate(date) });

/**
 * Show the calendar; a click on a day opens its deal.
 * @param {Table} table
 */
export function openDaily(table) {
  const today = new Date();
  const results = new DailyResults();
  let month = new Date(today.getFullYear(), today.getMonth());
  const body = element("div");
  /** @param {Date} date */
  const open = async (date) => {
    dialog.close();
    await table.change(linkOfDay(date));
  };
  /** @param {number} by */
  const turn = (by) => {
    month = new Date(month.getFullYear(), month.getMonth() + by);
    draw();
    body.querySelector(`[data-turn="${by}"]:enabled, [data-turn="-1"]`).focus();
  };
  const draw = () => {
    body.replaceChildren(
      heading(month, today, turn),
      calendar(month, today, results, open),
      legend(month, results),
      ...figures(results, today),
    );
    applyLanguage(body);
  };
  const dialog = showDialog("daily", "daily.title", () => body);
  draw();
  body.querySelector("[aria-current]")?.focus();
}

/** @param {Date} month @param {Date} today @param {(by: number) => void} turn */
function heading(month, today, turn) {
  /** @param {number} by @param {string} key @param {string} sign @param {boolean} disabled */
  const arrow = (by, key, sign, disabled) =>
    element("button", { type: "button", "data-turn": by, "data-i18n-attr": `aria-label:${key}`, disabled, click: () => turn(by) }, sign);
  const isLast = month.getFullYear() === today.getFullYear() && month.getMonth() === today.getMonth();
  return element(
    "div",
    { class: "month" },
    arrow(-1, "daily.earlier", "‹", false),
    element("h3", { id: "daily-month", "aria-live": "polite" }, formatDate(month, { month: "long", year: "numeric" })),
    arrow(1, "daily.later", "›", isLast),
  );
}

/** @param {Date} month @param {Date} today @param {DailyResults} results @param {(date: Date) => void} open */
function calendar(month, today, results, open) {
  const first = new Intl.Locale(navigator.language).getWeekInfo?.().firstDay ?? 1; // 1 is Monday
  const skipped = (month.getDay() - first + 7) % 7;
  const days = [...Array(skipped).fill(null), ...daysOf(month)];
  const weeks = [];
  while (days.length) weeks.push(days.splice(0, 7));
  const sunday = new Date(2023, 0, 1);
  const names = Array.from({ length: 7 }, (_, index) => dayAfter(sunday, first + index));
  const head = names.map((day) =>
    element("th", { scope: "col", abbr: formatDate(day, { weekday: "long" }) }, formatDate(day, { weekday: "short" })),
  );
  return element(
    "table",
    { class: "calendar", "aria-labelledby": "daily-month" },
    element("thead", {}, element("tr", {}, ...head)),
    element(
      "tbody",
      {},
      ...weeks.map((week) => element("tr", {}, ...week.map((day) => element("td", {}, ...cell(day, today, results, open))))),
    ),
  );
}

/** @param {Date} month */
const daysOf = (month) =>
  Array.from({ length: new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate() }, (_, index) => dayAfter(month, index));

/** @param {Date | null} day @param {Date} today @param {DailyResults} results @param {(date: Date) => void} open */
function cell(day, today, results, open) {
  if (!day) return [];
  const end = results.bestOf(day);
  const badges = results.badgesOn(day);
  const date = formatDate(day, { day: "numeric", month: "long" });
  const said = end ? `${date}: ${[t(`daily.${end}`), ...badges.map(badgeText)].join(", ")}` : date;
  const button = element(
    "button",
    {
      type: "button",
      class: end ? `day-${end}` : null,
      disabled: day > today,
      "aria-current": sameDay(day, today) ? "date" : null,
      "aria-label": said,
      title: badges.length ? said : null,
      click: () => open(day),
    },
    element("span", {}, formatNumber(day.getDate())),
    element("span", { class: "end" }, end ? SIGNS[end] : ""),
    ...(badges.length ? [element("span", { class: "earned" }, ...badges.map(badgeIcon))] : []),
  );
  return [button];
}

/**
 * Return the meaning of the badges in a month.
 * @param {Date} month @param {DailyResults} results
 */
function legend(month, results) {
  const shown = new Set(daysOf(month).flatMap(results.badgesOn));
  return element("ul", { class: "badges" }, ...BADGE_NAMES.filter((name) => shown.has(name)).map(badgeItem));
}

/** @param {DailyResults} results @param {Date} today */
function figures(results, today) {
  const { now, most } = results.streaks(today);
  return [
    element("p", { class: "daily-streak" }, `${t("daily.now", { count: now })} ${t("daily.most", { count: most })}`),
    element("p", { class: "dialog-note", "data-i18n": "daily.note" }),
  ];
}
