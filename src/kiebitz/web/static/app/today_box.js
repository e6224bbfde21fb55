// Today's deal: the box with its date, par, level and streak, and what counts; shown on arrival, and by the button in the head.

import { linkOfDay } from "./daily_calendar.js";
import { isTodays, numberOfDate } from "./daily_deal.js";
import { DailyResults, sameDay } from "./daily_results.js";
import { dayStrip } from "./day_strip.js";
import { pause } from "./delay.js";
import { byId, element } from "./dialogs.js";
import { existing } from "./errors.js";
import { writeDown } from "./game_storage.js";
import { formatBounds, formatDate, formatNumber, gameDescription, t } from "./i18n.js";
import { numberOfGame } from "./microsoft_deals.js";
import { askedGame, gameData, openLink } from "./open_game.js";
import { fewestMovesOf, parOf } from "./pars.js";
import { analysing } from "./play_mode.js";
import { setting } from "./settings.js";
import { KEPT_RECORDS, records } from "./statistics.js";
import { isAmount, keptData } from "./stored_values.js";
import { think } from "./worker_client.js";

/** The storage key of the time at which the page was last seen for the first time in a day. */
const SEEN = "kiebitz.seen";

/** Milliseconds after which an open box asks for the level: that loads the whole kernel, and a first visit is to be quick. */
const UNHURRIED = 2000;
/** Games after which the explanations for newcomers are folded. */
const FAMILIAR = 3;
/** The paragraph of FreeCell's rules on the places of cards. */
const PLACES = 1;
/** Milliseconds for which a control is lit up. */
const LIT = 1200;
/** The commands that are explained. */
const NOTES = ["undo", "light", "hint", "analyse"];

export class Today {
  /** @type {{number: number, level: string} | null} the level of a day's deal */ measured = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.box = byId("today");
    this.button = byId("today-button");
    addEventListener("storage", ({ key }) => key === KEPT_RECORDS && this.draw());
    document.addEventListener("visibilitychange", () => document.hidden || this.#look());
    addEventListener("focus", () => this.#look()); // a window that stayed visible overnight
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

  /** Whether the box may open by itself: today's deal is not won, and no game is in progress. */
  get isFree() {
    const { account, locked } = this.table;
    return !this.isDone && !locked && (!account.made || account.recorded);
  }

  /**
   * Return, once a day, whether the player comes back on a new day: to a game left here (`isOwn`), or to the last day's deal.
   * @param {boolean} isOwn
   */
  comesBack(isOwn) {
    const now = new Date();
    const seen = keptData(SEEN, (data) => (isAmount(data) ? new Date(data) : null));
    if (seen && sameDay(seen, now)) return false;
    writeDown(() => localStorage.setItem(SEEN, String(now.getTime())));
    return seen !== null && (isOwn || numberOfGame(this.table.game) === numberOfDate(seen));
  }

  /** Show the day's state in a tab that may have been open for days. */
  #look() {
    if (!this.table.game) return;
    this.draw();
    if (this.comesBack(true) && this.isFree) this.open({ focus: false });
  }

  toggle() {
    if (this.box.hidden) this.open();
    else this.close();
  }

  open({ focus = true } = {}) {
    this.box.hidden = false;
    this.draw();
    if (focus) this.box.querySelector(".main").focus();
    this.#measure();
  }

  close() {
    if (this.box.hidden) return;
    const focused = this.box.contains(document.activeElement);
    this.box.hidden = true;
    this.asked?.abort();
    if (focused) this.button.focus();
  }

  /** Find the level of today's deal while the box is open; a move closes the box, so its own questions need not wait. */
  async #measure() {
    const number = numberOfDate();
    if (this.measured?.number === number) return;
    this.asked?.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    try {
      await pause(UNHURRIED, signal);
      const { level } = await think("difficulty", { game: askedGame(openLink(linkOfDay()).game) }, { signal });
      this.measured = { number, level };
      this.box.querySelector(".today-par")?.replaceChildren(this.#par()); // alone, to keep the focus and the notes as they are
    } catch {
      // The box is complete without it.
    }
  }

  /** Today's par, with the level once it is known. */
  #par() {
    const number = numberOfDate();
    const level = this.measured?.number === number ? [t(`game.difficulty.${this.measured.level}`)] : [];
    return [t("today.par", { par: parOf(number) }), ...level].join(" · ");
  }

