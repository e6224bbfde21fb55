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
const $skat_choice = (() => {

const { byId, element } = $dialogs;
const { t } = $i18n;
const { SKAT_SIZE } = $skat_encoding;
const { SUITS, gameName } = $skat_words;

const GAMES = [...Object.keys(SUITS), "grand", "null"];

const noDraft = () => ({ hand: false, game: null, announced: [], cards: [] });

function drawChoice(place, { session, you, draft }, { act, redraw, next }) {
  const { stage, turn } = session;
  const focused = document.activeElement?.id;
  const choices = { bidding, skat, announcement: announcing }[stage];
  const drawn = stage === "over" ? [nextDeal(next)] : turn === you && choices ? choices(session, draft, act, redraw) : [];
  place.replaceChildren(...drawn);
  if (focused && document.activeElement === document.body) byId(focused)?.focus();
}

function button(id, text, click, attributes = {}) {
  return element("button", { type: "button", id, class: "big", click, ...attributes }, text);
}

const nextDeal = (next) => button("next", t("skat.play.next"), next, { class: "big main" });

function bidding({ auction }, _draft, act) {
  const { atStake: bid } = auction;
  const text = auction.asked ? t("skat.play.hold", { bid }) : t("skat.play.bid", { bid });
  const say = bid === null ? [] : [button("say", text, () => act(auction.asked ? "y" : String(bid)))];
  return [...say, button("pass", t("skat.pass"), () => act("p"))];
}

function skat(session, draft, act, redraw) {
  if (draft.hand) return announcing(session, draft, act, redraw);
  const play = () => {
    draft.hand = true;
    redraw();
  };
  return [button("take", t("skat.play.take"), () => act("s")), button("play-hand", t("skat.play.hand_game"), play)];
}

function announcing(session, draft, act, redraw) {
  const { hand, game, announced, cards } = draft;
  const pick = (name) => () => {
    draft.game = name;
    draft.announced = announced.filter((one) => session.announceable(name, hand).includes(one));
    redraw();
  };
  const games = GAMES.map((name) =>
    button(`game-${name}`, gameName(name), pick(name), { "aria-pressed": String(game === name), "data-suit": SUITS[name] ?? null }),
  );
  const toggle = (name) => () => {
    draft.announced = announced.includes(name) ? announced.filter((one) => one !== name) : [...announced, name];
    redraw();
  };
  const extras = game === null ? [] : session.announceable(game, hand);
  const levels = extras.map((name) =>
    button(`announce-${name}`, t(`skat.announced.${name}`), toggle(name), { "aria-pressed": String(announced.includes(name)) }),
  );
  const ready = game !== null && (hand || cards.length === SKAT_SIZE);
  const announce = () => {
    act(session.announcement(game, [...announced, ...(hand ? ["hand"] : [])], hand ? [] : cards));
  };
  const group = (label, buttons) => element("div", { class: "choices", role: "group", "aria-label": label }, ...buttons);
  return [
    group(t("skat.play.which"), games),
    ...(levels.length ? [group(t("skat.play.announce"), levels)] : []),
    button("announce", t("skat.play.announce"), announce, { disabled: !ready, class: "big main" }),
  ];
}
return { noDraft, drawChoice };
})();
const $skat_table = (() => {

const { byId, element } = $dialogs;
const { faceOf } = $faces;
const { cardName, t } = $i18n;
const { setting } = $settings;
const { SEATS, contractText } = $skat_encoding;
const { contractName, seatName } = $skat_words;

const NARROW = matchMedia("(width < 40rem)");
const PLACES = ["me", "left", "right"];
const TURNS = { ArrowLeft: -1, ArrowRight: 1 };

const whoIs = (seat, you) => (seat === you ? t("skat.play.you") : seatName(seat));

function drawTable(game) {
  const { session, you, number } = game;
  const { contract, auction, declarer } = session;
  const name = contract ? contractName(contractText(contract)) : null;
  const told = contract ? t("skat.play.head", { contract: name, who: whoIs(declarer, you), bid: auction.bid }) : t("skat.play.bidding");
  byId("game-title").replaceChildren(element("span", { class: "game-name" }, told), " ", element("span", { class: "game-deal" }, t("skat.play.deal", { number })));
  for (let seat = 0; seat < SEATS; seat++) drawSeat(game, seat);
  drawTrick(game);
  drawLast(game);
  drawHand(game);
}

function drawSeat({ session, you, open, step }, seat) {
  const place = PLACES[(seat - you + SEATS) % SEATS];
  const { contract, declarer, turn } = session;
  const box = byId(place);
  box.classList.toggle("is-turn", turn === seat);
  const parts = [element("strong", { class: "seat-name" }, place === "me" ? `${t("skat.play.you")} · ${seatName(seat)}` : seatName(seat))];
  if (seat === declarer && contract) parts.push(element("span", { class: "badge" }, t("skat.play.declarer")));
  const said = bubble(session, seat);
  if (said) parts.push(element("span", { class: "bubble" }, said));
  if (contract) parts.push(element("span", { class: "taken" }, t("skat.play.tricks", { count: session.takers.filter((one) => one === seat).length })));
  const rows = [element("div", { class: "seat-line" }, ...parts)];
  if (place !== "me") rows.push(cardsOf(session, seat, open, step));
  box.replaceChildren(...rows);
}

function bubble({ contract, auction }, seat) {
  const word = auction.words.findLast(([who]) => who === seat)?.[1];
  if (!word || contract) return null;
  return { p: t("skat.pass"), y: t("skat.play.yes") }[word] ?? word;
}

function cardsOf(session, seat, all, step) {
  const { contract, declarer, hands, stage } = session;
  const open = all || (contract?.ouvert && seat === declarer) || (stage === "over" && contract);
  const cards = open ? hands[seat] : hands[seat].map(() => null);
  const faces = cards.map((card) => faceOf(card, open ? "fan" : "large"));
  faces.forEach((face, place) => face.classList.toggle("better", isBetter(step, cards[place])));
  const box = element("div", { class: open ? "backs shown" : "backs" }, ...faces);
  if (open) {
    box.setAttribute("role", "img");
    box.setAttribute("aria-label", cards.map(cardName).join(", ") || t("skat.play.none"));
  } else {
    box.setAttribute("aria-hidden", "true");
  }
  return box;
}

const isBetter = (step, card) => Boolean(step) && step.before !== step.after && step.best.includes(card);

function drawTrick({ session, you, trick, leader, step }) {
  const cards = trick.map((card, index) => {
    const seat = (leader + index) % SEATS;
    const place = PLACES[(seat - you + SEATS) % SEATS];
    const box = element("div", { class: `laid from-${place}`, role: "img", "aria-label": `${whoIs(seat, you)}: ${cardName(card)}` });
    box.classList.toggle("laid-gave", step?.card === card && step.before !== step.after);
    box.append(faceOf(card, drawing()));
    return box;
  });
  const skat = session.stage === "bidding" || session.stage === "skat" ? [null, null] : [];
  const backs = element("div", { class: "skat-cards", "aria-hidden": "true" }, ...skat.map(() => faceOf(null)));
  byId("trick").replaceChildren(...(skat.length ? [backs] : cards));
}

function drawLast({ session, trick }) {
  const { contract, played } = session;
  const whole = played.length - (played.length % SEATS);
  const last = contract && whole && trick.length < SEATS ? played.slice(whole - SEATS, whole) : [];
  const faces = last.map((card) => faceOf(card, "large"));
  const label = `${t("skat.play.last")}: ${last.map(cardName).join(", ")}`;
  const box = element("span", { class: "last-cards", role: "img", "aria-label": label }, ...faces);
  byId("last").replaceChildren(...(last.length ? [element("span", { "aria-hidden": "true" }, t("skat.play.last")), box] : []));
}

function drawHand({ session, you, chosen, play, open, step }) {
  const { stage, turn } = session;
  const cards = session.hands[you];
  const mine = turn === you && !open;
  const legal = mine && stage === "play" ? session.legalCards : mine && stage === "announcement" ? cards : [];
  const box = byId("hand");
  const focused = document.activeElement?.dataset?.card;
  const hadFocus = box.contains(document.activeElement);
  const place = Math.max(0, hadFocus ? [...box.children].indexOf(document.activeElement) : cards.findIndex((card) => legal.includes(card)));
  const buttons = cards.map((card) => {
    const button = element("button", { type: "button", class: "card", tabindex: "-1", "data-card": card, "aria-label": cardName(card), click: () => play(card) });
    if (stage === "announcement" && mine) button.setAttribute("aria-pressed", String(chosen.includes(card)));
    else button.setAttribute("aria-disabled", String(!legal.includes(card)));
    button.classList.toggle("idle", stage === "play" && mine && !legal.includes(card));
    const face = faceOf(card, drawing() === "large" ? "fan" : "full");
    face.classList.toggle("better", isBetter(step, card));
    button.append(face);
    return button;
  });
  box.replaceChildren(...buttons);
  box.dataset.count = cards.length;
  const kept = buttons.find((button) => button.dataset.card === focused) ?? buttons[Math.min(place, buttons.length - 1)];
  if (!kept) return;
  kept.tabIndex = 0;
  if (hadFocus) kept.focus();
}

const drawing = () => (NARROW.matches || setting("largeIndices") ? "large" : "full");

function prepareTable(redraw) {
  byId("hand").addEventListener("keydown", (event) => {
    const buttons = [...byId("hand").children];
    const place = buttons.indexOf(document.activeElement);
    const target = { Home: 0, End: buttons.length - 1 }[event.key] ?? place + TURNS[event.key];
    if (!(target >= 0 && target < buttons.length)) return;
    event.preventDefault();
    buttons[place].tabIndex = -1;
    buttons[target].tabIndex = 0;
    buttons[target].focus();
  });
  NARROW.addEventListener("change", redraw);
}
return { whoIs, drawTable, prepareTable };
})();
const $skat_end = (() => {

const { applyLanguage, formatNumber, t } = $i18n;
const { element } = $dialogs;
const { cardText } = $faces;
const { whoIs } = $skat_table;
const { SEATS, contractText } = $skat_encoding;
const { contractName, sumText, valueText } = $skat_words;

const SIGNED = { signDisplay: "exceptZero" };

function drawEnd(place, game) {
  const over = game.session.stage === "over";
  const parts = over ? [result(game), ...(game.session.contract ? [reviewOf(game)] : []), worthOf(game)] : [];
  place.replaceChildren(...parts, listOf(game));
  applyLanguage(place);
}

function section(id, title, ...children) {
  const heading = element("h2", { id, "data-i18n": title });
  return element("section", { class: "answer", "aria-labelledby": id }, heading, ...children);
}

const column = (key, place) => element("th", { scope: "col", class: place === 1 ? "start" : null, "data-i18n": key });

function result({ session, you, score }) {
  if (!score) return section("result", "skat.play.passed");
  const name = contractName(contractText(session.contract));
  const points = session.contract.game === "null" ? t("skat.play.tricks", { count: score.tricks }) : t("skat.play.points", { count: score.points });
  return section(
    "result",
    score.won ? "skat.play.won" : "skat.play.lost",
    element("p", { class: "verdict" }, formatNumber(score.score, SIGNED)),
    element("p", {}, `${whoIs(session.declarer, you)}: ${name}, ${points}`),
    element("p", { class: "quiet" }, score.won ? sumText(score) : `${sumText(score)}; ${t("skat.play.doubled", { score: formatNumber(score.score, SIGNED) })}`),
  );
}

const waiting = (trouble) => element("p", { class: "quiet", "data-i18n": trouble ? "skat.play.no_engine" : "skat.waiting" });

function reviewOf({ session, you, steps, mistakes, trouble }) {
  if (!steps) return section("review", "skat.play.review", waiting(trouble));
  const value = valueText(session.contract);
  const rows = [];
  for (let at = 0; at < steps.length; at += SEATS) {
    const trick = steps.slice(at, at + SEATS);
    const cards = trick.map((step) => element("span", { class: step.before === step.after ? "played" : "played gave" }, cardText(step.card)));
    const remarks = trick.filter((step) => step.before !== step.after).map((step) => remark(step, you, value));
    rows.push(
      element(
        "tr",
        {},
        element("th", { scope: "row" }, formatNumber(at / SEATS + 1)),
        element("td", { class: "start" }, element("span", { class: "leads" }, whoIs(trick[0].seat, you)), " ", ...cards, ...remarks),
        element("td", {}, value(trick.at(-1).after)),
      ),
    );
  }
  const heads = ["skat.play.trick", "skat.play.cards_played", "skat.play.best_play"].map(column);
  const head = element("thead", {}, element("tr", {}, ...heads));
  const table = element("table", { class: "results tricks", "aria-labelledby": "review" }, head, element("tbody", {}, ...rows));
  return section("review", "skat.play.review", ...turning(steps, you), ...fairView(mistakes), table, element("p", { class: "quiet", "data-i18n": "skat.play.review_note" }));
}

function remark({ seat, card, before, after, best }, you, value) {
  const text = element("span", { class: "remark" }, `${whoIs(seat, you)} `, cardText(card), `: ${value(before)} → ${value(after)}, ${t("skat.play.better")} `);
  text.append(...best.flatMap((one) => [cardText(one), " "]));
  return text;
}

function turning(steps, you) {
  const settled = steps.filter((step) => step.decides);
  if (!settled.length) return [element("p", { "data-i18n": "skat.play.stood" })];
  return settled.map(({ decides, number, seat, card, holding }) => {
    const line = element("p", { class: "turning" }, element("strong", { "data-i18n": `skat.play.turned.${decides}` }), " ");
    line.append(t("skat.play.at_trick", { count: Math.ceil(number / SEATS) }), `, ${whoIs(seat, you)} `, cardText(card), `. ${t("skat.play.held")} `);
    line.append(...holding.flatMap((one) => [cardText(one), " "]));
    return line;
  });
}

function fairView(mistakes) {
  if (mistakes === null) return [element("p", { class: "quiet", "data-i18n": "skat.fair.waiting" })];
  if (!mistakes.length) return [element("p", { class: "fair", "data-i18n": "skat.fair.none" })];
  const percent = (share) => formatNumber(share, { style: "percent", maximumFractionDigits: 0 });
  const lines = mistakes.map(({ number, card, best, chance, bestChance }) => {
    const line = element("li", {}, `${t("skat.play.at_trick", { count: Math.ceil(number / SEATS) })}, `, cardText(card));
    line.append(`: ${t("skat.fair.wins", { share: percent(chance) })}, ${t("skat.fair.instead")} `, cardText(best), ` ${percent(bestChance)}`);
    return line;
  });
  return [element("p", { "data-i18n": "skat.fair.some" }), element("ul", { class: "fair" }, ...lines)];
}

function worthOf({ session, you, worth, trouble }) {
  if (!worth) return section("par", "skat.par", waiting(trouble));
  const rows = worth.best.map((one, seat) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, whoIs(seat, you)),
      element("td", { class: "start" }, ...(one ? parText(one) : [t("skat.par.nothing")])),
      element("td", {}, one ? formatNumber(one.score, SIGNED) : "–"),
    ),
  );
  const heads = ["skat.seat", "skat.par.best", "skat.par.score"].map(column);
  const head = element("thead", {}, element("tr", {}, ...heads));
  const table = element("table", { class: "results par", "aria-labelledby": "par" }, head, element("tbody", {}, ...rows));
  return section("par", "skat.par", ...(session.contract ? played(session, worth) : []), table, element("p", { class: "quiet", "data-i18n": "skat.par.note" }));
}

