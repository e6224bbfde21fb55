// All text of the page: catalogues, plural forms, numbers, and the names of cards in each language.

import { writeDown } from "./game_storage.js";
import { keptWord } from "./stored_values.js";

export const LANGUAGES = Object.freeze({ en: "English", de: "Deutsch", ru: "Русский", vi: "Tiếng Việt" });

/**
 * Languages with their own card letters, and the names of their spellings.
 * @type {Readonly<Record<string, string>>}
 */
const SPELLINGS = Object.freeze({ de: "german", ru: "russian" });
const FALLBACK = "en";
const STORED = "kiebitz.language";
const PLACE = /\{(\w+)\}/g;

const listeners = new Set();
let code = FALLBACK;
/** @type {Record<string, string>} */
let catalogue = {};
/** @type {Record<string, {title: string, description: string}>} */
let games = {};
// Created on demand: a browser's first number format takes as long as drawing the whole board.
/** @type {Intl.PluralRules | null} */
let plurals = null;
/** @type {Intl.NumberFormat | null} */
let numbers = null;

/** The language chosen, or null for the browser's language. */
export function chosenLanguage() {
  return keptWord(STORED, Object.keys(LANGUAGES));
}

/** The first preferred language with a catalogue: the chosen one, the browser's, or English. */
function preferredLanguage() {
  const wished = [chosenLanguage(), ...(navigator.languages ?? [navigator.language])];
  return wished.map((tag) => tag?.split("-")[0].toLowerCase()).find((tag) => Object.hasOwn(LANGUAGES, tag ?? "")) ?? FALLBACK;
}

/** Load a catalogue, apply it to the document and notify listeners; return the language's code. */
export async function loadLanguage(wanted = preferredLanguage()) {
  // The list of games contains the English names and rules.
  const wantedGames = wanted === FALLBACK ? {} : fetched(`games.${wanted}.json`);
  [catalogue, games] = await Promise.all([fetched(`${wanted}.json`), wantedGames]);
  code = wanted;
  plurals = numbers = null;
  document.documentElement.lang = code;
  applyLanguage();
  listeners.forEach((listener) => listener(code));
  return code;
}

/**
 * Store a choice of language (null: the browser's language) and switch to it.
 * @param {string | null} wanted
 */
export async function chooseLanguage(wanted) {
  if (wanted) {
    writeDown(() => localStorage.setItem(STORED, wanted));
  } else {
    writeDown(() => localStorage.removeItem(STORED));
  }
  return loadLanguage(wanted || undefined);
}

/**
 * Call `listener` after every change of language; return a function that unsubscribes it.
 * @param {(code: string) => void} listener
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The code of the current language: "en", "de", "ru" or "vi". */
export function language() {
  return code;
}

/**
 * Whether the catalogue has a key, plain or in plural forms.
 * @param {string} key
 */
export function has(key) {
  return key in catalogue || `${key}.other` in catalogue;
}

/**
 * Return the text of a key. `{name}` is replaced by the parameter of that name: numbers are formatted for the language,
 * other values are unchanged (so pass a deal's number as a string). Where the catalogue has `key.one`, `key.few`, …,
 * `key.other` instead of `key`, the number `count` chooses the form.
 * @param {string} key @param {Record<string, any>} parameters
 */
export function t(key, parameters = {}) {
  const text = catalogue[key] ?? catalogue[`${key}.${pluralForm(parameters.count ?? 0)}`] ?? catalogue[`${key}.other`];
  if (text === undefined) {
    console.error(`lang/${code}.json: no text for ${key}`);
    return key;
  }
  return text.replace(PLACE, (place, name) => (name in parameters ? written(parameters[name]) : place));
}

/**
 * Format a number for the language; `options` are those of Intl.NumberFormat.
 * @param {number} value @param {Intl.NumberFormatOptions} [options]
 */
export function formatNumber(value, options) {
  return options ? new Intl.NumberFormat(code, options).format(value) : formatCount(value);
}

