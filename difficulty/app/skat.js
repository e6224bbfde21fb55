const $kept = (() => {

function keptWord(name, words) {
  const word = textOf("localStorage", name);
  return words.includes(word) ? word : null;
}

function keptData(name, read, storage = "localStorage") {
  try {
    return read(JSON.parse(textOf(storage, name)));
  } catch {
    return read(null);
  }
}

function textOf(storage, name) {
  try {
    return window[storage].getItem(name);
  } catch {
    return null; // not allowed to read
  }
}

function fieldsOf(data, tests) {
  const fields = Object(data);
  return Object.fromEntries(Object.entries(tests).filter(([name, test]) => Object.hasOwn(fields, name) && test(fields[name])).map(([name]) => [name, fields[name]]));
}

const isText = (value) => typeof value === "string";
const isSwitch = (value) => typeof value === "boolean";
const isNumber = (value) => Number.isFinite(value);
const isAmount = (value) => isNumber(value) && value >= 0 && value < Number.MAX_SAFE_INTEGER;
return { keptWord, keptData, fieldsOf, isText, isSwitch, isNumber, isAmount };
})();
const $fixed = (() => {

const asked = new URLSearchParams(location.search);
const VALUES = { light: ["on", "off"], hints: ["off"] };

const fixed = (name) => VALUES[name].find((value) => value === asked.get(name)) ?? null;

const withoutFixed = (query) => query.split("&").filter((part) => !Object.hasOwn(VALUES, part.split("=")[0])).join("&");

const fixing = (values) =>
  Object.entries(values).filter(([, value]) => value).map((pair) => pair.join("=")).join("&");
return { fixed, withoutFixed, fixing };
})();
const $store = (() => {

const { withoutFixed } = $fixed;
const { fieldsOf, isAmount, isSwitch, isText, keptData } = $kept;

const STORED = "kiebitz.game";
const QUIET = 300;

const TESTS = {
  link: isText,
  id: isText,
  helped: isSwitch,
  seconds: isAmount,
  recorded: isSwitch,
  made: isAmount,
  shown: isSwitch,
  ahead: (value) => Array.isArray(value) && value.every(isText),
};

const unwritten = new Map();
let later = null;

const UNKEPT = "unkept";

function writeDown(write) {
  try {
    write();
  } catch {
    dispatchEvent(new Event(UNKEPT));
  }
}

function keepGame(game, { soon = false } = {}) {
  const text = JSON.stringify(game);
  writeDown(() => sessionStorage.setItem(STORED, text));
  writeDown(() => localStorage.setItem(STORED, text));
  clearTimeout(later);
  unwritten.set(game.id, game);
  if (soon) later = setTimeout(catchUp, QUIET);
  else writeEntry(game);
}

function writeEntry(game) {
  unwritten.delete(game.id);
  writeHistory(() => history.replaceState(game, "", location.hash ? `#${game.link}` : ""));
}

function beginEntry(link) {
  catchUp();
  writeHistory(() => history.pushState(null, "", `#${link}`));
}

function writeHistory(write) {
  try {
    write();
  } catch {
  }
}

function catchUp() {
  const { id, link } = keptEntry() ?? {};
  const game = unwritten.get(id) ?? keptGame();
  if (id !== undefined && game?.id === id && game.link !== link) writeEntry(game);
}

const keptOf = (link) => [keptEntry(), keptGame()].find((kept) => kept?.link === link) ?? null;

function wantedLink() {
  catchUp();
  const wanted = whole(location.hash.slice(1)) || keptEntry()?.link || asked(withoutFixed(location.search.slice(1)));
  return forgottenLink(wanted) ?? wanted;
}

let again = performance.getEntriesByType("navigation")[0]?.type === "reload";

function forgottenLink(wanted) {
  const forgotten = again && history.state === null;
  again = false;
  const kept = forgotten ? keptGame() : null;
  return kept && dealOf(kept.link) === dealOf(wanted) ? kept.link : null;
}

const dealOf = (link) => link?.replace(/&(moves|at)=[^&]*/g, "");

const asked = (text) => (/(^|&)(game|deal|board)=/.test(text) ? whole(text) : null);

function whole(text) {
  const named = /^-?\d+$/.test(text) ? `deal=${text}` : text;
  return /(^|&)deal=/.test(named) && !/(^|&)game=/.test(named) ? `game=freecell&${named}` : named;
}

const keptGame = () => keptData(STORED, gameOf, "sessionStorage") ?? keptData(STORED, gameOf);

const keptEntry = () => gameOf(history.state);

function gameOf(data) {
  const game = fieldsOf(data, TESTS);
  return "link" in game ? game : null;
}
return { UNKEPT, writeDown, keepGame, beginEntry, keptOf, wantedLink, keptGame };
})();
const $i18n = (() => {

const { keptWord } = $kept;
const { writeDown } = $store;

const LANGUAGES = Object.freeze({ en: "English", de: "Deutsch", ru: "Русский", vi: "Tiếng Việt" });

const FALLBACK = "en";
const STORED = "kiebitz.language";
const PLACE = /\{(\w+)\}/g;

const listeners = new Set();
let code = FALLBACK;
let catalogue = {};
let games = {};
let plurals = null;
let numbers = null;

function chosenLanguage() {
  return keptWord(STORED, Object.keys(LANGUAGES));
}

function preferredLanguage() {
  const wished = [chosenLanguage(), ...(navigator.languages ?? [navigator.language])];
  return wished.map((tag) => tag?.split("-")[0].toLowerCase()).find((tag) => Object.hasOwn(LANGUAGES, tag ?? "")) ?? FALLBACK;
}

async function loadLanguage(wanted = preferredLanguage()) {
  const wantedGames = wanted === FALLBACK ? {} : fetched(`games.${wanted}.json`);
  [catalogue, games] = await Promise.all([fetched(`${wanted}.json`), wantedGames]);
  code = wanted;
  plurals = numbers = null;
  document.documentElement.lang = code;
  applyLanguage();
  listeners.forEach((listener) => listener(code));
  return code;
}

async function chooseLanguage(wanted) {
  if (wanted) {
    writeDown(() => localStorage.setItem(STORED, wanted));
  } else {
    writeDown(() => localStorage.removeItem(STORED));
  }
  return loadLanguage(wanted || undefined);
}

function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function language() {
  return code;
}

function has(key) {
  return key in catalogue || `${key}.other` in catalogue;
}

function t(key, parameters = {}) {
  const text = catalogue[key] ?? catalogue[`${key}.${pluralForm(parameters.count ?? 0)}`] ?? catalogue[`${key}.other`];
  if (text === undefined) {
    console.error(`lang/${code}.json: no text for ${key}`);
    return key;
  }
  return text.replace(PLACE, (place, name) => (name in parameters ? written(parameters[name]) : place));
}

function formatNumber(value, options) {
  return options ? new Intl.NumberFormat(code, options).format(value) : formatCount(value);
}

function formatRange(low, high, options) {
  return new Intl.NumberFormat(code, options).formatRange(low, high);
}

function formatDuration(seconds) {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : String(part))).join(":");
}

