// The person's settings, stored in the browser, set on <html> as classes that style sheets define, and changed in one dialog.

import { faceOf } from "./card_faces.js";
import { element, showDialog } from "./dialogs.js";
import { writeDown } from "./game_storage.js";
import { chooseLanguage, chosenLanguage, LANGUAGES } from "./i18n.js";
import { fieldsOf, isSwitch, keptData } from "./stored_values.js";

const STORED = "kiebitz.settings";
const DARK = matchMedia("(prefers-color-scheme: dark)");
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
/**
 * Settings with several values, default first.
 * @type {Record<string, string[]>}
 */
const CHOICES = {
  table: ["system", "light", "dark"],
  cloth: ["green", "blue", "wine", "slate", "wood"],
  back: ["blue", "red", "green", "violet"],
  oneTap: ["touch", "always", "never"],
};
/** Choices made from small pictures. */
const PICTURED = ["cloth", "back"];
/**
 * Switches and their defaults.
 * @type {Record<string, boolean | null>}
 */
const SWITCHES = {
  fourColours: false,
  largeIndices: false,
  showFaceDown: false,
  leftHanded: false,
  reducedMotion: null, // null: as the system prefers
  timer: true,
  sound: false,
  shortcuts: true,
};
/**
 * Cards that show the effect of a switch, drawn while it is off and on.
 * @type {Record<string, {cards: string[], drawings: string[]}>}
 */
const SAMPLES = {
  fourColours: { cards: ["9S", "9H", "9D", "9C"], drawings: ["fan", "fan"] },
  largeIndices: { cards: ["9S", "KH"], drawings: ["full", "large"] },
};
/** The parts of the dialog. */
const PARTS = {
  "settings.look": ["table", "cloth", "back", "fourColours", "largeIndices", "showFaceDown"],
  "settings.play": ["oneTap", "leftHanded", "timer", "sound", "reducedMotion", "shortcuts"],
};
const DEFAULTS = Object.freeze({
  ...SWITCHES,
  ...Object.fromEntries(Object.entries(CHOICES).map(([name, [usual]]) => [name, usual])),
});
const TESTS = {
  ...Object.fromEntries(Object.keys(SWITCHES).map((name) => [name, isSwitch])),
  ...Object.fromEntries(Object.entries(CHOICES).map(([name, values]) => [name, (/** @type {any} */ value) => values.includes(value)])),
};

const listeners = new Set();
/** @type {Record<string, any>} */
let settings = { ...DEFAULTS, ...stored() };

/**
 * Return the effective value of a setting, true or false or one of its choices; "dark" or "light" for the table.
 * @param {string} name
 */
export function setting(name) {
  if (name === "reducedMotion") {
    return settings.reducedMotion ?? CALM.matches;
  }
  if (name === "table") {
    return settings.table === "system" ? (DARK.matches ? "dark" : "light") : settings.table;
  }
  return settings[name];
}

/**
 * Change a setting, store it, and apply it at once.
 * @param {string} name @param {string | boolean} value
 */
export function changeSetting(name, value) {
  settings = { ...settings, [name]: value };
  writeDown(() => localStorage.setItem(STORED, JSON.stringify(settings)));
  applySettings();
}

/**
 * Call `listener` after every change of a setting; return a function that unsubscribes it.
 * @param {() => void} listener
 */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Set the settings as classes of <html>. */
export function applySettings() {
  const classes = document.documentElement.classList;
  classes.toggle("four-colours", setting("fourColours"));
  classes.toggle("large-indices", setting("largeIndices"));
  classes.toggle("left-handed", setting("leftHanded"));
  classes.toggle("reduced-motion", setting("reducedMotion"));
  classes.toggle("dark", setting("table") === "dark");
  classes.toggle("light", setting("table") === "light");
  for (const name of PICTURED) {
    for (const value of CHOICES[name]) classes.toggle(`${name}-${value}`, setting(name) === value);
  }
  listeners.forEach((listener) => listener());
}

/** Open the dialog of the settings; changes apply at once. */
export function openSettings() {
  return showDialog("settings", "settings.title", () => [
    element("div", { class: "setting" }, label("settings.language", "setting-language"), languages()),
    ...Object.entries(PARTS).flatMap(([title, names]) => [
      element("h3", { "data-i18n": title }),
      ...names.map((name) => (PICTURED.includes(name) ? picturesOf(name) : name in CHOICES ? choiceOf(name) : switchOf(name))),
    ]),
    element("p", { class: "dialog-note", "data-i18n": "settings.kept" }),
  ]);
}

/** @param {string} name */
function switchOf(name) {
  const change = () => {
    changeSetting(name, box.checked);
    samples.replaceChildren(...samplesOf(name));
  };
  const box = element("input", { type: "checkbox", id: `setting-${name}`, checked: setting(name), change });
  const samples = element("span", { class: `samples ${name}`, "aria-hidden": "true" }, ...samplesOf(name));
  return element("div", { class: "setting" }, label(`settings.${name}`, box.id), samples, box);
}

/** @param {string} name */
function samplesOf(name) {
  const { cards, drawings } = SAMPLES[name] ?? { cards: [], drawings: [] };
  return cards.map((card) => faceOf(card, drawings[Number(setting(name))]));
}

/** @param {string} name */
function choiceOf(name) {
  const select = element("select", { id: `setting-${name}`, change: () => changeSetting(name, select.value) });
  select.append(...CHOICES[name].map((value) => element("option", { value, "data-i18n": `settings.${name}.${value}` })));
  select.value = settings[name];
  return element("div", { class: "setting" }, label(`settings.${name}`, select.id), select);
}

/**
 * Offer the values of a setting as pictures, in colours that the style sheet has for the value's class.
 * @param {string} name
 */
function picturesOf(name) {
  const title = element("span", { id: `setting-${name}`, "data-i18n": `settings.${name}` });
  const pictures = CHOICES[name].map((value) => {
    const text = `settings.${name}.${value}`;
    const change = () => changeSetting(name, value);
    const checked = settings[name] === value;
    const attributes = { type: "radio", name: `setting-${name}`, "data-i18n-attr": `aria-label:${text}; title:${text}`, checked, change };
    return element("label", { class: `${name}-${value}` }, element("input", attributes), ...(name === "back" ? [faceOf(null)] : []));
  });
  return element("div", { class: "setting pictures", role: "radiogroup", "aria-labelledby": title.id }, title, ...pictures);
}

function languages() {
  const select = element("select", { id: "setting-language", change: () => chooseLanguage(select.value || null) });
  select.append(
    element("option", { value: "", "data-i18n": "settings.language.browser" }),
    ...Object.entries(LANGUAGES).map(([code, name]) => element("option", { value: code, lang: code }, name)),
  );
  select.value = chosenLanguage() ?? "";
  return select;
}

/** @param {string} key @param {string} id */
function label(key, id) {
  return element("label", { for: id, "data-i18n": key });
}

/** Restore the previous choice if it is still valid. */
function stored() {
  return keptData(STORED, (data) => fieldsOf(data, TESTS));
}

for (const query of [DARK, CALM]) {
  query.addEventListener("change", applySettings);
}
addEventListener("storage", (event) => {
  if (event.key === STORED) {
    settings = { ...DEFAULTS, ...stored() };
    applySettings();
  }
});
applySettings();
