// The dialog of difficulty: how narrow the way to a win is, and how the deal compares with Microsoft's.

import { element, showDialog } from "./dialogs.js";
import { applyLanguage, formatNumber, formatRange, t } from "./i18n.js";
import { askedGame } from "./open_game.js";
import { faultText } from "./sentences.js";
import { think } from "./worker_client.js";

/** @type {Intl.NumberFormatOptions} */
const SHARE = { style: "percent", maximumFractionDigits: 1 };
/** @type {Record<string, (found: any) => string>} */
const MEASURES = {
  moves: ({ moves }) => formatNumber(moves),
  share_kept: ({ share }) => range(share, SHARE),
  only_moves: ({ only }) => range(only),
  won_1: ({ won, games }) => t("difficulty.won", { won: won[0], games }),
  won_2: ({ won, games }) => t("difficulty.won", { won: won[1], games }),
};

/**
 * Show the dialog and start measuring.
 * @param {Table} table
 */
export function openDifficulty(table) {
  const asking = new AbortController();
  const said = element("p", { role: "status" });
  const note = element("p", { class: "dialog-note", "data-i18n": "difficulty.note" });
  const dialog = showDialog("difficulty", "game.difficulty", () => [said, note]);
  dialog.addEventListener("close", () => asking.abort());
  measure(table, { said, note, signal: asking.signal });
}

/** @param {Table} table @param {{said: HTMLElement, note: HTMLElement, signal: AbortSignal}} place */
async function measure({ game }, { said, note, signal }) {
  /** @param {number} share */
  const tell = (share) => (said.textContent = t("difficulty.measuring", { share: formatNumber(share, { style: "percent" }) }));
  tell(0);
  try {
    const measured = await think("difficulty", { game: askedGame(game, game.root) }, { signal, progress: tell });
    if (measured.moves === null) {
      said.textContent = measured.verdict === "solved" ? t("game.light.done") : t(`difficulty.${measured.verdict}`);
      return;
    }
    said.textContent = t(`difficulty.level.${measured.level}`, { games: 2 * measured.games });
    said.after(figures(measured), ...(measured.places ? [among(measured.deals)] : []));
    applyLanguage(said.parentElement ?? document);
  } catch (error) {
    if (signal.aborted) return;
    said.textContent = faultText(error);
    note.remove(); // about measures that are missing
  }
}

/** @param {Difficulty} found */
function figures(found) {
  const head = ["measure", "here", ...(found.places ? ["harder"] : [])];
  return element(
    "table",
    { class: "figures", "aria-labelledby": "difficulty-title" },
    element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col", "data-i18n": `difficulty.${name}` })))),
    element(
      "tbody",
      {},
      ...Object.entries(MEASURES).map(([name, written]) =>
        element(
          "tr",
          {},
          element("th", { scope: "row", "data-i18n": `difficulty.${name}` }),
          element("td", {}, written(found)),
          ...(found.places ? [element("td", {}, formatNumber(found.places[name] / 100, { style: "percent" }))] : []),
        ),
      ),
    ),
  );
}

/** @param {number} deals */
const among = (deals) => element("p", { class: "dialog-note" }, t("difficulty.among", { last: deals }));

/** @param {Limits} limits @param {Intl.NumberFormatOptions} [options] */
const range = ([low, high], options) => (low === high ? formatNumber(low, options) : formatRange(low, high, options));
