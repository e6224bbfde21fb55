// The lists of the person's games of Skat: length, counting, the totals of the players, and each game.

import { element } from "./dialogs.js";
import { formatNumber, t } from "./i18n.js";
import { saveFile } from "./save_file.js";
import { bytesOf, textOf } from "./skat_encoding.js";
import { contractName } from "./skat_words.js";

/** The countings in the kernel's order. */
export const COUNTINGS = ["seeger_fabian", "leipzig", "bierlachs"];
/** The longest list. */
export const MOST_GAMES = 99;
/** The numbers of players at a table; at four the dealer sits out. */
export const TABLES = [3, 4];
/** @type {Intl.NumberFormatOptions} */
const SIGNED = { signDisplay: "exceptZero" };

/**
 * Return the names of the players at a table: the person, then clockwise.
 * @param {number} table
 */
export const playersOf = (table) => ["you", "left", ...(table > TABLES[0] ? ["across"] : []), "right"].map((name) => `skat.play.${name}`);

/** The number of the person among the players. */
export const PERSON = 0;
/**
 * Return for each dealer the players in the seats; forehand deals next.
 * @param {Kernel} kernel @param {number} table @returns {number[][]}
 */
export const seatsAt = (kernel, table) => kernel.call("skat_list", 0, table, [])[2];

/**
 * Count a list: the points of the players for each game, and their totals.
 * @param {Kernel} kernel @param {SkatSheet} sheet @param {string} counting @returns {SkatCount}
 */
export function countList(kernel, { table, list }, counting) {
  const [points, totals] = kernel.call("skat_list", COUNTINGS.indexOf(counting), table, rowsOf(list));
  return {
    points,
    totals: Array.from(totals, ([won, lost, othersLost, , sum]) => ({ won, lost, othersLost, sum })),
  };
}

/**
 * Return a list as `kiebitz skat list` reads it.
 * @param {Kernel} kernel @param {SkatSheet} sheet
 */
export function listText(kernel, { table, list }) {
  const names = playersOf(table).map((key) => bytesOf(t(key)));
  return textOf(kernel.call("skat_list_text", names, rowsOf(list))[0]);
}

/** @param {SkatRecord[]} list */
const rowsOf = (list) => list.map(({ dealer, declarer, score }) => [dealer, declarer ?? -1, score ?? 0, 0]);

/**
 * Draw the present list or a finished one. `change` sets its length, its counting and the like, `putAside` begins a new list, and
 * `erase` erases a finished one.
 * @param {SkatList} lists
 */
export function drawList({ table, list, games, counting, finished, shown, count, text, change, putAside, erase }) {
  const past = finished[shown - 1];
  const sheet = past ?? { table, list };
  const heading = element("h2", { id: "list", "data-i18n": "skat.play.list" });
  const choices = element(
    "div",
    { class: "list-choices" },
    choice(
      "list-counting",
      "skat.list.counting",
      COUNTINGS,
      counting,
      (name) => t(`skat.list.${name}`),
      (value) => change({ counting: value }),
    ),
    lengthOf(games, change),
    choice(
      "list-table",
      "skat.list.table",
      TABLES.map(String),
      String(table),
      (number) => formatNumber(Number(number)),
      (number) => change({ table: Number(number) }),
    ),
    ...(finished.length ? [choiceOfList(finished, past ? shown : 0, count, change)] : []),
  );
  const counted = count(sheet);
  const parts = [...(past ? [] : [progress(list, games)]), totalsOf(sheet, counted), gamesOf(sheet, counted)];
  const label = past ? "skat.list.delete" : "skat.play.erase";
  const save = () => saveFile("kiebitz-skat.csv", "text/csv", text(sheet));
  const saved = element("button", { type: "button", id: "save-list", "data-i18n": "statistics.csv", click: save });
  const again = element("button", { type: "button", id: "erase", "data-i18n": label, click: past ? erase : putAside });
  return element(
    "section",
    { class: "answer", "aria-labelledby": "list" },
    heading,
    choices,
    ...(sheet.list.length ? parts : [quiet("skat.play.no_list")]),
    quiet(`skat.list.note.${counting}${sheet.table > TABLES[0] && counting === COUNTINGS[0] ? "_four" : ""}`),
    ...(table > TABLES[0] ? [quiet("skat.list.dealer")] : []),
    quiet("skat.list.kept"),
    ...(sheet.list.length ? [saved, again] : []),
  );
}

