// The board of a notebook: draws the state that Python sends, with its legal moves, and reports the user's actions.

const SVG = "http://www.w3.org/2000/svg";
const PRESS = 5; // pixels that turn a press into a drag
const LARGEST = 1.05; // relative to the size of pictures
const PACE = 650; // milliseconds between moves of a replay
const FOUNDATION = 48;
const CELL = 32;
const STOCK = 52;
/** @type {Record<string, string>} */
const SIGNS = { solved: "✓", impossible: "✕", undecided: "?", score: "★" };
/** @type {Record<string, string>} */
const ARROWS = {
  first: "M4 4h3v16H4zM20 4v16L8 12z",
  back: "M16 4v16L5 12z",
  play: "M6 3v18l15-9z",
  pause: "M5 4h5v16H5zM14 4h5v16h-5z",
  on: "M8 4v16l11-8z",
  last: "M17 4h3v16h-3zM4 4v16l12-8z",
};

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {Record<string, any>} attributes @param {(Node | string)[]} inside
 * @returns {HTMLElementTagNameMap[K]}
 */
function node(name, { on = {}, ...attributes } = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  element.append(...inside);
  return element;
}

/**
 * Return an SVG of one of Python's symbols.
 * @param {string} symbol @param {number[]} size @param {string} kind
 */