function gameTitle(data) {
  return games[data.id]?.title ?? data.title[code] ?? data.title.en;
}

function gameDescription(data) {
  const own = games[data.id]?.description;
  return own ? { text: own, lang: code } : { text: data.description, lang: FALLBACK };
}

function rankLetter(rank) {
  return t(`card.letter.${rank}`);
}

function cardName(card) {
  return t("card.name", { rank: t(`card.rank.${card[0]}`), suit: t(`card.of.${card[1]}`) });
}

function suitName(suit) {
  return t(`card.suit.${suit}`);
}

function applyLanguage(root = document) {
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

function formatCount(value) {
  const plain = Number.isInteger(value) && value >= 0 && value < 1000;
  return plain ? String(value) : (numbers ??= new Intl.NumberFormat(code)).format(value);
}
return { LANGUAGES, chosenLanguage, loadLanguage, chooseLanguage, onLanguage, language, has, t, formatNumber, formatRange, formatDuration, gameTitle, gameDescription, rankLetter, cardName, suitName, applyLanguage };
})();
const $dialogs = (() => {

const { applyLanguage } = $i18n;

const byId = (id) => document.getElementById(id);

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name, value);
    } else if (value === true) {
      made.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, value);
    }
  }
  made.append(...children);
  return made;
}

function showDialog(id, title, fill) {
  byId(id)?.remove();
  const heading = element("h2", { id: `${id}-title`, tabindex: "-1", autofocus: true, "data-i18n": title });
  const close = element("button", {
    type: "button",
    class: "dialog-close",
    "data-i18n-attr": "aria-label:dialog.close",
    click: () => dialog.close(),
  });
  const body = element("div", { class: "dialog-body" });
  const dialog = element(
    "dialog",
    { id, class: "dialog", "aria-labelledby": heading.id, close: () => dialog.remove(), click: closeBeside },
    element("div", { class: "dialog-head" }, heading, close),
    body,
  );
  body.append(...[fill(dialog)].flat());
  document.body.append(dialog);
  applyLanguage(dialog);
  dialog.showModal();
  return dialog;
}

