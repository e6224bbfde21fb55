// Learning from a game: its mistakes or its largest detour, each with the position before it to try again, and the best
// continuation on request.

import { byId, element } from "./dialogs.js";
import { t } from "./i18n.js";
import { detourOf, effectOn } from "./move_verdict.js";

export class Learning {
  /** @type {GameNode | null} the mistake or detour looked at */ at = null;
  /** @type {GameNode | null} the start of the game while its mistakes are looked for */ sought = null;
  /** @type {GameNode | null} the start of the game in which none was found */ clean = null;

  /** @param {Table} table @param {import("./analysis.js").Analysis} analysis */
  constructor(table, analysis) {
    this.table = table;
    this.analysis = analysis;
  }

  /** Show the number of mistakes and the current one. */
  draw() {
    const mistakes = this.analysis.mistakes();
    if (this.at && !this.table.game.nodes.includes(this.at)) this.at = null;
    const sentence = this.#sentence(mistakes);
    byId("learning").hidden = !sentence;
    if (byId("learning-said").textContent !== sentence) byId("learning-said").textContent = sentence;
    const actions = [
      ...(mistakes.some((mistake) => mistake !== this.at) ? [["learn.next", "learn"]] : []),
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

  /** Go to the first mistake, or to the largest detour once all moves are judged. */
  begin() {
    this.at = null;
    this.sought = this.table.game.root;
    this.table.goto(0);
    this.judged(false);
  }

  /**
   * Go on after judgements, unless the player has gone elsewhere. `isAll`: the short ways are known, too.
   * @param {boolean} isAll
   */
  judged(isAll) {
    const { here, root, line, nodes } = this.table.game;
    if (this.sought !== here) this.sought = null;
    const hasMistakes = this.analysis.mistakes().length > 0;
    if (!this.sought || !(hasMistakes || isAll)) return;
    this.sought = null;
    if (hasMistakes) {
      this.next();
      return;
    }
    const [detour] = line.filter(detourOf).sort((one, other) => detourOf(other) - detourOf(one));
    this.at = detour ?? null;
    this.clean = detour || nodes.some((node) => effectOn(node) === "unknown") ? null : root;
    this.again();
    this.draw();
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

  /**
   * Return the sentence, empty if there is nothing to learn.
   * @param {GameNode[]} mistakes
   */
  #sentence(mistakes) {
    const { root, here } = this.table.game;
    const total = mistakes.length;
    if (this.at) {
      const number = mistakes.indexOf(this.at) + 1;
      return number ? this.#told(this.at, number, total, here) : this.#toldDetour(this.at, here);
    }
    if (total) return t("learn.found", { count: total });
    if (this.sought === here) return t("learn.sought");
    return this.clean === root ? t("learn.none") : "";
  }

  /** @param {GameNode} mistake @param {number} number @param {number} total @param {GameNode} here */
  #told(mistake, number, total, here) {
    const { ply, word, parent } = mistake;
    if (here === parent) return t(this.table.game.rules.scored ? "learn.try.scored" : "learn.try", { number, total, ply, move: word });
    if (here.parent === parent && here !== mistake) return t(`learn.tried.${effectOn(here)}`, { move: here.word });
    return t("learn.point", { number, total, ply, move: word });
  }

  /** @param {GameNode} detour @param {GameNode} here */
  #toldDetour(detour, here) {
    const isTried = here.parent === detour.parent && here !== detour;
    const node = isTried ? here : detour;
    if (detourOf(node)) return t("learn.detour", { count: detourOf(node), ply: node.ply, move: node.word });
    const isAsking = node.light?.verdict === "solved" && node.wayLeft === null;
    return t(`learn.tried.${isAsking ? "asking" : effectOn(node)}`, { move: node.word });
  }
}
