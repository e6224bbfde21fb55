// The table: connects the game on the screen with messages, storage and statistics.

import { Advice } from "./advice.js";
import { Analysis } from "./analysis.js";
import { paceOf } from "./board.js";
import { byId } from "./dialogs.js";
import { Ending } from "./end_dialog.js";
import { existing } from "./errors.js";
import { Account } from "./game_record.js";
import { beginEntry, keepGame } from "./game_storage.js";
import { t } from "./i18n.js";
import { keepMoment, momentTitle } from "./last_moments.js";
import { Light } from "./light.js";
import { fixed } from "./link_settings.js";
import { cardsTaken } from "./move_choice.js";
import { effectOfMove } from "./move_verdict.js";
import { dealCommands, drawDeals } from "./next_deals.js";
import { askedGame, followLink, linkOf } from "./open_game.js";
import { analysing, chooseMode, modeNow } from "./play_mode.js";
import { Input } from "./pointer_input.js";
import { askToHelp, askToLeave } from "./question_dialog.js";
import { Player } from "./replay_bar.js";
import { FOUNDATION, home } from "./rules.js";
import { cardsText, faultText, moveText, pileName, refusalText, titleOf } from "./sentences.js";
import { sound } from "./sound.js";
import { Today } from "./today_box.js";
import { think } from "./worker_client.js";

/** Refused moves in a row after which the message names the hint. */
const TRIED = 3;