function closeBeside(event) {
  if (event.target === event.currentTarget) {
    event.currentTarget.close();
  }
}
return { byId, element, showDialog };
})();
const $settings = (() => {

const { chooseLanguage, chosenLanguage, LANGUAGES } = $i18n;
const { element, showDialog } = $dialogs;
const { fieldsOf, isSwitch, keptData } = $kept;
const { writeDown } = $store;

const STORED = "kiebitz.settings";
const DARK = matchMedia("(prefers-color-scheme: dark)");
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const CHOICES = {
  table: ["system", "light", "dark"],
  cloth: ["green", "blue", "wine", "slate"],
  deck: ["plain", "classic"],
  back: ["blue", "red", "green", "violet"],
  oneTap: ["touch", "always", "never"],
};
const SWITCHES = {
  fourColours: false,
  largeIndices: false,
  showFaceDown: false,
  leftHanded: false,
  reducedMotion: null, // as the system says, until the person says otherwise
  timer: true,
  sound: false,
  shortcuts: true,
};
const PARTS = {
  "settings.look": ["table", "cloth", "deck", "back", "fourColours", "largeIndices", "showFaceDown"],
  "settings.play": ["oneTap", "leftHanded", "timer", "sound", "reducedMotion", "shortcuts"],
};
const DEFAULTS = Object.freeze({
  ...SWITCHES,
  ...Object.fromEntries(Object.entries(CHOICES).map(([name, [usual]]) => [name, usual])),
});
const TESTS = {
  ...Object.fromEntries(Object.keys(SWITCHES).map((name) => [name, isSwitch])),
  ...Object.fromEntries(Object.entries(CHOICES).map(([name, values]) => [name, (value) => values.includes(value)])),
};

const listeners = new Set();
let settings = { ...DEFAULTS, ...stored() };

function setting(name) {
  if (name === "reducedMotion") {
    return settings.reducedMotion ?? CALM.matches;
  }
  if (name === "table") {
    return settings.table === "system" ? (DARK.matches ? "dark" : "light") : settings.table;
  }
  return settings[name];
}

function changeSetting(name, value) {
  settings = { ...settings, [name]: value };
  writeDown(() => localStorage.setItem(STORED, JSON.stringify(settings)));
  applySettings();
}

function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function applySettings() {
  const classes = document.documentElement.classList;
  classes.toggle("four-colours", setting("fourColours"));
  classes.toggle("large-indices", setting("largeIndices"));
  classes.toggle("left-handed", setting("leftHanded"));
  classes.toggle("reduced-motion", setting("reducedMotion"));
  classes.toggle("dark", setting("table") === "dark");
  classes.toggle("light", setting("table") === "light");
  for (const name of ["cloth", "back"]) {
    for (const value of CHOICES[name]) classes.toggle(`${name}-${value}`, setting(name) === value);
  }
  listeners.forEach((listener) => listener());
}

function openSettings() {
  return showDialog("settings", "settings.title", () => [
    element("div", { class: "setting" }, label("settings.language", "setting-language"), languages()),
    ...Object.entries(PARTS).flatMap(([title, names]) => [
      element("h3", { "data-i18n": title }),
      ...names.map((name) => (name in CHOICES ? choiceOf(name) : switchOf(name))),
    ]),
    element("p", { class: "dialog-note", "data-i18n": "settings.kept" }),
  ]);
}

function switchOf(name) {
  const box = element("input", {
    type: "checkbox",
    id: `setting-${name}`,
    checked: setting(name),
    change: () => changeSetting(name, box.checked),
  });
  return element("div", { class: "setting" }, label(`settings.${name}`, box.id), box);
}

function choiceOf(name) {
  const select = element("select", { id: `setting-${name}`, change: () => changeSetting(name, select.value) });
  select.append(...CHOICES[name].map((value) => element("option", { value, "data-i18n": `settings.${name}.${value}` })));
  select.value = settings[name];
  return element("div", { class: "setting" }, label(`settings.${name}`, select.id), select);
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

function label(key, id) {
  return element("label", { for: id, "data-i18n": key });
}

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
return { setting, changeSetting, onSettings, applySettings, openSettings };
})();
const $faces = (() => {

const { element } = $dialogs;
const { cardName, language, rankLetter, suitName } = $i18n;
const { setting } = $settings;

const CARDS = new URL("../cards.svg", import.meta.url);
const SVG = "http://www.w3.org/2000/svg";
const PIPS = "23456789T";
const SIGNS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const LETTERS = {
  de: { J: "B", Q: "D" },
  ru: { A: "Te", J: "B", Q: "De" },
};
const BOX = "0 0 36 51";
const TALL = "0 0 36 64";
const FIGURES = { J: "k-jack", Q: "k-queen", K: "k-king" };
const FIGURE = [-2.7, 11.2, 0.575];
const TALL_PIP = [6, 33, 0.75];
const PLACES = {
  large: { rank: [5, 4.4, 0.86], ten: [3.9, 4.4, 0.68, 0.86], sign: [19.2, 4.9, 0.45], pip: [8.4, 26.8, 0.62] },
  tight: { rank: [4, 3, 0.56], ten: [4, 3, 0.56], sign: [19.5, 2.6, 0.39], pip: [7.6, 22, 0.68] },
  small: { rank: [4, 2.4, 0.43], ten: [4, 2.4, 0.43], sign: [14.5, 2, 0.3], pip: [7.6, 20, 0.68] },
  fan: { rank: [3, 4.4, 0.86], ten: [2, 4.4, 0.62, 0.86], sign: [2.6, 25, 0.42], pip: [18.6, 28, 0.52] },
  slim: { rank: [3, 1.7, 0.29], ten: [3, 1.7, 0.29], sign: [10.5, 1.2, 0.21], pip: [7.6, 20, 0.68] },
};

async function loadFaces() {
  const answer = await fetch(CARDS);
  if (!answer.ok) throw new Error(`cards.svg: status ${answer.status}`);
  const { documentElement: symbols } = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  symbols.setAttribute("class", "symbols");
  document.body.append(symbols);
}

function faceOf(card, drawing, { tall = false } = {}) {
  if (!card) {
    const back = picture("0 0 72 102", [part("card-back")]);
    if (tall) back.setAttribute("preserveAspectRatio", "none");
    return back;
  }
  if (drawing === "full") return picture("0 0 72 102", [part(symbolOf(card))]);
  const places = PLACES[drawing];
  const letter = LETTERS[language()]?.[card[0]] ?? card[0];
  const rank = card[0] === "T" ? part("k-10", places.ten) : part(`k-${letter}`, places.rank);
  const sign = `k-${SIGNS[card[1]]}`;
  const figure = tall && FIGURES[card[0]];
  const body = figure ? part(figure, FIGURE) : part(sign, tall ? TALL_PIP : places.pip);
  const svg = picture(tall ? TALL : BOX, [rank, part(sign, places.sign), body]);
  svg.setAttribute("class", `face ink-${card[1]}`);
  return svg;
}

function suitSign(suit) {
  return picture("0 0 32 32", [part(`suit-${suit}`)]);
}

function cardText(card) {
  const text = element("span", { class: `card-text ink-${card[1]}`, role: "img", "aria-label": cardName(card), title: suitName(card[1]) });
  text.append(rankLetter(card[0]), suitSign(card[1]));
  return text;
}

function symbolOf(card) {
  if (setting("deck") === "classic" && PIPS.includes(card[0])) return `card-${card}-pips`;
  const letters = LETTERS[language()];
  return letters && card[0] in letters ? `card-${card}-${language()}` : `card-${card}`;
}

function picture(box, parts) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", "face");
  svg.append(...parts);
  return svg;
}

function part(symbol, place) {
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${symbol}`);
  if (place) {
    const [x, y, scale, other = scale] = place;
    use.setAttribute("transform", `translate(${x} ${y}) scale(${scale} ${other})`);
  }
  return use;
}
return { loadFaces, faceOf, suitSign, cardText };
})();
const $faults = (() => {

class Fault extends Error {
  constructor(code, message, parameters = {}) {
    super(message);
    Object.assign(this, { code, parameters });
  }
}
return { Fault };
})();
const $kernel = (() => {

const REFUSALS = [null, "malformed", "out_of_memory", "interrupted", "broken"];
const MOST_KEPT = 256 << 20;

const NONE = 0;
const INTEGER = 1;
const REAL = 2;
const BYTES = 3;
const LIST = 4;

class Refused extends Error {
  constructor(kind, words) {
    super(words || kind);
    this.kind = kind;
  }
}

async function loadModule(name) {
  if (typeof WebAssembly !== "object") return null;
  const answer = await fetch(new URL(`../${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  const isNamed = answer.headers.get("content-type") === "application/wasm"; // not every server knows what it is
  try {
    return await (isNamed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer()));
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return null;
    throw error;
  }
}

async function openTable() {
  const module = await loadModule("table.wasm");
  if (!module) return null;
  const kernel = new Kernel(module);
  await kernel.begin(); // for a page may not wait for it, as a worker may
  return kernel;
}

function packed(values) {
  const bytes = new Uint8Array(values.reduce((size, value) => size + sizeOf(value), 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  const put = (value) => {
    if (value === null || value === undefined) {
      view.setUint8(at, NONE);
      at += 1;
    } else if (typeof value === "number" && !Number.isSafeInteger(value)) {
      view.setUint8(at, REAL);
      view.setFloat64(at + 1, value, true);
      at += 9;
    } else if (typeof value === "object") {
      view.setUint8(at, Array.isArray(value) ? LIST : BYTES);
      view.setUint32(at + 1, value.length, true);
      at += 5;
      if (Array.isArray(value)) return value.forEach(put);
      bytes.set(value, at);
      at += value.length;
    } else {
      view.setUint8(at, INTEGER);
      view.setBigInt64(at + 1, BigInt(value), true);
      at += 9;
    }
  };
  values.forEach(put);
  return bytes;
}

function sizeOf(value) {
  if (value === null || value === undefined) return 1;
  if (typeof value !== "object") return 9;
  return Array.isArray(value) ? value.reduce((size, part) => size + sizeOf(part), 5) : 5 + value.length;
}

function unpacked(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = () => {
    const tag = bytes[at];
    at += 1;
    if (tag === NONE) return null;
    const begin = at;
    at += tag === INTEGER || tag === REAL ? 8 : 4;
    if (tag === REAL) return view.getFloat64(begin, true);
    if (tag === INTEGER) {
      const value = view.getBigInt64(begin, true);
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    }
    const length = view.getUint32(begin, true);
    if (tag === LIST) return Array.from({ length }, take);
    at += length;
    return bytes.slice(begin + 4, at);
  };
  const values = [];
  while (at < bytes.length) values.push(take());
  return values;
}

class Kernel {
  #module;
  #instance = null;

  constructor(module, ended = () => false) {
    this.#module = module;
    this.ended = ended;
    this.progress = () => {};
  }

  call(name, ...values) {
    return unpacked(this.answer(packed([new TextEncoder().encode(name), ...values])));
  }

  answer(request) {
    const { exports } = (this.#instance ??= this.#begin());
    const bytes = () => new Uint8Array(exports.memory.buffer, exports.answer(), exports.answer_size());
    try {
      const at = exports.room(request.length);
      new Uint8Array(exports.memory.buffer).set(request, at);
      exports.call();
    } catch (error) {
      this.#instance = null;
      const kind = REFUSALS[exports.refusal()];
      throw kind ? new Refused(kind, new TextDecoder().decode(bytes())) : error;
    }
    const answer = bytes().slice();
    if (exports.memory.buffer.byteLength > MOST_KEPT) this.#instance = null;
    return answer;
  }

  async begin() {
    const own = {};
    this.#instance = started(own, await WebAssembly.instantiate(this.#module, this.#imports(own)));
  }

  #begin() {
    const own = {};
    return started(own, new WebAssembly.Instance(this.#module, this.#imports(own)));
  }

  #imports(own) {
    const view = () => new DataView(own.exports.memory.buffer);
    return {
      host: {
        ended: () => this.ended(),
        progress: (bound, length) => this.progress(bound, length),
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_clock, _precision, at) => {
          view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
          return 0;
        },
        environ_sizes_get: (count, size) => {
          view().setUint32(count, 0, true);
          view().setUint32(size, 0, true);
          return 0;
        },
        environ_get: () => 0,
        fd_write: () => 8,
        fd_seek: () => 8,
        fd_close: () => 8,
        fd_fdstat_get: () => 8,
        proc_exit: (code) => {
          throw new Refused("broken", `exit ${code}`);
        },
      },
    };
  }
}

function started(own, instance) {
  own.exports = instance.exports;
  own.exports._initialize?.();
  return instance;
}
return { Refused, loadModule, openTable, Kernel };
})();
const $pause = (() => {

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
return { pause };
})();
const $skat_encoding = (() => {

const PLACES = "789TJQKA"; // of a card in its suit: its code is 8 · suit + place
const SUITS = "CDHS";
const GAMES = ["clubs", "diamonds", "hearts", "spades", "grand", "null"];
const ANNOUNCED = ["hand", "schneider", "schwarz", "ouvert"];
const SEATS = 3;
const HAND = 10;
const SKAT_SIZE = 2;

const gameCode = (game) => GAMES.indexOf(game);
const cardOf = (code) => PLACES[code % 8] + SUITS[Math.floor(code / 8)];
const codeOf = (card) => 8 * SUITS.indexOf(card[1]) + PLACES.indexOf(card[0]);
const suitOf = (number) => SUITS[number];
const cardsOf = (bytes) => Array.from(bytes, cardOf);
const setOf = (cards) => cards.reduce((bits, card) => bits | (1 << codeOf(card)), 0) >>> 0;
const PACK = [..."A789TJQK"].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
const cardsIn = (set) => PACK.filter((card) => (set >>> codeOf(card)) & 1);

const contractOf = (game, flags) => ({ game: GAMES[game], ...flagsOf(flags) });
const flagsOf = (flags) => Object.fromEntries(ANNOUNCED.map((name, place) => [name, Boolean((flags >> place) & 1)]));
const codeOfFlags = (one) => ANNOUNCED.reduce((flags, name, place) => flags | (Number(Boolean(one[name])) << place), 0);

const contractText = (one) => [one.game, ...ANNOUNCED.filter((name) => one[name])].join(" ");

const isContract = (text) => {
  const [game, ...announced] = text.split(" ");
  return GAMES.includes(game) && announced.every((word) => ANNOUNCED.includes(word));
};

const bytesOf = (text) => new TextEncoder().encode(text);
const textOf = (bytes) => new TextDecoder().decode(bytes);
return { ANNOUNCED, SEATS, HAND, SKAT_SIZE, gameCode, cardOf, suitOf, cardsOf, setOf, cardsIn, contractOf, flagsOf, codeOfFlags, contractText, isContract, bytesOf, textOf };
})();
const $skat_words = (() => {

const { formatNumber, suitName, t } = $i18n;
const { contractText } = $skat_encoding;

const SEAT_NAMES = ["forehand", "middlehand", "rearhand"];

const SUITS = { clubs: "C", spades: "S", hearts: "H", diamonds: "D" };
const LEVELS = ["skat.announced.hand", "skat.announced.schneider", "skat.sum.announced", "skat.announced.schwarz", "skat.sum.announced", "skat.announced.ouvert"];

const capital = (word) => word[0].toLocaleUpperCase() + word.slice(1);

function gameName(game) {
  const suit = SUITS[game];
  return suit ? capital(suitName(suit)) : t(`skat.game.${game}`);
}

function contractName(contract) {
  const [game, ...announced] = contract.split(" ");
  return [gameName(game), ...announced.map((word) => t(`skat.announced.${word}`))].join(" ");
}

function matadorsText(text) {
  const [word, count] = text.split(" ");
  return t(`skat.${word}`, { count: Number(count) });
}

const valueText = ({ game }) => (value) => (game === "null" ? t(value ? "skat.play.free" : "skat.play.caught") : formatNumber(value));

const seatName = (seat) => t(`skat.seat.${SEAT_NAMES[seat]}`);

function sumText({ counted, matadors, base, levels, value, overbid }) {
  if (counted.game === "null") return `${contractName(contractText(counted))} = ${value}`;
  let factor = Math.abs(matadors) + 1;
  const parts = [matadorsText(`${matadors > 0 ? "with" : "without"} ${Math.abs(matadors)}`), `${t("skat.sum.game")} ${factor}`];
  LEVELS.forEach((key, place) => (levels >> place) & 1 && parts.push(`${t(key)} ${++factor}`));
  const sum = `${parts.join(", ")}, × ${gameName(counted.game)} ${base} = ${factor * base}`;
  return overbid ? `${sum}; ${t("skat.sum.overbid", { value })}` : sum;
}
return { SEAT_NAMES, SUITS, gameName, contractName, matadorsText, valueText, seatName, sumText };
})();
const $skat_answers = (() => {

const { applyLanguage, cardName, formatNumber, formatRange, has, language, t } = $i18n;
const { element } = $dialogs;
const { cardText } = $faces;
const { HAND, SKAT_SIZE } = $skat_encoding;
const { contractName, matadorsText } = $skat_words;

const SVG = "http://www.w3.org/2000/svg";
const PERCENT = { style: "percent", maximumFractionDigits: 0 };

function drawAnswers(place, answers, cards) {
  const { value, advice, ...sharpening } = answers;
  const first = {
    [HAND]: ["textbook", value && { value, advice }, textbook],
    [HAND + SKAT_SIZE]: ["discard", answers.trouble === null && (answers.done ? answers.chances.contracts : []), putDown],
  }[cards];
  const parts = first
    ? [first, ["chances", { ...sharpening, value: value !== null }, chances], ["official", value, official]]
    : [["invitation", { key: cards > HAND ? "skat.pick_twelve" : "skat.pick_ten" }, invitation]];
  const kept = new Map([...place.children].map((slot) => [slot.dataset.state, slot]));
  const slots = parts.map(([name, state, draw]) => {
    const key = JSON.stringify([name, state, language()]);
    return kept.get(key) ?? element("div", { "data-state": key }, ...[state && draw(state)].filter(Boolean));
  });
  place.replaceChildren(...slots);
  applyLanguage(place);
}

function invitation({ key }) {
  return element("section", { class: "answer" }, element("p", { "data-i18n": key }));
}

function putDown([best]) {
  if (!best) return section("skat.discard", element("p", { class: "quiet", "data-i18n": "skat.waiting" }));
  const figures = {
    cards: best.discard.map(cardName).join(", "),
    contract: contractName(best.contract),
    share: percent(best.chance),
    worlds: best.worlds,
    bid: best.highest_bid,
  };
  const sentence = t(best.highest_bid === null ? "skat.advice.discard_loses" : "skat.advice.discard", figures);
  const rows = best.discards.map((one) =>
    element("tr", {}, element("th", { scope: "row" }, pair(one.discard)), chanceCell(one)),
  );
  return section(
    "skat.discard",
    element("p", { class: "advice" }, sentence),
    table("skat.discard", ["skat.discard.cards", "skat.wins"], rows),
  );
}

const pair = (cards) => element("span", { class: "pair" }, ...cards.map(cardText));

function textbook({ value: { textbook: found }, advice }) {
  const sentence = advice ? [element("p", { class: "advice" }, adviceText(advice, found))] : [];
  return section("skat.textbook", element("p", { class: "verdict" }, verdictOf(found)), element("p", {}, reason(found)), ...sentence);
}

const verdictOf = ({ suit, value }) => (suit === null ? t("skat.pass") : t("skat.verdict", { value, suit: contractName(suit) }));

function adviceText({ bid, contract, won, worlds }, found) {
  const rule = found.suit === null ? t("skat.advice.rule_passes") : t("skat.advice.rule_says", { verdict: verdictOf(found) });
  if (contract === null) return t("skat.advice.nothing", { rule });
  const figures = { contract: contractName(contract), share: percent(won), worlds, rule };
  if (!bid) return t("skat.advice.too_few", figures);
  return t(contract.split(" ").includes("hand") ? "skat.advice.bid_hand" : "skat.advice.bid", { bid, ...figures });
}

function reason(found) {
  if (found.suit !== null) {
    return t("skat.sum", { jacks: found.jack_factor, suit: found.suit_factor, value: found.value });
  }
  return found.few_trumps ? t("skat.few_trumps", { count: found.trumps }) : t("skat.no_ace");
}

function chances({ value, chances: found, done, trouble }) {
  if (!value && trouble === null) {
    return section("skat.chances", element("p", { class: "quiet", "data-i18n": "skat.waiting" }));
  }
  const parts = [element("p", { class: "quiet", "data-i18n": "skat.open_cards" })];
  if (trouble !== null) {
    parts.push(element("p", { class: "notice", role: "alert" }, troubleText(trouble)));
  }
  if (found !== null) {
    parts.push(chancesTable(found.contracts.filter((one) => one.worlds > 0)));
    parts.push(element("p", { class: "quiet", "data-i18n": "skat.score_note" }));
  }
  if (trouble === null) {
    parts.push(progress(found, done));
  }
  return section("skat.chances", ...parts);
}

function troubleText(code) {
  const key = [`skat.${code}`, `game.fault.${code}`].find(has);
  return t(key ?? "game.fault.fault");
}

function progress(found, done) {
  if (done) {
    return element("p", { class: "quiet", "data-i18n": "skat.done" });
  }
  const share = found === null ? 0 : Math.min(1, found.played / Math.max(1, found.total));
  return element("progress", { max: "1", value: String(share), "data-i18n-attr": "aria-label:skat.counting" });
}

function chancesTable(contracts) {
  const rows = contracts.map((one) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, contractName(one.contract), ...(one.discard ? [" ", pair(one.discard)] : [])),
      chanceCell(one),
      element("td", {}, formatNumber(one.score, { signDisplay: "exceptZero", maximumFractionDigits: 0 })),
      element("td", {}, one.highest_bid === null ? "–" : formatNumber(one.highest_bid)),
    ),
  );
  return table("skat.chances", ["skat.contract", "skat.wins", "skat.score", "skat.pays"], rows);
}

function chanceCell(one) {
  return element(
    "td",
    { class: "chance" },
    bar(one.chance, one.low, one.high),
    element("span", { class: "share" }, percent(one.chance)),
    " ",
    element("span", { class: "interval" }, formatRange(one.low, one.high, PERCENT)),
    " · ",
    element("span", { class: "interval" }, t("skat.worlds", { count: one.worlds })),
  );
}

function bar(chance, low, high) {
  const svg = drawn("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(
    drawn("rect", { class: "bar-all", width: 100, height: 10 }),
    drawn("rect", { class: "bar-won", width: 100 * chance, height: 10 }),
    drawn("rect", { class: "bar-interval", x: 100 * low, y: 3.5, width: Math.max(1, 100 * (high - low)), height: 3 }),
  );
  return svg;
}

function official(value) {
  const rows = value.contracts.map((one) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, contractName(one.contract)),
      element("td", {}, one.matadors === null ? "" : matadorsText(one.matadors)),
      element("td", {}, formatNumber(one.value)),
      element("td", {}, one.with_schneider === null ? "" : formatNumber(one.with_schneider)),
      element("td", {}, formatNumber(one.highest_bid)),
    ),
  );
  const heads = ["skat.contract", "skat.matadors", "skat.value", "skat.schneider", "skat.highest"];
  return section(
    "skat.official",
    table("skat.official", heads, rows),
    element("p", { class: "quiet", "data-i18n": value.textbook ? "skat.skat_unknown" : "skat.skat_known" }),
  );
}

