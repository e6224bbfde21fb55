// The calendar of daily deals, with the result of each from this browser's statistics.

import { numberOfDay } from "./deal_choice.js";
import { element, showDialog } from "./dialogs.js";
import { applyLanguage, formatNumber, language, t } from "./i18n.js";
import { newLink } from "./open_game.js";
import { records } from "./statistics.js";

/** Symbols for the results of a daily deal, best last. */
const SIGNS = { left: "·", lost: "✕", helped: "(✓)", won: "✓" };
const RANKS = Object.keys(SIGNS);

const numberOf = (date) => numberOfDay(date.getFullYear(), date.getMonth() + 1, date.getDate());
const dayAfter = (date, by) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + by);
const sameDay = (one, other) => one.toDateString() === other.toDateString();
const formatted = (date, options) => new Intl.DateTimeFormat(language(), options).format(date);

/** Return results of daily deals by number: `{best, days}`, the best result and the dates of wins without help. */
function dailyResults(some = records()) {
  const results = new Map();
  for (const { game, rules, deal, won, left, helped, at } of some) {
    const [numbering, number] = deal.split(" ");
    if (game !== "freecell" || rules || numbering !== "microsoft") continue;
    const end = won ? (helped ? "helped" : "won") : left ? "left" : "lost";
    const entry = results.get(Number(number)) ?? { best: end, days: [] };
    if (RANKS.indexOf(end) > RANKS.indexOf(entry.best)) entry.best = end;
    if (end === "won") entry.days.push(new Date(at));
    results.set(Number(number), entry);
  }
  return results;
}

/** Count days in a row won without help on the day itself: up to now, and the longest run of the last `back` days. */
export function streaks(results, today = new Date(), back = 3660) {
  const isWon = (date) => results.get(numberOf(date))?.days.some((day) => sameDay(day, date)) ?? false;
  let [now, most, run] = [null, 0, 0];
  for (let ago = 0; ago < back; ago++) {
    const won = isWon(dayAfter(today, -ago));
    run = won ? run + 1 : 0;
    most = Math.max(most, run);
    // Today's deal may still be won.
    if (!won && ago > 0) now ??= most;
  }
  return { now: now ?? most, most };
}

/** Show the calendar; a click on a day opens its deal. */
export function openDaily(table) {
  const today = new Date();
  const results = dailyResults();
  let month = new Date(today.getFullYear(), today.getMonth());
  const body = element("div");
  const open = async (date) => {
    dialog.close();
    await table.change(newLink({ game: "freecell", number: numberOf(date) }));
  };
  const turn = (by) => {
    month = new Date(month.getFullYear(), month.getMonth() + by);
    draw();
    body.querySelector(`[data-turn="${by}"]:enabled, [data-turn="-1"]`).focus();
  };
  const draw = () => {
    body.replaceChildren(heading(month, today, turn), calendar(month, today, results, open), ...figures(results, today));
    applyLanguage(body);
  };
  const dialog = showDialog("daily", "daily.title", () => body);
  draw();
  body.querySelector("[aria-current]")?.focus();
}

function heading(month, today, turn) {
  const arrow = (by, key, sign, disabled) =>
    element("button", { type: "button", "data-turn": by, "data-i18n-attr": `aria-label:${key}`, disabled, click: () => turn(by) }, sign);
  const isLast = month.getFullYear() === today.getFullYear() && month.getMonth() === today.getMonth();
  return element(
    "div",
    { class: "month" },
    arrow(-1, "daily.earlier", "‹", false),
    element("h3", { id: "daily-month", "aria-live": "polite" }, formatted(month, { month: "long", year: "numeric" })),
    arrow(1, "daily.later", "›", isLast),
  );
}

function calendar(month, today, results, open) {
  const first = new Intl.Locale(navigator.language).getWeekInfo?.().firstDay ?? 1; // 1 is Monday
  const skipped = (month.getDay() - first + 7) % 7;
  const length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  const days = [...Array(skipped).fill(null), ...Array.from({ length }, (_, index) => dayAfter(month, index))];
  const weeks = [];
  while (days.length) weeks.push(days.splice(0, 7));
  const sunday = new Date(2023, 0, 1);
  const names = Array.from({ length: 7 }, (_, index) => dayAfter(sunday, first + index));
  const head = names.map((day) =>
    element("th", { scope: "col", abbr: formatted(day, { weekday: "long" }) }, formatted(day, { weekday: "short" })),
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

function cell(day, today, results, open) {
  if (!day) return [];
  const end = results.get(numberOf(day))?.best;
  const said = formatted(day, { day: "numeric", month: "long" });
  const button = element(
    "button",
    {
      type: "button",
      class: end ? `day-${end}` : null,
      disabled: day > today,
      "aria-current": sameDay(day, today) ? "date" : null,
      "aria-label": end ? `${said}: ${t(`daily.${end}`)}` : said,
      click: () => open(day),
    },
    element("span", {}, formatNumber(day.getDate())),
    element("span", { class: "end" }, SIGNS[end] ?? ""),
  );
  return [button];
}

function figures(results, today) {
  const { now, most } = streaks(results, today);
  return [
    element("p", { class: "daily-streak" }, `${t("daily.now", { count: now })} ${t("daily.most", { count: most })}`),
    element("p", { class: "dialog-note", "data-i18n": "daily.note" }),
  ];
}
