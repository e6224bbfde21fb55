// The list of the person's games of Skat: its length, its counting, the totals of the three players, and each game.

import { element } from "./dialogs.js";
import { formatNumber, t } from "./i18n.js";
import { SEATS } from "./skat_encoding.js";
import { contractName } from "./skat_words.js";

/** The countings in the kernel's order. */
export const COUNTINGS = ["seeger_fabian", "leipzig", "bierlachs"];
export const LENGTHS = [12, 24, 36, 48];
/** @type {Intl.NumberFormatOptions} */
const SIGNED = { signDisplay: "exceptZero" };
const PLAYERS = ["skat.play.you", "skat.play.left", "skat.play.right"];

/**
 * Count a list: the points of the three players for each game, and their totals.
 * @param {Kernel} kernel @param {SkatRecord[]} list @param {string} counting @returns {SkatCount}
 */
export function countList(kernel, list, counting) {
  const games = list.map(({ declarer, score }) => [0, declarer ?? -1, score ?? 0, 0]); // three play: the dealer does not matter
  const [points, totals] = kernel.call("skat_list", COUNTINGS.indexOf(counting), SEATS, games);
  return {
    points,
    totals: Array.from(totals, ([won, lost, othersLost, , sum]) => ({ won, lost, othersLost, sum })),
  };
}

/**
 * Draw a list. `change` sets its length or its counting, `erase` begins a new one.
 * @param {SkatList} shown
 */
export function drawList({ list, games, counting, count, change, erase }) {
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
    choice(
      "list-games",
      "skat.list.games",
      LENGTHS.map(String),
      String(games),
      (number) => formatNumber(Number(number)),
      (value) => change({ games: Number(value) }),
    ),
  );
  const parts = list.length ? [progress(list, games), totalsOf(count), gamesOf(list, count)] : [quiet("skat.play.no_list")];
  const again = element("button", { type: "button", id: "erase", "data-i18n": "skat.play.erase", click: erase });
  return element(
    "section",
    { class: "answer", "aria-labelledby": "list" },
    heading,
    choices,
    ...parts,
    quiet(`skat.list.note.${counting}`),
    quiet("skat.list.kept"),
    ...(list.length ? [again] : []),
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

/** @param {SkatRecord[]} list @param {number} games */
function progress(list, games) {
  const passed = list.filter(({ score }) => score === null).length;
  const text = t("skat.list.so_far", { count: list.length, games, passed });
  return element("p", { class: "so-far" }, list.length < games ? text : `${text} ${t("skat.list.complete")}`);
}

/** @param {string} key @param {number} place */
const column = (key, place) => element("th", { scope: "col", class: place === 1 ? "start" : null, "data-i18n": key });

/** @param {SkatCount} count */
function totalsOf({ totals }) {
  const best = Math.max(...totals.map(({ sum }) => sum));
  const rows = totals.map(({ won, lost, othersLost, sum }, place) =>
    element(
      "tr",
      { class: sum === best ? "leads-list" : null },
      element("th", { scope: "row", "data-i18n": PLAYERS[place] }),
      ...[won, lost, othersLost].map((number) => element("td", {}, formatNumber(number))),
      element("td", {}, formatNumber(sum, SIGNED)),
    ),
  );
  const heads = ["skat.list.player", "skat.play.won", "skat.play.lost", "skat.list.others_lost", "skat.play.sum"];
  const head = element("thead", {}, element("tr", {}, ...heads.map((key) => element("th", { scope: "col", "data-i18n": key }))));
  return element("table", { class: "results totals", "data-i18n-attr": "aria-label:skat.play.sum" }, head, element("tbody", {}, ...rows));
}

/** @param {SkatRecord[]} list @param {SkatCount} count */
function gamesOf(list, { points }) {
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
  const head = element("thead", {}, element("tr", {}, ...["skat.play.deals", "skat.contract", ...PLAYERS].map(column)));
  return element("table", { class: "results list", "aria-labelledby": "list" }, head, element("tbody", {}, ...rows));
}
