// Hints, solutions, and the move that lost the game.

import { byId } from "./dialogs.js";
import { t } from "./i18n.js";
import { fixed } from "./link_settings.js";
import { cardsTaken } from "./move_choice.js";
import { formatMove } from "./notation.js";
import { askedGame } from "./open_game.js";
import { cardsText, faultText, pileName } from "./sentences.js";
import { think } from "./worker_client.js";

export class Advice {
  /** @type {AbortController | null} */
  asked = null;
  /** @type {Move | null} */
  hinted = null;
  /** @type {Loss | null} */
  loss = null;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * Show which move lost the game, with a way back before it; null once it is not lost.
   * @param {Loss | null} loss
   */
  showLoss(loss) {
    this.loss = loss;
    byId("loss").hidden = !loss;
    if (!loss) return;
    const { ply, certain, last_winnable: back, score_before: before, score_after: after } = loss;
    const scored = typeof before === "number";
    const key = scored ? "cost" : ply === 0 ? "deal" : certain ? "move" : "perhaps";
    const move = this.table.game.turns[ply - 1]?.word ?? "";
    byId("loss-text").textContent = t(`game.loss.${key}`, { ply, move, before: before ?? 0, after: after ?? 0 });
    byId("jump").hidden = ply === 0 || back === null;
  }

  /** Go back to the position before the move that lost the game. */
  jump() {
    if (this.loss && !byId("jump").hidden) this.table.goto(this.loss.last_winnable ?? 0);
  }

  /** Show a good move; make it if it is already shown. */
  async hint() {
    const { table } = this;
    if (this.hinted) {
      table.tryMove(this.hinted);
      return;
    }
    await this.#ask("game.asking.hint", async (game, signal, isCurrent) => {
      const { move, light } = await think("hint", { game }, { signal });
      if (!isCurrent()) return;
      if (!move) {
        const best = typeof light.score === "number" && light.score === light.bound;
        const key = best ? "game.hint.best" : light.verdict === "impossible" ? "game.hint.impossible" : "game.hint.none";
        table.say(t(key, { score: light.score ?? 0 }));
        return;
      }
      table.account.helped = true;
      table.input.clear();
      this.hinted = move;
      const cards = cardsTaken(table.game.position, move.source, move.count, table.game.rules);
      const onto = table.board.cardsIn(move.target).at(-1);
      table.board.mark("hinted", { cards: onto ? [...cards, onto] : cards, piles: [move.target] });
      table.say(
        t("game.hint.move", {
          move: formatMove(table.game.rules, table.game.position, move),
          cards: cardsText(cards),
          pile: pileName(move.target),
        }),
      );
    });
  }

  /** Forget the hint and any pending question when the position changes. */
  forget() {
    this.asked?.abort();
    this.hinted = null;
    this.table.board.mark("hinted");
  }

  /** Prepare a solution for playing. */
  async solve() {
    const { table } = this;
    await this.#ask("game.asking.solution", async (game, signal, isCurrent) => {
      const { verdict, moves, score, autoplay } = await think("solution", { game }, { signal });
      if (!isCurrent()) return;
      if (!moves.length) {
        table.say(t(`game.solve.${verdict}`));
        return;
      }
      const other = autoplay !== table.game.autoplay;
      table.prepare(moves, autoplay);
      const key = typeof score === "number" ? "game.solve.best" : "game.solve.solved";
      const sentences = [t(key, { count: moves.length, score: score ?? 0 })];
      if (other) sentences.push(t("game.solve.autoplay", { rule: t(`game.autoplay.${autoplay}`) }));
      table.say(sentences.join(" "));
      table.player.open();
    });
  }

  /**
   * Ask a question that may take seconds; drop the answer if the game goes on meanwhile.
   * @param {string} key @param {(game: AskedGame, signal: AbortSignal, isCurrent: () => boolean) => Promise<void>} question
   */
  async #ask(key, question) {
    if (fixed("hints")) {
      this.table.say(t("fixed.hints"), "refused");
      return;
    }
    this.asked?.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    const { game } = this.table;
    const { ply } = game;
    const isCurrent = () => !signal.aborted && this.table.game === game && game.ply === ply;
    this.table.say(t(key));
    try {
      await question(askedGame(game), signal, isCurrent);
    } catch (error) {
      if (isCurrent()) this.table.say(faultText(error), "refused");
    }
  }
}