function parText({ contract, discard }) {
  const put = element("span", { class: "remark" }, `${t("skat.discard.cards")} `, ...cardsText(discard));
  return [contractName(contractText(contract)), ...(discard.length ? [put] : [])];
}

const cardsText = (cards) => cards.flatMap((card, index) => [...(index ? [" "] : []), cardText(card)]);

function played(session, { discard, covers }) {
  const value = (one) => (session.contract.game === "null" ? valueText(session.contract)(one) : t("skat.play.points", { count: one }));
  const lines = [];
  if (discard) {
    const line = element("p", { class: "put" }, `${t("skat.discard.cards")} `, ...cardsText(session.discard), `: ${value(discard.value)}; `);
    if (discard.bestValue === discard.value) line.append(t("skat.par.no_better"));
    else line.append(`${t("skat.play.better")} `, ...cardsText(discard.best), `: ${value(discard.bestValue)}`);
    lines.push(line);
  }
  const { bid } = session.auction;
  return [...lines, element("p", { class: "covers" }, covers === null ? t("skat.par.lost", { bid }) : t("skat.par.covers", { bid, covers }))];
}

function listOf({ list, erase }) {
  if (!list.length) return section("list", "skat.play.list", element("p", { class: "quiet", "data-i18n": "skat.play.no_list" }));
  const points = (numbers) => numbers.map((number) => element("td", {}, formatNumber(number, SIGNED)));
  const rows = list.map(({ deal, contract, score, points: three }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, deal),
      element("td", { class: "start" }, contract ? contractName(contract) : t("skat.pass"), score === null ? "" : ` ${formatNumber(score, SIGNED)}`),
      ...points(three),
    ),
  );
  const sums = [0, 1, 2].map((place) => list.reduce((sum, one) => sum + one.points[place], 0));
  const heads = ["skat.play.deals", "skat.contract", "skat.play.you", "skat.play.left", "skat.play.right"];
  const head = element("thead", {}, element("tr", {}, ...heads.map(column)));
  const foot = element("tfoot", {}, element("tr", {}, element("th", { scope: "row", "data-i18n": "skat.play.sum" }), element("td", {}, formatNumber(list.length)), ...points(sums)));
  return section(
    "list",
    "skat.play.list",
    element("table", { class: "results list", "aria-labelledby": "list" }, head, element("tbody", {}, ...rows), foot),
    element("p", { class: "quiet", "data-i18n": "skat.play.list_note" }),
    element("button", { type: "button", id: "erase", "data-i18n": "skat.play.erase", click: erase }),
  );
}
return { drawEnd };
})();
const $skat_session = (() => {

const { bytesOf, cardOf, cardsOf, codeOfFlags, contractOf, flagsOf, gameCode, setOf, suitOf, textOf } = $skat_encoding;
const { ANNOUNCED, SEATS } = $skat_encoding;

const STAGES = ["bidding", "skat", "announcement", "play", "over"];
const SAID = { 0: "p", 1: "y" };
const TRUMPS = 4;
const someone = (seat) => (seat < 0 ? null : seat);

class SkatSession {
  #kernel;

  constructor(kernel, number, words = []) {
    this.#kernel = kernel;
    this.number = String(number);
    this.#follow(words);
  }

  #ask(name, words, ...values) {
    return this.#kernel.call(name, BigInt.asIntN(64, BigInt(this.number)), bytesOf(words.join(" ")), ...values);
  }

  #follow(words) {
    const [count, stage, turn, said, bid, atStake, asked, declarer, contract, taken, ...cards] = this.#ask("skat_table", words);
    const [hands, discard, played, players, takers, legal, wanted, score, points] = cards;
    this.words = words.slice(0, count);
    this.stage = STAGES[stage];
    this.turn = someone(turn);
    const spoken = Array.from({ length: said.length / 2 }, (_, at) => [said[2 * at], SAID[said[2 * at + 1]] ?? String(said[2 * at + 1])]);
    this.auction = { words: spoken, bid, atStake: atStake || null, asked: Boolean(asked) };
    this.declarer = someone(declarer);
    this.contract = contract && contractOf(...contract);
    this.hands = hands.map(cardsOf); // as players hold them
    this.discard = taken && contract ? cardsOf(discard) : null;
    this.played = cardsOf(played);
    this.players = [...players]; // of the cards
    this.takers = [...takers]; // of the tricks
    this.legalCards = cardsOf(legal);
    this.wanted = wanted < 0 ? null : wanted === TRUMPS ? "trumps" : suitOf(wanted); // by the card that was led
    this.points = points; // in a tournament, of each seat
    this.score = score && scoreOf(score);
  }

  get trick() {
    return this.played.slice(this.played.length - (this.played.length % SEATS));
  }

  do(word) {
    const { length } = this.words;
    this.#follow([...this.words, word]);
    return this.words.length > length;
  }

  after(cards) {
    return new SkatSession(this.#kernel, this.number, this.words.slice(0, this.words.length - this.played.length + cards));
  }

  with(word) {
    return new SkatSession(this.#kernel, this.number, [...this.words, word]);
  }

  view(seat) {
    return this.#ask("skat_view", this.words, seat)[0];
  }

  announceable(game, hand) {
    const flags = flagsOf(this.#kernel.call("skat_announceable", gameCode(game), Number(hand))[0]);
    return ANNOUNCED.filter((name) => flags[name]);
  }

  announcement(game, names, discard = []) {
    const flags = codeOfFlags(Object.fromEntries(names.map((name) => [name, true])));
    return textOf(this.#kernel.call("skat_announced", gameCode(game), flags, setOf(discard))[0]);
  }
}

function scoreOf([won, value, score, overbid, matadors, points, tricks, game, flags, base, levels]) {
  return { won: Boolean(won), value, score, overbid: Boolean(overbid), matadors, points, tricks, counted: contractOf(game, flags), base, levels };
}
return { SkatSession };
})();
const $skat_steps = (() => {

const { byId, element } = $dialogs;
const { cardText } = $faces;
const { cardName, t } = $i18n;
const { whoIs } = $skat_table;
const { SEATS } = $skat_encoding;
const { valueText } = $skat_words;

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

function prepareSteps(go) {
  for (const name of Object.values(KEYS)) byId(`step-${name}`).addEventListener("click", () => go(name));
  document.addEventListener("keydown", (event) => {
    const elsewhere = event.target.closest("#hand, dialog, input, select, textarea");
    if (elsewhere || event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS) || byId("steps").hidden) return;
    event.preventDefault();
    go(KEYS[event.key]);
  });
}

const stepTo = (name, at, count) => ({ first: 0, back: Math.max(0, at - 1), forward: Math.min(count, at + 1), last: count })[name];

function drawSteps({ session, steps, at }) {
  const count = session.played.length;
  byId("steps").hidden = !steps?.length || session.stage !== "over";
  if (byId("steps").hidden) return;
  for (const name of ["first", "back"]) byId(`step-${name}`).setAttribute("aria-disabled", String(at === 0));
  for (const name of ["forward", "last"]) byId(`step-${name}`).setAttribute("aria-disabled", String(at === count));
  byId("step-place").textContent = t("skat.step.place", { at, of: count });
  const worth = valueText(session.contract);
  const { values = [], card } = steps[at - 1] ?? {};
  const items = values.map((one) => element("li", { class: one.card === card ? "chosen" : null }, cardText(one.card), ` ${worth(one.value)}`));
  byId("step-values").replaceChildren(...items);
}

function stepText({ session, steps, at, you, mistakes }) {
  const worth = valueText(session.contract);
  if (at === 0) return t("skat.step.start", { value: worth(steps[0].before) });
  const { number, seat, card, before, after, best, decides } = steps[at - 1];
  const said = [t("skat.step.card", { trick: Math.ceil(number / SEATS), who: whoIs(seat, you), card: cardName(card) })];
  if (before === after) said.push(t("skat.step.kept", { value: worth(before) }));
  else said.push(t("skat.step.gave", { before: worth(before), after: worth(after), cards: best.map(cardName).join(", ") }));
  if (decides) said.push(t(`skat.step.${decides}`));
  if (mistakes?.some((one) => one.number === number)) said.push(t("skat.step.fair"));
  return said.join(" ");
}
return { prepareSteps, stepTo, drawSteps, stepText };
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

const { byId, element, showDialog } = $dialogs;
const { loadFaces } = $faces;
const { fieldsOf, isNumber, isText, keptData } = $kept;
const { applyLanguage, cardName, formatNumber, loadLanguage, onLanguage, suitName, t } = $i18n;
const { openTable } = $kernel;
const { pause } = $pause;
const { onSettings, openSettings } = $settings;
const { drawChoice, noDraft } = $skat_choice;
const { drawEnd } = $skat_end;
const { SEATS, contractText, isContract, textOf } = $skat_encoding;
const { SkatSession } = $skat_session;
const { drawSteps, prepareSteps, stepText, stepTo } = $skat_steps;
const { drawTable, prepareTable, whoIs } = $skat_table;
const { SEAT_NAMES, contractName, seatName } = $skat_words;
const { UNKEPT, writeDown } = $store;
const { think } = $thinking;

const STORED = "kiebitz.skat";
const PACES = { slow: [1000, 2400], normal: [500, 1300], fast: [0, 0] };
const RANDOM_DEALS = 1_000_000;
const NUMBER = /^\d{1,19}$/;

const USUAL_LEVEL = "strong";
const GAME = {
  deal: isText,
  contract: (value) => value === null || (isText(value) && isContract(value)),
  score: (value) => value === null || isNumber(value),
  points: (value) => Array.isArray(value) && value.length === SEATS && value.every(isNumber),
};

let kept = { list: [], level: USUAL_LEVEL, pace: "normal", link: "", ...stored() };
let kernel = null;
let levels = []; // the names of the engine's levels
let game = null;
let written = ""; // the fragment of the address that was written last
let asking = new AbortController();
let message = () => "";
let focused = false; // whether the focus was among choices or cards when they were last drawn

function stored() {
  return keptData(STORED, (data) => {
    const own = fieldsOf(data, { list: Array.isArray, level: isText, pace: (value) => Object.hasOwn(PACES, value), link: isText });
    return own.list ? { ...own, list: own.list.map((one) => fieldsOf(one, GAME)).filter((one) => Object.keys(GAME).every((name) => name in one)) } : own;
  });
}

function keep(changed) {
  kept = { ...kept, ...changed };
  writeDown(() => localStorage.setItem(STORED, JSON.stringify(kept)));
}


function begin({ number, you, level, words = [] }) {
  asking.abort();
  asking = new AbortController();
  const session = new SkatSession(kernel, number, words);
  game = { number, you, level, session, draft: noDraft(), held: false, steps: null, mistakes: null, worth: null, at: null, trouble: false };
  message = session.words.length < words.length ? () => t("skat.play.bad_link") : () => "";
  settle();
  go(asking.signal);
}

const linkOf = ({ number, you, level, session }) =>
  String(new URLSearchParams({ deal: number, seat: SEAT_NAMES[you], level, ...(session.words.length ? { game: session.words.join(" ") } : {}) }));

function read() {
  const own = location.hash.slice(1);
  const fields = new URLSearchParams(own || kept.link);
  const number = fields.get("deal") ?? "";
  const known = NUMBER.test(number);
  begin({
    number: known ? String(BigInt(number)) : byChance(),
    you: Math.max(0, SEAT_NAMES.indexOf(fields.get("seat"))),
    level: [fields.get("level"), kept.level].find((level) => levels.includes(level)) ?? USUAL_LEVEL,
    words: known ? (fields.get("game") ?? "").split(" ").filter(Boolean) : [],
  });
  if (own && !known) tell(() => t("skat.play.bad_link"));
}

const byChance = () => String(Math.floor(Math.random() * RANDOM_DEALS));

function settle() {
  const link = linkOf(game);
  history.replaceState(null, "", `#${link}`);
  written = location.hash;
  keep({ link, level: game.level });
  show();
}

const onlooked = ({ number, words }) => ({ number, words });


async function go(signal) {
  const { session, you } = game;
  try {
    while (session.turn !== null && session.turn !== you) {
      const asked = { view: session.view(session.turn), level: game.level };
      const [word] = await Promise.all([think("skatDecision", asked, { signal }), pause(PACES[kept.pace][0], signal)]);
      await done(word, signal);
    }
    if (session.stage !== "over" || game.worth) return;
    if (session.contract) {
      game.steps = await think("skatReview", onlooked(session), { signal });
      show();
      game.mistakes = await think("skatMistakes", { ...onlooked(session), seat: you }, { signal });
      show();
    }
    game.worth = await think("skatPar", { ...onlooked(session), start: game.steps?.[0]?.before ?? null }, { signal });
    show();
  } catch (error) {
    if (signal.aborted) return;
    game.trouble = true;
    show();
    tell(() => t("skat.play.no_engine"));
  }
}

async function done(word, signal) {
  const { session, you } = game;
  const { stage, turn } = session;
  if (!session.do(word)) throw new Error(`${word} may not be done`);
  game.draft = noDraft();
  const full = stage === "play" && session.played.length % SEATS === 0;
  const taker = full ? session.takers.at(-1) : null;
  const said = () => told(session, you, turn, stage, word);
  tell(() => (full ? `${said()}. ${t("skat.play.takes", { who: whoIs(taker, you) })}` : said()));
  if (session.stage === "over") {
    record();
    tell(() => `${said()}. ${resultText()}`);
  }
  game.held = full && session.stage !== "over";
  if (location.hash === written) settle(); // else another link has come, and the event that tells of it is on its way
  if (!game.held) return;
  await pause(PACES[kept.pace][1], signal);
  game.held = false;
  show();
}

function told(session, you, seat, stage, word) {
  const who = whoIs(seat, you);
  if (stage === "play") return `${who}: ${cardName(word)}`;
  if (stage === "bidding") return `${who}: ${{ p: t("skat.pass"), y: t("skat.play.yes") }[word] ?? word}`;
  return `${who}: ${session.contract ? contractName(contractText(session.contract)) : t("skat.play.took")}`;
}

async function act(word) {
  const { signal } = asking;
  if (game.held || game.session.turn !== game.you) return;
  await done(word, signal).catch(() => {});
  if (!signal.aborted) go(signal);
}

function goThrough(name) {
  const { session, steps } = game;
  const at = stepTo(name, placeOf(game), session.played.length);
  if (!steps || at === game.at) return;
  game.at = at;
  show();
  tell(() => stepText(game));
}

const placeOf = ({ session, at }) => at ?? session.played.length;

function play(card) {
  const { session, you, draft } = game;
  if (game.at !== null) return;
  const { stage, turn, legalCards } = session;
  if (stage === "announcement" && turn === you) {
    const { cards } = draft;
    draft.cards = cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card].slice(-2);
    tell(() => t("skat.play.put", { count: draft.cards.length }));
    show();
  } else if (stage !== "play" || turn !== you || game.held) {
    tell(() => t("skat.play.not_yet"));
  } else if (legalCards.includes(card)) {
    act(card);
  } else {
    const { wanted } = session;
    tell(() => (wanted === "trumps" ? t("skat.play.follow_trumps") : t("skat.play.follow_suit", { suit: suitName(wanted) })));
  }
}


async function ask(question, asked, answer) {
  const { signal } = asking;
  const { session } = game;
  const { length } = session.words;
  try {
    const found = await think(question, asked, { signal });
    if (session.words.length === length) tell(() => answer(found));
  } catch {
    if (!signal.aborted) tell(() => t("skat.play.no_engine"));
  }
}

function hint() {
  const { session, you } = game;
  const { stage, turn } = session;
  if (turn !== you) return;
  ask("skatHint", { view: session.view(you) }, ({ word, won }) => {
    const what = told({ contract: null }, you, you, stage, word).split(": ").slice(1).join(": ");
    const named = stage === "announcement" || (stage === "skat" && word !== "s") ? announcementText(word) : what;
    const share = won === null ? "" : ` ${t("skat.play.hint_won", { share: percent(won) })}`;
    return `${t("skat.play.would", { what: named })}${share}`;
  });
}

function announcementText(word) {
  const then = game.session.with(word);
  const name = contractName(contractText(then.contract));
  return then.discard ? t("skat.play.put_down", { contract: name, cards: then.discard.map(cardName).join(", ") }) : name;
}

const percent = (share) => formatNumber(share, { style: "percent", maximumFractionDigits: 0 });

function light() {
  const { session } = game;
  if (session.stage !== "play") return;
  ask("skatLight", onlooked(session), ({ won }) => t(won ? "skat.play.light_won" : "skat.play.light_lost"));
}

function fairLight() {
  const { session, you } = game;
  if (session.stage !== "play" || session.turn !== you) return;
  ask("skatFairLight", { view: session.view(you) }, ({ won }) => t("skat.play.light_fair", { share: percent(won) }));
}

function resultText() {
  const { session, you } = game;
  const { score } = session;
  if (!score) return t("skat.play.passed");
  const contract = contractName(contractText(session.contract));
  const ending = t(score.won ? "skat.play.won" : "skat.play.lost");
  return `${whoIs(session.declarer, you)}: ${contract}. ${ending}: ${formatNumber(score.score, { signDisplay: "exceptZero" })}`;
}


function record() {
  const { session, number, you } = game;
  const { points } = session;
  const contract = session.contract && contractText(session.contract);
  const turned = [0, 1, 2].map((place) => points[(you + place) % SEATS]);
  keep({ list: [...kept.list, { deal: number, contract, score: session.score?.score ?? null, points: turned }] });
}

const next = () => begin({ number: String(BigInt(game.number) + 1n), you: (game.you + 2) % SEATS, level: game.level });

function erase() {
  keep({ list: [] });
  show();
}


function show() {
  const { session, you, number, draft, held, at } = game;
  const active = document.activeElement;
  const inGame = [byId("choice"), byId("hand")].some((place) => place.contains(active));
  focused = inGame || (focused && active === document.body);
  const shown = at === null ? session : session.after(at);
  const last = held || (session.stage === "over" && shown.trick.length === 0);
  const trick = last ? shown.played.slice(-SEATS) : shown.trick;
  const leader = trick.length ? shown.players[shown.played.length - trick.length] : 0;
  const step = at ? game.steps[at - 1] : null;
  drawTable({ session: shown, you, number, trick, leader, chosen: draft.cards, play, open: at !== null, step });
  drawSteps({ session, steps: game.steps, at: placeOf(game) });
  drawChoice(byId("choice"), { session, you, draft }, { act, redraw: show, next });
  drawEnd(byId("end"), { session, you, score: session.score, steps: game.steps, mistakes: game.mistakes, worth: game.worth, trouble: game.trouble, list: kept.list, erase });
  byId("hint").disabled = session.turn !== you || held;
  byId("light").disabled = session.stage !== "play";
  byId("fair-light").disabled = session.stage !== "play" || session.turn !== you || held;
  byId("message").textContent = message() || waiting();
  document.documentElement.dataset.turn = session.turn === you && !held ? "you" : session.turn === null ? "over" : "others";
  if (!focused || document.activeElement !== document.body || session.turn !== you || held) return;
  (byId("choice").querySelector("button:enabled") ?? byId("hand").querySelector("[tabindex='0']"))?.focus();
}

function waiting() {
  const { session, you } = game;
  if (session.turn === null) return "";
  return session.turn === you ? t("skat.play.your_turn") : t("skat.play.thinking", { who: whoIs(session.turn, you) });
}

function tell(text) {
  message = text;
  byId("message").textContent = text();
  byId("spoken").textContent = text();
}

function openNew() {
  const number = element("input", { id: "new-number", inputmode: "numeric", maxlength: "19", value: "", autocomplete: "off" });
  number.placeholder = t("skat.play.by_chance");
  const select = (id, values, value, name) => {
    const made = element("select", { id }, ...values.map((one) => element("option", { value: one }, name(one))));
    made.value = value;
    return made;
  };
  const seat = select("new-seat", SEAT_NAMES, SEAT_NAMES[game.you], (name) => seatName(SEAT_NAMES.indexOf(name)));
  const level = select("new-level", levels, game.level, (name) => t(`skat.play.level.${name}`));
  const pace = select("new-pace", Object.keys(PACES), kept.pace, (name) => t(`skat.play.pace.${name}`));
  pace.addEventListener("change", () => keep({ pace: pace.value }));
  const row = (key, field) => element("div", { class: "setting" }, element("label", { for: field.id, "data-i18n": key }), field);
  const dialog = showDialog("new-game", "skat.play.new", () => [
    row("skat.play.number", number),
    row("skat.seat", seat),
    row("skat.play.level", level),
    row("skat.play.pace", pace),
    element("p", { class: "dialog-note", "data-i18n": "skat.play.fair" }),
    element("button", { type: "button", id: "deal", class: "main", "data-i18n": "skat.play.begin", click: start }),
  ]);
  number.addEventListener("keydown", (event) => event.key === "Enter" && start());

  function start() {
    const wanted = number.value.trim();
    if (wanted && !NUMBER.test(wanted)) {
      number.setAttribute("aria-invalid", "true");
      number.focus();
      return;
    }
    dialog.close();
    begin({ number: wanted ? String(BigInt(wanted)) : byChance(), you: seat.selectedIndex, level: level.value });
  }
}

async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    tell(() => t("skat.play.copied"));
  } catch {
    tell(() => location.href);
  }
}

