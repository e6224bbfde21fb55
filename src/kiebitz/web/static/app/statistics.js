// Statistics of finished games, with and without help apart, stored in this browser only.

import { element, showDialog } from "./dialogs.js";
import { writeDown } from "./game_storage.js";
import { applyLanguage, formatDuration, formatNumber, onLanguage, t } from "./i18n.js";
import { saveFile } from "./save_file.js";
import { fieldsOf, isAmount, isSwitch, isText, keptData, keptWord } from "./stored_values.js";

/** The storage key of the records. */
export const KEPT_RECORDS = "kiebitz.statistics";
const HIDDEN = "kiebitz.statistics.hidden";
const MOST = 20_000; // maximum number of records, some two million characters; browsers allow five
const ALL = "";
/** @type {Record<string, (value: any) => boolean>} */
const TESTS = {
  id: isText,
  at: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  game: isText,
  rules: isText,
  deal: isText,
  won: isSwitch,
  left: isSwitch,
  helped: isSwitch,
  seconds: isAmount,
  moves: isAmount,
  undos: isAmount,
  cards: isAmount,
  neverLost: isSwitch,
};
const NEEDED = ["at", "game", "deal", "won", "helped", "seconds", "moves"];
/** @type {(keyof GameRecord)[]} */
const FIELDS = ["at", "game", "rules", "deal", "won", "left", "helped", "seconds", "moves", "undos", "cards", "neverLost"];

/**
 * Store the result of a game, with changed `rules` and `deal` as text; `undos` are the times that moves were taken back,
 * `cards` the single-card moves. A game is lost if it was neither won nor left while moves were possible. It is helped if
 * a hint, the light, a losing move or a solution was shown. Games with the same `id` count once, and a win stays one.
 * @param {Omit<GameRecord, "at">} game
 */
export function recordGame({ id, game, rules = "", deal, won, left = false, helped, seconds, moves, undos = 0, cards = 0 }) {
  const all = records();
  if (id !== undefined && all.some((record) => record.id === id && record.won)) return; // perhaps in another tab
  const kept = all.filter((record) => id === undefined || record.id !== id);
  const at = new Date().toISOString();
  const whole = Math.round(seconds);
  kept.push({
    ...(id === undefined ? {} : { id }),
    at,
    game,
    ...(rules && { rules }),
    deal: String(deal),
    won,
    left,
    helped,
    seconds: whole,
    moves,
    undos,
    cards,
  });
  write(kept);
}

/**
 * Add to the record of a win that its game was never in a lost position, which is known a moment after the end.
 * @param {string} id
 */
export function recordNeverLost(id) {
  write(records().map((record) => (record.id === id && record.won ? { ...record, neverLost: true } : record)));
}

/** @param {GameRecord[]} all */
function write(all) {
  writeDown(() => localStorage.setItem(KEPT_RECORDS, JSON.stringify(all.slice(-MOST))));
}

/**
 * Return all valid records, oldest first.
 * @returns {GameRecord[]}
 */
export function records() {
  return keptData(KEPT_RECORDS, (data) => (Array.isArray(data) ? data.map((entry) => fieldsOf(entry, TESTS)).filter(isRecord) : []));
}

/** @param {any} record @returns {record is GameRecord} */
const isRecord = (record) => NEEDED.every((name) => name in record);

/**
 * Summarize some records: games, won, lost, left, share won of those not left, streaks of wins, shortest and mean time
 * of wins. A game that was left ends no streak.
 * @param {GameRecord[]} some @returns {Summary}
 */
