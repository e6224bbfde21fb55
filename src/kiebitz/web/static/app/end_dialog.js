// The end of a game: the box with its figures, badges, story, grade and streak.

import { badgeItem, badgesOf } from "./badges.js";
import { isTodays } from "./daily_deal.js";
import { DailyResults } from "./daily_results.js";
import { dayStrip } from "./day_strip.js";
import { byId, element, showDialog } from "./dialogs.js";
import { celebrate } from "./finale.js";
import { Game } from "./game.js";
import { storyOf } from "./game_story.js";
import { gradeOf } from "./grades.js";
import { formatBounds, formatDuration, formatNumber, t } from "./i18n.js";
import { hasNextMoment, keepMoment, noteWin } from "./last_moments.js";
import { askedGame } from "./open_game.js";
import { recordsSet } from "./own_records.js";
import { setting } from "./settings.js";
import { share, shareText } from "./share_text.js";
import { sound } from "./sound.js";
import { recordNeverLost } from "./statistics.js";
import { think } from "./worker_client.js";

/** @type {Intl.NumberFormatOptions} */
const PERCENT = { style: "percent", maximumFractionDigits: 0 };
/**
 * The text of the first button by its command.
 * @type {Record<string, string>}
 */
const NEXT = { "next-moment": "moments.next", random: "won.random", next: "game.deal.next", "play-today": "today.play" };

/**
 * Whether a game is known to have never been lost.
 * @param {Story | null} story
 */
const isNeverLost = (story) => story !== null && !story.unknown && !story.lost.length;

