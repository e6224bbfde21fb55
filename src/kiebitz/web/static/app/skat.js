// The page that values a Skat hand of ten cards, or twelve with the skat, or a deal of three hands. The address holds the cards, the
// kernel values them, and the worker counts chances.

import { readCard } from "./card_codes.js";
import { faceOf, loadFaces } from "./card_faces.js";
import { pause } from "./delay.js";
import { around, byId, element } from "./dialogs.js";
import { existing, Fault } from "./errors.js";
import { cardName, loadLanguage, onLanguage, rankLetter, t } from "./i18n.js";
import { openTable } from "./kernel.js";
import { playBy } from "./kernel_calls.js";
import { onSettings, openSettings, setting } from "./settings.js";
import { drawAnswers } from "./skat_answers.js";
import { dealOf, drawDeal } from "./skat_deal.js";
import { HAND, SEATS, SKAT_SIZE } from "./skat_encoding.js";
import { ONE_HAND, PACK, PILES, Picked, pilesIn, RANKS, WHOLE_DEAL } from "./skat_picked.js";
import { handValue, held } from "./skat_values.js";
import { seatName } from "./skat_words.js";
import { TypedCards } from "./typed_cards.js";
import { think } from "./worker_client.js";

const KEYS = ["cards", "seat", ...PILES]; // the keys of a link
const MOST = HAND + SKAT_SIZE;
const COLUMNS = RANKS.length;
const NOT_CARDS = "select, input, textarea, dialog"; // elements whose keys and texts are no cards
const SHOWN = 60; // characters of a text out of place
const PAUSE = 250; // milliseconds to wait for changes of a hand before counting its worlds
const NARROW = matchMedia("(width < 30rem)");
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

const picker = byId("picker");
const seat = byId("seat");
const setup = byId("setup");
/** @type {Map<Card, HTMLButtonElement>} */
const buttons = new Map();
const picked = new Picked();
const typed = new TypedCards();
let current = 0; // the card in the tab order
/** @type {HandAnswers & {worth: SkatWorth | null}} */
const NOTHING = { value: null, chances: null, done: false, trouble: null, worth: null };
let answers = { ...NOTHING };
let asking = new AbortController();

function build() {
  PACK.forEach((card, place) => {
    const listener = { click: () => pick(card) };
    const button = element("button", { type: "button", class: "pick", tabindex: "-1", "data-card": card, ...listener });
    button.addEventListener("focus", () => moveTo(place));
    buttons.set(card, button);
    picker.append(button);
  });
  picker.addEventListener("keydown", walk);
  byId("draw").addEventListener("click", () => draw(picked.isDeal ? picked.piles : [[]]));
  byId("draw-skat").addEventListener("click", () => draw(picked.piles, MOST));
  byId("clear").addEventListener("click", () => become(picked.sizes, []));
  byId("undo").addEventListener("click", undo);
  byId("print").addEventListener("click", () => print());
  byId("open-settings").addEventListener("click", openSettings);
  seat.addEventListener("change", changed);
  setup.addEventListener("change", () => {
    picked.turn(seat.selectedIndex);
    changed();
  });
  document.addEventListener("keydown", type);
  document.addEventListener("pointerdown", () => pickTyped(typed.end()));
  document.addEventListener("paste", paste);
  addEventListener("hashchange", read);
}

/** @param {Card} card */
function pick(card) {
  const { marked } = picked;
  if (!picked.pick(card)) {
    say(picked.isDeal ? t("skat.pile_full", { pile: pileName(marked) }) : t("skat.full"));
    return;
  }
  changed();
  say(`${t(picked.pileOf(card) === marked ? "skat.taken" : "skat.put_back", { card: cardName(card) })} ${pickedText()}`);
}

/** @param {number[]} sizes @param {Card[][]} piles */
function become(sizes, piles) {
  picked.become(sizes, piles);
  changed();
}

function undo() {
  if (picked.undo()) changed();
}

/**
 * Fill the piles at random with cards that are left; a hand up to `count` cards.
 * @param {Card[][]} piles @param {number} count
 */