function percent(share) {
  return formatNumber(share, PERCENT);
}

function section(title, ...children) {
  const heading = element("h2", { id: title.replace(".", "-"), "data-i18n": title });
  return element("section", { class: "answer", "aria-labelledby": heading.id }, heading, ...children);
}

function table(title, heads, rows) {
  const cells = heads.map((key) => element("th", { scope: "col", class: key.replace(".", "-"), "data-i18n": key }));
  return element(
    "table",
    { class: "results", "aria-labelledby": title.replace(".", "-") },
    element("thead", {}, element("tr", {}, ...cells)),
    element("tbody", {}, ...rows),
  );
}

function drawn(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, String(value));
  }
  return made;
}
return { drawAnswers };
})();
const $skat_values = (() => {

const { cardsOf, contractOf, contractText, setOf } = $skat_encoding;

const held = (kernel, cards) => cardsOf(kernel.call("skat_hand_value", setOf(cards))[0]);

function handValue(kernel, cards) {
  const [, rule, contracts] = kernel.call("skat_hand_value", setOf(cards));
  return { textbook: rule && textbook(rule), contracts: contracts.map(valuation) };
}

function textbook([against, jacks, suit, base, trumps, value]) {
  const plays = against === 0;
  const found = { jack_factor: jacks, trumps, few_trumps: against === 1 };
  return { ...found, value: plays ? value : null, suit: plays ? contractOf(suit, 0).game : null, suit_factor: plays ? base : null };
}

function valuation([game, flags, matadors, value, schneider, highest]) {
  const count = matadors === 0 ? null : `${matadors > 0 ? "with" : "without"} ${Math.abs(matadors)}`; // Null has none
  return { contract: contractText(contractOf(game, flags)), matadors: count, value, with_schneider: matadors === 0 ? null : schneider, highest_bid: highest };
}
return { held, handValue };
})();
const $thinking = (() => {

const { Fault } = $faults;

const PATIENCE = 250;
const BEGIN = 0;

let worker = null;
let module = null; // compiled by the first worker, and given to the next
let number = BEGIN;
let current = null;
const waiting = [];

function think(question, asked, { signal, progress = () => {} } = {}) {
  return new Promise((resolve, reject) => {
    const one = { id: ++number, question, asked, resolve, reject, progress };
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    signal?.addEventListener("abort", () => takeBack(one, signal.reason));
    waiting.push(one);
    next();
  });
}

function takeBack(one, reason) {
  one.reject(reason);
  if (one === current) {
    worker.postMessage({ id: one.id, question: "stop" });
    setTimeout(() => one === current && end(), PATIENCE);
  } else if (waiting.includes(one)) {
    waiting.splice(waiting.indexOf(one), 1);
  }
}

function next() {
  if (current || !waiting.length) return;
  if (!worker) begin();
  current = waiting.shift();
  worker.postMessage({ id: current.id, question: current.question, asked: current.asked });
}

function begin() {
  worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => hear(data));
  worker.addEventListener("error", (event) => fail(event.message));
  worker.postMessage({ id: BEGIN, question: "begin", asked: module });
}

function hear({ id, answer, fault, progress }) {
  if (id === BEGIN) {
    if (fault) fail(fault.message);
    else module = answer;
    return;
  }
  if (id !== current?.id) return;
  if (progress !== undefined) {
    current.progress(progress);
    return;
  }
  const { resolve, reject } = current;
  current = null;
  if (fault) reject(new Fault(fault.code, fault.message, fault.parameters));
  else resolve(answer);
  next();
}

function fail(message) {
  const all = [current, ...waiting.splice(0)].filter(Boolean);
  end();
  for (const { reject } of all) reject(new Fault("no_module", message ?? "no worker"));
}

function end() {
  worker?.terminate();
  worker = current = null;
  next();
}
return { think };
})();

