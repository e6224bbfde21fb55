// The legal moves in Analyse, the best first, each with its effect and the length of a short way after it. A click makes a
// move; arrows on the board show the best.

import { around, byId, element } from "./dialogs.js";
import { formatNumber, t } from "./i18n.js";
import { renew, SIGNS, sign } from "./move_list.js";
import { effectOf, rankedMoves } from "./move_verdict.js";
import { formatMove } from "./notation.js";

/** The number of arrows. */
const ARROWS = 3;

export class Candidates {
  /** @type {JudgedMove[]} */ moves = [];
  /** Whether the focus returns to the list as soon as it has moves. */ focused = false;

  /** @param {Table} table @param {HTMLElement} root */
  constructor(table, root) {
    this.table = table;
    this.root = root;
    root.addEventListener("click", (event) => {
      const place = [...root.children].indexOf(/** @type {Element} */ (around(event, ".candidate")));
      if (place >= 0 && !table.locked) table.tryMove(this.moves[place].move);
    });
  }

  /** Draw the moves of the current node, or nothing before they are judged. */
  draw() {
    const { here, rules } = this.table.game;
    this.focused ||= this.root.contains(document.activeElement);
    this.moves = this.table.light.on ? rankedMoves(here) : [];
    this.root.hidden = byId("candidates-caption").hidden = !this.moves.length;
    const hasFigures = this.moves.some((judged) => figureOf(judged, rules));
    byId("candidates-figures").textContent = hasFigures ? t(rules.scored ? "analysis.figures.score" : "analysis.figures.left") : "";
    renew(
      this.root,
      this.moves.map((judged) => this.#button(judged)),
    );
    if (this.focused && this.moves.length) {
      this.focused = false;
      if (!this.root.contains(document.activeElement)) this.root.querySelector("button").focus();
    }
    const kept = this.moves.filter((judged) => effectOf(here.light, judged) === "kept").slice(0, ARROWS);
    this.table.board.point(kept.map((judged) => ({ ...judged.move, label: figureOf(judged, rules) })));
  }

  /** @param {JudgedMove} judged */
  #button(judged) {
    const { here, rules } = this.table.game;
    const effect = effectOf(here.light, judged);
    const word = formatMove(rules, here.position, judged.move);
    const words = [word, t(`analysis.effect.${effect}`)];
    if (rules.scored && judged.score !== null) words.push(t("game.light.best", { score: judged.score }));
    else if (judged.left !== null) words.push(t("analysis.left", { count: judged.left }));
    return element(
      "button",
      { type: "button", class: `candidate ${effect}` },
      element("span", { class: "spoken" }, words.join("; ")),
      sign("effect", SIGNS[effect]),
      sign("word", word),
      sign("figure", figureOf(judged, rules)),
    );
  }
}

/**
 * The number shown for a move: the moves left or, in scored games, the best score; empty if unknown.
 * @param {JudgedMove} judged @param {Rules} rules
 */
function figureOf({ left, score }, { scored }) {
  const figure = scored ? score : left;
  return typeof figure === "number" ? formatNumber(figure) : "";
}