function draw(piles, count = HAND) {
  const cards = PACK.filter((card) => !piles.flat().includes(card));
  const sizes = picked.isDeal ? picked.sizes : [count];
  const drawn = sizes.map((size, pile) =>
    Array.from({ length: size - piles[pile].length }, () => cards.splice(Math.floor(Math.random() * cards.length), 1)[0]),
  );
  become(
    picked.sizes,
    drawn.map((more, pile) => [...piles[pile], ...more]),
  );
  say(
    PACK.filter((card) => drawn.flat().includes(card))
      .map(cardName)
      .join(", "),
  );
}

/** Return the text for the number of cards picked of a hand, of a hand and the skat, or of a deal. */
function pickedText() {
  const { count } = picked;
  return t("skat.picked", { count, of: picked.isDeal ? PACK.length : count > HAND ? MOST : HAND });
}

/** @param {number} pile */
const pileName = (pile) => (pile < SEATS ? seatName(pile) : t("skat.pile"));

/**
 * Pick the card that is typed, or undo.
 * @param {KeyboardEvent} event
 */
function type(event) {
  if (around(event, NOT_CARDS) || event.altKey) return;
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() === "z" && !event.shiftKey) undo();
  } else if (key === "Tab" || key === "Enter" || key.startsWith("Arrow")) {
    pickTyped(typed.end());
  } else if (key === "Escape" || key === "Backspace") {
    typed.end();
  } else if (kernel && key.length === 1 && key !== " ") {
    pickTyped(typed.add(key));
  }
}

/** @param {Card[]} cards */
function pickTyped(cards) {
  for (const card of cards) {
    if (PACK.includes(card)) pick(card);
    else say(t("game.setup.pack", { cards: cardName(card) }));
  }
}

/** @param {ClipboardEvent} event */
function paste(event) {
  if (!kernel || around(event, NOT_CARDS)) return;
  const { sizes, piles, fault } = pilesIn(event.clipboardData?.getData("text/plain") ?? "");
  if (fault) {
    say(`${t("skat.bad_text")} ${faultText(fault)}`);
  } else {
    become(sizes, piles);
    say(pickedText());
  }
}

/**
 * Return the word that is out of place, or how many cards there are.
 * @param {import("./skat_picked.js").Fault} fault
 */
function faultText({ name, word, numbers: [pile, count] }) {
  if (name === "deal_size") return `${pile}/${PACK.length}`;
  if (name === "hands" && !word) return `${pileName(pile)} ${count}/${WHOLE_DEAL[pile]}`;
  return word.slice(0, SHOWN);
}

/** @param {KeyboardEvent} event */
function walk(event) {
  const row = current - (current % COLUMNS);
  const target = { Home: row, End: row + COLUMNS - 1 }[event.key] ?? current + STEPS[event.key];
  if (target >= 0 && target < PACK.length) {
    event.preventDefault();
    existing(buttons.get(PACK[target])).focus();
  }
}

/** @param {number} place */
function moveTo(place) {
  existing(buttons.get(PACK[current])).tabIndex = -1;
  current = place;
  existing(buttons.get(PACK[current])).tabIndex = 0;
}

// Address and questions

function read() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const isDeal = PILES.some((key) => fields.has(key));
  const named = (isDeal ? PILES : ["cards"]).map((key) => [...new Set((fields.get(key) ?? "").split(/\s+/).filter(Boolean))]);
  const sizes = isDeal ? WHOLE_DEAL : ONE_HAND;
  const cards = named.map((words, pile) =>
    words
      .flatMap((word) => (PACK.includes(word) ? word : ((kernel && readCard(word, "english")) ?? [])))
      .filter((card) => PACK.includes(card))
      .slice(0, sizes[pile]),
  );
  seat.value = fields.get("seat") ?? "forehand";
  const strange = [...fields.keys()].some((key) => !KEYS.includes(key)) || seat.selectedIndex < 0;
  seat.selectedIndex = Math.max(0, seat.selectedIndex);
  picked.begin(sizes, cards);
  changed();
  if (picked.count < named.flat().length) {
    say(t("skat.bad_link"));
  } else if (strange) {
    say(t("skat.no_link"));
  }
}