/**
 * Format a range of numbers; `options` are those of Intl.NumberFormat.
 * @param {number} low @param {number} high @param {Intl.NumberFormatOptions} [options]
 */
export function formatRange(low, high, options) {
  return new Intl.NumberFormat(code, options).formatRange(low, high);
}

/**
 * Format the bounds of a number, on one line, or the number if they are equal.
 * @param {{least: number, best: number}} bounds
 */
export const formatBounds = ({ least, best }) => [...new Set([least, best])].map((bound) => formatNumber(bound)).join("\u2060–\u2060"); // with word joiners

/**
 * Format a date; `options` are those of Intl.DateTimeFormat.
 * @param {Date} date @param {Intl.DateTimeFormatOptions} options
 */
export function formatDate(date, options) {
  return new Intl.DateTimeFormat(code, options).format(date);
}

/**
 * Format seconds as minutes and seconds, with hours if any: 4:05, 1:00:09.
 * @param {number} seconds
 */
export function formatDuration(seconds) {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : String(part))).join(":");
}

/**
 * Return the title of a listed game, translated if possible.
 * @param {GameData} data
 */
export function gameTitle(data) {
  return games[data.id]?.title ?? data.title[code] ?? data.title.en;
}

/**
 * Return the rules of a listed game in words, and their language.
 * @param {GameData} data
 */
export function gameDescription(data) {
  const own = games[data.id]?.description;
  return own ? { text: own, lang: code } : { text: data.description, lang: FALLBACK };
}

/**
 * Return the index of a rank ("A", "2", … "T", … "K"): 10 for the ten, D for a German queen.
 * @param {string} rank @returns {string}
 */
export function rankLetter(rank) {
  return t(`card.letter.${rank}`);
}

/**
 * Return the spoken name of a card ("TS"): ten of spades, Pik Zehn, десятка пик.
 * @param {Card} card @returns {string}
 */
export function cardName(card) {
  return t("card.name", { rank: t(`card.rank.${card[0]}`), suit: t(`card.of.${card[1]}`) });
}

/** Return the spellings of cards that a person may use: that of the language, if it has its own, then English. */
export const cardSpellings = () => [SPELLINGS[code] ?? [], "english"].flat();

/**
 * Return the name of a suit ("S"): spades, Pik, пики.
 * @param {string} suit @returns {string}
 */
export function suitName(suit) {
  return t(`card.suit.${suit}`);
}

/**
 * Insert the catalogue's text into every element below `root` that names a key: `data-i18n="key"` is its text,
 * `data-i18n-attr="aria-label:key; title:other"` its attributes, `data-i18n-params` the parameters as JSON.
 * @param {Document | Element} root
 */
export function applyLanguage(root = document) {
  for (const element of root.querySelectorAll("[data-i18n], [data-i18n-attr]")) {
    const parameters = JSON.parse(element.dataset.i18nParams ?? "{}");
    if (element.dataset.i18n) {
      element.textContent = t(element.dataset.i18n, parameters);
    }
    for (const pair of String(element.dataset.i18nAttr ?? "")
      .split(";")
      .filter((part) => part.trim())) {
      const [name, key] = pair.split(":").map((part) => part.trim());
      element.setAttribute(name, t(key, parameters));
    }
  }
}

/** @param {string} name */
async function fetched(name) {
  const answer = await fetch(new URL(`../lang/${name}`, import.meta.url));
  if (!answer.ok) {
    throw new Error(`lang/${name}: status ${answer.status}`);
  }
  return answer.json();
}

/** @param {unknown} value */
function written(value) {
  return typeof value === "number" ? formatCount(value) : String(value);
}

/** @param {number} count */
const pluralForm = (count) => (plurals ??= new Intl.PluralRules(code)).select(count);

/**
 * Format a number without options; integers of up to three digits look the same in all languages here.
 * @param {number} value
 */
function formatCount(value) {
  const plain = Number.isInteger(value) && value >= 0 && value < 1000;
  return plain ? String(value) : (numbers ??= new Intl.NumberFormat(code)).format(value);
}