function connect() {
  levels = kernel.call("skat_named_levels")[0].map(([name]) => textOf(name));
  byId("open-settings").addEventListener("click", openSettings);
  byId("hint").addEventListener("click", hint);
  byId("light").addEventListener("click", light);
  byId("fair-light").addEventListener("click", fairLight);
  byId("new").addEventListener("click", openNew);
  byId("copy").addEventListener("click", copy);
  addEventListener("hashchange", read);
  addEventListener(UNKEPT, () => (byId("unkept").hidden = false));
  prepareTable(() => show());
  prepareSteps(goThrough);
  read();
  onLanguage(() => {
    applyLanguage();
    show();
  });
  onSettings(() => show());
}

[kernel] = await Promise.all([openTable().catch(() => null), loadLanguage(), loadFaces()]);
if (kernel) connect();
else byId("message").textContent = t("skat.play.no_engine");
document.documentElement.dataset.ready = "";
export { $kept as kept, $fixed as fixed, $store as store, $i18n as i18n, $dialogs as dialogs, $settings as settings, $faces as faces, $kernel as kernel, $pause as pause, $skat_encoding as skat_encoding, $skat_words as skat_words, $skat_choice as skat_choice, $skat_table as skat_table, $skat_end as skat_end, $skat_session as skat_session, $skat_steps as skat_steps, $faults as faults, $thinking as thinking };
