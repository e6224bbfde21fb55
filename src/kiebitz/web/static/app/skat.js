// The page that values a Skat hand of ten cards, or twelve with the skat. The address holds the cards, the kernel values them, and
// the worker counts chances.

import { faceOf, loadFaces } from "./card_faces.js";
import { pause } from "./delay.js";
import { byId, element } from "./dialogs.js";
import { existing, Fault } from "./errors.js";
import { cardName, loadLanguage, onLanguage, rankLetter, t } from "./i18n.js";
import { openTable } from "./kernel.js";
import { onSettings, openSettings, setting } from "./settings.js";
import { drawAnswers } from "./skat_answers.js";
import { HAND, SKAT_SIZE } from "./skat_encoding.js";
import { handValue, held } from "./skat_values.js";
import { think } from "./worker_client.js";

const SUITS = "CSHD"; // in the order of value
const RANKS = "JATKQ987";
const KEYS = ["cards", "seat"]; // the keys of a link
const MOST = HAND + SKAT_SIZE;
const COLUMNS = RANKS.length;
const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const PAUSE = 250; // milliseconds to wait for changes of a hand before counting its worlds
const NARROW = matchMedia("(width < 30rem)");
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

const picker = byId("picker");
const seat = byId("seat");
/** @type {Map<Card, HTMLButtonElement>} */
const buttons = new Map();
/** @type {Set<Card>} */
let hand = new Set();
let current = 0; // the card in the tab order
/** @type {HandAnswers} */
const NOTHING = { value: null, chances: null, done: false, trouble: null };
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
  byId("draw").addEventListener("click", () => draw(new Set(), HAND));
  byId("draw-skat").addEventListener("click", () => draw(hand, SKAT_SIZE));
  byId("clear").addEventListener("click", () => change(new Set()));
  byId("open-settings").addEventListener("click", openSettings);
  seat.addEventListener("change", () => change(hand));
  addEventListener("hashchange", read);
}

/** @param {Card} card */
function pick(card) {
  const selected = new Set(hand);
  if (!selected.delete(card)) {
    if (hand.size === MOST) {
      say(t("skat.full"));
      return;
    }
    selected.add(card);
  }
  change(selected);
  const key = selected.has(card) ? "skat.taken" : "skat.put_back";
  say(`${t(key, { card: cardName(card) })} ${pickedText()}`);
}

/**
 * Draw this number of cards in addition to `held`.
 * @param {Set<Card>} held @param {number} count
 */
function draw(held, count) {
  const cards = PACK.filter((card) => !held.has(card));
  const drawn = Array.from({ length: count }, () => cards.splice(Math.floor(Math.random() * cards.length), 1)[0]);
  change(new Set([...held, ...drawn]));
  say(
    PACK.filter((card) => drawn.includes(card))
      .map(cardName)
      .join(", "),
  );
}

/** Return the text for the number of cards picked of a hand, or of a hand and the skat. */
const pickedText = () => t("skat.picked", { count: hand.size, of: hand.size > HAND ? MOST : HAND });

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

function sorted() {
  return PACK.filter((card) => hand.has(card));
}

// Address and questions

function read() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const named = (fields.get("cards") ?? "").toUpperCase().replaceAll("10", "T").split(/\s+/).filter(Boolean);
  const either = named.map((card) => (PACK.includes(card) ? card : card.slice(1) + card[0])); // JC or CJ
  const cards = either.filter((card) => PACK.includes(card)).slice(0, MOST);
  seat.value = fields.get("seat") ?? "forehand";
  const strange = [...fields.keys()].some((key) => !KEYS.includes(key)) || seat.selectedIndex < 0;
  seat.selectedIndex = Math.max(0, seat.selectedIndex);
  change(new Set(cards));
  if (cards.length < named.length) {
    say(t("skat.bad_link"));
  } else if (strange) {
    say(t("skat.no_link"));
  }
}

/** @param {Set<Card>} wanted */
function change(wanted) {
  hand = wanted;
  const fields = new URLSearchParams(hand.size ? { cards: sorted().join(" ") } : {});
  if (seat.value !== "forehand") {
    fields.set("seat", seat.value);
  }
  history.replaceState(null, "", fields.size ? `#${fields}` : location.pathname);
  asking.abort();
  asking = new AbortController();
  answers = { ...NOTHING };
  show();
  if (hand.size === HAND || hand.size === MOST) askAll(asking.signal);
}

/** @param {AbortSignal} signal */
async function askAll(signal) {
  try {
    if (!kernel) throw new Fault("no_module");
    answers.value = handValue(kernel, sorted());
    show();
    await pause(PAUSE, signal);
    /** @param {Chances} answer */
    const progress = (answer) => {
      answers.chances = answer;
      show();
    };
    progress(await think("chances", { cards: sorted(), seat: seat.value }, { signal, progress }));
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
  for (const [card, button] of buttons) {
    button.setAttribute("aria-pressed", String(hand.has(card)));
  }
  byId("picked").textContent = pickedText();
  byId("draw-skat").disabled = hand.size !== HAND;
  byId("clear").disabled = hand.size === 0;
  byId("hand").replaceChildren(...(kernel ? held(kernel, sorted()) : sorted()).map((card) => faceOf(card, "fan")));
  drawAnswers(byId("answers"), answers, hand.size);
}

function relabel() {
  for (const [card, button] of buttons) {
    button.setAttribute("aria-label", cardName(card));
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
build();
moveTo(0);
onLanguage(relabel);
onSettings(relabel);
NARROW.addEventListener("change", relabel);
relabel();
read();
document.documentElement.dataset.ready = "";
