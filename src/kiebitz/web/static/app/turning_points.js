// Learning from a game: its turning points, each with the position before it to try again, and the best continuation on request.

import { byId, element } from "./dialogs.js";
import { t } from "./i18n.js";
import { effectOn } from "./move_verdict.js";

export class Learning {
  /** @type {GameNode | null} the turning point looked at */ at = null;

  /** @param {Table} table @param {import("./analysis.js").Analysis} analysis */
  constructor(table, analysis) {
    this.table = table;
    this.analysis = analysis;
  }

  /** Show the number of turning points and the current one. */
  draw() {
    const points = this.analysis.turningPoints();
    const root = byId("learning");
    root.hidden = !points.length;
    const number = this.at ? points.indexOf(this.at) + 1 : 0;
    if (!number) this.at = null;
    const { here } = this.table.game;
    const sentence = this.at ? this.#told(this.at, number, points.length, here) : t("learn.found", { count: points.length });
    if (byId("learning-said").textContent !== sentence) byId("learning-said").textContent = sentence;
    const actions = [
      ["learn.next", "learn"],
      ...(this.at
        ? [
            ["learn.again", "learn-again"],
            ["learn.best", "learn-best"],
          ]
        : []),
    ];
    const wanted = actions.map(([key]) => key).join(" ");
    const buttons = byId("learning-actions");
    if (buttons.dataset.of !== `${wanted} ${document.documentElement.lang}`) {
      buttons.dataset.of = `${wanted} ${document.documentElement.lang}`;
      buttons.replaceChildren(...actions.map(([key, command]) => element("button", { type: "button", "data-command": command }, t(key))));
    }
  }

  /** Go to the next turning point: the position before the losing move. */
  next() {
    const points = this.analysis.turningPoints();
    if (!points.length) return;
    this.at = points[((this.at ? points.indexOf(this.at) : -1) + 1) % points.length];
    this.again();
  }

  again() {
    if (this.at?.parent) this.table.jump(this.at.parent);
  }

  /** Add the best continuation from before the turning point. */
  best() {
    if (!this.at) return;
    this.again();
    this.table.command("solve");
  }

  /** @param {GameNode} point @param {number} number @param {number} total @param {GameNode} here */
  #told(point, number, total, here) {
    const { ply, word, parent } = point;
    if (here === parent) return t("learn.try", { number, total, ply, move: word });
    if (here.parent === parent && here !== point) return t(`learn.tried.${effectOn(here)}`, { move: here.word });
    return t("learn.point", { number, total, ply, move: word });
  }
}