const { byId, element } = $dialogs;
const { faceOf, loadFaces } = $faces;
const { Fault } = $faults;
const { cardName, loadLanguage, onLanguage, rankLetter, t } = $i18n;
const { openTable } = $kernel;
const { pause } = $pause;
const { onSettings, openSettings, setting } = $settings;
const { drawAnswers } = $skat_answers;
const { HAND, SKAT_SIZE } = $skat_encoding;
const { handValue, held } = $skat_values;
const { think } = $thinking;

const SUITS = "CSHD"; // the order of their value
const RANKS = "JATKQ987";
const KEYS = ["cards", "seat"]; // what a link may say
const MOST = HAND + SKAT_SIZE;
const COLUMNS = RANKS.length;
const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const PAUSE = 250; // milliseconds in which a hand may still change before its worlds are counted
const NARROW = matchMedia("(width < 30rem)");
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

const picker = byId("picker");
const seat = byId("seat");
const buttons = new Map();
let hand = new Set();
let current = 0; // the one card that the tab key leads to
const NOTHING = { value: null, advice: null, chances: null, done: false, trouble: null };
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

function pick(card) {
  const wanted = new Set(hand);
  if (!wanted.delete(card)) {
    if (hand.size === MOST) {
      say(t("skat.full"));
      return;
    }
    wanted.add(card);
  }
  change(wanted);
  const key = wanted.has(card) ? "skat.taken" : "skat.put_back";
  say(`${t(key, { card: cardName(card) })} ${pickedText()}`);
}

