// Today's deal: the box with its date, par and streak, and what counts; shown on arrival, and by the button in the head.

import { linkOfDay } from "./daily_calendar.js";
import { isTodays, numberOfDate } from "./daily_deal.js";
import { DailyResults } from "./daily_results.js";
import { dayStrip } from "./day_strip.js";
import { byId, element } from "./dialogs.js";
import { formatDate, formatNumber, t } from "./i18n.js";
import { parOf } from "./pars.js";
import { analysing } from "./play_mode.js";
import { KEPT_RECORDS, records } from "./statistics.js";

/** Games after which the explanations for newcomers are folded. */
const FAMILIAR = 3;
/** The commands that are explained. */
const NOTES = ["undo", "light", "hint", "analyse"];

export class Today {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.box = byId("today");
    this.button = byId("today-button");
    addEventListener("storage", ({ key }) => key === KEPT_RECORDS && this.draw());
    document.addEventListener("visibilitychange", () => document.hidden || this.draw());
    this.box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /** Whether today's deal was already won so that the day counts. */
  get isDone() {
    return new DailyResults().counts(new Date());
  }

  /** Whether the game on the table would count for the streak if it were won from here. */
  get atStake() {
    const { game, account, light } = this.table;
    return isTodays(game) && !account.helped && !account.recorded && !light.helps && !game.won && !this.isDone;
  }

  toggle() {
    if (this.box.hidden) this.open();
    else this.close();
  }

  open({ focus = true } = {}) {
    this.box.hidden = false;
    this.draw();
    if (focus) this.box.querySelector(".main").focus();
  }

  close() {
    if (this.box.hidden) return;
    const focused = this.box.contains(document.activeElement);
    this.box.hidden = true;
    if (focused) this.button.focus();
  }

  /** Open today's deal, or go on with it. */
  async play() {
    this.close();
    const { table } = this;
    if (!isTodays(table.game)) await table.change(linkOfDay());
    table.board.focus(0);
  }

  draw() {
    if (!this.table.game) return;
    const results = new DailyResults();
    const { now, most } = results.streaks();
    const done = results.counts(new Date());
    this.button.querySelector("span").textContent = now ? formatNumber(now) : "";
    this.button.classList.toggle("done", done);
    const label = `${t("today.button")}. ${t(done ? "today.done" : "today.open")} ${t("daily.now", { count: now })}`;
    this.button.setAttribute("aria-label", label);
    this.button.title = label;
    if (!this.box.hidden) this.box.replaceChildren(...this.#contents(results, { now, most, done }));
  }

  /** @param {DailyResults} results @param {{now: number, most: number, done: boolean}} streak */
  #contents(results, { now, most, done }) {
    const today = new Date();
    const par = parOf(numberOfDate(today));
    const date = formatDate(today, { day: "numeric", month: "long" }).replace(" ", "\u00a0");
    const sentences = [...(now ? [t("daily.now", { count: now })] : []), t(done ? "today.done" : now ? "today.keep" : "today.begin")];
    return [
      element("button", { type: "button", class: "box-close", "data-command": "close-today", "aria-label": t("dialog.close") }),
      element(
        "div",
        { class: "today-head" },
        element(
          "div",
          { class: "leaf", "aria-hidden": "true" },
          element("span", {}, formatDate(today, { month: "short" })),
          element("b", {}, formatNumber(today.getDate())),
        ),
        element(
          "div",
          {},
          element(
            "h2",
            { id: "today-title" },
            t("today.title", { date }),
            " ",
            ...(par ? [element("span", {}, t("today.par", { par }))] : []),
          ),
          element("p", {}, t("today.same")),
        ),
      ),
      ...(most ? [element("ol", { class: "week", "aria-hidden": "true" }, ...dayStrip(results, today))] : []),
      element("p", { class: "today-streak" }, sentences.join(" ")),
      element(
        "div",
        { class: "box-actions" },
        element("button", { type: "button", class: "main", "data-command": "play-today" }, t(this.#wordOfPlay(done))),
        element("button", { type: "button", "data-command": "daily" }, t("today.calendar")),
      ),
      ...this.#warning(done),
      this.#notes(par),
    ];
  }

  /** @param {boolean} done */
  #wordOfPlay(done) {
    const { game, account } = this.table;
    if (!isTodays(game)) return done ? "today.again" : "today.play";
    return account.made && !account.recorded ? "today.goOn" : "today.start";
  }

  /**
   * A sentence if the light or Analyse would keep a win from counting.
   * @param {boolean} done
   */
  #warning(done) {
    if (done || !this.table.light.helps) return [];
    return [element("p", { class: "today-warning" }, t(analysing() ? "today.analysing" : "today.lit"))];
  }

  /** @param {number | null} par */
  #notes(par) {
    /** @param {string} name */
    const line = (name) =>
      element("li", {}, picture(name), element("span", {}, element("b", {}, t(`today.${name}.name`)), " ", t(`today.${name}`)));
    return element(
      "details",
      { class: "today-notes", open: records().length < FAMILIAR },
      element("summary", {}, t("today.how")),
      element("p", {}, t("today.goal"), " ", ...(par ? [t("today.par.note", { par })] : [])),
      element("ul", {}, ...NOTES.map(line)),
      element("p", {}, t("today.counts")),
    );
  }
}

/**
 * The picture on a command's button, or the light's sign.
 * @param {string} name
 */
function picture(name) {
  const drawn = document.querySelector(`[data-command="${name}"] svg`) ?? byId("light").querySelector(".lamp-symbol");
  return drawn.matches("svg") ? drawn.cloneNode(true) : element("span", { "aria-hidden": "true" }, "○");
}
