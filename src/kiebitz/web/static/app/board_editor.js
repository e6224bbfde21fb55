// The editor of boards: cards are typed, tapped or dragged onto a marked place. The kernel judges the board.

import { DoubtsView } from "./board_editor_doubts.js";
import { PictureForm } from "./board_editor_picture.js";
import { dragCards } from "./board_editor_pointer.js";
import { BoardView, isStack, TrayView } from "./board_editor_view.js";
import { emptyBoard, Setup } from "./board_setup.js";
import { boardOf, formatBoard, readBoard } from "./board_text.js";
import { icon } from "./card_faces.js";
import { copied } from "./clipboard.js";
import { around, element, showDialog } from "./dialogs.js";
import { existing } from "./errors.js";
import { field } from "./form_fields.js";
import { choiceOfGame } from "./game_choice.js";
import { cardName, cardSpellings, t } from "./i18n.js";
import { neighbour } from "./keys.js";
import { formatLink } from "./links.js";
import { numberOfDeal } from "./numberings.js";
import { gameData, openLink } from "./open_game.js";
import { readText } from "./pasted_text.js";
import { CELL, FOUNDATION, isWon, Rules } from "./rules.js";
import { boardFault, briefly, faultText, pileName, placeName, remarksText } from "./sentences.js";
import { TypedCards } from "./typed_cards.js";
import { think } from "./worker_client.js";

const STYLE = new URL("../board_editor.css", import.meta.url).href;
/** Missing cards are named up to this number, and else counted. */
const FEW = 6;

/**
 * The board last set up, to continue with.
 * @type {Setup | null}
 */
let kept = null;
/** The editor on the screen. @type {Editor | null} */
let opened = null;

/** Load the editor's style sheet, once. */
const styled = () =>
  new Promise((resolve) => {
    const old = document.querySelector(`link[href="${STYLE}"]`);
    if (old) resolve(old);
    else document.head.append(element("link", { rel: "stylesheet", href: STYLE, load: resolve, error: resolve }));
  });

/** @param {string} key @param {() => unknown} click @param {string} [look] */
const button = (key, click, look) => element("button", { type: "button", class: look, "data-i18n": key, click });

/** @param {string} key @param {string} path the icon's @param {() => unknown} click */
const iconButton = (key, path, click) =>
  element("button", { type: "button", class: "icon", "data-i18n-attr": `aria-label:${key}; title:${key}`, click }, icon(path));

/**
 * Open the editor, with the board of a text or a picture if there is one; a picture that is null is asked for.
 * @param {Table} table @param {{text?: string, game?: string, picture?: File | null}} given
 */
export async function openEditor(table, { text = "", game, picture } = {}) {
  await styled();
  opened ??= new Editor(table, game ?? kept?.rules.id ?? table.game.rules.id);
  if (text) opened.read(text);
  if (picture) opened.picture.read(picture);
  else if (picture === null) opened.showForm(opened.picture.root);
}

/** @param {Card} card @param {Pile} pile */
const movedText = (card, pile) => t("game.moved", { cards: cardName(card), pile: pileName(pile) });