  /** Open today's deal, go on with it, or after its end play it once more. */
  async play() {
    this.close();
    const { table } = this;
    if (!isTodays(table.game)) await table.change(linkOfDay());
    else if (table.account.recorded) table.open(linkOfDay(), null, { entry: true });
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
    const head = element(
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
          ...(par ? [element("span", { class: "today-par" }, this.#par())] : []),
        ),
        element("p", {}, t("today.same")),
      ),
    );
    const calendar = element("button", { type: "button", class: "link", "data-command": "daily" }, t("today.calendar"));
    return [
      element("button", { type: "button", class: "box-close", "data-command": "close-today", "aria-label": t("dialog.close") }),
      element(
        "div",
        { class: "today-main" },
        head,
        ...(most ? [element("ol", { class: "week", "aria-hidden": "true" }, ...dayStrip(results, today))] : []),
        element("p", { class: "today-streak" }, `${sentences.join(" ")} `, calendar),
        element("button", { type: "button", class: "main", "data-command": "play-today" }, t(this.#wordOfPlay(done))),
        ...this.#warning(done),
      ),
      this.#notes(),
    ];
  }

  /** @param {boolean} done */
  #wordOfPlay(done) {
    const { game, account } = this.table;
    if (!isTodays(game)) return done ? "today.again" : "today.play";
    if (account.recorded) return "today.again";
    return account.made ? "today.goOn" : "today.start";
  }

  /**
   * A sentence if the light or Analyse would keep a win from counting.
   * @param {boolean} done
   */
  #warning(done) {
    if (done || !this.table.light.helps) return [];
    return [element("p", { class: "today-warning" }, t(analysing() ? "today.analysing" : "today.lit"))];
  }

  #notes() {
    const number = numberOfDate();
    const par = parOf(number);
    const fewest = fewestMovesOf(number);
    const counts = [
      t("today.counts"),
      ...(par ? [t("today.par.note", { par })] : []),
      ...(fewest ? [t("today.fewest", { moves: formatBounds(fewest) })] : []),
    ];
    /** @param {string} name */
    const line = (name) => {
      const show = () => pointTo(controlOf(name));
      const words = element("span", {}, element("b", {}, t(`today.${name}.name`)), " ", t(`today.${name}`));
      const attributes = { type: "button", title: t("today.where"), click: show, mouseenter: show };
      return element("li", {}, element("button", attributes, picture(name), words));
    };
    const { text, lang } = gameDescription(existing(gameData("freecell")));
    return element(
      "details",
      { class: "today-notes", open: records().length < FAMILIAR },
      element("summary", {}, t("today.how")),
      element("p", {}, t("today.goal")),
      element("p", { class: "today-counts" }, counts.join(" ")),
      element("p", { lang }, text.split("\n\n")[PLACES]),
      element("ul", {}, ...NOTES.map(line)),
    );
  }
}

/** @param {string} name */
const controlOf = (name) => document.querySelector(`[data-command="${name}"]`);

/**
 * Light up a control for a moment, so that one sees where it is.
 * @param {HTMLElement} control
 */
function pointTo(control) {
  const [full, empty] = ["3rem", "0"].map((width) => `inset 0 0 0 ${width} color-mix(in srgb, var(--accent), transparent 40%)`);
  const pulses = setting("reducedMotion") ? {} : { boxShadow: [empty, full, empty, full, empty] };
  control.animate({ outline: Array(2).fill("3px solid var(--accent)"), outlineOffset: Array(2).fill("-3px"), ...pulses }, LIT);
}

/**
 * The picture on a command's button, or the light's sign.
 * @param {string} name
 */
function picture(name) {
  const drawn = controlOf(name).querySelector("svg");
  return drawn ? drawn.cloneNode(true) : element("span", { "aria-hidden": "true" }, "○");
}