function draw(held, count) {
  const cards = PACK.filter((card) => !held.has(card));
  const drawn = Array.from({ length: count }, () => cards.splice(Math.floor(Math.random() * cards.length), 1)[0]);
  change(new Set([...held, ...drawn]));
  say(PACK.filter((card) => drawn.includes(card)).map(cardName).join(", "));
}

const pickedText = () => t("skat.picked", { count: hand.size, of: hand.size > HAND ? MOST : HAND });

function walk(event) {
  const row = current - (current % COLUMNS);
  const target = { Home: row, End: row + COLUMNS - 1 }[event.key] ?? current + STEPS[event.key];
  if (target >= 0 && target < PACK.length) {
    event.preventDefault();
    buttons.get(PACK[target]).focus();
  }
}

function moveTo(place) {
  buttons.get(PACK[current]).tabIndex = -1;
  current = place;
  buttons.get(PACK[current]).tabIndex = 0;
}

function sorted() {
  return PACK.filter((card) => hand.has(card));
}


function read() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const named = (fields.get("cards") ?? "").toUpperCase().replaceAll("10", "T").split(/\s+/).filter(Boolean);
  const either = named.map((card) => (PACK.includes(card) ? card : card.slice(1) + card[0])); // JC or CJ
  const known = either.filter((card) => PACK.includes(card)).slice(0, MOST);
  seat.value = fields.get("seat") ?? "forehand";
  const strange = [...fields.keys()].some((key) => !KEYS.includes(key)) || seat.selectedIndex < 0;
  seat.selectedIndex = Math.max(0, seat.selectedIndex);
  change(new Set(known));
  if (known.length < named.length) {
    say(t("skat.bad_link"));
  } else if (strange) {
    say(t("skat.no_link"));
  }
}

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

async function askAll(signal) {
  try {
    if (!kernel) throw new Fault("no_module");
    answers.value = handValue(kernel, sorted());
    show();
    await pause(PAUSE, signal);
    if (hand.size === HAND) answers.advice = await think("skatAdvice", { cards: sorted(), seat: seat.value }, { signal });
    show();
    const progress = (found) => {
      answers.chances = found;
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

function face(card) {
  return faceOf(card, NARROW.matches || setting("largeIndices") ? "large" : "full");
}

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
export { $kept as kept, $fixed as fixed, $store as store, $i18n as i18n, $dialogs as dialogs, $settings as settings, $faces as faces, $faults as faults, $kernel as kernel, $pause as pause, $skat_encoding as skat_encoding, $skat_words as skat_words, $skat_answers as skat_answers, $skat_values as skat_values, $thinking as thinking };