class Editor {
  /** @type {Place} */ mark = { pile: 0, index: 0 };
  /** The deal's number, 0 for none that has been looked up, null if the board is no fresh deal. @type {number | null} */
  number = null;
  /** @type {AbortController | null} */ search = null;
  /** The remark on the picture that was read. */ report = "";
  /** The boards that fit the picture. @type {BoardRead["readings"]} */ readings = [];
  typed = new TypedCards();
  board = element("div", { class: "editor-board", role: "group", "data-i18n-attr": "aria-label:editor.board" });
  tray = element("div", { class: "editor-tray", role: "group", "data-i18n-attr": "aria-label:editor.tray" });
  view = new BoardView(this.board);
  cards = new TrayView(this.tray);
  state = element("p", { class: "editor-state" });
  spoken = element("p", { class: "spoken", role: "status" });
  text = element("textarea", { id: "editor-text", rows: 6, spellcheck: "false", autocomplete: "off" });
  fault = element("p", { class: "fault", role: "alert" });
  textForm = element(
    "form",
    { class: "editor-text", submit: (event) => this.#readText(event), hidden: true },
    element("label", { for: this.text.id, "data-i18n": "game.paste.help" }),
    this.text,
    this.fault,
    element("button", { type: "submit", class: "main", "data-i18n": "editor.read" }),
  );
  picture = new PictureForm({
    rules: () => this.setup.rules,
    show: (form) => this.showForm(form),
    say: (text) => this.say(text),
    become: (board, report) => this.#become(board, report),
  });
  doubts = new DoubtsView({
    settle: (card, guess) => this.#settle(card, guess),
    mark: (place) => this.#to(place),
    compare: (number) => this.picture.compare(number),
    next: () => this.#nextReading(),
  });
  starts = [
    button("editor.empty", () => this.#become({ rules: this.setup.rules, position: emptyBoard(this.setup.rules) })),
    button("editor.current", () => this.#become(this.table.game)),
    button("editor.text", () => this.showForm(this.textForm.hidden ? this.textForm : null)),
    button("editor.picture", () => this.showForm(this.picture.root.hidden ? this.picture.root : null)),
  ];
  tools = {
    take: button("editor.take", () => this.#take()),
    undo: iconButton("game.undo", "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H8", () => this.#step("undo")),
    redo: iconButton("game.redo", "m16 5 4 4-4 4M20 9H10a5 5 0 0 0 0 10h6", () => this.#step("redo")),
    turn: button("editor.turn", () => this.#turn()),
    rest: button("editor.rest", () => this.#sendHome()),
  };
  /** The buttons that need a position. */
  ends = [
    button("editor.play", () => this.#open("play"), "main"),
    button("mode.analyse", () => this.#open("analyse")),
    button("game.solution", () => this.#open("solve")),
    button("game.copy", () => this.#copy()),
    button("editor.print", () => this.#print()),
  ];
  resized = new ResizeObserver(() => this.draw());

  /** @param {Table} table @param {string} game */
  constructor(table, game) {
    this.table = table;
    this.setup = kept?.rules.id === game ? kept : new Setup(this.#rulesOf(game));
    this.game = choiceOfGame("editor-game", game);
    this.dialog = showDialog("editor", "editor.title", () => this.#parts());
    this.#listen();
    this.changed();
    this.#to({ pile: 0, index: Infinity });
    this.view.focus();
  }

  /**
   * Return the rules of a game; the table's with its changes if it is that game.
   * @param {string} id
   */
  #rulesOf(id) {
    const { rules } = this.table.game;
    return rules.id === id ? rules : new Rules(existing(gameData(id)));
  }

  #parts() {
    const side = element(
      "div",
      { class: "editor-side" },
      this.doubts.root,
      this.tray,
      element("div", { class: "editor-tools" }, ...Object.values(this.tools)),
      this.state,
      element("div", { class: "editor-ends" }, ...this.ends),
      element("p", { class: "dialog-note", "data-i18n": "editor.keys" }),
    );
    const top = element("div", { class: "editor-top" }, field("game.game", this.game), ...this.starts);
    return [top, this.textForm, this.picture.root, this.board, side, this.spoken];
  }

  /** @param {SubmitEvent} event */
  #readText(event) {
    event.preventDefault();
    if (this.read(this.text.value)) this.showForm(null);
  }

  /**
   * Show the form for a text or that for a picture, or neither.
   * @param {HTMLElement | null} form
   */
  showForm(form) {
    for (const each of [this.textForm, this.picture.root]) each.hidden = each !== form;
    if (form) form.querySelector("textarea, button")?.focus();
    else this.view.focus();
  }

  #listen() {
    const { dialog, board, tray, game } = this;
    dialog.addEventListener("close", () => this.#closed());
    dialog.addEventListener("cancel", (event) => {
      if (this.typed.pending) event.preventDefault(); // Esc first clears the characters typed so far
      this.typed.end();
    });
    dialog.addEventListener("keydown", (event) => this.#key(event));
    dialog.addEventListener("paste", (event) => this.#paste(event));
    game.addEventListener("change", () => {
      this.setup.change(this.#rulesOf(game.value));
      this.changed();
      this.#to(this.mark);
    });
    const placeAt = (/** @type {number} */ x, /** @type {number} */ y) => this.view.placeAt(x, y);
    const dropped = (/** @type {Card} */ card, /** @type {Place | null} */ from, /** @type {Place | null} */ to) =>
      this.#drop(card, from, to);
    const cardOn = (/** @type {HTMLElement} */ { dataset: { pile, index } }) => this.setup.cardsIn(Number(pile)).at(Number(index));
    const cardLeft = (/** @type {HTMLElement} */ { dataset: { card = "" } }) =>
      this.setup.judgement.missing.includes(card) ? card : undefined;
    dragCards(board, dialog, { cardAt: cardOn, placeAt, dropped });
    dragCards(tray, dialog, { cardAt: cardLeft, placeAt, dropped });
    board.addEventListener("focusin", (event) => this.#marked(event));
    board.addEventListener("click", (event) => this.#marked(event));
    tray.addEventListener("click", (event) => this.#choose(event));
    this.resized.observe(board);
  }

  #closed() {
    this.resized.disconnect();
    this.search?.abort();
    this.picture.abort();
    kept = this.setup;
    opened = null;
  }

  // --- boards ---

  /**
   * Show another board, perhaps of another game, with the cards that are doubtful, other boards that fit, and a remark.
   * @param {{rules: Rules, position: Position, doubts?: Doubts, readings?: BoardRead["readings"]}} board @param {string} report
   */
  #become({ rules, position, doubts = new Map(), readings = [] }, report = "") {
    this.setup.become(position, rules, doubts);
    this.report = report;
    this.readings = readings;
    this.changed(report);
    this.#to({ pile: 0, index: Infinity });
  }

  /** Show the next board that fits the picture, and name the cards by which it differs from the likeliest. */
  #nextReading() {
    const { position, doubts, changed } = this.readings[(this.reading + 1) % this.readings.length];
    this.setup.become(position, this.setup.rules, doubts);
    const others = changed.map((card) =>
      t("editor.doubt.replace", { place: placeName(this.setup.placesOf(card)[0]), card: cardName(card) }),
    );
    this.changed([this.#readingText(), ...(others.length ? [`${others.join("; ")}.`] : [])].join(" "));
  }

  /** The shown one of the boards that fit, -1 if the board was changed. */
  get reading() {
    return this.readings.findIndex(({ position }) => position === this.setup.board);
  }

  #readingText() {
    const { length: count } = this.readings;
    return this.reading >= 0 && count > 1 ? t("editor.reading", { number: this.reading + 1, count }) : "";
  }

  /**
   * Show the board of a text, complete or not; return whether it could be read.
   * @param {string} text
   */
  read(text) {
    const { rules } = this.setup;
    const spellings = cardSpellings();
    /** @type {Remark[]} */
    const remarks = [];
    this.fault.textContent = "";
    try {
      this.#become(boardIn(text, rules, spellings, remarks));
      if (remarks.length) this.say(remarksText(remarks));
      return true;
    } catch (error) {
      this.showForm(this.textForm);
      this.fault.textContent = faultText(error);
      return false;
    }
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const text = event.clipboardData?.getData("text/plain");
    if (!text || around(event, "textarea")) return;
    event.preventDefault();
    this.text.value = text;
    this.read(text);
  }

  // --- cards ---

  /**
   * Put a card on the marked place; instead of a doubtful card there, which changes places with it.
   * @param {Card} card
   */
  #put(card) {
    const { pile } = this.mark;
    const doubtful = this.#doubtfulAtMark();
    if (doubtful && this.setup.pack.includes(card)) {
      this.#settle(doubtful.card, card);
      return;
    }
    if (!this.setup.pack.includes(card)) {
      this.say(t("game.setup.pack", { cards: briefly([card]) }));
      return;
    }
    this.#changedTo(this.setup.put(card, this.mark), movedText(card, pile));
  }

  /**
   * Take off the marked card, or with `before` the card in front of the mark.
   * @param {{before?: boolean}} which
   */
  #take({ before = false } = {}) {
    const { pile, index } = this.mark;
    const isCard = this.setup.cardsIn(pile).length > index;
    let from = this.mark;
    if (isStack(pile)) from = { pile, index: before || !isCard ? index - 1 : index };
    else if (!isCard && pile < FOUNDATION && this.view.layout.piles.has(pile - 1)) from = { pile: pile - 1, index: 0 };
    const card = this.setup.take(from);
    if (card) this.#changedTo(from, t("editor.taken", { card: cardName(card) }));
  }

  /** @param {Card} card @param {Place | null} from @param {Place | null} to */
  #drop(card, from, to) {
    if (!from && !to) return;
    if (from && !to) {
      this.mark = from;
      this.#take();
      return;
    }
    const place = existing(to);
    const target = { ...place, index: Math.min(place.index, this.setup.cardsIn(place.pile).length) };
    const next = from ? this.setup.move(from, target) : this.setup.put(card, target);
    this.#changedTo(next, movedText(card, place.pile));
  }

  #doubtfulAtMark() {
    const { pile, index } = this.mark;
    return this.setup.doubtful.find(({ place }) => place.pile === pile && place.index === index);
  }

  /** @param {Card} card @param {Card} guess */
  #settle(card, guess) {
    const [place] = this.setup.placesOf(card);
    this.setup.settle(card, guess);
    const settled = movedText(guess, place.pile);
    const wasHere = this.doubts.root.contains(document.activeElement);
    this.#changedTo(place, settled);
    if (wasHere && !this.setup.doubtful.length) this.view.focus();
  }

  #turn() {
    const { pile, index } = this.mark;
    if (this.tools.turn.hidden || pile >= CELL || index >= this.setup.cardsIn(pile).length) return;
    this.setup.turn(this.mark);
    this.#changedTo(this.mark);
  }

  #sendHome() {
    this.setup.become({ ...this.setup.board, foundations: existing(this.setup.restHome) });
    this.#changedTo(this.mark);
  }

  /** @param {"undo" | "redo"} way */
  #step(way) {
    const moved = this.setup[way]();
    const words = moved.map((card) => {
      const [place] = this.setup.placesOf(card);
      return place ? movedText(card, place.pile) : t("editor.taken", { card: cardName(card) });
    });
    this.#changedTo(this.mark, words.length <= FEW ? words.join(" ") : "");
  }

  // --- input ---

  /**
   * Mark the place that was clicked or focused.
   * @param {Event} event
   */
  #marked(event) {
    const { pile, index } = around(event, "[data-pile]")?.dataset ?? {};
    if (pile === undefined) return;
    const place = { pile: Number(pile), index: Number(index) };
    if (place.pile === this.mark.pile && place.index === this.mark.index) return;
    this.#end();
    this.#to(place);
  }

  /**
   * Put the chosen card of the tray on the marked place; mark the place of a card that is not left, unless the marked one is doubtful.
   * @param {Event} event
   */
  #choose(event) {
    const { card } = around(event, "[data-card]")?.dataset ?? {};
    if (!card) return;
    if (this.setup.judgement.missing.includes(card) || this.#doubtfulAtMark()) this.#put(card);
    else this.#to(this.setup.placesOf(card)[0]);
  }

  /** Put the card that is typed but may go on. */
  #end() {
    for (const card of this.typed.end()) this.#put(card);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (around(event, "textarea, select, input") || event.altKey) return;
    const { key } = event;
    if (event.ctrlKey || event.metaKey) {
      const step = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
      if (!step) return;
      this.#step(/** @type {"undo" | "redo"} */ (step));
    } else if (key === "Tab") {
      this.#end();
      return;
    } else if (key === "Backspace" || key === "Delete") {
      if (this.typed.pending) this.typed.end();
      else this.#take({ before: key === "Backspace" });
    } else if (key.startsWith("Arrow") || key === "Home" || key === "End") {
      this.#end();
      if (!this.#arrow(key)) return;
    } else if (key === " " && around(event, "[data-pile]")) {
      this.#turn();
    } else if (key.length === 1 && key !== " ") {
      for (const card of this.typed.add(key)) this.#put(card);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {string} key @returns {boolean} whether the key moved something */
  #arrow(key) {
    if (this.tray.contains(document.activeElement)) {
      const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.setup.rules.homeward.length, ArrowDown: this.setup.rules.homeward.length }[
        key
      ];
      if (by) this.cards.step(by);
      return Boolean(by);
    }
    if (!this.board.contains(document.activeElement)) return false;
    const { pile, index } = this.mark;
    const last = pile < CELL ? this.setup.cardsIn(pile).length : 0;
    const along = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }[key];
    if (pile < CELL && along !== undefined && along >= 0 && along <= last) {
      this.#to({ pile, index: along });
    } else if (key.startsWith("Arrow")) {
      const next = neighbour(this.view.layout.piles, pile, key);
      if (next !== undefined) this.#to({ pile: next, index: along === undefined && index < last ? index : Infinity });
    }
    this.view.focus();
    return true;
  }

  /**
   * Move the mark to a place, or to the nearest one of its pile.
   * @param {Place} place
   */
  #to({ pile, index }) {
    const last = isStack(pile) ? this.setup.cardsIn(pile).length : 0;
    this.mark = { pile, index: Math.max(0, Math.min(index, last)) };
    this.view.mark(this.mark);
  }

  // --- after a change ---

  /**
   * Draw the changed board, mark a place, and announce the change.
   * @param {Place} place @param {string} done
   */
  #changedTo(place, done = "") {
    const isHere = this.board.contains(document.activeElement);
    this.changed(done);
    this.#to(place);
    if (isHere) this.view.focus();
  }

  /**
   * Draw the changed board; announce the change and the faults.
   * @param {string} done
   */
  changed(done = "") {
    const { rules, judgement } = this.setup;
    const { position } = judgement;
    this.search?.abort();
    this.search = null;
    this.number = position && numberOfDeal(rules, position);
    if (position && this.number === 0) this.#findNumber(rules, position);
    this.draw();
    this.say([done, this.#stateText()].filter(Boolean).join(" "));
  }

  /**
   * Look the deal up among all of Microsoft's numbers.
   * @param {Rules} rules @param {Position} start
   */
  async #findNumber({ data, changes }, start) {
    const search = new AbortController();
    this.search = search;
    try {
      this.number = await think("number", { data, changes, start }, { signal: search.signal });
    } catch (error) {
      if (search.signal.aborted) return;
      if (error.code !== "no_module") throw error;
    }
    this.search = null;
    this.draw();
    this.say(this.#stateText());
  }

  draw() {
    const { setup } = this;
    const { fault, doubled } = setup.judgement;
    this.game.value = setup.rules.id;
    this.view.draw(setup, this.mark);
    this.cards.draw(setup);
    const { doubtful } = setup;
    const left = doubtful.length ? `${this.report} ${t("editor.doubt.left", { count: doubtful.length })}` : this.report;
    this.doubts.draw(left, doubtful, this.#readingText(), this.readings[this.reading]?.changed ?? []);
    this.state.textContent = this.#stateText();
    this.state.dataset.kind = !fault ? "complete" : fault === "cards" && !doubled.length ? "left" : "wrong";
    for (const button of this.ends) button.disabled = Boolean(fault);
    this.tools.undo.disabled = !setup.undoable;
    this.tools.redo.disabled = !setup.redoable;
    this.tools.turn.hidden = !setup.rules.face_down.some(Boolean);
    this.tools.rest.disabled = !setup.restHome;
  }

  /** Describe the board's faults, the cards left, or its number. */
  #stateText() {
    const { fault, parameters, missing, doubled, position } = this.setup.judgement;
    if (!fault) {
      if (isWon(this.setup.rules, existing(position))) return t("editor.won");
      if (this.number === null) return t("editor.complete");
      const key = this.number ? "editor.number" : this.search ? "editor.looking" : "editor.noNumber";
      return `${t("editor.complete")} ${t(key, { number: String(this.number) })}`;
    }
    const named = missing.length <= FEW ? missing : [];
    const words = fault === "cards" ? [] : [boardFault({ fault, ...parameters })];
    if (doubled.length || named.length) words.push(boardFault({ fault: "cards", missing: named, doubled }));
    if (missing.length > FEW) words.push(t("editor.left", { count: missing.length }));
    return words.join(" ");
  }

  /** @param {string} text */
  say(text) {
    this.spoken.textContent = text === this.spoken.textContent ? `${text}\u00a0` : text;
  }

  // --- the complete board ---

  /** The link of the board: by its number if it has one. */
  get link() {
    const { rules, judgement } = this.setup;
    const { rules: own, autoplay } = this.table.game;
    const { number } = this;
    return formatLink({
      game: rules.id,
      numbering: "microsoft",
      number,
      board: number ? null : formatBoard(rules, existing(judgement.position)),
      edition: rules.data.edition,
      changes: rules.changes,
      autoplay: rules.id === own.id ? autoplay : "safe",
    });
  }

  /**
   * Open the board on the table, if the person agrees to leave the game there, and give a command.
   * @param {string} command
   */
  async #open(command) {
    if (!(await this.table.change(this.link))) return false;
    this.dialog.close();
    this.table.command(command);
    return true;
  }

  async #print() {
    if (await this.#open("play")) window.print();
  }

  async #copy() {
    const link = new URL(`#${this.link}`, location.href).href;
    if (await copied(link)) {
      this.say(t("game.copied"));
      return;
    }
    this.text.value = link;
    this.showForm(this.textForm);
    this.text.select();
    this.say(t("analysis.selected"));
  }
}

/**
 * Return the board in a text: one of the current game, else a number, a link, a solution or another game's board.
 * @param {string} text @param {Rules} rules @param {string[]} spellings @param {Remark[]} remarks
 */
function boardIn(text, rules, spellings, remarks) {
  let board;
  try {
    board = readBoard(text, rules, spellings, remarks);
  } catch {
    return openLink(readText(text, { game: rules.id, table: null, spellings, remarks })).game;
  }
  return { rules, position: boardOf(rules, board, emptyBoard(rules).foundations) };
}