export class Ending {
  /** @type {Ended} */ shown;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.box = byId("won");
  }

  /**
   * Show the box if the game is won here, else hide it. `isNew`: the player has just won.
   * @param {Game} game @param {{byPlayer: boolean, isNew: boolean, seconds: number}} how
   */
  look(game, { byPlayer, isNew, seconds }) {
    this.asked?.abort();
    this.box.hidden = true;
    if (!game.won) return;
    this.asked = new AbortController();
    const { id, undos } = this.table.account;
    this.shown = { game, byPlayer, seconds, id, undos, helped: false, best: null, story: null, grade: null, fewest: game.fewest };
    this.#show(this.asked.signal, isNew && byPlayer);
  }

  /**
   * Wait until the last cards are home, because the box would cover them.
   * @param {AbortSignal} signal @param {boolean} celebrates
   */
  async #show(signal, celebrates) {
    await this.table.board.settled();
    if (signal.aborted) return;
    this.shown.helped = this.table.account.helped;
    if (celebrates && !this.shown.helped) noteWin(this.table);
    this.box.hidden = false;
    this.draw();
    if (celebrates) {
      sound("won");
      celebrate(this.table.board);
    }
    const { game, byPlayer, helped } = this.shown;
    if (!byPlayer || game.rules.scored) return;
    try {
      if (!helped) await this.#judge(signal, celebrates);
      if (!helped || game.par === null) await this.#compare(signal);
    } catch {
      // The box is complete without these answers.
    }
  }

  /**
   * Find the moves that lost the win, and the grade.
   * @param {AbortSignal} signal @param {boolean} isNew
   */
  async #judge(signal, isNew) {
    const { game, id } = this.shown;
    this.shown.story = await storyOf(game, signal);
    if (isNew && isNeverLost(this.shown.story)) recordNeverLost(id);
    for (const node of this.table.analysis.mistakes()) keepMoment(this.table, node);
    this.draw();
    if (game.par === null) return;
    const { places, level } = await think("difficulty", { game: askedGame(game, game.root) }, { signal });
    const { par, fewest, here } = game;
    if (places) this.shown.grade = gradeOf({ cards: here.cards, par, moves: here.ply, fewest, places, level });
    this.draw();
  }

  /**
   * Find a short, not necessarily shortest, solution.
   * @param {AbortSignal} signal
   */
  async #compare(signal) {
    const { game } = this.shown;
    const { moves, autoplay } = await think("solution", { game: askedGame(game, game.root) }, { signal });
    if (!moves.length || autoplay !== game.autoplay) return;
    const line = new Game(game.rules, game.start, { autoplay });
    for (const move of moves) line.push(move);
    const { fewest } = this.shown;
    if (fewest) fewest.best = Math.min(fewest.best, moves.length);
    this.shown.best = { moves: moves.length, cards: line.here.cards };
    this.draw();
  }

  draw() {
    if (this.box.hidden) return;
    const { game, byPlayer, helped } = this.shown;
    const alone = byPlayer && !helped;
    this.box.classList.toggle("alone", alone);
    byId("won-text").textContent = t(alone ? "won.title" : byPlayer ? "won.helped" : "won.finished");
    byId("won-figures").replaceChildren(
      ...this.#figures().map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
    );
    byId("won-badges").replaceChildren(...(alone ? this.#badges() : []));
    this.#drawGrade(alone && game.par !== null);
    this.#drawStory(alone);
    const next = this.#next();
    byId("won-next").dataset.command = next;
    byId("won-next").textContent = t(NEXT[next]);
    byId("won-share").hidden = !byPlayer;
    byId("won-moments").hidden = !this.shown.story?.lost.length && game.deal !== null;
  }

  /** The command of the first button. */
  #next() {
    const { game } = this.shown;
    if (hasNextMoment(this.table)) return "next-moment";
    if (game.deal === null || isTodays(game)) return "random";
    return this.table.today.isDone ? "next" : "play-today";
  }

  /** @param {boolean} graded */
  #drawGrade(graded) {
    const { grade } = this.shown;
    byId("won-grade").hidden = !graded;
    byId("won-why").hidden = !graded;
    byId("won-grade").textContent = grade?.grade ?? "…";
    byId("won-grade").setAttribute("aria-label", `${t("won.grade")} ${grade?.grade ?? "…"}`);
    for (const id of ["won-reached", "won-limits", "won-solution"]) byId(id).textContent = "";
    if (!graded || !grade) return;
    const { by, over, share, limits, harder, level } = grade;
    const shares = { share: formatNumber(share, PERCENT), harder: formatNumber(harder, PERCENT) };
    const limitTexts = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, formatNumber(limit, PERCENT)]));
    byId("won-reached").textContent = t(`won.why.${by}`, { count: over, level: t(`game.difficulty.${level}`), ...shares });
    byId("won-limits").textContent = [t("won.limits", limitTexts), ...(this.shown.fewest ? [t("won.better")] : [])].join(" ");
    byId("won-solution").textContent = this.#solution();
  }

  /** @param {boolean} alone */
  #drawStory(alone) {
    const { game, story, best, fewest } = this.shown;
    const parts = (alone && story?.parts) || [];
    byId("won-parts").replaceChildren(...parts.map((part) => element("li", { class: `part-${part}` })));
    const results = new DailyResults();
    const isDaily = isTodays(game);
    byId("won-week").replaceChildren(...(isDaily ? dayStrip(results) : []));
    const sentences = alone ? this.#sentences() : [];
    if (game.ply === fewest?.least) sentences.push(t("won.least"));
    else if (best && game.ply < (fewest?.best ?? best.moves)) sentences.push(t("won.shorter"));
    if (isDaily && alone) sentences.push(t("daily.now", { count: results.streaks().now }));
    byId("won-note").textContent = sentences.join(" ");
  }

  #figures() {
    const { game, byPlayer, seconds, undos, best, fewest } = this.shown;
    const { par } = game;
    return [
      ...(par === null ? [] : [[t("won.cards", { par }), formatNumber(game.here.cards)]]),
      [fewest ? t("won.moves.fewest", { moves: formatBounds(fewest) }) : t("won.moves"), formatNumber(game.ply)],
      ...(setting("timer") && byPlayer ? [[t("won.time"), formatDuration(Math.floor(seconds))]] : []),
      ...(undos && byPlayer ? [[t("won.undos"), formatNumber(undos)]] : []),
      ...(best && par === null ? [[t("won.short"), formatNumber(best.moves)]] : []),
    ];
  }

  /** A short solution in moves and in steps, because one of few moves mostly takes more steps than par. */
  #solution() {
    const { game, best } = this.shown;
    if (!best || game.par === null) return "";
    const share = formatNumber((best.cards - game.par) / game.par, PERCENT);
    return t("won.solution", { count: best.moves, cards: best.cards, share });
  }

  #badges() {
    const { game, undos, story, id, seconds } = this.shown;
    const { par, rules, deal } = game;
    const { cards } = game.here;
    const records = recordsSet({ id, rules, deal, seconds, cards, par });
    return [
      ...badgesOf({ undos, cards, neverLost: isNeverLost(story) }, par).map(badgeItem),
      ...records.map((key) => element("li", {}, t(key))),
    ];
  }

  /** The moves that lost the win, in a sentence. */
  #sentences() {
    const { story } = this.shown;
    if (!story?.lost.length) return isNeverLost(story) ? [t("won.kept")] : [];
    const moves = [...new Set(story.lost)].sort((one, other) => one - other).map((ply) => formatNumber(ply));
    return [t("won.story", { count: story.lost.length, moves: moves.join(", ") })];
  }

  /** Copy or share the result, without moves. */
  async share() {
    const { story, grade } = this.shown;
    const streak = isTodays(this.shown.game) ? new DailyResults().streaks().now : 0;
    const text = shareText(this.table, { story, grade, streak });
    try {
      if (await share(text)) this.table.say(t("won.share.copied"));
    } catch {
      const field = element("textarea", { rows: 5, readonly: true, "aria-label": t("won.share") });
      field.value = text; // no clipboard
      showDialog("share", "won.share", () => field);
    }
  }

  /** Analyse the game: its first losing move, or its largest detour. */
  learn() {
    const { table } = this;
    table.setMode("analyse");
    table.analysis.toggleDrawer(true); // for the sentence and its buttons
    table.analysis.learning.begin();
  }
}