/** @param {string} key */
const quiet = (key) => element("p", { class: "quiet", "data-i18n": key });

/**
 * @param {string} id @param {string} label @param {string[]} values @param {string} value @param {(value: string) => string} name
 * @param {(value: string) => void} change
 */
function choice(id, label, values, value, name, change) {
  const select = element("select", { id }, ...values.map((each) => element("option", { value: each }, name(each))));
  select.value = value;
  select.addEventListener("change", () => change(select.value));
  return element("label", { for: id }, element("span", { "data-i18n": label }), " ", select);
}

/** @param {number} games @param {SkatList["change"]} change */
function lengthOf(games, change) {
  const id = "list-games";
  const input = element("input", { id, type: "number", min: "1", max: String(MOST_GAMES), required: "", value: String(games) });
  input.addEventListener("change", () => input.reportValidity() && change({ games: Number(input.value) }));
  return element("label", { for: id }, element("span", { "data-i18n": "skat.list.games" }), " ", input);
}

/**
 * Choose the present list, 0, or a finished one, by its number and the person's points.
 * @param {SkatSheet[]} finished @param {number} shown @param {SkatList["count"]} count @param {SkatList["change"]} change
 */
function choiceOfList(finished, shown, count, change) {
  /** @param {string} place */
  const name = (place) => {
    const sheet = finished[Number(place) - 1];
    if (!sheet) return t("skat.list.present");
    const number = formatNumber(finished.length + 1 - Number(place));
    return t("skat.list.past", { number, sum: formatNumber(count(sheet).totals[PERSON].sum, SIGNED) });
  };
  const places = Array.from({ length: finished.length + 1 }, (_, place) => String(place));
  return choice("list-shown", "skat.list.shown", places, String(shown), name, (value) => change({ shown: Number(value) }));
}

/** @param {SkatRecord[]} list @param {number} games */
function progress(list, games) {
  const passed = list.filter(({ score }) => score === null).length;
  const text = t("skat.list.so_far", { count: list.length, games, passed });
  return element("p", { class: "so-far" }, list.length < games ? text : `${text} ${t("skat.list.complete")}`);
}

/** @param {string} key @param {number} place */
const column = (key, place) => element("th", { scope: "col", class: place === 1 ? "start" : null, "data-i18n": key });

/** @param {SkatSheet} sheet @param {SkatCount} count */
function totalsOf({ table }, { totals }) {
  const best = Math.max(...totals.map(({ sum }) => sum));
  const rows = totals.map(({ won, lost, othersLost, sum }, place) =>
    element(
      "tr",
      { class: sum === best ? "leads-list" : null },
      element("th", { scope: "row", "data-i18n": playersOf(table)[place] }),
      ...[won, lost, othersLost].map((number) => element("td", {}, formatNumber(number))),
      element("td", {}, formatNumber(sum, SIGNED)),
    ),
  );
  const heads = ["skat.list.player", "skat.play.won", "skat.play.lost", "skat.list.others_lost", "skat.play.sum"];
  const head = element("thead", {}, element("tr", {}, ...heads.map((key) => element("th", { scope: "col", "data-i18n": key }))));
  return element("table", { class: "results totals", "data-i18n-attr": "aria-label:skat.play.sum" }, head, element("tbody", {}, ...rows));
}

/** @param {SkatSheet} sheet @param {SkatCount} count */
function gamesOf({ table, list }, { points }) {
  const rows = list.map(({ deal, contract, score }, place) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, deal),
      element(
        "td",
        { class: "start" },
        contract ? contractName(contract) : t("skat.pass"),
        score === null ? "" : ` ${formatNumber(score, SIGNED)}`,
      ),
      ...Array.from(points[place], (number) => element("td", {}, number ? formatNumber(number, SIGNED) : "–")),
    ),
  );
  const head = element("thead", {}, element("tr", {}, ...["skat.play.deals", "skat.contract", ...playersOf(table)].map(column)));
  return element("table", { class: "results list", "aria-labelledby": "list" }, head, element("tbody", {}, ...rows));
}
