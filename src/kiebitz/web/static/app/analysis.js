// The panel of Analyse: the move list with lights, only moves, comments, names and variations; and the graph.

import { Candidates } from "./candidates.js";
import { copied } from "./clipboard.js";
import { byId, element, showDialog } from "./dialogs.js";
import { existing } from "./errors.js";
import { formatBounds, t } from "./i18n.js";
import { Learning } from "./mistakes.js";
import { MoveList } from "./move_list.js";
import { detourOf, effectOn, onlyMove, rankedMoves } from "./move_verdict.js";
import { formatMove } from "./notation.js";
import { askedGame, textOf } from "./open_game.js";
import { analysing } from "./play_mode.js";
import { isWon } from "./rules.js";
import { saveFile } from "./save_file.js";
import { faultText } from "./sentences.js";
import { LONGEST, tidy } from "./tree_text.js";
import { Graph } from "./winning_graph.js";
import { think } from "./worker_client.js";

export class Analysis {
  /** @type {number | null} the frame in which the next drawing happens */ soon = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @param {GameNode} node */
    const jump = (node) => table.jump(node);
    this.list = new MoveList(byId("moves"), jump);
    this.graph = new Graph(byId("graph"), jump);
    this.candidates = new Candidates(table, byId("candidates"));
    this.learning = new Learning(table, this);
    byId("drawer").addEventListener("click", () => this.toggleDrawer());
    byId("comment").maxLength = byId("variation-name").maxLength = LONGEST;
    byId("comment").addEventListener("change", () => {
      table.game.here.comment = tidy(byId("comment").value);
      this.#kept();
    });
    byId("variation-name").addEventListener("change", () => {
      existing(this.#variation()).name = tidy(byId("variation-name").value);
      this.#kept();
    });
  }

  /** Open or close the list, which covers the board's lower half on phones. */
  toggleDrawer(open = byId("drawer").getAttribute("aria-expanded") !== "true") {
    byId("drawer").setAttribute("aria-expanded", String(open));
    byId("analysis").classList.toggle("open", open);
    this.draw(); // the list had no place before
  }

  /** Cancel the current question to make way for others. */
  stop() {
    this.asked?.abort();
  }

  /** Show the game after a change of game or mode, and judge new moves. */
  look() {
    this.stop();
    const wasHidden = byId("analysis").hidden;
    byId("analysis").hidden = !analysing();
    if (!analysing()) {
      this.table.board.point([]);
      return;
    }
    if (wasHidden) this.draw();
    else this.#drawSoon();
    this.asked = new AbortController();
    if (this.table.light.on || this.learning.sought === this.table.game.here) this.#find(this.table.game, this.asked.signal);
  }

  draw() {
    const { game } = this.table;
    if (!analysing() || !game) return;
    const summary = this.#summary(game);
    this.graph.draw(game, summary);
    this.candidates.draw();
    this.learning.draw();
    byId("analysis-summary").textContent = summary;
    const comment = byId("comment");
    if (document.activeElement !== comment) comment.value = game.here.comment;
    const first = this.#variation();
    for (const part of document.querySelectorAll(".of-variation")) part.hidden = !first;
    if (first && document.activeElement !== byId("variation-name")) byId("variation-name").value = first.name;
    byId("delete-moves").disabled = !game.here.parent;
    byId("prove").hidden = game.here.light?.verdict !== "impossible";
    this.list.draw(game); // last, because it measures the layout
  }