function symbolOf(symbol, [width, height], kind) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${symbol}`);
  for (const [key, value] of Object.entries({ width, height, class: kind })) svg.setAttribute(key, String(value));
  svg.append(use);
  return svg;
}

/** @param {string} path */
function sign(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** @param {Pile} pile */
const isHome = (pile) => pile >= FOUNDATION && pile < STOCK;
/** @param {HTMLElement | SVGElement} element @param {number} x @param {number} y */
const move = (element, x, y) => (element.style.transform = `translate(${x}px, ${y}px)`);

class Board {
  /** @type {NotebookState} */ now;
  /** @type {Spot | null} */ picked = null;
  /** @type {{at: Spot | null, x: number, y: number, cards: LaidCard[] | null} | null} */ drag = null;
  /** @type {Map<Pile, {code: Pile, x: number, y: number, name: string, button: HTMLButtonElement}>} */ piles;
  /** @type {Map<Pile, LaidCard[]>} the cards of each pile */ held = new Map();
  /** @type {LaidCard[]} */ cards;
  /** @type {Record<string, HTMLButtonElement>} */ steps;
  /** @type {HTMLElement} */ root;
  /** @type {HTMLElement} */ view;
  /** @type {HTMLElement} */ table;
  /** @type {HTMLElement} */ moves;
  /** @type {HTMLElement} */ place;
  /** @type {HTMLElement} */ message;
  /** @type {HTMLButtonElement} */ lamp;
  /** @type {[number, number]} the size of a card */ box;
  /** @type {number | undefined} */ timer;
  scale = 1;

  /** @param {any} model @param {ShadowRoot} root */
  constructor(model, root) {
    this.model = model;
    this.drawing = model.get("_drawing");
    this.typed = "";
    this.build(root);
    this.changed = () => this.show();
    this.coloured = () => this.colour();
    model.on("change:_shown", this.changed);
    model.on("change:look", this.coloured);
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", this.coloured);
    // JupyterLab and VS Code state their theme in attributes of the document's body.
    this.themes = new MutationObserver(this.coloured);
    this.themes.observe(document.body, { attributes: true, attributeFilter: ["class", "data-jp-theme-light"] });
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(this.view);
    this.colour();
    this.show();
  }

  end() {
    clearTimeout(this.timer);
    this.model.off("change:_shown", this.changed);
    this.model.off("change:look", this.coloured);
    this.dark.removeEventListener("change", this.coloured);
    this.themes.disconnect();
    this.sizes.disconnect();
  }

  /** @param {any} message */
  post(message) {
    this.model.send(message);
  }

  // --- elements ---

  /** @param {ShadowRoot} root */
  build(root) {
    const { title, style, symbols, piles, size, card, cards } = this.drawing;
    const store = node("div", { "aria-hidden": "true" });
    store.innerHTML = `<svg width="0" height="0" style="position:absolute"><defs>${symbols}</defs></svg>`;
    this.lamp = node("button", { class: "lamp", on: { click: () => this.post({ light: !this.now.light }) } });
    this.table = node("div", { class: "table" });
    this.view = node("div", { class: "view" }, this.table);
    this.moves = node("div", { class: "moves" });
    this.place = node("output");
    this.message = node("p", { class: "said", role: "status", "data-idle": "Click a card, then its target; or drag it." });
    /** @type {(name: string, label: string, click: () => void) => HTMLButtonElement} */
    const step = (name, label, click) =>
      node("button", { class: "step", "aria-label": label, title: label, on: { click } }, sign(ARROWS[name]));
    this.steps = {
      first: step("first", "To the start", () => this.go(-1e6)),
      back: step("back", "Undo", () => this.go(-1)),
      play: step("play", "Play", () => this.run()),
      on: step("on", "Redo", () => this.go(1)),
      last: step("last", "To the end", () => this.go(1e6)),
    };
    /** @type {(label: string, message: any) => HTMLButtonElement} */
    const ask = (label, message) => node("button", { on: { click: () => this.post(message) } }, label);
    const controls = node("div", { class: "controls", role: "group", "aria-label": "Game" });
    controls.append(...Object.values(this.steps), this.place, node("span", { class: "gap" }));
    controls.append(ask("Hint", { hint: true }), ask("Solution", { solve: true }));
    this.root = node("section", { class: "kiebitz", "aria-label": title, "data-lm-suppress-shortcuts": "true" });
    this.root.append(
      store,
      node("header", {}, node("h2", {}, title), this.lamp),
      node("div", { class: "body" }, this.view, this.moves),
      controls,
      this.message,
    );
    root.append(node("style", {}, style), this.root);
    move(this.table, 0, 0);
    Object.assign(this.table.style, { width: `${size[0]}px`, height: `${size[1]}px` });
    this.piles = new Map(Array.from(piles, ([code, x, y, name, sign]) => [code, this.pile(code, x, y, name, sign)]));
    this.cards = Array.from(cards, (name, at) => this.card(name, at));
    this.box = card;
    this.listen();
  }

  /** @param {Pile} code @param {number} x @param {number} y @param {string} name @param {string} letter */
  pile(code, x, y, name, letter) {
    const { card } = this.drawing;
    const kind = code < CELL ? "column" : code < FOUNDATION ? "cell" : code === STOCK ? "stock" : "home";
    const button = node("button", { class: `pile ${kind}`, "data-pile": String(code) }, symbolOf("card-slot", card, "slot"));
    Object.assign(button.style, { left: `${x}px`, top: `${y}px`, width: `${card[0]}px`, height: `${card[1]}px` });
    if (isHome(code)) {
      const suit = symbolOf(`suit-${letter}`, [32, 32], "sign");
      move(suit, card[0] / 2 - 16, card[1] / 2 - 16);
      button.append(suit);
    }
    this.table.append(button);
    return { code, x, y, name, button };
  }

  /** @param {string} name @param {number} at */
  card(name, at) {
    const svg = symbolOf(`card-${name}`, this.drawing.card, "card");
    const mark = document.createElementNS(SVG, "rect");
    const [width, height] = this.drawing.card;
    const box = { x: 2, y: 2, width: width - 4, height: height - 4, rx: 6, class: "mark" };
    for (const [key, value] of Object.entries(box)) mark.setAttribute(key, String(value));
    svg.append(mark);
    svg.dataset.card = String(at);
    svg.setAttribute("aria-hidden", "true");
    this.table.append(svg);
    return { name, svg, pile: STOCK, row: 0, x: 0, y: 0, order: 0, isLaid: false };
  }

  /**
   * Return the cards of a pile, first to last.
   * @param {Pile} pile
   */
  cardsIn(pile) {
    return this.held.get(pile) ?? [];
  }

  // --- display ---

  colour() {
    const { body } = document;
    const { jpThemeLight } = body.dataset;
    let look = this.model.get("look");
    if (look === "auto" && jpThemeLight) look = jpThemeLight === "false" ? "dark" : "light";
    const code = /\bvscode-(dark|high-contrast|light)\b/.exec(body.className);
    if (look === "auto" && code) look = code[1] === "light" ? "light" : "dark";
    if (look === "auto") look = this.dark.matches ? "dark" : "light";
    this.root.dataset.look = look;
  }

  fit() {
    const [width, height] = this.drawing.size;
    const scale = Math.min(this.view.clientWidth / width, LARGEST);
    if (!scale) return;
    this.scale = scale;
    const left = Math.max(0, (this.view.clientWidth - width * scale) / 2);
    this.table.style.transform = `translate(${left}px, 0) scale(${scale})`;
    this.view.style.height = `${height * scale}px`;
  }

  show() {
    const before = this.now;
    this.now = this.model.get("_shown");
    const { lying, steps, moved, ply, ahead, light, said, refused, hint } = this.now;
    this.picked = this.drag = null;
    this.held = new Map([...this.piles.keys()].map((code) => [code, []]));
    lying.forEach(([card, pile, row, down], order) => {
      const { x = 0, y = 0 } = this.piles.get(pile) ?? {};
      const element = this.cards[card];
      const place = { pile, row, x: x + steps[pile][0] * row, y: y + steps[pile][1] * row };
      const away = element.isLaid && (element.x !== place.x || element.y !== place.y);
      Object.assign(element, place, { order, isLaid: true });
      this.cardsIn(pile).push(element);
      element.svg.firstElementChild?.setAttribute("href", `#${down ? "down" : "card"}-${element.name}`);
      element.svg.classList.remove("held");
      this.lay(element, away);
    });
    for (const { code, name, button } of this.piles.values()) {
      const cards = this.cardsIn(code);
      const last = cards.at(-1);
      button.setAttribute("aria-label", last ? `${name}: ${cards.length} cards, last ${last.name}` : `${name}: empty`);
    }
    this.mark(
      "moved",
      moved.map((card) => this.cards[card]),
    );
    this.hint(hint);
    this.choose(null);
    this.lamp.replaceChildren(node("i", { "aria-hidden": "true" }, light ? SIGNS[light[0]] : "○"), light ? light[1] : "Light");
    this.lamp.setAttribute("aria-pressed", String(Boolean(light)));
    this.lamp.title = light ? "Switch the light off" : "Can this position still be won?";
    if (light) this.lamp.dataset.light = light[0];
    else delete this.lamp.dataset.light;
    this.place.textContent = `${ply} / ${ply + ahead}`;
    this.steps.first.disabled = this.steps.back.disabled = !ply;
    this.steps.on.disabled = this.steps.last.disabled = this.steps.play.disabled = !ahead;
    if (!ahead) this.pause();
    this.message.textContent = said;
    this.message.classList.toggle("refused", refused);
    if (JSON.stringify(before?.tree) !== JSON.stringify(this.now.tree) || before?.here !== this.now.here) this.list();
  }

  /**
   * Put a card at its place, above all others while it moves there.
   * @param {LaidCard} card @param {boolean} away
   */
  lay(card, away = false) {
    const { svg, x, y, order } = card;
    clearTimeout(card.landing);
    move(svg, x, y);
    svg.style.zIndex = String(order + 1 + (away ? 100 : 0));
    if (away) card.landing = setTimeout(() => (svg.style.zIndex = String(order + 1)), 250);
  }

  /** @param {string} name @param {LaidCard[]} cards @param {Pile[]} piles */
  mark(name, cards, piles = []) {
    for (const card of this.cards) card.svg.classList.toggle(name, cards.includes(card));
    for (const { code, button } of this.piles.values()) button.classList.toggle(name, piles.includes(code));
  }

  /**
   * Mark piles, each by its last card if it has one.
   * @param {string} name @param {Pile[]} piles @param {LaidCard[]} cards
   */
  markPiles(name, piles, cards = []) {
    const last = piles.flatMap((pile) => this.cardsIn(pile).slice(-1));
    this.mark(name, [...cards, ...last], piles);
  }

  /** @param {[Pile, Pile, number] | null} hint */
  hint(hint) {
    if (hint) this.markPiles("hinted", [hint[1]], this.cardsIn(hint[0]).slice(-hint[2]));
    else this.mark("hinted", []);
  }

  // --- the list of moves ---

  list() {
    const { tree, here } = this.now;
    /** @type {number[][]} */
    const children = tree.map(() => []);
    tree.forEach(([parent], at) => parent >= 0 && children[parent].push(at));
    const ply = [0];
    tree.forEach(([parent], at) => parent >= 0 && (ply[at] = ply[parent] + 1));
    /** @param {number} at */
    const button = (at) => {
      const [, word, , comment] = tree[at];
      const entry = node("button", { on: { click: () => this.post({ jump: at }) } }, node("b", {}, `${ply[at]} `), word);
      if (comment) entry.title = comment;
      if (at === here) entry.setAttribute("aria-current", "step");
      return node("li", {}, entry);
    };
    /** @param {string} label @param {string} title @param {any} message */
    const act = (label, title, message) =>
      node("button", { class: "act", title, "aria-label": title, on: { click: () => this.post(message) } }, label);
    /** @param {number} first @returns {HTMLElement} */
    const line = (first) => {
      const items = [];
      for (let at = first; at !== undefined; at = children[at][0]) {
        items.push(button(at));
        const [parent] = tree[at];
        if (at !== children[parent][0]) continue;
        for (const other of children[parent].slice(1)) {
          const [, , name] = tree[other];
          const named = name ? [node("span", {}, name)] : [];
          const item = node("li", { class: "variation" }, ...named, line(other));
          item.append(act("↑", "Make this the main line", { main: other }), act("✕", "Delete this line", { remove: other }));
          items.push(item);
        }
      }
      return node("ol", {}, ...items);
    };
    this.moves.replaceChildren(...(children[0].length ? [line(children[0][0])] : [node("p", {}, "No moves yet")]));
    const current = this.moves.querySelector("[aria-current]");
    const box = this.moves.querySelector("ol");
    if (!current) return;
    // Scroll only the list, never the notebook.
    for (const scroller of [this.moves, box]) {
      const [a, b] = [current.getBoundingClientRect(), scroller.getBoundingClientRect()];
      if (a.bottom > b.bottom || a.top < b.top) scroller.scrollTop += a.top - b.top - b.height / 2;
    }
  }

  // --- user actions ---

  /** @param {number} by */
  go(by) {
    this.pause();
    this.post({ go: by });
  }

  run() {
    if (this.timer) {
      this.pause();
      return;
    }
    const tick = () => {
      this.timer = setTimeout(tick, PACE);
      this.post({ go: 1 });
    };
    this.draw("pause", "Pause");
    tick();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.draw("play", "Play");
  }

  /** @param {string} name @param {string} label */
  draw(name, label) {
    this.steps.play.replaceChildren(sign(ARROWS[name]));
    this.steps.play.setAttribute("aria-label", label);
    this.steps.play.title = label;
  }

  listen() {
    const { table } = this;
    table.addEventListener("pointerdown", (event) => this.press(event));
    table.addEventListener("pointermove", (event) => this.pull(event));
    table.addEventListener("pointerup", (event) => this.drop(event));
    table.addEventListener("pointercancel", () => this.release());
    table.addEventListener("dblclick", (event) => this.send(this.at(event)));
    table.addEventListener("click", (event) => {
      // Enter on a pile; clicks of a pointer are handled by `drop`.
      if (!event.detail && event.target instanceof Element && event.target.closest(".pile")) this.click(this.at(event));
    });
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Return the pile and its card under the pointer.
   * @param {Event & {target: any}} event @returns {Spot | null}
   */
  at(event) {
    const card = event.target.closest("[data-card]");
    if (card) return this.cards[Number(card.dataset.card)];
    const pile = event.target.closest("[data-pile]");
    if (!pile) return null;
    const code = Number(pile.dataset.pile);
    return this.cardsIn(code).at(-1) ?? { pile: code, row: 0 };
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button || !event.isPrimary) return;
    this.pause();
    this.drag = { at: this.at(event), x: event.clientX, y: event.clientY, cards: null };
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const { drag } = this;
    if (!drag?.at?.svg || isHome(drag.at.pile)) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.cards) {
      if (Math.hypot(dx, dy) < PRESS) return;
      drag.cards = this.from(drag.at);
      this.table.setPointerCapture(event.pointerId);
      this.choose(drag.at);
    }
    drag.cards.forEach(({ svg, x, y }, at) => {
      svg.classList.add("held");
      svg.style.zIndex = String(300 + at);
      move(svg, x + dx / this.scale, y + dy / this.scale);
    });
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    const { at } = drag;
    if (!drag.cards || !at) {
      this.click(drag.at);
      return;
    }
    const [first] = drag.cards;
    const x = first.x + (event.clientX - drag.x) / this.scale;
    const y = first.y + (event.clientY - drag.y) / this.scale;
    const under = this.under(x, y).filter((pile) => pile !== first.pile);
    const offers = under.map((target) => this.offer(at, target, true));
    for (const card of drag.cards) {
      card.svg.classList.remove("held");
      this.lay(card, true);
    }
    this.choose(null);
    const chosen = offers.find(({ legal }) => legal) ?? offers[0];
    if (chosen) this.post({ move: chosen.move });
  }

  release() {
    for (const card of this.drag?.cards ?? []) {
      card.svg.classList.remove("held");
      this.lay(card, true);
    }
    this.drag = null;
    this.choose(null);
  }

  /**
   * Return the piles that a card at this place would cover, most covered first.
   * @param {number} x @param {number} y @returns {Pile[]}
   */
  under(x, y) {
    const [width, height] = this.box;
    const covered = [];
    for (const pile of this.piles.values()) {
      const last = this.cardsIn(pile.code).at(-1) ?? pile;
      const across = width - Math.abs(x - (pile.code < CELL ? pile.x : last.x));
      const along = Math.min(y + height, last.y + height) - Math.max(y, pile.y);
      if (across > 0 && along > 0) covered.push([across * along, pile.code]);
    }
    return covered.sort(([area], [other]) => other - area).map(([, code]) => code);
  }

  /**
   * Return the card with all cards on it.
   * @param {Spot} spot @returns {LaidCard[]}
   */
  from({ pile, row, svg }) {
    const held = this.cardsIn(pile);
    return pile < CELL ? held.filter((card) => card.row >= row) : svg ? held.slice(-1) : [];
  }

  /**
   * Return the move of a card to a pile: with the cards on it, else the largest legal one, else an illegal one.
   * @param {Spot} at @param {Pile} target @param {boolean} strictly
   */
  offer(at, target, strictly = false) {
    const count = this.from(at).length;
    /** @param {NotebookMove} move */
    const matches = ([from, to, many]) =>
      from === at.pile && (to === target || (isHome(to) && isHome(target))) && (!strictly || many === count);
    const legal = this.now.legal.filter(matches);
    const best = legal.find(([, , many]) => many === count) ?? legal.sort((move, other) => other[2] - move[2])[0];
    return { move: best ?? [at.pile, target, count], legal: Boolean(best) };
  }

  /** @param {Spot | null} at */
  choose(at) {
    this.picked = at;
    this.mark("picked", at ? this.from(at) : []);
    const leads = (/** @type {Pile} */ pile) => this.now.legal.some(([from, to]) => from === at?.pile && to === pile);
    const targets = [...this.piles.keys()].filter(leads);
    this.markPiles(
      "target",
      targets.filter((pile) => at && this.offer(at, pile).legal),
    );
  }

  /** @param {Spot | null} at */
  click(at) {
    const { picked } = this;
    if (picked && at && at.pile !== picked.pile) {
      this.choose(null);
      this.post({ move: this.offer(picked, at.pile).move });
    } else {
      this.choose(!picked && at?.svg && !isHome(at.pile) ? at : null);
    }
  }

  /**
   * Send the last card of a pile home or, if that is illegal, to a free cell (a double click).
   * @param {Spot | null} at
   */
  send(at) {
    if (!at || isHome(at.pile)) return;
    /** @param {NotebookMove} move */
    const toCell = ([from, to, count]) => from === at.pile && count === 1 && to >= CELL;
    const target = this.now.legal.find(([from, to]) => from === at.pile && isHome(to)) ?? this.now.legal.find(toCell);
    if (target) this.post({ move: target });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    event.stopPropagation(); // notebooks bind commands to single keys
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6 }[event.key];
    if (by) this.go(by);
    else if (event.key === "Escape") this.choose((this.typed = "") || null);
    else if (/^[0-9a-zA-Z]$/.test(event.key)) this.type(event.key);
    else return;
    event.preventDefault();
  }

  /**
   * Handle a typed letter; two make a move in standard notation, such as 26, 5a or 3h.
   * @param {string} letter
   */
  type(letter) {
    this.typed += letter;
    this.message.textContent = this.typed;
    if (this.typed.length < 2) return;
    this.post({ write: this.typed });
    this.typed = "";
  }
}

/** @param {{model: any, el: HTMLElement}} widget */
function render({ model, el }) {
  // A shadow tree keeps the notebook's styles and the names in its pictures out of the board.
  const board = new Board(model, el.shadowRoot ?? el.attachShadow({ mode: "open" }));
  return () => board.end();
}

export default { render };