export class Table {
  /** @type {import("./game.js").Game} */ game;
  /** @type {Source} */ source;
  /** @type {Input} */ input;
  /** @type {Record<string, () => unknown>} commands of dialogs */ others = {};

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.advice = new Advice(this);
    this.light = new Light(byId("light"), (loss) => this.advice.showLoss(loss));
    this.player = new Player(this);
    this.analysis = new Analysis(this);
    this.ending = new Ending(this);
    this.account = new Account();
    this.today = new Today(this);
    this.refusals = 0; // since the last move
  }

  /** Whether the cards are locked because a solution is playing. */
  get locked() {
    return this.player.playing;
  }

  // --- opening ---

  /**
   * Open the game of a link as far as it is legal. `kept` is its stored data; `entry` adds a history entry for it. Other
   * errors go to the caller, and the old game stays.
   * @param {string} link @param {KeptGame | null} kept @param {{entry?: boolean}} how
   */
  open(link, kept = null, { entry = false } = {}) {
    const opened = followLink(link);
    this.input?.clear();
    this.advice.forget();
    this.advice.showLoss(null);
    this.player.close();
    this.today.close();
    // Draw before leaving the old game, so that an error keeps it.
    this.board.hurry();
    this.board.show(opened.game.rules, opened.game.position, { sliding: false });
    if (this.game && !opened.game.ply) this.board.deal(); // the first game of a visit appears without animation
    if (this.account.id !== kept?.id) this.#recordLeft();
    this.#take(opened);
    this.account.open(this.game, kept);
    if (kept?.shown) this.game.here.shown = true;
    this.game.aim(kept?.ahead ?? []);
    this.input ??= new Input(this.board, this);
    this.#forbid();
    this.say("");
    this.light.ask(this.game);
    this.#changed();
    if (entry) beginEntry(this.link);
    this.keep();
    if (opened.fault) this.say(faultText(opened.fault), "refused");
  }

  /** @param {OpenGame} opened */
  #take({ game, source }) {
    Object.assign(this, { game, source });
  }

  /**
   * Add the moves of a solution for replay, under an autoplay rule that takes no more than the game's own.
   * @param {Move[]} moves @param {string} autoplay
   */
  prepare(moves, autoplay) {
    const game = autoplay === this.game.autoplay ? this.game : this.game.under(autoplay);
    const { ply } = game;
    for (const move of moves) {
      game.push(move);
      game.here.shown = true; // found by the program
    }
    game.goto(ply);
    const first = existing(game.here.next);
    if (first !== game.here.children[0]) first.name ||= t("analysis.solution");
    this.#take({ game, source: { ...this.source, autoplay } });
    this.account.helped = true;
    this.moved();
  }

  /** Offer the moves of an opened game for replay from the start. */
  present() {
    for (const node of this.game.nodes) node.shown = true;
    this.player.open();
  }

  get link() {
    return linkOf(this);
  }

  // --- moves ---

  /** @param {Move} move */
  tryMove(move) {
    const before = this.game.position;
    const automatic = this.game.push(move);
    this.game.here.shown = false;
    this.account.made += 1;
    this.refusals = 0;
    this.say(moveText(this.game.rules, before, move, automatic));
    this.#sound(move, automatic);
    this.moved({ along: this.#stages(), isNew: true });
  }

  /**
   * Put back the cards just moved, to move them elsewhere; this is not counted as an undo.
   * @param {GameNode} node @param {boolean} isNew
   */
  retract(node, isNew) {
    const parent = existing(node.parent);
    if (isNew) this.game.remove(node);
    this.game.jump(parent);
    this.say(t("game.putBack"));
    this.moved();
  }

  /** @param {Move} move @param {Move[]} automatic */
  #sound(move, automatic) {
    const pace = paceOf(automatic.length + 1);
    sound(move.target < FOUNDATION ? "move" : "home");
    automatic.forEach((_, index) => sound("home", { after: ((index + 1) * pace) / 1000, step: 2 * index + 2 }));
  }

  /** Return the positions before the current one: after the move, and after each home move but the last. */
  #stages() {
    return this.game.here.stages.slice(0, -1);
  }

  /** @param {Reason} reason */
  refuse(reason) {
    sound("refused");
    this.refusals += 1;
    const advice = this.refusals === TRIED && !fixed("hints") ? [t("game.refused.hint")] : [];
    this.say([refusalText(this.game.rules, reason), ...advice].join(" "), "refused");
  }

  /**
   * Announce selected cards, or that they were put back.
   * @param {Pile | null} pile @param {number | null} count
   */
  picked(pile, count = null) {
    if (pile === null) {
      this.say(t("game.putBack"));
      return;
    }
    const cards = cardsText(cardsTaken(this.game.position, pile, count, this.game.rules));
    this.say(t("game.picked", { cards, pile: pileName(pile) }), "quiet");
  }

  /** @param {string} name */
  command(name) {
    /** @type {Record<string, () => unknown>} */
    const own = {
      undo: () => this.#step("undo"),
      redo: () => this.#step("redo"),
      hint: () => this.#helping(() => this.advice.hint()),
      solve: () => this.#helping(() => this.advice.solve()),
      today: () => this.today.toggle(),
      "play-today": () => this.today.play(),
      "close-today": () => this.today.close(),
      restart: () => this.goto(0),
      ...dealCommands(this),
      replay: () => this.player.toggle(),
      pause: () => this.player.pause(),
      stop: () => this.player.stop(),
      jump: () => this.advice.jump(),
      light: () => (this.light.on ? this.toggleLight() : this.#helping(() => this.toggleLight())),
      play: () => this.setMode("play"),
      analyse: () => this.#helping(() => this.setMode("analyse")),
      mode: () => this.command(analysing() ? "play" : "analyse"),
      promote: () => this.analysis.promote(),
      "delete-variation": () => this.analysis.removeVariation(),
      "delete-moves": () => this.analysis.removeMoves(),
      export: () => this.analysis.export(),
      share: () => this.ending.share(),
      "learn-from-end": () => this.ending.learn(),
      learn: () => this.analysis.learning.next(),
      "learn-again": () => this.analysis.learning.again(),
      "learn-best": () => this.analysis.learning.best(),
    };
    (own[name] ?? this.others[name])?.();
  }

  /**
   * Give help; ask before if today's game would then no longer count.
   * @param {() => void} help
   */
  async #helping(help) {
    if (this.today.atStake) {
      if (!(await askToHelp())) return;
      this.account.helped = true;
      this.today.draw();
    }
    help();
  }

  /** @param {"undo" | "redo"} way */
  #step(way) {
    const before = this.game.position;
    const move = this.game[way]();
    if (!move) {
      this.say(t(way === "undo" ? "game.nothingToUndo" : "game.nothingToRedo"));
      return false;
    }
    if (way === "undo") {
      this.account.undos += 1;
      this.say(t("game.undone", { ply: this.game.ply + 1 }));
    } else {
      this.say(moveText(this.game.rules, before, move, this.game.here.automatic));
    }
    this.moved({ along: way === "redo" ? this.#stages() : [] });
    return true;
  }

  /** Redo the next move; return false if there is none. */
  forward() {
    return this.#step("redo");
  }

  /** @param {number} ply */
  goto(ply) {
    this.#go(ply, () => this.game.goto(ply));
  }

  /**
   * Go to a node of the tree.
   * @param {GameNode} node
   */
  jump(node) {
    this.#go(node.ply, () => this.game.jump(node));
  }

  /** @param {number} ply @param {() => void} go */
  #go(ply, go) {
    if (ply < this.game.ply) this.account.undos += 1;
    go();
    this.say(t("game.at", { ply: this.game.ply, total: this.game.words.length }));
    this.moved();
  }

  /**
   * Update everything after a change of the current node.
   * @param {{along?: Position[], isNew?: boolean}} how
   */
  moved({ along = [], isNew = false } = {}) {
    this.analysis.stop();
    this.today.close();
    this.light.ask(this.game); // first, so that the worker searches while the page draws
    this.input.clear();
    this.advice.forget();
    this.board.show(this.game.rules, this.game.position, { along });
    this.#changed(isNew);
    this.keep({ soon: true });
  }

  #changed(isNew = false) {
    const { game } = this;
    byId("undo").disabled = !game.ply;
    byId("redo").disabled = !game.goesOn;
    const { parent, move } = game.here;
    this.board.mark("last", { cards: parent && move ? cardsTaken(parent.position, move.source, move.count, game.rules) : [] });
    this.#head();
    this.player.draw();
    this.#end(isNew);
    this.analysis.look();
  }

  // --- modes ---

  /** @param {string} mode */
  setMode(mode) {
    if (mode === modeNow()) return;
    chooseMode(mode);
    this.input.clear();
    this.say(t(`mode.${mode}.said`));
    this.keep();
    this.askLight();
  }

  /**
   * Return the effect of a legal move, if the mode shows it: see move_verdict.js.
   * @param {Move} move
   */
  effectOf(move) {
    return analysing() && this.light.on ? effectOfMove(this.game.here, move) : "asking";
  }

  #head() {
    const { ply, position, rules, par, here } = this.game;
    byId("title").textContent = this.title;
    byId("count").textContent =
      par === null
        ? t("game.count", { ply, home: home(position), size: rules.size })
        : t("game.count.par", { ply, cards: here.cards, par });
    byId("count").title = par === null ? "" : t("game.par.title");
    document.title = `${this.title} – Kiebitz`;
    drawDeals(this);
  }

  /** The name of the game and of the deal. */
  get title() {
    const title = titleOf(this.game.rules.data);
    const { deal } = this.game;
    if (deal) return t("game.title", { title, number: String(deal.number) });
    return momentTitle(this, title) ?? t("game.title.board", { title });
  }

  /** @param {boolean} isNew */
  #end(isNew) {
    const { game, account } = this;
    const { won, stuck } = game;
    const byPlayer = !this.#shown;
    if (won && isNew) game.promote(game.here);
    account.clock.run(account.made > 0 && !won);
    this.ending.look(game, { byPlayer, isNew, seconds: account.clock.seconds });
    if (won) {
      this.say(t(byPlayer ? "game.won" : "game.finished", { count: game.ply }));
      if (byPlayer) this.#record({ won: true });
      else if (account.made) this.#record({ left: true });
    } else if (stuck) {
      const scored = game.rules.scored;
      if (isNew && byPlayer && !scored) this.#keepLoss();
      const advice = scored || this.light.on || fixed("light") ? [] : [t("game.stuck.light")];
      this.say([t(scored ? "game.over" : "game.stuck", { score: home(game.position) }), ...advice].join(" "));
    }
  }

  /** Keep the moment before the move that lost the game, if it is lost and the move can be found. */
  async #keepLoss() {
    const { game, source } = this;
    const { turns } = game;
    const loss = await think("losingMove", { game: askedGame(game) }).catch(() => null);
    if (loss?.ply) keepMoment({ game, source }, turns[loss.ply - 1]);
  }

  // --- keeping ---

  /**
   * Store the game; with `soon`, delay the address.
   * @param {{soon?: boolean}} when
   */
  keep({ soon = false } = {}) {
    this.account.helped ||= this.light.helps && this.game.ply > 0;
    keepGame({ link: this.link, ...this.account.kept, shown: this.#shown, ahead: this.game.ahead }, { soon });
  }

  /** Whether the program made one of the moves so far. */
  get #shown() {
    return this.game.turns.some(({ shown }) => shown);
  }

  /** @param {{won?: boolean, left?: boolean}} ended */
  #record(ended) {
    this.account.helped ||= this.light.helps;
    this.account.record(this.game, ended);
    this.today.draw();
  }

  /** Record a game that was begun and left; without a legal move it is lost. */
  #recordLeft() {
    if (!this.game || this.game.won || !this.account.made) return;
    const { stuck, rules } = this.game;
    this.#record({ left: !stuck });
    if (!stuck && !rules.scored && !this.#shown) this.#keepLoss();
  }

  /** Whether leaving the game needs a question: moves made by hand, not finished, and no analysis. */
  get isUnderWay() {
    const { made, recorded } = this.account;
    return this.game && made > 0 && !recorded && !this.game.won && !this.game.stuck && !analysing();
  }

  /**
   * Open another game if the person agrees to leave this one; return whether it was opened.
   * @param {string} link
   */
  async change(link) {
    if (link === this.link) return true;
    if (this.isUnderWay && !(await askToLeave())) return false;
    this.open(link, null, { entry: true });
    return true;
  }

  // --- light ---

  askLight() {
    this.light.ask(this.game);
    this.analysis.look();
  }

  toggleLight() {
    if (fixed("light")) {
      this.say(t("fixed.light"), "refused");
      return;
    }
    this.say(t(this.light.toggle() ? "game.light.nowOn" : "game.light.nowOff"));
    this.askLight();
  }

  // --- words ---

  /**
   * Show a message under the board; screen readers read it aloud.
   * @param {string} text @param {string} kind
   */
  say(text, kind = "") {
    const line = byId("message");
    // Change the text when it is repeated, so that screen readers notice it.
    line.textContent = text && line.textContent === text ? `${text}\u00a0` : text;
    line.dataset.kind = kind;
  }

  /** Disable the buttons that the link forbids, with an explanation. */
  #forbid() {
    if (!fixed("hints")) return;
    for (const name of ["hint", "solve"]) {
      const button = document.querySelector(`[data-command="${name}"]`);
      button.setAttribute("aria-disabled", "true");
      button.setAttribute("aria-description", t("fixed.hints"));
      button.title = t("fixed.hints");
    }
  }

  /** Redraw everything in another language or with other settings. */
  redraw() {
    if (!this.game) return;
    this.#forbid();
    this.board.root.setAttribute("aria-label", t("game.board"));
    this.board.redraw();
    this.light.draw();
    this.#head();
    if (this.advice.loss) this.advice.showLoss(this.advice.loss);
    this.player.draw();
    this.analysis.draw();
    this.account.clock.draw();
    this.ending.draw();
    this.today.draw();
  }
}