export function summary(some) {
  const ended = some.filter((record) => !record.left);
  const won = ended.filter((record) => record.won);
  let streak = 0;
  let longest = 0;
  for (const record of ended) {
    streak = record.won ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  const times = won.map((record) => record.seconds);
  return {
    games: some.length,
    won: won.length,
    lost: ended.length - won.length,
    left: some.length - ended.length,
    share: ended.length ? won.length / ended.length : null,
    streak,
    longest,
    shortest: times.length ? times.reduce((one, other) => Math.min(one, other)) : null,
    mean: times.length ? times.reduce((one, other) => one + other) / times.length : null,
  };
}

/**
 * Return the key by which games are grouped: their rules.
 * @param {{game: string, rules?: string}} record
 */
const kindOf = ({ game, rules = "" }) => `${game} ${rules}`.trim();

/**
 * Return the records as comma-separated values with a header line.
 * @param {GameRecord[]} some
 */
function asCsv(some) {
  /** @param {unknown} value */
  const quoted = (value) => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  return [FIELDS, ...some.map((record) => FIELDS.map((field) => quoted(record[field] ?? "")))].map((row) => `${row}\r\n`).join("");
}

/**
 * The records as a JSON text.
 * @param {GameRecord[]} some
 */
function asJson(some) {
  const plain = some.map((record) => Object.fromEntries(FIELDS.map((field) => [field, record[field]])));
  return `${JSON.stringify({ format: "kiebitz statistics", version: 1, games: plain }, null, 1)}\n`;
}

/**
 * Open the dialog of the figures, of one game first where `game` names one; `nameOf` gives a game's title by its id.
 * @param {{game?: string, nameOf?: (id: string) => string}} first
 */
export function openStatistics({ game = ALL, nameOf = (id) => id } = {}) {
  let shown = records().some((record) => kindOf(record) === game) ? game : ALL;
  const content = element("div");
  /** @param {string} choice */
  const choose = (choice) => {
    shown = choice;
    draw();
  };
  const draw = () => {
    content.replaceChildren(...(isHidden() ? hiddenView(draw) : openView(shown, nameOf, choose, draw)));
    applyLanguage(content);
  };
  const end = onLanguage(draw);
  const dialog = showDialog("statistics", "statistics.title", () => content);
  dialog.addEventListener("close", end);
  draw();
  return dialog;
}

/** @param {() => void} redraw */
function hiddenView(redraw) {
  return [
    element("p", { "data-i18n": "statistics.hidden" }),
    element(
      "div",
      { class: "dialog-actions" },
      button("statistics.show", () => hide(false, redraw)),
    ),
  ];
}

/** @param {string} shown @param {(id: string) => string} nameOf @param {(kind: string) => void} choose @param {() => void} redraw */
function openView(shown, nameOf, choose, redraw) {
  const all = records();
  if (!all.length) {
    return [
      element("p", { "data-i18n": "statistics.none" }),
      note(),
      element(
        "div",
        { class: "dialog-actions" },
        button("statistics.hide", () => hide(true, redraw)),
      ),
    ];
  }
  const some = shown === ALL ? all : all.filter((record) => kindOf(record) === shown);
  return [gameChoice(all, shown, nameOf, choose), table(some), note(), actions(all, redraw)];
}

/** @param {GameRecord[]} all @param {string} shown @param {(id: string) => string} nameOf @param {(kind: string) => void} choose */
function gameChoice(all, shown, nameOf, choose) {
  const select = element("select", { id: "statistics-game", change: () => choose(select.value) });
  /** @param {GameRecord} record */
  const titled = ({ game, rules }) => nameOf(game) + (rules ? ` (${rules})` : "");
  const titles = new Map(all.map((record) => [kindOf(record), titled(record)]));
  const sorted = [...titles].sort(([, one], [, other]) => one.localeCompare(other));
  select.append(element("option", { value: ALL, "data-i18n": "statistics.all" }));
  select.append(...sorted.map(([kind, title]) => element("option", { value: kind }, title)));
  select.value = shown;
  const label = element("label", { for: "statistics-game", "data-i18n": "statistics.game" });
  return element("div", { class: "setting" }, label, select);
}

/** @param {GameRecord[]} some */
function table(some) {
  const sides = [summary(some.filter((entry) => !entry.helped)), summary(some.filter((entry) => entry.helped))];
  const head = ["statistics.alone", "statistics.helped"].map((key) => element("th", { scope: "col", "data-i18n": key }));
  /** @type {[string, (value: any) => string][]} */
  const rows = [
    ["games", formatNumber],
    ["won", formatNumber],
    ["lost", formatNumber],
    ["left", formatNumber],
    ["share", (value) => formatNumber(value, { style: "percent", maximumFractionDigits: 0 })],
    ["streak", formatNumber],
    ["longest", formatNumber],
    ["shortest", formatDuration],
    ["mean", formatDuration],
  ];
  const body = rows.map(([name, written]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", "data-i18n": `statistics.${name}` }),
      ...sides.map((side) => element("td", {}, side[name] === null ? "–" : written(side[name]))),
    ),
  );
  return element(
    "table",
    { class: "figures", "aria-labelledby": "statistics-title" },
    element("thead", {}, element("tr", {}, element("td"), ...head)),
    element("tbody", {}, ...body),
  );
}

function note() {
  return element("p", { class: "dialog-note", "data-i18n": "statistics.kept" });
}

/** @param {GameRecord[]} all @param {() => void} redraw */
function actions(all, redraw) {
  const row = element("div", { class: "dialog-actions" });
  row.append(
    button("statistics.json", () => saveFile("kiebitz.json", "application/json", asJson(all))),
    button("statistics.csv", () => saveFile("kiebitz.csv", "text/csv", asCsv(all))),
    button("statistics.hide", () => hide(true, redraw)),
    button("statistics.erase", () => row.replaceWith(question(all.length, redraw)), "dangerous"),
  );
  return row;
}

/** @param {number} count @param {() => void} redraw */
function question(count, redraw) {
  const no = button("statistics.keep", redraw);
  const question = element(
    "div",
    { role: "group", "aria-labelledby": "statistics-question" },
    element("p", { id: "statistics-question" }, t("statistics.question", { count })),
    element(
      "div",
      { class: "dialog-actions" },
      button("statistics.erase", () => erase(redraw), "dangerous"),
      no,
    ),
  );
  applyLanguage(question);
  queueMicrotask(() => no.focus());
  return question;
}

/** @param {() => void} redraw */
function erase(redraw) {
  writeDown(() => localStorage.removeItem(KEPT_RECORDS));
  redraw();
}

function isHidden() {
  return keptWord(HIDDEN, ["1"]) !== null;
}

/** @param {boolean} yes @param {() => void} redraw */
function hide(yes, redraw) {
  if (yes) {
    writeDown(() => localStorage.setItem(HIDDEN, "1"));
  } else {
    writeDown(() => localStorage.removeItem(HIDDEN));
  }
  redraw();
}

/** @param {string} key @param {() => void} click @param {string | null} kind */
function button(key, click, kind = null) {
  return element("button", { type: "button", class: kind, "data-i18n": key, click });
}
