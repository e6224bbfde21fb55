// Every word the page says: catalogues, plural forms, numbers, and how cards are called in each language.
// No sentence is written in any other module.

import { writeDown } from "./store.js";
import { keptWord } from "./stored_values.js";

export const LANGUAGES = Object.freeze({ en: "English", de: "Deutsch", ru: "Русский", vi: "Tiếng Việt" });

const FALLBACK = "en";
const STORED = "kiebitz.language";
const PLACE = /\{(\w+)\}/g;

const listeners = new Set();
let code = FALLBACK;
let catalogue = {};
let games = {};
// Made when they are needed: a browser's first format of numbers takes it as long as drawing the whole board.
let plurals = null;
let numbers = null;

/** The language chosen by the person, or null where the browser's own language decides. */
export function chosenLanguage() {
  return keptWord(STORED, Object.keys(LANGUAGES));
}

/** The first language of the person that a catalogue exists for: the chosen one, the browser's, or English. */
function preferredLanguage() {
  const wished = [chosenLanguage(), ...(navigator.languages ?? [navigator.language])];
  return wished.map((tag) => tag?.split("-")[0].toLowerCase()).find((tag) => Object.hasOwn(LANGUAGES, tag ?? "")) ?? FALLBACK;
}

/** Fetch a catalogue, apply it to the document and notify listeners; returns the language's code. */
export async function loadLanguage(wanted = preferredLanguage()) {
  // The list of games has its English names and rules with it.
  const wantedGames = wanted === FALLBACK ? {} : fetched(`games.${wanted}.json`);
  [catalogue, games] = await Promise.all([fetched(`${wanted}.json`), wantedGames]);
  code = wanted;
  plurals = numbers = null;
  document.documentElement.lang = code;
  applyLanguage();
  listeners.forEach((listener) => listener(code));
  return code;
}

/** Keep a choice of language (null: as the browser has it) and change to it at once. */
export async function chooseLanguage(wanted) {
  if (wanted) {
    writeDown(() => localStorage.setItem(STORED, wanted));
  } else {
    writeDown(() => localStorage.removeItem(STORED));
  }
  return loadLanguage(wanted || undefined);
}

/** Call back after every change of language; returns a function that ends this. */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The code of the language now shown: "en", "de", "ru" or "vi". */
export function language() {
  return code;
}

/** Whether the catalogue knows a key, plain or in plural forms. */
export function has(key) {
  return key in catalogue || `${key}.other` in catalogue;
}

/**
 * The text of a key. `{name}` in it becomes the parameter of that name: a number is written as the language writes
 * numbers, anything else as it is (so give a deal's number as a string). Where the catalogue holds `key.one`,
 * `key.few`, …, `key.other` instead of `key`, the number `count` chooses the form.
 */
export function t(key, parameters = {}) {
  const text = catalogue[key] ?? catalogue[`${key}.${pluralForm(parameters.count ?? 0)}`] ?? catalogue[`${key}.other`];
  if (text === undefined) {
    console.error(`lang/${code}.json: no text for ${key}`);
    return key;
  }
  return text.replace(PLACE, (place, name) => (name in parameters ? written(parameters[name]) : place));
}

/** A number as the language writes it; options are those of Intl.NumberFormat. */
export function formatNumber(value, options) {
  return options ? new Intl.NumberFormat(code, options).format(value) : formatCount(value);
}

/** Two numbers as the borders of a range; options are those of Intl.NumberFormat. */
export function formatRange(low, high, options) {
  return new Intl.NumberFormat(code, options).formatRange(low, high);
}

/** Seconds as minutes and seconds, with hours where there are any: 4:05, 1:00:09. */
export function formatDuration(seconds) {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** The title of a game of the list, in the language where it is known in it. */
export function gameTitle(data) {
  return games[data.id]?.title ?? data.title[code] ?? data.title.en;
}

/** The rules of a game of the list in words, and the language that they are written in. */
export function gameDescription(data) {
  const own = games[data.id]?.description;
  return own ? { text: own, lang: code } : { text: data.description, lang: FALLBACK };
}

/** The index on a card of this rank ("A", "2", … "T", … "K"): 10 for the ten, D for a German queen. */
export function rankLetter(rank) {
  return t(`card.letter.${rank}`);
}

/** A card ("TS") as it is read aloud: ten of spades, Pik Zehn, десятка пик. */
export function cardName(card) {
  return t("card.name", { rank: t(`card.rank.${card[0]}`), suit: t(`card.of.${card[1]}`) });
}

/** A suit ("S") by its name alone: spades, Pik, пики. */
export function suitName(suit) {
  return t(`card.suit.${suit}`);
}

/**
 * Write the words of the catalogue into every element below `root` that names a key: `data-i18n="key"` is its text,
 * `data-i18n-attr="aria-label:key; title:other"` its attributes, `data-i18n-params` the parameters as JSON.
 */
export function applyLanguage(root = document) {
  for (const element of root.querySelectorAll("[data-i18n], [data-i18n-attr]")) {
    const parameters = JSON.parse(element.dataset.i18nParams ?? "{}");
    if (element.dataset.i18n) {
      element.textContent = t(element.dataset.i18n, parameters);
    }
    for (const pair of (element.dataset.i18nAttr ?? "").split(";").filter((part) => part.trim())) {
      const [name, key] = pair.split(":").map((part) => part.trim());
      element.setAttribute(name, t(key, parameters));
    }
  }
}

async function fetched(name) {
  const answer = await fetch(new URL(`../lang/${name}`, import.meta.url));
  if (!answer.ok) {
    throw new Error(`lang/${name}: status ${answer.status}`);
  }
  return answer.json();
}

function written(value) {
  return typeof value === "number" ? formatCount(value) : String(value);
}

const pluralForm = (count) => (plurals ??= new Intl.PluralRules(code)).select(count);

/** A number without options; whole ones of up to three digits look the same in all languages here. */
function formatCount(value) {
  const plain = Number.isInteger(value) && value >= 0 && value < 1000;
  return plain ? String(value) : (numbers ??= new Intl.NumberFormat(code)).format(value);
}