/** Show the cards, put them into the address, and ask about them. */
function changed() {
  const keys = picked.isDeal ? PILES : ["cards"];
  const fields = new URLSearchParams(picked.piles.flatMap((cards, pile) => (cards.length ? [[keys[pile], cards.join(" ")]] : [])));
  if (seat.value !== "forehand") {
    fields.set("seat", seat.value);
  }
  history.replaceState(null, "", fields.size ? `#${fields}` : location.pathname);
  asking.abort();
  asking = new AbortController();
  answers = { ...NOTHING };
  show();
  if (picked.isDeal ? picked.count === PACK.length : [HAND, MOST].includes(picked.count)) askAll(asking.signal);
}

/** @param {AbortSignal} signal */
async function askAll(signal) {
  try {
    if (!kernel) throw new Fault("no_module");
    if (picked.isDeal) {
      answers.worth = await think("skatPar", { ...dealOf(picked.piles), start: null }, { signal });
      show();
      say(t("skat.done"));
      return;
    }
    const [hand] = picked.piles;
    answers.value = handValue(kernel, hand);
    show();
    await pause(PAUSE, signal);
    /** @param {Chances} answer */
    const progress = (answer) => {
      answers.chances = answer;
      show();
    };
    progress(await think("chances", { cards: hand, seat: seat.value }, { signal, progress }));
    answers.done = true;
    show();
    say(t("skat.done"));
  } catch (error) {
    if (!signal.aborted) {
      answers.trouble = error.code ?? "fault";
      show();
    }
  }
}

// Display

function show() {
  const { piles, isDeal, count } = picked;
  for (const [card, button] of buttons) {
    const pile = picked.pileOf(card);
    button.setAttribute("aria-pressed", String(pile !== undefined));
    button.setAttribute("aria-label", isDeal && pile !== undefined ? `${cardName(card)}; ${pileName(pile)}` : cardName(card));
    button.dataset.pile = isDeal && pile !== undefined ? String(pile + 1) : "";
  }
  setup.value = isDeal ? "deal" : "hand";
  showPiles();
  byId("picked").textContent = pickedText();
  byId("draw").textContent = t(isDeal ? "skat.deal_rest" : "skat.draw");
  byId("draw-skat").hidden = isDeal;
  byId("draw-skat").disabled = count !== HAND;
  byId("clear").disabled = count === 0;
  byId("undo").disabled = !picked.canUndo;
  byId("hands").replaceChildren(
    ...piles.flatMap((cards, pile) => [
      ...(isDeal ? [element("p", { class: "pile-name" }, pileName(pile))] : []),
      element("div", { class: "hand" }, ...(kernel ? held(kernel, cards) : cards).map((card) => faceOf(card, "fan"))),
    ]),
  );
  if (isDeal) {
    const { worth, trouble } = answers;
    drawDeal(byId("answers"), { piles, isWhole: count === PACK.length, seat: seat.value, worth, trouble });
  } else {
    drawAnswers(byId("answers"), answers, count);
  }
}

/** Draw the buttons that choose the pile for the next cards. */
function showPiles() {
  const place = byId("piles");
  place.hidden = !picked.isDeal;
  const focused = [...place.children].indexOf(document.activeElement);
  place.replaceChildren(
    ...picked.sizes.map((size, pile) => {
      const choose = () => {
        picked.marked = pile;
        show();
      };
      const attributes = { type: "button", "aria-pressed": String(picked.marked === pile), click: choose };
      return element("button", attributes, `${pile + 1} ${pileName(pile)} ${picked.piles[pile].length}/${size}`);
    }),
  );
  place.children[focused]?.focus();
}

function relabel() {
  for (const [card, button] of buttons) {
    button.dataset.letter = rankLetter(card[0]);
    button.replaceChildren(face(card));
  }
  show();
}

/**
 * Draw a card with large symbols where there is little room, or where the settings ask for them.
 * @param {Card} card
 */
function face(card) {
  return faceOf(card, NARROW.matches || setting("largeIndices") ? "large" : "full");
}

/** @param {string} text */
function say(text) {
  byId("spoken").textContent = text;
}

const [kernel] = await Promise.all([openTable().catch(() => null), loadLanguage(), loadFaces()]);
if (kernel) playBy(kernel);
build();
moveTo(0);
onLanguage(relabel);
onSettings(relabel);
NARROW.addEventListener("change", relabel);
relabel();
read();
document.documentElement.dataset.ready = "";
