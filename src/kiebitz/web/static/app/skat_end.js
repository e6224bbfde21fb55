// The end of a Skat game: its result, the review of its cards, and the score sheet.

import { cardText } from "./card_faces.js";
import { element } from "./dialogs.js";
import { existing } from "./errors.js";
import { applyLanguage, formatNumber, t } from "./i18n.js";
import { SEATS } from "./skat_encoding.js";
import { drawList } from "./skat_list.js";
import { isWon, whoIs, whoseGame } from "./skat_table.js";
import { bestGames, cardsText, resultsTable, SIGNED, section, trickRow } from "./skat_tables.js";
import { sumText, valueText } from "./skat_words.js";

/**
 * Draw the list, and the end of a game if it is over: `{session, you, score, advice, steps, mistakes, worth, trouble, list}`.
 * @param {HTMLElement} place @param {SkatEnd} game
 */
export function drawEnd(place, game) {
  const over = game.session.stage === "over";
  const parts = over ? [result(game), ...(game.session.contract ? [reviewOf(game)] : []), worthOf(game)] : [];
  place.replaceChildren(...parts, drawList(game.list));
  applyLanguage(place);
}

/** @param {SkatEnd} game */
function result({ session, you, score, advice, trouble }) {
  if (!score) return section("result", t("skat.play.passed"), advice ? element("p", { class: "advice" }, advice) : waiting(trouble));
  const points = isNull(session) ? t("skat.play.tricks", { count: score.tricks }) : t("skat.play.points", { count: score.points });
  return section(
    "result",
    t(isWon(session, you) ? "skat.play.won" : "skat.play.lost"),
    element("p", { class: "verdict" }, formatNumber(Math.abs(score.score))),
    element("p", {}, `${whoseGame(session, you)}, ${points}`),
    ...(session.gaveUp ? [element("p", { class: "quiet", "data-i18n": `skat.play.gave_up.${session.gaveUp}` })] : []),
    element(
      "p",
      { class: "quiet" },
      score.won ? sumText(score) : `${sumText(score)}; ${t("skat.play.doubled", { score: formatNumber(score.score, SIGNED) })}`,
    ),
  );
}

/** @param {SkatSession} session */
export const isNull = (session) => existing(session.contract).game === "null";

/** @param {boolean} trouble */
const waiting = (trouble) => element("p", { class: "quiet", "data-i18n": trouble ? "skat.play.no_engine" : "skat.waiting" });

/** @param {SkatEnd} game */
function reviewOf({ session, you, steps, mistakes, trouble }) {
  if (!steps) return section("review", t("skat.play.review"), waiting(trouble));
  const value = valueText(existing(session.contract));
  const rows = [];
  for (let at = 0; at < steps.length; at += SEATS) {
    const trick = steps.slice(at, at + SEATS);
    const cards = trick.map((step) =>
      element("span", { class: step.before === step.after ? "played" : "played gave" }, cardText(step.card)),
    );
    const remarks = trick.filter((step) => step.before !== step.after).map((step) => remark(step, you, value));
    const outcome = element("td", {}, value(trick[trick.length - 1].after));
    rows.push(trickRow(trick[0].trick, whoIs(trick[0].seat, you), [...cards, ...remarks], outcome));
  }
  return section(
    "review",
    t("skat.play.review"),
    ...turning(steps, you),
    ...fairView(mistakes),
    resultsTable("review", "tricks", ["skat.play.trick", "skat.play.cards_played", "skat.play.best_play"], rows),
    element("p", { class: "quiet", "data-i18n": isNull(session) ? "skat.play.review_note_null" : "skat.play.review_note" }),
  );
}

/** @param {SkatStep} step @param {number} you @param {(result: number) => string} value */
function remark({ seat, card, before, after, best }, you, value) {
  const text = element(
    "span",
    { class: "remark" },
    `${whoIs(seat, you)} `,
    cardText(card),
    `: ${value(before)} → ${value(after)}, ${t("skat.play.better")} `,
  );
  text.append(...best.flatMap((card) => [cardText(card), " "]));
  return text;
}

/** @param {SkatStep[]} steps @param {number} you */
function turning(steps, you) {
  const settled = steps.filter((step) => step.decides);
  if (!settled.length) return [element("p", { "data-i18n": "skat.play.stood" })];
  return settled.map(({ decides, trick, seat, card, holding }) => {
    const line = element("p", { class: "turning" }, element("strong", { "data-i18n": `skat.play.turned.${decides}` }), " ");
    line.append(t("skat.play.at_trick", { count: trick }), `, ${whoIs(seat, you)} `, cardText(card), `. ${t("skat.play.held")} `);
    line.append(...holding.flatMap((card) => [cardText(card), " "]));
    return line;
  });
}

/**
 * Return the person's cards that were mistakes given the information at the table.
 * @param {SkatMistake[] | null} mistakes
 */
function fairView(mistakes) {
  if (mistakes === null) return [element("p", { class: "quiet", "data-i18n": "skat.fair.waiting" })];
  if (!mistakes.length) return [element("p", { class: "fair", "data-i18n": "skat.fair.none" })];
  /** @param {number} share */
  const percent = (share) => formatNumber(share, { style: "percent", maximumFractionDigits: 0 });
  const lines = mistakes.map(({ trick, card, best, chance, bestChance }) => {
    const line = element("li", {}, `${t("skat.play.at_trick", { count: trick })}, `, cardText(card));
    line.append(
      `: ${t("skat.fair.wins", { share: percent(chance) })}, ${t("skat.fair.instead")} `,
      cardText(best),
      ` ${percent(bestChance)}`,
    );
    return line;
  });
  return [element("p", { "data-i18n": "skat.fair.some" }), element("ul", { class: "fair" }, ...lines)];
}

/**
 * Return the worth of the deal: the discard, the bid, and each seat's best game.
 * @param {SkatEnd} game
 */
function worthOf({ session, you, worth, trouble }) {
  if (!worth) return section("par", t("skat.par"), waiting(trouble));
  return section(
    "par",
    t("skat.par"),
    ...(session.contract ? played(session, worth) : []),
    bestGames("par", worth, (seat) => whoIs(seat, you)),
    element("p", { class: "quiet", "data-i18n": "skat.par.note" }),
  );
}

/**
 * Return the worth of the actual discard and bid.
 * @param {SkatSession} session @param {SkatWorth} worth
 */
function played(session, { discard, covers }) {
  const worth = valueText(existing(session.contract));
  /** @param {number} result */
  const value = (result) => (isNull(session) ? worth(result) : t("skat.play.points", { count: result }));
  const lines = [];
  if (discard) {
    const line = element(
      "p",
      { class: "put" },
      `${t("skat.discard.cards")} `,
      ...cardsText(session.discard ?? []),
      `: ${value(discard.value)}; `,
    );
    if (discard.bestValue === discard.value) line.append(t("skat.par.no_better"));
    else line.append(`${t("skat.play.better")} `, ...cardsText(discard.best), `: ${value(discard.bestValue)}`);
    lines.push(line);
  }
  const { bid } = session.auction;
  return [
    ...lines,
    element("p", { class: "covers" }, covers === null ? t("skat.par.lost", { bid }) : t("skat.par.covers", { bid, covers })),
  ];
}