  /** Make the current variation the main line. */
  promote() {
    this.table.game.promote(existing(this.#variation()));
    this.#kept();
  }

  /**
   * Delete the current variation, or the current move with its continuations.
   * @param {GameNode} node
   */
  remove(node) {
    const { table } = this;
    table.game.remove(node);
    table.moved();
    table.say(t("analysis.deleted", { move: node.word }));
  }

  removeVariation() {
    this.remove(existing(this.#variation()));
  }

  removeMoves() {
    if (this.table.game.here.parent) this.remove(this.table.game.here);
  }

  /** Show the whole tree as text, in the format that Python and the terminal read. */
  export() {
    const text = element("textarea", { id: "export-text", rows: 12, readonly: true, "data-i18n-attr": "aria-label:game.paste.text" });
    text.value = textOf(this.table);
    const copy = async () => {
      text.select();
      byId("export-said").textContent = t((await copied(text.value)) ? "analysis.copied" : "analysis.selected");
    };
    const save = () => saveFile("kiebitz.txt", "text/plain", text.value);
    showDialog("export", "analysis.export", () => [
      element("p", { class: "dialog-note", "data-i18n": "analysis.export.note" }),
      text,
      element("p", { id: "export-said", class: "dialog-note", role: "status" }),
      element(
        "div",
        { class: "dialog-actions" },
        element("button", { type: "button", class: "main", "data-i18n": "analysis.copy", click: copy }),
        element("button", { type: "button", "data-i18n": "analysis.save", click: save }),
      ),
    ]);
  }

  /** The first move of the current variation, or null on the main line. */
  #variation() {
    for (let node = this.table.game.here; node.parent; node = node.parent) {
      if (node !== node.parent.children[0]) return node;
    }
    return null;
  }

  #kept() {
    this.table.keep();
    this.draw();
  }

  /** @param {Game} game */
  #summary(game) {
    const { here } = game;
    const parts = [t("analysis.at", { ply: here.ply, total: game.words.length })];
    if (here.parent && here.light) parts.push(t(`analysis.effect.${effectOn(here)}`));
    const only = onlyMove(here);
    if (only) parts.push(t("analysis.only", { move: formatMove(game.rules, here.position, only) }));
    if (detourOf(here)) parts.push(t("analysis.detour", { count: detourOf(here) }));
    if (here.wayLeft !== null && !game.won && !game.rules.scored) {
      const way = [t("analysis.left", { count: here.wayLeft })];
      const start = game.root.wayLeft;
      if (here.parent && start !== null) way.push(t("analysis.total", { total: here.ply + here.wayLeft, start }));
      if (game.fewest) way.push(t("analysis.fewest", { moves: formatBounds(game.fewest) }));
      parts.push(way.join(", "));
    }
    return parts.join(" · ");
  }

  /**
   * Judge the legal moves of this position, then all moves made, one after the other; then find the short ways along the
   * line.
   * @param {Game} game @param {AbortSignal} signal
   */
  async #find(game, signal) {
    try {
      const { here } = game;
      await this.table.light.answered;
      if (signal.aborted) return;
      if (!here.judged && !game.won) {
        here.judged = await think("moves", { game: askedGame(game) }, { signal });
        const [best] = rankedMoves(here);
        if (typeof best?.left === "number" && here.light?.verdict === "solved") here.wayLeft = best.left + 1;
        this.table.input.judged();
        this.#drawSoon();
      }
      for (const node of [game.root, ...game.nodes]) {
        if (node.light) continue;
        node.light = await think("light", { game: askedGame(game, node) }, { signal });
        this.#drawSoon();
      }
      this.learning.judged(game.rules.scored);
      if (game.rules.scored || signal.aborted) return;
      const nodes = [game.root, ...game.line];
      const last = nodes[nodes.length - 1];
      const end = isWon(game.rules, last.position) ? last.ply : Infinity;
      for (const node of nodes) {
        if (node.wayLeft !== null || node.light?.verdict !== "solved") continue;
        const { left } = await think("hint", { game: askedGame(game, node) }, { signal });
        node.wayLeft = end - node.ply < (left ?? Infinity) ? end - node.ply : left; // the player's own win may be shorter
        this.#drawSoon();
      }
      this.learning.judged(true);
    } catch (error) {
      if (signal.aborted) return;
      this.learning.sought = null;
      this.#drawSoon();
      if (error.code !== "no_module") this.table.say(faultText(error), "refused");
    }
  }

  /** Draw before the next frame, once for all new results. */
  #drawSoon() {
    this.soon ??= requestAnimationFrame(() => {
      this.soon = null;
      this.draw();
    });
  }

  /** Return the moves that lost something, in tree order. */
  mistakes() {
    return this.table.game.nodes.filter((node) => effectOn(node) === "lost");
  }
}
