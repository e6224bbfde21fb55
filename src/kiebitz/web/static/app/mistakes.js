// Learning from a game: its mistakes, each with the position before it to try again, and the best continuation on request.

import { byId, element } from "./dialogs.js";
import { t } from "./i18n.js";
import { effectOn } from "./move_verdict.js";

export class Learning {
  /** @type {GameNode | null} the mistake looked at */ at = null;

  /** @param {Table} table @param {import("./analysis.js").Analysis} analysis */
  constructor(table, analysis) {
    this.table = table;
    this.analysis = analysis;
  }

  /** Show the number of mistakes and the current one. */
  draw() {
    const mistakes = this.analysis.mistakes();
    const root = byId("learning");
    root.hidden = !mistakes.length;
    const number = this.at ? mistakes.indexOf(this.at) + 1 : 0;
    if (!number) this.at = null;
    const { here } = this.table.game;
    const sentence = this.at ? this.#told(this.at, number, mistakes.length, here) : t("learn.found", { count: mistakes.length });
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

  /** Go to the next mistake: the position before the losing move. */
  next() {
    const mistakes = this.analysis.mistakes();
    if (!mistakes.length) return;
    this.at = mistakes[((this.at ? mistakes.indexOf(this.at) : -1) + 1) % mistakes.length];
    this.again();
  }

  again() {
    if (this.at?.parent) this.table.jump(this.at.parent);
  }

  /** Add the best continuation from before the mistake. */
  best() {
    if (!this.at) return;
    this.again();
    this.table.command("solve");
  }

  /** @param {GameNode} mistake @param {number} number @param {number} total @param {GameNode} here */
  #told(mistake, number, total, here) {
    const { ply, word, parent } = mistake;
    if (here === parent) return t("learn.try", { number, total, ply, move: word });
    if (here.parent === parent && here !== mistake) return t(`learn.tried.${effectOn(here)}`, { move: here.word });
    return t("learn.point", { number, total, ply, move: word });
  }
}
