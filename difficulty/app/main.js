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
const $encoding = (() => {

const VERDICTS = ["solved", "impossible", "undecided"];
const LIMITS = [null, "states", "seconds", "memory", "stopped"];
const AUTOPLAYS = ["none", "safe", "max"];
const NUMBERINGS = ["microsoft", "fisher-yates", "wetherell", "pysolfc", "one-suit"];

const PACK_RANKS = "A23456789TJQK";

const BYTES_PER_MOVE = 3;
const BYTES_PER_PLAYER_MOVE = 4;
const NO_CARD = 255;

const hasFaceDown = (rules) => rules.supermoves === "any";

function encodeGame(rules) {
  const down = rules.face_down.reduce((sum, cards) => sum + cards, 0);
  return Uint8Array.of(...rules.codes, rules.atOnce, Number(rules.scored), down, ...rules.ranking);
}

function encodePosition(rules, position) {
  const code = (card) => rules.code.get(card);
  const bytes = [...position.foundations, position.cells.length];
  for (const card of position.cells) bytes.push(card === null ? NO_CARD : code(card));
  bytes.push(position.columns.length);
  for (const cards of position.columns) bytes.push(cards.length, ...cards.map(code));
  if (hasFaceDown(rules)) bytes.push(...position.face_down);
  if (rules.stock) bytes.push(position.stock.length, ...position.stock.map(code));
  if (!hasFaceDown(rules) && position.face_down.some(Boolean)) bytes.push(...position.face_down);
  return Uint8Array.from(bytes);
}

function decodePosition(rules, bytes) {
  let at = 0;
  const take = (count) => [...bytes.subarray(at, (at += count))];
  const list = () => take(take(1)[0]).map((code) => rules.cards[code] ?? null);
  const foundations = take(4);
  const cells = list();
  const columns = Array.from({ length: take(1)[0] }, list);
  const down = hasFaceDown(rules) ? take(columns.length) : null;
  const stock = rules.stock ? list() : [];
  const left = take(columns.length);
  return { foundations, cells, columns, stock, face_down: down ?? (left.length ? left : columns.map(() => 0)) };
}

const encodeMoves = (moves) => Uint8Array.from(moves.flatMap(({ source, target, count }) => [source, target, count]));

const decodeMoves = (line) => decoded(line, BYTES_PER_MOVE);

const decodePlayerMoves = (line) => decoded(line, BYTES_PER_PLAYER_MOVE);

const decodeStateMoves = (line) =>
  decodePlayerMoves(line).map((move, at) => ({ ...move, implied: line[BYTES_PER_PLAYER_MOVE * at + 3] }));

function decoded(line, size) {
  const moves = [];
  for (let at = 0; at < line.length; at += size) {
    moves.push({ source: line[at], target: line[at + 1], count: line[at + 2] });
  }
  return moves;
}
return { VERDICTS, LIMITS, AUTOPLAYS, NUMBERINGS, PACK_RANKS, encodeGame, encodePosition, decodePosition, encodeMoves, decodeMoves, decodePlayerMoves, decodeStateMoves };
})();
const $rules = (() => {

const { AUTOPLAYS, PACK_RANKS, decodeMoves, decodePosition, decodeStateMoves, encodePosition } = $encoding;

const SUITS = "CDHS";
const CELL = 32;
const FOUNDATION = 48;
const STOCK = 52;

const CHANGEABLE = {};
const GAMES = [];

let kernel = null;

function learn({ changeable, games }) {
  for (const { name, ...about } of changeable) CHANGEABLE[name] = about;
  GAMES.splice(0, GAMES.length, ...games);
}

function playBy(one) {
  kernel = one;
}

const ask = (name, ...values) => kernel.call(name, ...values);

const isDealtInRows = (data) => data.dealt_rows.length > 0;

class Rules {
  constructor(data, changes = {}) {
    Object.assign(this, data, changes);
    this.data = data;
    this.changes = changes;
    const [codes, layout, ranks, atOnce] = ask("encoded", ...stated(this));
    Object.assign(this, { codes, layout, atOnce, ranking: ranks });
    this.homeward = [...ranks].map((rank) => PACK_RANKS[rank]).join("");
    this.cards = [...this.homeward].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
    this.code = new Map(this.cards.map((card, code) => [card, code]));
    this.size = (layout.length - data.dealt_first.length) / 2;
    this.deck = [...layout.subarray(this.size, 2 * this.size)].map((code) => this.cards[code]);
    this.states = new WeakMap();
  }

  get scored() {
    return this.goal === "score";
  }

  get whole() {
    return this.foundations === "whole_runs";
  }

  homeCard(suit, count) {
    return this.homeward[count - 1] + SUITS[suit];
  }
}

function stated({ ranks, stock, dealt_home, dealt_to_cells, dealt_first, dealt_rows, face_down, ...chosen }) {
  const choices = Object.entries(CHANGEABLE).map(([name, { choices: names }]) => {
    const value = chosen[name];
    if (typeof value === "number") return value;
    return names.length ? names.indexOf(value) : [...value].reduce((mask, suit) => mask | (1 << SUITS.indexOf(suit)), 0);
  });
  const rank = (letter) => PACK_RANKS.indexOf(letter);
  const first = dealt_first.map((card) => 4 * rank(card[0]) + SUITS.indexOf(card[1]));
  const bytes = [dealt_to_cells, first, dealt_rows, face_down].map((list) => Uint8Array.from(list));
  return [Uint8Array.from(choices), Uint8Array.from([...ranks].map(rank)), stock, dealt_home, ...bytes];
}

const how = (rules, position, autoplay = "none") => [
  rules.codes, AUTOPLAYS.indexOf(autoplay), rules.atOnce, encodePosition(rules, position),
];

function stateOf(rules, position) {
  let state = rules.states.get(position);
  if (!state) {
    const [moves, runs, won] = ask("state", ...how(rules, position));
    state = { moves: decodeStateMoves(moves), runs, won: Boolean(won) };
    rules.states.set(position, state);
  }
  return state;
}

const legalMoves = (rules, position) => stateOf(rules, position).moves;
const isWon = (rules, position) => stateOf(rules, position).won;

const longest = (rules, position, column) => stateOf(rules, position).runs[column];

const sameMove = (a, b) => a.source === b.source && a.target === b.target && a.count === b.count;
const isLegal = (rules, position, move) => legalMoves(rules, position).some((legal) => sameMove(legal, move));

const CARDS = ["card", "onto", "wanted"];
const NUMBERS = ["pile", "count", "held", "capacity", "free", "empty"];

function reasonOf(rules, [code, because, ...values]) {
  if (code === null) return null;
  const parameters = {};
  [...CARDS, ...NUMBERS].forEach((name, at) => {
    if (values[at] !== null) parameters[name] = at < CARDS.length ? rules.cards[values[at]] : values[at];
  });
  const text = (bytes) => new TextDecoder().decode(bytes);
  if (!because.length) return { code: text(code), ...parameters };
  const { count, ...others } = parameters;
  return { code: text(code), count, because: { code: text(because), ...others } };
}

function refusal(rules, position, move) {
  if (isLegal(rules, position, move)) return null;
  const { source, target, count } = move;
  return reasonOf(rules, ask("refusal", ...how(rules, position), source, target, count));
}

const refusedToTake = (rules, position, pile, count) =>
  reasonOf(rules, ask("refused_to_take", ...how(rules, position), pile, count));

function impliedCount(rules, position, source, target) {
  const legal = legalMoves(rules, position).find((move) => move.source === source && move.target === target);
  return legal?.implied ?? ask("implied_count", ...how(rules, position), source, target)[0];
}

function made(rules, position, { source, target, count }, autoplay) {
  const answer = ask("turn", ...how(rules, position, autoplay), source, target, count);
  const reason = reasonOf(rules, answer);
  return reason ? { reason } : { reason, ...turnOf(rules, answer) };
}

const turnOf = (rules, [, automatic, stages]) => ({
  automatic: decodeMoves(automatic),
  stages: stages.map((bytes) => decodePosition(rules, bytes)),
});

function autoplayed(rules, position, autoplay) {
  const { automatic, stages } = turnOf(rules, ask("turn", ...how(rules, position, autoplay), null));
  return { moves: automatic, position: stages.at(-1) ?? position };
}

const autoplayMoves = (rules, position, autoplay) => autoplayed(rules, position, autoplay).moves;

const play = (rules, position, move) => made(rules, position, move, "none").stages[0];


const home = (position) => position.foundations.reduce((sum, count) => sum + count, 0);

const isHome = (rules, position, card) =>
  rules.homeward.indexOf(card[0]) < position.foundations[SUITS.indexOf(card[1])];

function freeCell(position) {
  const at = position.cells.indexOf(null);
  return at < 0 ? null : CELL + at;
}

function exists(rules, pile) {
  if (pile < CELL) return pile >= 0 && pile < rules.columns;
  if (pile < FOUNDATION) return pile - CELL < rules.cells;
  if (pile < STOCK) return pile - FOUNDATION < SUITS.length && rules.suits.includes(SUITS[pile - FOUNDATION]);
  return pile === STOCK && rules.data.stock > 0;
}

function cardsOf(position, pile) {
  if (pile < CELL) return position.columns[pile];
  const card = pile === STOCK ? position.stock[0] : position.cells[pile - CELL];
  return card ? [card] : [];
}

const cardsMoved = (position, { source, count }) => cardsOf(position, source).slice(-count);
return { SUITS, CELL, FOUNDATION, STOCK, CHANGEABLE, GAMES, learn, playBy, ask, isDealtInRows, Rules, stateOf, legalMoves, isWon, longest, sameMove, isLegal, refusal, refusedToTake, impliedCount, made, autoplayed, autoplayMoves, play, home, isHome, freeCell, exists, cardsOf, cardsMoved };
})();
const $layout = (() => {

const { CELL, FOUNDATION, STOCK, SUITS } = $rules;

const SHAPE = 102 / 72; // a card's height by its width
const TALL = 64 / 36; // the same where the window is high
const WIDEST = 210;
const NARROWEST = 26; // a card narrower than this is too small for a finger: columns go into several rows then
const ROOMY = 58; // the width from which on a card shows its full face
const STEPS = { full: 0.31, large: 0.49 };
const WIDE = { full: 0.34, large: 0.6 }; // a court card's crown begins below 0.34 of a full face
const LONG = 12;
const USUAL = 10; // cards of a column for which higher cards must leave room
const STEP_DOWN = 0.12;
const LEAST = { large: 0.44, full: 0.27, tight: 0.28, small: 0.22, slim: 0 };

function layOut(rules, position, box, { leftHanded = false, largeIndices = false, showFaceDown = false } = {}) {
  const bands = bandsOf(rules.columns, box.width);
  const abreast = Math.ceil(rules.columns / bands);
  const upper = upperRows(rules, box.width, abreast);
  const slots = Math.max(abreast, ...upper.map((row) => row.left.length + row.right.length));
  const gap = Math.min(14, Math.max(3, Math.round(box.width * 0.011)));
  const byWidth = (box.width - gap * (slots + 1)) / slots;
  const byHeight = (box.height - gap * 3) / ((upper.length + 3.5 * bands) * SHAPE);
  const width = Math.floor(Math.max(18, Math.min(WIDEST, byWidth, Math.max(byHeight, 34))));
  const usual = width * SHAPE;
  const needed = (upper.length + bands) * width * TALL + bands * (USUAL - 1) * STEPS.large * usual;
  const tall = needed <= box.height - gap * (upper.length + 3 * bands);
  const face = tall || largeIndices || width < ROOMY ? "large" : "full";
  const height = Math.round(tall ? width * TALL : usual);
  const spread = Math.min(gap * 1.6, Math.max(gap, (box.width - slots * width) / (slots + 1)));
  const place = { width, height, gap: spread, mirrored: leftHanded, box, slots };
  const piles = new Map();
  upper.forEach((row, index) => putRow(piles, row, gap + index * (height + gap), { ...place, face }));
  const top = gap + upper.length * (height + gap) + gap;
  const room = Math.max(Math.floor((box.height - top) / bands) - gap, height);
  const left = (box.width - abreast * width - (abreast - 1) * spread) / 2;
  const wanted = usual * Math.max(STEPS[face], Math.min(WIDE[face], (room - height) / usual / (LONG - 1)));
  const stacks = position.columns.map((cards, code) => {
    const down = showFaceDown ? 0 : position.face_down[code];
    return stack(cards.length, down, { wanted, hidden: usual * STEP_DOWN, most: room - height });
  });
  const drawing = faceFor(face, Math.min(...stacks.map(({ step }) => step)) / usual);
  stacks.forEach(({ offsets }, code) => {
    const x = Math.round(left + (code % abreast) * (width + spread));
    const y = top + Math.floor(code / abreast) * (room + gap);
    piles.set(code, { x, y, height: room, cards: offsets.map((offset) => y + offset), face, covered: drawing });
  });
  return { card: { width, height }, tall, piles };
}

function bandsOf(columns, width) {
  const fits = (abreast) => (width - 3 * (abreast + 1)) / abreast >= NARROWEST;
  let bands = 1;
  while (bands < columns && !fits(Math.ceil(columns / bands))) bands += 1;
  return bands;
}

function upperRows(rules, width, columns) {
  const cells = Array.from({ length: rules.cells }, (_, index) => CELL + index);
  const homes = [...rules.suits].map((suit) => FOUNDATION + SUITS.indexOf(suit));
  const stock = rules.data.stock ? [STOCK] : [];
  const together = cells.length + stock.length + homes.length;
  if (together <= columns || width / together > 68) return [{ left: [...cells, ...stock], right: homes }];
  return [
    { left: stock, right: homes },
    { left: cells, right: [] },
  ];
}

function putRow(piles, row, y, { width, height, gap, mirrored, box, slots, face }) {
  const span = slots * width + (slots - 1) * gap;
  const left = (box.width - span) / 2;
  const put = (code, index) => {
    const at = left + index * (width + gap);
    const x = Math.round(mirrored ? box.width - at - width : at);
    piles.set(code, { x, y, height, cards: [y], face, covered: face });
  };
  row.left.forEach((code, index) => put(code, mirrored ? row.left.length - 1 - index : index));
  row.right.forEach((code, index) => {
    const place = mirrored ? row.right.length - 1 - index : index;
    put(code, slots - row.right.length + place);
  });
}

function faceFor(wanted, step) {
  const smaller = Object.keys(LEAST).filter((face) => face === wanted || !(face in STEPS));
  return smaller.find((face) => step >= LEAST[face]);
}

function stack(count, down, { wanted, hidden, most }) {
  const above = Math.min(down, count - 1);
  const natural = above * hidden + (count - 1 - above) * wanted;
  const scale = natural > 0 ? Math.min(1, most / natural) : 1;
  const offsets = [];
  let offset = 0;
  for (let index = 0; index < count; index++) {
    offsets.push(Math.round(offset));
    offset += (index < above ? hidden : wanted) * scale;
  }
  return { offsets, step: wanted * scale };
}
return { layOut };
})();
const $notation = (() => {

const { AUTOPLAYS, decodeMoves, encodeGame, encodePosition } = $encoding;
const { CELL, FOUNDATION, STOCK, SUITS, ask, cardsOf, exists, impliedCount } = $rules;

const COLUMN_LETTERS = "1234567890NPQRWXYZ";
const CELL_LETTERS = "abcdefgijklm";
const STANDARD = 1;
const STEP_BYTES = 7;

function letter(pile) {
  if (pile < CELL) return COLUMN_LETTERS[pile];
  if (pile < FOUNDATION) return CELL_LETTERS[pile - CELL];
  return pile < STOCK ? "h" : "s";
}

function pileOf(sign) {
  const low = sign.toLowerCase();
  if (low === "h") return null;
  if (low === "s") return STOCK;
  const column = COLUMN_LETTERS.indexOf(sign.toUpperCase());
  if (column >= 0) return column;
  return CELL_LETTERS.includes(low) ? CELL + CELL_LETTERS.indexOf(low) : undefined;
}

function foundationFor(rules, position, source) {
  const card = exists(rules, source) && (source < FOUNDATION || source === STOCK) && cardsOf(position, source).at(-1);
  return FOUNDATION + (card ? SUITS.indexOf(card[1]) : 0);
}

function playSteps(rules, start, steps, form, ways) {
  const game = [encodeGame(rules), rules.layout, encodePosition(rules, start)];
  const codes = ways.map((beside) => Uint8Array.from(beside, (rule) => AUTOPLAYS.indexOf(rule)));
  const [autoplay, , moves] = ask("play_steps", ...game, steps, form, codes);
  return { autoplay: AUTOPLAYS[autoplay], moves: decodeMoves(moves) };
}

function parseMove(rules, position, word) {
  const read = ask("read_solution", new TextEncoder().encode(word), STANDARD, rules.cells, []);
  const [complaint, steps] = read.slice(6);
  if (complaint.length || steps.length !== STEP_BYTES) return null;
  return playSteps(rules, position, steps, STANDARD, [["none"]]).moves[0];
}

function formatMove(rules, position, { source, target, count }) {
  const counted = count !== impliedCount(rules, position, source, target);
  return letter(source) + letter(target) + (counted ? `v${count.toString(16)}` : "");
}
return { letter, pileOf, foundationFor, playSteps, parseMove, formatMove };
})();
const $speech = (() => {

const { cardName, gameTitle, has, rankLetter, suitName, t } = $i18n;
const { letter } = $notation;
const { CELL, FOUNDATION, STOCK, SUITS, cardsOf, longest } = $rules;

const SIGNS = Object.freeze({ C: "♣", D: "♦", H: "♥", S: "♠" });

function pileName(pile) {
  if (pile < CELL) return t("game.pile.column", { number: pile + 1 });
  if (pile < FOUNDATION) return t("game.pile.cell", { letter: letter(pile) });
  return pile === STOCK ? t("game.pile.stock") : t("game.pile.home", { suit: suitName(SUITS[pile - FOUNDATION]) });
}

function pileLabel(rules, position, pile, showFaceDown = false) {
  const name = pileName(pile);
  if (pile >= FOUNDATION && pile < STOCK) {
    const count = position.foundations[pile - FOUNDATION];
    if (!count) return t("game.label.empty", { pile: name });
    return t("game.label.holds", { pile: name, cards: cardName(rules.homeCard(pile - FOUNDATION, count)) });
  }
  const cards = pile === STOCK ? [...position.stock].reverse() : cardsOf(position, pile);
  if (!cards.length) return t("game.label.empty", { pile: name });
  const down = pile < CELL ? position.face_down[pile] : 0;
  const names = cards.slice(showFaceDown ? 0 : down).reverse().map(cardName);
  const parts = [t("game.label.holds", { pile: name, cards: names.join(", ") })];
  if (down) parts.push(t("game.label.faceDown", { count: down }));
  if (pile < CELL && rules.supermoves !== "any" && longest(rules, position, pile) > 1) {
    parts.push(t("game.label.run", { count: longest(rules, position, pile) }));
  }
  return parts.join("; ");
}

function cardsText(cards) {
  if (cards.length === 1) return cardName(cards[0]);
  return t("game.cards", { count: cards.length, first: cardName(cards[0]), last: cardName(cards.at(-1)) });
}

function moveText(before, { source, target, count }, automatic = []) {
  const cards = source < CELL ? before.columns[source].slice(-count) : cardsOf(before, source);
  const said = [t("game.moved", { cards: cardsText(cards), pile: pileName(target) })];
  if (automatic.length) said.push(t("game.automatic", { count: automatic.length }));
  return said.join(" ");
}

function refusalText(rules, reason) {
  const { code, card, onto, wanted, pile, because, capacity, count, free, empty, held } = reason;
  if (because) return `${t("game.refused.no_sequence", { count })} ${refusalText(rules, because)}`;
  const highest = code === "only_kings" && wanted[0] === "A" ? "only_aces" : code;
  return t(`game.refused.${highest}`, {
    ...(card && { card: cardName(card) }),
    ...(onto && { onto: cardName(onto) }),
    ...(wanted && { wanted: code === "only" ? wantedName(rules, wanted) : cardName(wanted) }),
    ...(pile !== undefined && { pile: pileName(pile) }),
    ...(count !== undefined && { count }),
    ...(held !== undefined && { held }),
    ...(capacity !== undefined && {
      capacity,
      free: t("game.freeCells", { count: free }),
      empty: t("game.emptyColumns", { count: empty }),
      rule: t(`rule.supermoves.${rules.supermoves}`),
    }),
  });
}

function wantedName(rules, card) {
  if (rules.build === "same_suit") return cardName(card);
  if (rules.build === "any_suit") return t("game.wanted.any", { rank: rankLetter(card[0]) });
  return t(`game.wanted.${card[1] === "D" || card[1] === "H" ? "red" : "black"}`, { rank: rankLetter(card[0]) });
}

const faultText = (error) => [withoutExpected(error), expectedText(error.parameters)].filter(Boolean).join(" ");

function withoutExpected(error) {
  if (error.reason?.code) {
    const key = error.pasted ? "game.fault.illegal_pasted" : "game.fault.illegal";
    return t(key, { ply: error.ply, reason: refusalText(error.rules, error.reason) });
  }
  if ("key" in error) return linkFault(error);
  if (error.code === "bad_link") return linkFault(error.parameters);
  const key = `game.fault.${error.code}`;
  if (!has(key)) return t("game.fault.other", { message: error.message });
  const parameters = error.parameters ?? {};
  const texts = Object.entries(parameters).map(([name, value]) => [name, String(value ?? "")]);
  const told = { bad_board: boardFault, bad_notation: placeText, bad_number: rangeText }[error.code]?.(parameters);
  return t(key, { ...Object.fromEntries(texts), told });
}

function linkFault({ key, text }) {
  if (key === "edition") return t("game.fault.edition", { text });
  const [name] = key.split(", ");
  return t("game.fault.link", { key: (name || "#") + placeText({ place: key.slice(name.length + 2) }), text });
}

function expectedText({ complaint, filled } = {}) {
  if (!complaint) return "";
  const { data, other, suit, keys, ...numbers } = filled;
  const names = { game: data && titleOf(data), other: other && titleOf(other), suit: suit && suitName(suit), keys: keys.join(", ") };
  return t("game.expected", { what: t(`game.expected.${complaint}`, { ...numbers, ...names }) });
}

const rangeText = ({ least, most, expected }) =>
  least === undefined ? String(expected) : t("game.range", { least, most });

function boardFault({ fault, missing = [], doubled = [], home = [], ...parts }) {
  const said = [];
  if (fault) {
    const { card, cards, ...numbers } = parts;
    const named = { ...(card && { card: cardName(card) }), ...(cards && { cards: briefly(cards) }) };
    said.push(t(`game.setup.${fault}`, { ...numbers, ...named }));
  }
  if (missing.length) said.push(t("game.setup.missing", { cards: briefly(missing) }));
  if (home.length) said.push(t("game.setup.if_home", { line: `Home: ${home.join(" ")}` }));
  if (doubled.length) said.push(t("game.setup.doubled", { cards: briefly(doubled) }));
  return said.join(" ");
}

const briefly = (cards) => cards.map(([rank, suit]) => rankLetter(rank) + SIGNS[suit]).join(" ");

function placeText({ place = "" }) {
  const [, line, column] = /^line (\d+)(?:, column (\d+))?$/.exec(place) ?? [];
  if (column) return t("game.place.column", { line, column });
  return line ? t("game.place.line", { line }) : "";
}

function titleOf(data) {
  return gameTitle(data);
}
return { SIGNS, pileName, pileLabel, cardsText, moveText, refusalText, faultText, briefly, titleOf };
})();
const $board = (() => {

const { element } = $dialogs;
const { faceOf, suitSign } = $faces;
const { setting } = $settings;
const { layOut } = $layout;
const { letter } = $notation;
const { pileLabel } = $speech;
const { language, t } = $i18n;
const { CELL, FOUNDATION, STOCK, SUITS } = $rules;

const PAPER = { width: 640, height: 560 };

const PACE = 140;
const ABOVE = 60;
const DEALT = { pace: 13, way: 260 };

const SPOKEN = {
  picked: ["aria-pressed", () => "true"],
  target: ["aria-description", () => t("game.label.target")],
  keeps: ["aria-description", () => t("game.label.keeps")],
  loses: ["aria-description", () => t("game.label.loses")],
};

class Board {
  constructor(root) {
    this.root = root;
    this.upper = element("ul", { class: "piles", "data-i18n-attr": "aria-label:game.board.upper" });
    this.columns = element("ul", { class: "piles", "data-i18n-attr": "aria-label:game.board.columns" });
    this.table = element("div", { class: "cards", "aria-hidden": "true" });
    root.append(this.upper, this.columns, this.table);
    this.buttons = new Map();
    this.cards = new Map();
    this.focused = 0;
    this.dealing = [];
    new ResizeObserver(([{ contentRect }]) => {
      this.size = { width: Math.round(contentRect.width), height: Math.round(contentRect.height) };
      this.redraw();
    }).observe(root);
    addEventListener("beforeprint", () => this.#fit(PAPER));
    addEventListener("afterprint", () => this.#fit(null));
  }

  async settled() {
    while (this.later) await new Promise((resolve) => setTimeout(resolve, PACE));
    const moving = this.table.getAnimations({ subtree: true }).map(({ finished }) => finished.catch(() => {}));
    await Promise.all(moving);
  }

  #fit(box) {
    this.box = box;
    this.root.classList.remove("sliding");
    this.redraw();
  }

  show(rules, position, { sliding = true, along = [] } = {}) {
    if (rules !== this.rules) this.#build(rules);
    const moving = sliding && !setting("reducedMotion");
    this.root.classList.toggle("sliding", moving);
    this.#follow(moving ? [...along, position] : [position]);
  }

  hurry() {
    if (this.later) this.#follow(this.coming.slice(-1));
    for (const one of this.dealing) one.finish();
    this.dealing = [];
  }

  deal() {
    this.hurry();
    const { columns, stock } = this.position;
    if (setting("reducedMotion") || document.hidden || !this.layout) return;
    const rows = Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, row) => row);
    const cards = [...rows.flatMap((row) => columns.flatMap((cards) => cards[row] ?? [])), ...stock];
    const { width, height } = this.layout.card;
    const from = `translate(${(this.root.clientWidth - width) / 2}px, ${this.root.clientHeight + height}px)`;
    this.dealing = cards.map((card, index) =>
      this.cards
        .get(card)
        .node.animate([{ transform: from }, {}], { duration: DEALT.way, delay: index * DEALT.pace, fill: "backwards", easing: "ease-out" }),
    );
  }

  #follow(positions) {
    clearTimeout(this.later);
    [this.position, ...this.coming] = positions;
    this.redraw();
    this.later = this.coming.length ? setTimeout(() => this.#follow(this.coming), PACE) : null;
  }

  redraw() {
    if (!this.position) return;
    const box = this.box ?? this.size ?? { width: this.root.clientWidth, height: this.root.clientHeight };
    if (!box.width || !box.height) return;
    this.showFaceDown = setting("showFaceDown");
    this.layout = layOut(this.rules, this.position, box, {
      leftHanded: setting("leftHanded"),
      largeIndices: setting("largeIndices"),
      showFaceDown: this.showFaceDown,
    });
    const { width, height } = this.layout.card;
    this.root.style.setProperty("--card-width", `${width}px`);
    this.root.style.setProperty("--card-height", `${height}px`);
    for (const [pile, button] of this.buttons) {
      const place = this.layout.piles.get(pile);
      button.style.transform = `translate(${place.x}px, ${place.y}px)`;
      button.style.height = `${place.height}px`;
      button.setAttribute("aria-label", pileLabel(this.rules, this.position, pile, this.showFaceDown));
    }
    this.#placeCards();
  }

  cardsIn(pile) {
    const { position, rules } = this;
    if (pile < CELL) return position.columns[pile];
    if (pile < FOUNDATION) return position.cells[pile - CELL] ? [position.cells[pile - CELL]] : [];
    if (pile === STOCK) return [...position.stock].reverse();
    const suit = pile - FOUNDATION;
    return Array.from({ length: position.foundations[suit] }, (_, index) => rules.homeCard(suit, index + 1));
  }

  cardAt(pile, clientY) {
    const y = clientY - this.root.getBoundingClientRect().top;
    const place = this.layout.piles.get(pile);
    const cards = this.cardsIn(pile);
    if (pile >= CELL) return cards.length - 1;
    if (!cards.length || y > place.cards.at(-1) + this.layout.card.height) return cards.length - 1;
    return place.cards.findLastIndex((top) => top <= y);
  }

  pilesUnder(clientX, clientY) {
    const box = this.root.getBoundingClientRect();
    const { width, height } = this.layout.card;
    const [x, y] = [clientX - box.left, clientY - box.top];
    const found = [];
    for (const [pile, place] of this.layout.piles) {
      const covered = Math.min(x, place.x) + width - Math.max(x, place.x);
      const lower = Math.min(y + height, place.y + place.height) - Math.max(y, place.y);
      if (covered > 0 && lower > 0) found.push({ pile, area: covered * Math.min(lower, height) });
    }
    return found.sort((one, other) => other.area - one.area).map(({ pile }) => pile);
  }

  mark(name, { cards = [], piles = [] } = {}) {
    for (const [card, { node }] of this.cards) node.classList.toggle(name, cards.includes(card));
    for (const [pile, button] of this.buttons) {
      button.classList.toggle(name, piles.includes(pile));
      const [attribute, value] = SPOKEN[name] ?? [];
      if (attribute && piles.includes(pile)) button.setAttribute(attribute, value());
      else if (attribute && !(name === "keeps" || name === "loses")) button.removeAttribute(attribute);
    }
  }

  carry(cards, dx = 0, dy = 0, held = false) {
    for (const card of cards) {
      const { node, x, y } = this.cards.get(card);
      node.classList.toggle("held", held);
      node.style.transform = `translate(${x + (held ? dx : 0)}px, ${y + (held ? dy : 0)}px)`;
    }
  }

  cornerOf(card) {
    const box = this.root.getBoundingClientRect();
    const { x, y } = this.cards.get(card);
    return { x: box.left + x, y: box.top + y };
  }

  focus(pile) {
    this.buttons.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = pile;
    const button = this.buttons.get(pile);
    button.setAttribute("tabindex", "0");
    button.focus({ preventScroll: true });
  }

  #build(rules) {
    this.rules = rules;
    this.buttons.clear();
    this.cards.clear();
    this.table.replaceChildren();
    const cells = Array.from({ length: rules.cells }, (_, index) => CELL + index);
    const homes = [...rules.suits].map((suit) => FOUNDATION + SUITS.indexOf(suit));
    const upper = [...cells, ...(rules.data.stock ? [STOCK] : []), ...homes];
    const columns = Array.from({ length: rules.columns }, (_, index) => index);
    this.upper.replaceChildren(...upper.map((pile) => this.#pile(pile)));
    this.columns.replaceChildren(...columns.map((pile) => this.#pile(pile)));
    this.focused = 0;
    this.buttons.get(0).setAttribute("tabindex", "0");
    this.root.setAttribute("aria-label", t("game.board"));
  }

  #pile(pile) {
    const button = element("button", { type: "button", class: "pile", tabindex: "-1", "data-pile": pile });
    if (pile >= FOUNDATION && pile < STOCK) button.append(suitSign(SUITS[pile - FOUNDATION]));
    else button.append(element("span", { class: "pile-sign", "aria-hidden": "true" }, letter(pile)));
    button.classList.add(pile < CELL ? "column" : pile < FOUNDATION ? "cell" : pile === STOCK ? "stock" : "home");
    this.buttons.set(pile, button);
    return element("li", {}, button);
  }

  #placeCards() {
    const down = (pile, index) => pile < CELL && index < this.position.face_down[pile];
    for (const [pile, place] of this.layout.piles) {
      this.cardsIn(pile).forEach((card, index, all) => {
        const hidden = down(pile, index);
        this.#place(card, {
          x: place.x,
          y: place.cards[Math.min(index, place.cards.length - 1)],
          order: index, // piles lie apart, so that a move changes nothing about cards that stay
          face: index === all.length - 1 ? place.face : place.covered,
          back: hidden && !this.showFaceDown,
          shaded: hidden,
        });
      });
    }
  }

  #place(card, { x, y, order, face, back, shaded }) {
    let kept = this.cards.get(card);
    if (!kept) {
      kept = { node: element("div", { class: "card", "data-card": card }), drawn: "" };
      this.cards.set(card, kept);
      this.table.append(kept.node);
    }
    const { node } = kept;
    const { tall } = this.layout;
    const drawn = `${back ? "back" : face} ${tall} ${language()} ${setting("deck")}`;
    if (drawn !== kept.drawn) {
      node.replaceChildren(faceOf(back ? null : card, face, { tall }));
      kept.drawn = drawn;
    }
    node.classList.toggle("shaded", shaded && !back);
    const moves = kept.x !== undefined && (kept.x !== x || kept.y !== y);
    if (kept.x !== x || kept.y !== y) node.style.transform = `translate(${x}px, ${y}px)`;
    Object.assign(kept, { x, y, order });
    const lie = () => raise(kept, kept.order + 1);
    if (moves && this.root.classList.contains("sliding")) {
      raise(kept, order + ABOVE);
      clearTimeout(kept.landing);
      kept.landing = setTimeout(lie, PACE + 60);
    } else {
      lie();
    }
  }
}

function raise(kept, height) {
  if (kept.height !== height) kept.node.style.zIndex = height;
  kept.height = height;
}
return { PACE, Board };
})();
const $clock = (() => {

const { formatDuration } = $i18n;
const { setting } = $settings;

const SECOND = 1000;

class Clock {
  #kept = 0;
  #since = null; // null while it stands still
  #wanted = false;

  constructor(shown) {
    this.shown = shown;
    document.addEventListener("visibilitychange", () => this.#turn());
  }

  get seconds() {
    return this.#kept + (this.#since === null ? 0 : (performance.now() - this.#since) / SECOND);
  }

  begin(seconds) {
    this.#since = null;
    this.#kept = seconds;
    this.run(true);
  }

  run(wanted) {
    this.#wanted = wanted;
    this.#turn();
  }

  #turn() {
    this.#kept = this.seconds;
    const runs = this.#wanted && !document.hidden;
    this.#since = runs ? performance.now() : null;
    clearInterval(this.ticking);
    if (runs) this.ticking = setInterval(() => this.draw(), SECOND);
    this.draw();
  }

  draw() {
    this.shown.hidden = !setting("timer");
    this.shown.textContent = formatDuration(Math.floor(this.seconds));
  }
}
return { Clock };
})();
const $text_lines = (() => {

const RARE_SPACES = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029\ufeff";
const RARE = new RegExp(`[${RARE_SPACES}]`, "g");

const withSpaces = (text) => text.replace(/^\ufeff/, "").replace(RARE, " ");
return { RARE_SPACES, withSpaces };
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
const $boards = (() => {

const { Fault } = $faults;
const { CHANGEABLE, GAMES, Rules, SUITS, ask } = $rules;

const PACK_RANKS = "A23456789TJQK";
const SPELLINGS = ["english", "unicode", "german", "russian"];
const FACE_DOWN = 64;
const NO_CARD = 255;
const COLUMNS = 0;
const AUTOMATIC = 0;
const SHOWN = 60;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function parseBoard(text, rules, spellings = ["english"]) {
  const codes = Uint8Array.from(spellings, (spelling) => SPELLINGS.indexOf(spelling));
  const read = (others) => ask("read_board", ...shape(rules), others, encoder.encode(text), AUTOMATIC, codes);
  let [doubtful, complaint, ...board] = read([]);
  if (doubtful) {
    const others = otherGames(rules);
    [, complaint, ...board] = read(others.map(({ heights }) => heights));
    if (complaint.length) throw unread(complaint, rules, others);
  }
  if (complaint.length) throw unread(complaint, rules);
  const [, , , , , columns, cells, home, stock] = board;
  return positionOf(rules, {
    columns: columns.map((cards) => Array.from(cards, (code) => ({ card: cardOf(code % FACE_DOWN), down: code >= FACE_DOWN }))),
    cells: Array.from(cells, (code) => (code === NO_CARD ? null : cardOf(code))),
    foundations: home && [...home],
    stock: Array.from(stock, cardOf),
  });
}

function formatBoard(rules, position) {
  const columns = position.columns.map((cards, index) =>
    Uint8Array.from(cards, (card, place) => codeOf(card) + (place < position.face_down[index] ? FACE_DOWN : 0)),
  );
  const cells = Uint8Array.from(position.cells, (card) => (card === null ? NO_CARD : codeOf(card)));
  const board = [columns, cells, Uint8Array.from(position.foundations), Uint8Array.from(position.stock, codeOf)];
  return decoder.decode(ask("write_board", ...shape(rules), [], ...board, COLUMNS, 0)[0]);
}

function unread([name, text, path, line, column, numbers = []], rules = null, others = []) {
  const complaint = decoder.decode(name);
  const place = decoder.decode(path) || (line ? `line ${line}${column ? `, column ${column}` : ""}` : "");
  const whole = decoder.decode(text);
  const short = whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
  const filled = {
    ...numbers, data: rules?.data, columns: rules?.columns, suit: SUITS[numbers[0]], other: others[numbers[0]]?.data, keys: headerKeys(),
  };
  return Object.assign(new Fault("bad_notation", short, { text: short, place, complaint, filled }), { at: [line, column] });
}

const codeOf = (card) => 4 * PACK_RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]);
const cardOf = (code) => PACK_RANKS[code >> 2] + SUITS[code & 3];

const headerKeys = () => ["game", "edition", "deal", "autoplay", ...Object.keys(CHANGEABLE), "score", "note"];

const heightsOf = ({ columns, layout, size }) =>
  Array.from({ length: columns }, (_, column) => layout.subarray(0, size).filter((pile) => pile % FACE_DOWN === column).length);

function otherGames(rules) {
  const own = String(heightsOf(rules));
  const found = new Map();
  for (const data of GAMES.filter((one) => !one.stock)) {
    const heights = heightsOf(new Rules(data));
    const dealt = Uint8Array.of(data.dealt_home, data.dealt_to_cells.length, ...heights);
    if (String(heights) !== own && !found.has(String(dealt))) found.set(String(dealt), { data, heights: dealt });
  }
  return [...found.values()];
}

function shape(rules) {
  const ladder = Uint8Array.from(rules.homeward, (rank) => PACK_RANKS.indexOf(rank) + 1);
  const suits = [...rules.suits].reduce((mask, suit) => mask | (1 << SUITS.indexOf(suit)), 0);
  const hides = rules.face_down.some(Boolean);
  return [rules.columns, rules.cells, rules.stock, suits, hides, ladder, rules.layout.subarray(0, rules.size), encoder.encode(rules.id)];
}

function positionOf(rules, { columns, cells, foundations, stock }) {
  const wrong = (parameters) => new Fault("bad_board", "no position of the game", parameters);
  if (stock.length > rules.stock) throw wrong({ fault: "stock", count: stock.length, allowed: rules.stock });
  const down = columns.map((cards) => cards.filter((one) => one.down).length);
  columns.forEach((cards, index) => {
    if (cards.length && down[index] === cards.length) {
      throw wrong({ fault: "last_face_down", column: index + 1, card: cards.at(-1).card });
    }
  });
  const suits = [...SUITS];
  const dealt = suits.map((suit) => (rules.suits.includes(suit) ? Math.min(rules.dealt_home, rules.ranks.length) : 0));
  const home = foundations ?? dealt;
  if (rules.whole && home.some((count) => count && count < rules.ranks.length)) throw wrong({});
  const there = home.flatMap((count, suit) => Array.from({ length: count }, (_, index) => rules.homeCard(suit, index + 1)));
  const onTable = [...columns.flat().map(({ card }) => card), ...cells.filter(Boolean), ...stock];
  const all = [...there, ...onTable];
  const pack = rules.deck;
  const strange = [...new Set(all.filter((card) => !pack.includes(card)))];
  if (strange.length) throw wrong({ fault: "pack", cards: strange });
  const missing = pack.filter((card) => !all.includes(card));
  const doubled = pack.filter((card) => all.indexOf(card) !== all.lastIndexOf(card));
  if (missing.length || doubled.length) {
    throw wrong({ missing, doubled, home: foundations || doubled.length ? [] : topsOf(rules, [...there, ...missing]) });
  }
  return {
    foundations: home,
    cells: Array.from({ length: rules.cells }, (_, index) => cells[index] ?? null),
    columns: columns.map((cards) => cards.map(({ card }) => card)),
    stock,
    face_down: down,
  };
}

function topsOf(rules, cards) {
  const counts = [...SUITS].map((suit) => cards.filter((card) => card[1] === suit).length);
  const first = counts.flatMap((count, suit) => Array.from({ length: count }, (_, index) => rules.homeCard(suit, index + 1)));
  const alike = first.length === cards.length && first.every((card) => cards.includes(card));
  return alike ? counts.flatMap((count, suit) => (count ? [rules.homeCard(suit, count)] : [])) : [];
}
return { parseBoard, formatBoard, unread, headerKeys };
})();
const $trees = (() => {

const { unread } = $boards;
const { ask } = $rules;

const LONGEST = 500;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function parseTree(text) {
  const [complaint, words, names, comments, parents, end] = ask("read_tree", encoder.encode(text));
  if (complaint.length) throw unread(complaint);
  const numbers = new Uint32Array(parents.slice().buffer);
  const said = (bytes) => tidy(decoder.decode(bytes));
  const nodes = words.map((word, at) => ({
    word: decoder.decode(word), parent: numbers[at], name: said(names[at]), comment: said(comments[at]),
  }));
  return { nodes, end };
}

function formatTree(root, here) {
  const nodes = inWritingOrder(root);
  const number = new Map(nodes.map((node, at) => [node, at]));
  const parents = Uint32Array.from(nodes, ({ parent }) => number.get(parent) ?? 0);
  const texts = [({ word }) => word ?? "", ({ name }) => tidy(name), ({ comment }) => tidy(comment)];
  const parts = texts.map((part) => nodes.map((node) => encoder.encode(part(node))));
  const [text] = ask("write_tree", ...parts, new Uint8Array(parents.buffer));
  let end = root;
  while (end.children.length) [end] = end.children;
  return { text: text && decoder.decode(text), at: number.get(here), end: number.get(end) };
}

function inWritingOrder(root) {
  const nodes = [];
  const waiting = [root];
  while (waiting.length) {
    const node = waiting.pop();
    nodes.push(node);
    waiting.push(...node.children.slice(0, 1));
    if (node === node.parent?.children[0]) waiting.push(...node.parent.children.slice(1).reverse());
  }
  return nodes;
}

const tidy = (text) =>
  [...text.replaceAll("{", "(").replaceAll("}", ")").replace(/[\s\p{C}]+/gu, " ").trim()].slice(0, LONGEST).join("").trim();
return { LONGEST, parseTree, formatTree, tidy };
})();
const $links = (() => {

const { CHANGEABLE, SUITS } = $rules;
const { withSpaces } = $text_lines;
const { parseTree } = $trees;

const MOST_CHARACTERS = 100_000;
const MOST_MOVES = 5_000;
const LONGEST_NUMBER = 40;
const KEYS = ["game", "deal", "numbering", "board", "edition", "autoplay", "moves", "at"];
const AUTOPLAY = ["none", "safe", "max"];

class BadLink extends Error {
  constructor(key, text) {
    super(`${key}: ${text.slice(0, 60)}`);
    Object.assign(this, { key, text: text.slice(0, 60) });
  }
}

function parseLink(text) {
  const values = fields(text);
  if (!values.game) throw new BadLink("game", text);
  if (("deal" in values) === ("board" in values)) throw new BadLink("deal", text);
  const changes = {};
  for (const key of Object.keys(CHANGEABLE).filter((name) => name in values)) changes[key] = valueOf(key, values[key]);
  const number = "deal" in values ? numberOf(values.deal) : null;
  const { nodes, end } = movesOf(values.moves ?? "");
  return {
    game: values.game,
    numbering: number === null ? null : (values.numbering ?? "microsoft"),
    number,
    board: values.board ?? null,
    edition: "edition" in values ? count("edition", values.edition, { most: 99 }) : 1,
    changes,
    autoplay: choice("autoplay", values.autoplay ?? "safe", AUTOPLAY),
    nodes,
    at: "at" in values ? count("at", values.at, { most: nodes.length - 1 }) : end,
  };
}

function valueOf(key, text) {
  const { choices, least, most } = CHANGEABLE[key];
  if (most !== null) return count(key, text, { least, most });
  return choices.length ? choice(key, text.toLowerCase(), choices) : suits(key, text);
}

function movesOf(text) {
  try {
    const tree = parseTree(text);
    if (tree.nodes.length <= MOST_MOVES + 1) return tree;
  } catch ({ parameters }) {
    throw Object.assign(new BadLink("moves", parameters.text), { parameters });
  }
  throw new BadLink("moves", text);
}

function formatLink({ game, numbering, number, board, edition, changes, autoplay, moves = "", at = null }) {
  const values = [["game", game]];
  if (board === null) {
    values.push(["deal", number]);
    if (numbering !== "microsoft") values.push(["numbering", numbering]);
  } else {
    values.push(["board", board]);
  }
  if (edition > 1) values.push(["edition", edition]);
  values.push(...pairsOf(changes));
  if (autoplay !== "safe") values.push(["autoplay", autoplay]);
  if (moves) values.push(["moves", moves]);
  if (at !== null) values.push(["at", at]);
  return values.map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%20", "+")}`).join("&");
}

const pairsOf = (changes) => Object.keys(CHANGEABLE).filter((key) => key in changes).map((key) => [key, changes[key]]);

const formatChanges = (changes) => pairsOf(changes).map((pair) => pair.join("=")).join(" ");

function numberOf(text) {
  const digits = text.replace("\u2212", "-").trim();
  if (!/^-?(\d{1,3}(,\d{3})+|\d+)$/.test(digits) || digits.length > LONGEST_NUMBER) throw new BadLink("deal", text);
  const exact = BigInt(digits.replaceAll(",", ""));
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

function fields(text) {
  if (text.length > MOST_CHARACTERS) throw new BadLink("", text);
  const [address, ...after] = withSpaces(text).trim().split("#");
  const form = after.join("#") || (address.includes("?") ? address.slice(address.indexOf("?") + 1) : address);
  const values = {};
  for (const part of form.replace(/^\?/, "").split("&")) {
    const at = part.indexOf("=");
    const key = part.slice(0, Math.max(at, 0));
    if (at < 0 || !(KEYS.includes(key) || key in CHANGEABLE) || key in values) throw new BadLink(key, part);
    try {
      values[key] = withSpaces(decodeURIComponent(part.slice(at + 1).replaceAll("+", " ")));
    } catch {
      throw new BadLink(key, part);
    }
  }
  return values;
}

function choice(key, text, choices) {
  if (!choices.includes(text)) throw new BadLink(key, text);
  return text;
}

function suits(key, text) {
  const letters = [...text.toUpperCase()];
  const known = [...SUITS].filter((suit) => letters.includes(suit));
  if (!known.length || known.length !== letters.length) throw new BadLink(key, text);
  return known.join("");
}

function count(key, text, { least = 0, most }) {
  if (!/^\d{1,4}$/.test(text) || Number(text) < least || Number(text) > most) throw new BadLink(key, text);
  return Number(text);
}
return { MOST_CHARACTERS, MOST_MOVES, AUTOPLAY, BadLink, parseLink, valueOf, formatLink, formatChanges, numberOf };
})();
const $statistics = (() => {

const { element, showDialog } = $dialogs;
const { applyLanguage, formatDuration, formatNumber, onLanguage, t } = $i18n;
const { fieldsOf, isAmount, isSwitch, isText, keptData, keptWord } = $kept;
const { writeDown } = $store;

const STORED = "kiebitz.statistics";
const HIDDEN = "kiebitz.statistics.hidden";
const MOST = 20_000; // records kept, some two million characters; a browser grants five
const ALL = "";
const TESTS = {
  id: isText,
  at: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  game: isText,
  rules: isText,
  deal: isText,
  won: isSwitch,
  left: isSwitch,
  helped: isSwitch,
  seconds: isAmount,
  moves: isAmount,
};
const NEEDED = ["at", "game", "deal", "won", "helped", "seconds", "moves"];
const FIELDS = ["at", "game", "rules", "deal", "won", "left", "helped", "seconds", "moves"];

function recordGame({ id = null, game, rules = "", deal, won, left = false, helped, seconds, moves }) {
  const all = records();
  if (id !== null && all.some((record) => record.id === id && record.won)) return; // in another tab, perhaps
  const kept = all.filter((record) => id === null || record.id !== id);
  const at = new Date().toISOString();
  const whole = Math.round(seconds);
  kept.push({ ...(id === null ? {} : { id }), at, game, ...(rules && { rules }), deal: String(deal), won, left, helped, seconds: whole, moves });
  writeDown(() => localStorage.setItem(STORED, JSON.stringify(kept.slice(-MOST))));
}

function records() {
  return keptData(STORED, (data) => (Array.isArray(data) ? data.map((one) => fieldsOf(one, TESTS)).filter(isRecord) : []));
}

const isRecord = (record) => NEEDED.every((name) => name in record);

function summary(some) {
  const ended = some.filter((record) => !record.left);
  const won = ended.filter((record) => record.won);
  let streak = 0;
  let longest = 0;
  for (const record of ended) {
    streak = record.won ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  const times = won.map((record) => record.seconds);
  return {
    games: some.length,
    won: won.length,
    lost: ended.length - won.length,
    left: some.length - ended.length,
    share: ended.length ? won.length / ended.length : null,
    streak,
    longest,
    shortest: times.length ? times.reduce((one, other) => Math.min(one, other)) : null,
    mean: times.length ? times.reduce((one, other) => one + other) / times.length : null,
  };
}

const kindOf = ({ game, rules = "" }) => `${game} ${rules}`.trim();

function asCsv(some) {
  const quoted = (value) => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  return [FIELDS, ...some.map((record) => FIELDS.map((field) => quoted(record[field] ?? "")))].map((row) => `${row}\r\n`).join("");
}

function asJson(some) {
  const plain = some.map((record) => Object.fromEntries(FIELDS.map((field) => [field, record[field]])));
  return `${JSON.stringify({ format: "kiebitz statistics", version: 1, games: plain }, null, 1)}\n`;
}

function openStatistics({ game = ALL, nameOf = (id) => id } = {}) {
  let shown = records().some((record) => kindOf(record) === game) ? game : ALL;
  const content = element("div");
  const choose = (wanted) => {
    shown = wanted;
    draw();
  };
  const draw = () => {
    content.replaceChildren(...(isHidden() ? hiddenView(draw) : openView(shown, nameOf, choose, draw)));
    applyLanguage(content);
  };
  const end = onLanguage(draw);
  const dialog = showDialog("statistics", "statistics.title", () => content);
  dialog.addEventListener("close", end);
  draw();
  return dialog;
}

function hiddenView(redraw) {
  return [
    element("p", { "data-i18n": "statistics.hidden" }),
    element("div", { class: "dialog-actions" }, button("statistics.show", () => hide(false, redraw))),
  ];
}

function openView(shown, nameOf, choose, redraw) {
  const all = records();
  if (!all.length) {
    return [
      element("p", { "data-i18n": "statistics.none" }),
      note(),
      element("div", { class: "dialog-actions" }, button("statistics.hide", () => hide(true, redraw))),
    ];
  }
  const some = shown === ALL ? all : all.filter((record) => kindOf(record) === shown);
  return [gameChoice(all, shown, nameOf, choose), table(some), note(), actions(all, redraw)];
}

function gameChoice(all, shown, nameOf, choose) {
  const select = element("select", { id: "statistics-game", change: () => choose(select.value) });
  const titled = ({ game, rules }) => nameOf(game) + (rules ? ` (${rules})` : "");
  const titles = new Map(all.map((record) => [kindOf(record), titled(record)]));
  const sorted = [...titles].sort(([, one], [, other]) => one.localeCompare(other));
  select.append(element("option", { value: ALL, "data-i18n": "statistics.all" }));
  select.append(...sorted.map(([kind, title]) => element("option", { value: kind }, title)));
  select.value = shown;
  const label = element("label", { for: "statistics-game", "data-i18n": "statistics.game" });
  return element("div", { class: "setting" }, label, select);
}

function table(some) {
  const sides = [summary(some.filter((one) => !one.helped)), summary(some.filter((one) => one.helped))];
  const head = ["statistics.alone", "statistics.helped"].map((key) => element("th", { scope: "col", "data-i18n": key }));
  const rows = [
    ["games", formatNumber],
    ["won", formatNumber],
    ["lost", formatNumber],
    ["left", formatNumber],
    ["share", (value) => formatNumber(value, { style: "percent", maximumFractionDigits: 0 })],
    ["streak", formatNumber],
    ["longest", formatNumber],
    ["shortest", formatDuration],
    ["mean", formatDuration],
  ];
  const body = rows.map(([name, written]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", "data-i18n": `statistics.${name}` }),
      ...sides.map((side) => element("td", {}, side[name] === null ? "–" : written(side[name]))),
    ),
  );
  return element(
    "table",
    { class: "figures", "aria-labelledby": "statistics-title" },
    element("thead", {}, element("tr", {}, element("td"), ...head)),
    element("tbody", {}, ...body),
  );
}

function note() {
  return element("p", { class: "dialog-note", "data-i18n": "statistics.kept" });
}

function actions(all, redraw) {
  const row = element("div", { class: "dialog-actions" });
  row.append(
    button("statistics.json", () => save("kiebitz.json", "application/json", asJson(all))),
    button("statistics.csv", () => save("kiebitz.csv", "text/csv", asCsv(all))),
    button("statistics.hide", () => hide(true, redraw)),
    button("statistics.erase", () => row.replaceWith(question(all.length, redraw)), "dangerous"),
  );
  return row;
}

function question(count, redraw) {
  const no = button("statistics.keep", redraw);
  const asked = element(
    "div",
    { role: "group", "aria-labelledby": "statistics-question" },
    element("p", { id: "statistics-question" }, t("statistics.question", { count })),
    element("div", { class: "dialog-actions" }, button("statistics.erase", () => erase(redraw), "dangerous"), no),
  );
  applyLanguage(asked);
  queueMicrotask(() => no.focus());
  return asked;
}

function erase(redraw) {
  writeDown(() => localStorage.removeItem(STORED));
  redraw();
}

function isHidden() {
  return keptWord(HIDDEN, ["1"]) !== null;
}

function hide(yes, redraw) {
  if (yes) {
    writeDown(() => localStorage.setItem(HIDDEN, "1"));
  } else {
    writeDown(() => localStorage.removeItem(HIDDEN));
  }
  redraw();
}

function button(key, click, kind = null) {
  return element("button", { type: "button", class: kind, "data-i18n": key, click });
}

function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address));
}
return { recordGame, records, summary, openStatistics };
})();
const $account = (() => {

const { Clock } = $clock;
const { byId } = $dialogs;
const { formatChanges } = $links;
const { recordGame } = $statistics;

const newId = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

class Account {
  constructor() {
    this.clock = new Clock(byId("clock"));
  }

  open(game, kept) {
    const fresh = { id: newId(), helped: game.words.length > 0, seconds: 0, recorded: game.won, made: 0 };
    const { id, helped, seconds, recorded, made } = { ...fresh, ...kept };
    Object.assign(this, { id, helped, recorded, made });
    this.clock.begin(seconds);
  }

  get kept() {
    const { id, helped, recorded, made } = this;
    return { id, helped, seconds: this.clock.seconds, recorded, made };
  }

  record({ rules, deal, ply }, { won = false, left = false }) {
    if (this.recorded) return;
    this.recorded = true;
    const { id, helped } = this;
    const { seconds } = this.clock;
    const ended = { won, left, helped, seconds, moves: ply };
    recordGame({
      id,
      game: rules.id,
      rules: formatChanges(rules.changes),
      deal: deal ? `${deal.numbering} ${deal.number}` : "",
      ...ended,
    });
  }
}
return { Account };
})();
const $choices = (() => {

const { foundationFor } = $notation;
const { CELL, FOUNDATION, STOCK, cardsOf, impliedCount, legalMoves, longest, refusal } = $rules;

const isHome = (pile) => pile >= FOUNDATION && pile < STOCK;

function countFrom(rules, position, pile, index) {
  if (pile >= CELL || index < 0) return null;
  const count = position.columns[pile].length - index;
  return (count > 1 || rules.supermoves === "any") && count <= longest(rules, position, pile) ? count : null;
}

function meantFrom(rules, position, source, chosen) {
  const isMeant = ({ target, count, implied }) => count === implied || (count === chosen && !isHome(target));
  return legalMoves(rules, position).filter((move) => move.source === source && isMeant(move));
}

function resolve(rules, position, source, target, chosen = null) {
  const goal = isHome(target) ? foundationFor(rules, position, source) : target;
  const moves = meantFrom(rules, position, source, chosen).filter((move) => move.target === goal);
  const legal = moves.find(({ count }) => count === chosen) ?? moves[0];
  if (legal) return { move: { source, target: goal, count: legal.count }, reason: null };
  const count = (isHome(goal) ? null : chosen) ?? impliedCount(rules, position, source, goal);
  const move = { source, target: goal, count };
  return { move, reason: refusal(rules, position, move) };
}

const targetsOf = (rules, position, source, chosen = null) =>
  [...new Set(meantFrom(rules, position, source, chosen).map(({ target }) => target))];

function placesOf(rules, position, source, index) {
  const many = countAt(position, source, index);
  const all = cardsOf(position, source).length;
  const isEmpty = (pile) => pile < CELL && !position.columns[pile].length;
  const isCell = (pile) => pile >= CELL && pile < FOUNDATION;
  const alike = (a, b) => (isEmpty(a.target) && isEmpty(b.target)) || (isCell(a.target) && isCell(b.target));
  const idle = ({ target }) => (isEmpty(target) && source < CELL && many === all) || (isCell(target) && isCell(source));
  return legalMoves(rules, position)
    .filter((move) => move.source === source && (isHome(move.target) ? move.count === move.implied : move.count === many))
    .filter((move, at, moves) => !idle(move) && moves.findIndex((other) => other === move || alike(other, move)) === at)
    .map(({ target, count }) => ({ source, target, count }));
}

const countAt = (position, pile, index) => (pile < CELL && index >= 0 ? position.columns[pile].length - index : 1);

function cardsTaken(position, source, chosen) {
  return cardsOf(position, source).slice(-(chosen ?? 1));
}
return { countFrom, resolve, targetsOf, placesOf, countAt, cardsTaken };
})();
const $game = (() => {

const { cardsMoved, isHome, isWon, legalMoves, made, refusal, sameMove } = $rules;
const { formatMove, parseMove } = $notation;

class IllegalMove extends Error {
  constructor(reason, move, ply, rules) {
    super(reason.code);
    Object.assign(this, { reason, move, ply, rules });
  }
}

class Node {
  constructor(parent, { move = null, word = "", automatic = [], stages }) {
    Object.assign(this, { parent, move, word, automatic, stages }); // the positions after the move and after each home move
    this.ply = parent ? parent.ply + 1 : 0;
    this.children = []; // the first one is the main line
    this.onward = null; // the child that was visited last
    this.name = "";
    this.comment = "";
  }

  get position() {
    return this.stages.at(-1);
  }

  get before() {
    return this.parent.position;
  }

  get gone() {
    return this.automatic.flatMap((move, at) => cardsMoved(this.stages[at], move));
  }

  get next() {
    return this.onward ?? this.children[0] ?? null;
  }
}

class Game {
  constructor(rules, start, { autoplay = "safe", deal = null } = {}) {
    Object.assign(this, { rules, start, autoplay, deal });
    this.root = new Node(null, { stages: [start] });
    this.here = this.root;
  }

  get position() {
    return this.here.position;
  }

  get ply() {
    return this.here.ply;
  }

  get won() {
    return isWon(this.rules, this.position);
  }

  get stuck() {
    return !this.won && !legalMoves(this.rules, this.position).length;
  }

  get turns() {
    const found = [];
    for (let node = this.here; node.parent; node = node.parent) found.unshift(node);
    return found;
  }

  get line() {
    const found = this.turns;
    for (let { next } = this.here; next; next = next.next) found.push(next);
    return found;
  }

  get goesOn() {
    return this.here.next !== null;
  }

  get words() {
    return this.line.map(({ word }) => word);
  }

  get nodes() {
    const found = [];
    const open = [this.root];
    while (open.length) {
      const node = open.pop();
      if (node.parent) found.push(node);
      open.push(...[...node.children].reverse());
    }
    return found;
  }

  refusal(move) {
    return refusal(this.rules, this.position, move);
  }

  parse(word, node = this.here) {
    return parseMove(this.rules, node.position, word);
  }

  add(node, move) {
    const known = node.children.find((child) => sameMove(child.move, move));
    if (known) return known;
    const { reason, ...after } = made(this.rules, node.position, move, this.autoplay);
    if (reason) throw new IllegalMove(reason, move, node.ply + 1, this.rules);
    const child = new Node(node, { move, word: formatMove(this.rules, node.position, move), ...after });
    node.children.push(child);
    return child;
  }

  push(move) {
    this.jump(this.add(this.here, move));
    return this.here.automatic;
  }

  jump(node) {
    this.here = node;
    for (let child = node; child.parent; child = child.parent) child.parent.onward = child;
  }

  get ahead() {
    return this.words.slice(this.ply);
  }

  aim(words) {
    let node = this.here;
    for (const word of words) {
      const child = node.children.find((one) => one.word === word);
      if (!child) return;
      node.onward = child;
      node = child;
    }
  }

  undo() {
    const { move, parent } = this.here;
    if (parent) this.here = parent;
    return move;
  }

  redo() {
    const { next } = this.here;
    if (next) this.jump(next);
    return next && next.move;
  }

  goto(ply) {
    while (this.ply > ply && this.undo());
    while (this.ply < ply && this.redo());
  }

  remove(node) {
    const { parent } = node;
    if (this.turns.includes(node)) this.here = parent;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (parent.onward === node) parent.onward = null;
  }

  promote(node) {
    for (let child = node; child.parent; child = child.parent) {
      const { children } = child.parent;
      children.unshift(...children.splice(children.indexOf(child), 1));
    }
  }

  under(autoplay) {
    const other = new Game(this.rules, this.start, { autoplay, deal: this.deal });
    const copies = new Map([[this.root, other.root]]);
    for (const node of this.nodes) {
      let copy = copies.get(node.parent);
      for (const [at, one] of [node.move, ...node.automatic].entries()) {
        const cards = cardsMoved(at ? node.stages[at - 1] : node.before, one);
        const left = cards.filter((card) => !isHome(this.rules, copy.position, card));
        if (left.length) copy = other.add(copy, { ...one, count: left.length });
      }
      copies.set(node, copy);
    }
    for (const [node, copy] of copies) Object.assign(copy, { name: node.name, comment: node.comment });
    other.jump(copies.get(this.here));
    return other;
  }
}
return { IllegalMove, Node, Game };
})();
const $numberings = (() => {

const { NUMBERINGS, decodePosition, encodePosition } = $encoding;
const { Fault } = $faults;
const { BadLink } = $links;
const { ask } = $rules;

const exact = (bytes) => {
  const number = BigInt(new TextDecoder().decode(bytes));
  return Number.isSafeInteger(Number(number)) ? Number(number) : number;
};

const isNumbering = (name) => NUMBERINGS.includes(name);

function rangeOf(numbering, rules) {
  const [least, last] = isNumbering(numbering) ? ask("numbers", NUMBERINGS.indexOf(numbering), rules.size) : [null];
  if (least === null) throw new BadLink("numbering", numbering);
  return [exact(least), exact(last)];
}

function dealt(rules, numbering, number) {
  const [least, most] = rangeOf(numbering, rules);
  const text = new TextEncoder().encode(String(number));
  const [bytes] = ask("dealt", rules.codes, rules.layout, NUMBERINGS.indexOf(numbering), text);
  if (bytes === null) throw new Fault("bad_number", String(number), { number: String(number), least, most });
  return decodePosition(rules, bytes);
}

const numberOfDeal = (rules, position) =>
  ask("number_of", rules.codes, rules.layout, encodePosition(rules, position))[0] || null;
return { isNumbering, rangeOf, dealt, numberOfDeal };
})();
const $opening = (() => {

const { formatBoard, parseBoard } = $boards;
const { Fault } = $faults;
const { Game } = $game;
const { BadLink, MOST_CHARACTERS, MOST_MOVES, formatLink, parseLink } = $links;
const { dealt, numberOfDeal } = $numberings;
const { GAMES, Rules, isDealtInRows, learn } = $rules;
const { formatTree } = $trees;

async function loadCatalogue() {
  const address = new URL("../games.json", import.meta.url);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`games.json: status ${answer.status}`);
  learn(await answer.json());
}

const gameData = (id) => GAMES.find((data) => data.id === id);

function rulesOf({ game, edition, changes }) {
  const data = gameData(game);
  if (!data) throw new Fault("unknown_game", game, { name: game });
  if (edition !== data.edition) throw new BadLink("edition", String(edition));
  const { columns = data.columns, suits = data.suits } = changes;
  if (suits.length !== data.suits.length) throw new BadLink("suits", suits);
  if (columns !== data.columns && isDealtInRows(data)) throw new BadLink("columns", String(columns));
  try {
    return new Rules(data, changes);
  } catch (error) {
    if (error.kind !== "malformed") throw error;
    throw new BadLink(Object.keys(changes)[0] ?? "game", game); // no deal of this game leaves so many piles
  }
}

function startOf({ numbering, number, board }, rules) {
  if (board === null) return dealt(rules, numbering, number);
  try {
    return parseBoard(board, rules);
  } catch (error) {
    if (error.code !== "bad_notation") throw error;
    const { parameters } = error;
    throw Object.assign(new BadLink(parameters.place ? `board, ${parameters.place}` : "board", parameters.text), { parameters });
  }
}

function followLink(text) {
  try {
    return openLink(text);
  } catch (fault) {
    const { followed } = fault;
    if (followed) return { ...followed, fault };
    if (fault.key !== "moves") throw fault;
    const [, deal] = /^(.*?)&moves=/.exec(text) ?? [];
    if (!deal) throw fault;
    return { ...openLink(deal), fault };
  }
}

function openLink(text) {
  const source = parseLink(text);
  const rules = rulesOf(source);
  const deal = source.number === null ? null : { numbering: source.numbering, number: source.number };
  const game = new Game(rules, startOf(source, rules), { autoplay: source.autoplay, deal });
  game.root.comment = source.nodes[0].comment;
  const made = [game.root];
  for (const { word, parent, name, comment } of source.nodes.slice(1)) {
    try {
      const move = game.parse(word, made[parent]);
      if (!move) throw new Fault("bad_notation", word, { text: word });
      const node = game.add(made[parent], move);
      Object.assign(node, { name: name || node.name, comment: comment || node.comment });
      made.push(node);
    } catch (error) {
      game.jump(made[parent]);
      throw Object.assign(error, { followed: { game, source } });
    }
  }
  game.jump(made[source.at]);
  return { game, source };
}

function numbered(link) {
  const source = parseLink(link);
  if (source.board === null || source.nodes.length > 1) return link;
  const rules = rulesOf(source);
  const number = numberOfDeal(rules, startOf(source, rules));
  if (number === null || formatBoard(rules, dealt(rules, "microsoft", number)) !== source.board) return link;
  return formatLink({ ...source, board: null, numbering: "microsoft", number, moves: "", at: null });
}

function linkOf(table) {
  const { words, ply } = table.game;
  return wholeLink(table) ?? formatLink({ ...table.source, moves: words.join(" "), at: ply === words.length ? null : ply });
}

function wholeLink({ game, source }) {
  const { text, at, end } = formatTree(game.root, game.here);
  const link = formatLink({ ...source, moves: text ?? "", at: at === end ? null : at });
  return text === null || link.length > MOST_CHARACTERS || game.nodes.length > MOST_MOVES ? null : link;
}

function askedGame({ rules, start, autoplay, here }, node = here) {
  const moves = [];
  for (let made = node; made.parent; made = made.parent) moves.unshift(made.move);
  return { data: rules.data, changes: rules.changes, start, autoplay, moves };
}

function textOf({ game, source }) {
  const { rules, deal, autoplay, root, here, words } = game;
  const { text } = formatTree(root, here);
  const entries = { game: rules.id };
  if (source.edition > 1) entries.edition = source.edition;
  if (deal) entries.deal = `${deal.numbering} ${deal.number}`;
  Object.assign(entries, { supermoves: rules.supermoves }, rules.changes, { autoplay });
  if (!deal) entries.note = linkOf({ game, source });
  const header = Object.entries(entries).map(([key, value]) => `# ${key}: ${value}`);
  return `${header.join("\n")}\n\n${(text ?? words.join(" ")).replace(/(.{60,99}?) /g, "$1\n")}\n`;
}

const dealLink = ({ source }) => formatLink({ ...source, moves: "", at: null });

function newLink({ game, number, autoplay = "safe", changes = {} }) {
  const { edition } = gameData(game);
  return formatLink({ game, number, numbering: "microsoft", board: null, edition, changes, autoplay });
}
return { loadCatalogue, gameData, rulesOf, startOf, followLink, openLink, numbered, linkOf, wholeLink, askedGame, textOf, dealLink, newLink };
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
const $advice = (() => {

const { cardsTaken } = $choices;
const { byId } = $dialogs;
const { fixed } = $fixed;
const { formatMove } = $notation;
const { askedGame } = $opening;
const { think } = $thinking;
const { cardsText, faultText, pileName } = $speech;
const { t } = $i18n;

class Advice {
  constructor(table) {
    Object.assign(this, { table, asked: null, hinted: null, loss: null });
  }

  showLoss(loss) {
    this.loss = loss;
    byId("loss").hidden = !loss;
    if (!loss) return;
    const { ply, certain, last_winnable: back, score_before: before, score_after: after } = loss;
    const scored = typeof before === "number";
    const key = scored ? "cost" : ply === 0 ? "deal" : certain ? "move" : "perhaps";
    const move = this.table.game.turns[ply - 1]?.word ?? "";
    byId("loss-text").textContent = t(`game.loss.${key}`, { ply, move, before: before ?? 0, after: after ?? 0 });
    byId("jump").hidden = ply === 0 || back === null;
  }

  jump() {
    if (this.loss && !byId("jump").hidden) this.table.goto(this.loss.last_winnable);
  }

  async hint() {
    const { table } = this;
    if (this.hinted) {
      table.tryMove(this.hinted);
      return;
    }
    await this.#ask("game.asking.hint", async (game, signal, isCurrent) => {
      const { move, light } = await think("hint", { game }, { signal });
      if (!isCurrent()) return;
      if (!move) {
        const best = typeof light.score === "number" && light.score === light.bound;
        const key = best ? "game.hint.best" : light.verdict === "impossible" ? "game.hint.impossible" : "game.hint.none";
        table.say(t(key, { score: light.score ?? 0 }));
        return;
      }
      table.account.helped = true;
      table.input.clear();
      this.hinted = move;
      const cards = cardsTaken(table.game.position, move.source, move.count);
      const onto = table.board.cardsIn(move.target).at(-1);
      table.board.mark("hinted", { cards: onto ? [...cards, onto] : cards, piles: [move.target] });
      table.say(t("game.hint.move", { move: formatMove(table.game.rules, table.game.position, move), cards: cardsText(cards), pile: pileName(move.target) }));
    });
  }

  forget() {
    this.asked?.abort();
    this.hinted = null;
    this.table.board.mark("hinted");
  }

  async solve() {
    const { table } = this;
    await this.#ask("game.asking.solution", async (game, signal, isCurrent) => {
      const { verdict, moves, score, autoplay } = await think("solution", { game }, { signal });
      if (!isCurrent()) return;
      if (!moves.length) {
        table.say(t(`game.solve.${verdict}`));
        return;
      }
      const other = autoplay !== table.game.autoplay;
      table.prepare(moves, autoplay);
      const key = typeof score === "number" ? "game.solve.best" : "game.solve.solved";
      const said = [t(key, { count: moves.length, score: score ?? 0 })];
      if (other) said.push(t("game.solve.autoplay", { rule: t(`game.autoplay.${autoplay}`) }));
      table.say(said.join(" "));
      table.player.open();
    });
  }

  async #ask(key, question) {
    if (fixed("hints")) {
      this.table.say(t("fixed.hints"), "refused");
      return;
    }
    this.asked?.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    const { game } = this.table;
    const { ply } = game;
    const isCurrent = () => !signal.aborted && this.table.game === game && game.ply === ply;
    this.table.say(t(key));
    try {
      await question(askedGame(game), signal, isCurrent);
    } catch (error) {
      if (isCurrent()) this.table.say(faultText(error), "refused");
    }
  }
}
return { Advice };
})();
const $judging = (() => {

const { VERDICTS } = $encoding;
const { ask, sameMove } = $rules;

const EFFECTS = ["kept", "lost", "unknown", "gone"];

const told = ({ verdict, score, bound }) => [VERDICTS.indexOf(verdict), score ?? null, bound ?? null];

function effectOf(before, after) {
  return before && after ? EFFECTS[ask("effect", ...told(before), ...told(after))[0]] : "asking";
}

const effectOn = (node) => effectOf(node.parent.light, node.light);

function effectOfMove(node, move) {
  return effectOf(node.light, node.judged?.find((one) => sameMove(one.move, move)));
}

function onlyMove({ light, judged = [] }) {
  if (!light || !judged?.length) return null;
  const effects = judged.map((one) => EFFECTS.indexOf(effectOf(light, one)));
  const [place] = ask("only_move", Uint8Array.from(effects), Uint8Array.from(judged, ({ key }) => key));
  return judged[place]?.move ?? null;
}

function reachable({ light }, size) {
  if (!light) return { low: 0, high: 1 };
  if (typeof light.score === "number") return { low: light.score / size, high: light.bound / size };
  return { low: light.verdict === "solved" ? 1 : 0, high: light.verdict === "impossible" ? 0 : 1 };
}
return { effectOf, effectOn, effectOfMove, onlyMove, reachable };
})();
const $graph = (() => {

const { reachable } = $judging;

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 300;
const HEIGHT = 48;
const BELOW = 2; // that nothing left is seen, too

class Graph {
  constructor(root, jump) {
    Object.assign(this, { root, jump });
    root.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT + BELOW}`);
    root.addEventListener("click", (event) => {
      const { left, width } = root.getBoundingClientRect();
      const at = Math.floor(((event.clientX - left) / width) * this.line.length);
      jump(this.line[Math.min(Math.max(at, 0), this.line.length - 1)]);
    });
  }

  draw(game, label) {
    this.line = [game.root, ...game.line];
    const step = WIDTH / this.line.length;
    const heights = this.line.map((node) => reachable(node, game.rules.size));
    const path = (of) => {
      const tops = heights.map((one, at) => `${at * step} ${HEIGHT * (1 - one[of])}H${(at + 1) * step}`);
      return `M0 ${HEIGHT + BELOW}L${tops.join("L")}V${HEIGHT + BELOW}Z`;
    };
    const at = this.line.indexOf(game.here) * step;
    this.root.replaceChildren(
      shape("path", { class: "perhaps", d: path("high") }),
      shape("path", { class: "surely", d: path("low") }),
      shape("rect", { class: "now", x: at, y: 0, width: Math.max(step, 1.5), height: HEIGHT + BELOW }),
    );
    this.root.setAttribute("aria-label", label);
  }
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
return { Graph };
})();
const $learning = (() => {

const { byId, element } = $dialogs;
const { t } = $i18n;
const { effectOn } = $judging;

class Learning {
  constructor(table, analysis) {
    Object.assign(this, { table, analysis, at: null });
  }

  draw() {
    const points = this.analysis.turningPoints();
    const root = byId("learning");
    root.hidden = !points.length;
    if (!points.includes(this.at)) this.at = null;
    const { here } = this.table.game;
    const number = points.indexOf(this.at) + 1;
    const said = this.at
      ? this.#told(number, points.length, here)
      : t("learn.found", { count: points.length });
    if (byId("learning-said").textContent !== said) byId("learning-said").textContent = said;
    const actions = [
      ["learn.next", "learn"],
      ...(this.at ? [["learn.again", "learn-again"], ["learn.best", "learn-best"]] : []),
    ];
    const wanted = actions.map(([key]) => key).join(" ");
    const buttons = byId("learning-actions");
    if (buttons.dataset.of !== `${wanted} ${document.documentElement.lang}`) {
      buttons.dataset.of = `${wanted} ${document.documentElement.lang}`;
      buttons.replaceChildren(
        ...actions.map(([key, command]) => element("button", { type: "button", "data-command": command }, t(key))),
      );
    }
  }

  next() {
    const points = this.analysis.turningPoints();
    if (!points.length) return;
    this.at = points[(points.indexOf(this.at) + 1) % points.length];
    this.again();
  }

  again() {
    if (this.at) this.table.jump(this.at.parent);
  }

  best() {
    if (!this.at) return;
    this.again();
    this.table.command("solve");
  }

  #told(number, total, here) {
    const { ply, word, parent } = this.at;
    if (here === parent) return t("learn.try", { number, total, ply, move: word });
    if (here.parent === parent && here !== this.at) return t(`learn.tried.${effectOn(here)}`, { move: here.word });
    return t("learn.point", { number, total, ply, move: word });
  }
}
return { Learning };
})();
const $modes = (() => {

const { keptWord } = $kept;
const { writeDown } = $store;

const STORED = "kiebitz.mode";
const MODES = ["play", "analyse"];

let mode = keptWord(STORED, MODES) ?? "play";

const modeNow = () => mode;

const analysing = () => mode === "analyse";

function chooseMode(wanted) {
  mode = wanted;
  writeDown(() => localStorage.setItem(STORED, wanted));
  showMode();
}

function showMode() {
  document.documentElement.classList.toggle("analysing", analysing());
  for (const name of MODES) {
    document.querySelector(`[data-command="${name}"]`).setAttribute("aria-pressed", String(name === mode));
  }
}
return { MODES, modeNow, analysing, chooseMode, showMode };
})();
const $movelist = (() => {

const { element } = $dialogs;
const { formatNumber, t } = $i18n;
const { effectOn } = $judging;
const { briefly, cardsText } = $speech;

const SIGNS = { kept: "✓", lost: "✕", unknown: "?", gone: "·", asking: "" };

class MoveList {
  constructor(root, jump) {
    Object.assign(this, { root, jump, buttons: new Map() });
    root.addEventListener("click", (event) => {
      const node = this.#nodeOf(event.target);
      if (node) jump(node);
    });
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  draw(game) {
    const focused = this.root.contains(document.activeElement);
    this.game = game;
    this.buttons.clear();
    const wanted = [this.#start(game.root), ...(game.root.children.length ? [this.#line(game.root.children[0])] : [])];
    for (const [node, button] of this.buttons) {
      button.tabIndex = node === game.here ? 0 : -1;
      if (node === game.here) button.setAttribute("aria-current", "step");
    }
    renew(this.root, wanted);
    const nodes = [...this.buttons.keys()];
    this.root.querySelectorAll(".move").forEach((button, at) => this.buttons.set(nodes[at], button));
    const here = this.buttons.get(game.here);
    if (focused) here.focus({ preventScroll: true });
    const { offsetTop, offsetHeight } = here;
    const { scrollTop, clientHeight } = this.root;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) {
      this.root.scrollTop = offsetTop - clientHeight / 2;
    }
  }

  #start(node) {
    const button = element("button", { type: "button", class: "move start" }, t("analysis.start"));
    this.buttons.set(node, button);
    return element("p", {}, button, ...this.#comment(node));
  }

  #line(first) {
    const items = [];
    for (let node = first; node; [node] = node.children) {
      items.push(element("li", {}, this.#move(node), ...this.#comment(node)));
      const [main, ...others] = node.parent.children;
      if (node === main) for (const other of others) items.push(this.#variation(other));
    }
    return element("ol", { class: "line" }, ...items);
  }

  #variation(first) {
    const name = first.name || t("analysis.variation", { move: first.word });
    return element("li", { class: "variation" }, element("p", { class: "variation-name" }, name), this.#line(first));
  }

  #move(node) {
    const effect = effectOn(node);
    const { gone } = node;
    const said = [t("analysis.move", { ply: node.ply, move: node.word }), t(`analysis.effect.${effect}`)];
    if (gone.length) said.push(t("analysis.gone", { cards: cardsText(gone) }));
    const button = element(
      "button",
      { type: "button", class: `move ${effect}`, "aria-label": said.join("; ") },
      element("span", { class: "ply" }, formatNumber(node.ply)),
      element("span", { class: "word" }, node.word),
      element("span", { class: "effect" }, SIGNS[effect]),
      ...(gone.length ? [element("span", { class: "gone-home" }, `⌂ ${briefly(gone)}`)] : []),
    );
    this.buttons.set(node, button);
    return button;
  }

  #comment({ comment }) {
    return comment ? [element("span", { class: "comment" }, comment)] : [];
  }

  #nodeOf(target) {
    const button = target.closest?.(".move");
    return [...this.buttons].find(([, one]) => one === button)?.[0];
  }

  #key(event) {
    const { here } = this.game;
    const siblings = here.parent?.children ?? [here];
    const beside = (by) => siblings[siblings.indexOf(here) + by];
    let last = here;
    while (last.next) last = last.next;
    const wanted = {
      ArrowLeft: () => here.parent,
      ArrowRight: () => here.next,
      ArrowUp: () => beside(-1),
      ArrowDown: () => beside(1),
      Home: () => this.game.root,
      End: () => last,
    }[event.key];
    if (!wanted || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const node = wanted();
    if (node) this.jump(node);
  }
}

function renew(root, wanted) {
  const there = [...root.children];
  wanted.forEach((one, at) => {
    const old = there[at];
    if (!old) root.append(one);
    else if (old.matches("ol") && one.matches("ol")) renew(old, [...one.children]);
    else if (!old.isEqualNode(one)) old.replaceWith(one);
  });
  for (const old of there.slice(wanted.length)) old.remove();
}
return { MoveList };
})();
const $analysis = (() => {

const { byId, element, showDialog } = $dialogs;
const { Graph } = $graph;
const { t } = $i18n;
const { effectOn, onlyMove } = $judging;
const { Learning } = $learning;
const { analysing } = $modes;
const { MoveList } = $movelist;
const { formatMove } = $notation;
const { askedGame, textOf } = $opening;
const { faultText } = $speech;
const { think } = $thinking;
const { LONGEST, tidy } = $trees;

class Analysis {
  constructor(table) {
    this.table = table;
    const jump = (node) => table.jump(node);
    this.list = new MoveList(byId("moves"), jump);
    this.graph = new Graph(byId("graph"), jump);
    this.learning = new Learning(table, this);
    byId("drawer").addEventListener("click", () => this.toggleDrawer());
    byId("comment").maxLength = byId("variation-name").maxLength = LONGEST;
    byId("comment").addEventListener("change", (event) => {
      table.game.here.comment = tidy(event.target.value);
      this.#kept();
    });
    byId("variation-name").addEventListener("change", (event) => {
      this.#variation().name = tidy(event.target.value);
      this.#kept();
    });
  }

  toggleDrawer(open = byId("drawer").getAttribute("aria-expanded") !== "true") {
    byId("drawer").setAttribute("aria-expanded", String(open));
    byId("analysis").classList.toggle("open", open);
    this.draw(); // the list stood nowhere before
  }

  stop() {
    this.asked?.abort();
  }

  look() {
    this.stop();
    const wasHidden = byId("analysis").hidden;
    byId("analysis").hidden = !analysing();
    if (!analysing()) return;
    if (wasHidden) this.draw();
    else this.#drawSoon();
    this.asked = new AbortController();
    if (this.table.light.on) this.#find(this.table.game, this.asked.signal);
  }

  draw() {
    const { game } = this.table;
    if (!analysing() || !game) return;
    const summary = this.#summary(game);
    this.graph.draw(game, summary);
    this.learning.draw();
    byId("analysis-summary").textContent = summary;
    const comment = byId("comment");
    if (document.activeElement !== comment) comment.value = game.here.comment;
    const first = this.#variation();
    for (const part of document.querySelectorAll(".of-variation")) part.hidden = !first;
    if (first && document.activeElement !== byId("variation-name")) byId("variation-name").value = first.name;
    byId("delete-moves").disabled = !game.here.parent;
    this.list.draw(game); // last, for it asks where things are
  }

  promote() {
    this.table.game.promote(this.#variation());
    this.#kept();
  }

  remove(node) {
    const { table } = this;
    table.game.remove(node);
    table.moved();
    table.say(t("analysis.deleted", { move: node.word }));
  }

  removeVariation() {
    this.remove(this.#variation());
  }

  removeMoves() {
    if (this.table.game.here.parent) this.remove(this.table.game.here);
  }

  export() {
    const text = element("textarea", { id: "export-text", rows: 12, readonly: true, "data-i18n-attr": "aria-label:game.paste.text" });
    text.value = textOf(this.table);
    const copy = async () => {
      text.select();
      try {
        await navigator.clipboard.writeText(text.value);
        byId("export-said").textContent = t("analysis.copied");
      } catch {
        byId("export-said").textContent = t("analysis.selected"); // no clipboard here
      }
    };
    const save = () => {
      const address = URL.createObjectURL(new Blob([text.value], { type: "text/plain" }));
      element("a", { href: address, download: "kiebitz.txt" }).click();
      setTimeout(() => URL.revokeObjectURL(address));
    };
    showDialog("export", "analysis.export", () => [
      element("p", { class: "dialog-note", "data-i18n": "analysis.export.note" }),
      text,
      element("p", { id: "export-said", class: "dialog-note", role: "status" }),
      element(
        "div",
        { class: "dialog-actions" },
        element("button", { type: "button", class: "main", "data-i18n": "analysis.copy", click: copy }),
        element("button", { type: "button", "data-i18n": "analysis.save", click: save }),
      ),
    ]);
  }

  #variation() {
    for (let node = this.table.game.here; node.parent; node = node.parent) {
      if (node !== node.parent.children[0]) return node;
    }
    return null;
  }

  #kept() {
    this.table.keep();
    this.draw();
  }

  #summary(game) {
    const { here } = game;
    const said = [t("game.at", { ply: here.ply, total: game.words.length })];
    if (here.parent && here.light) said.push(t(`analysis.effect.${effectOn(here)}`));
    const only = onlyMove(here);
    if (only) said.push(t("analysis.only", { move: formatMove(game.rules, here.position, only) }));
    return said.join(" · ");
  }

  async #find(game, signal) {
    try {
      const { here } = game;
      await this.table.light.answered;
      if (signal.aborted) return;
      if (!here.judged && !game.won) {
        here.judged = await think("moves", { game: askedGame(game) }, { signal });
        this.table.input.judged();
        this.#drawSoon();
      }
      for (const node of [game.root, ...game.nodes]) {
        if (node.light) continue;
        node.light = await think("light", { game: askedGame(game, node) }, { signal });
        this.#drawSoon();
      }
    } catch (error) {
      if (!signal.aborted && error.code !== "no_module") this.table.say(faultText(error), "refused");
    }
  }

  #drawSoon() {
    this.soon ??= requestAnimationFrame(() => {
      this.soon = null;
      this.draw();
    });
  }

  turningPoints() {
    return this.table.game.nodes.filter((node) => effectOn(node) === "lost");
  }
}
return { Analysis };
})();
const $sound = (() => {

const { setting } = $settings;

const CHORD = [523.25, 659.26, 783.99, 1046.5];
const HOME = 587.33;
const LOW = 146.83;

let audio = null;

const SOUNDS = {
  move: (at) => tap(at, 0.35),
  home: (at, step) => note(HOME * 2 ** (step / 12), at, 0.22, 0.12),
  refused: (at) => note(LOW, at, 0.16, 0.14),
  won: (at) => CHORD.forEach((pitch, index) => note(pitch, at + index * 0.11, 0.7, 0.12)),
};

function sound(name, { after = 0, step = 0 } = {}) {
  if (!setting("sound")) return;
  audio ??= new AudioContext();
  audio.resume().catch(() => {}); // before the first click of a visit nothing may sound
  SOUNDS[name](audio.currentTime + after, step);
}

function note(pitch, at, length, volume) {
  const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  play(source, at, length, volume);
}

function tap(at, volume) {
  const length = 0.06;
  const noise = new AudioBuffer({ length: Math.ceil(audio.sampleRate * length), sampleRate: audio.sampleRate });
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  play(source, at, length, volume, new BiquadFilterNode(audio, { type: "bandpass", frequency: 1800, Q: 0.8 }));
}

function play(source, at, length, volume, ...filters) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  [source, ...filters, gain, audio.destination].reduce((from, to) => from.connect(to));
  source.start(at);
  source.stop(at + length);
}
return { sound };
})();
const $ending = (() => {

const { byId, element } = $dialogs;
const { suitSign } = $faces;
const { formatDuration, formatNumber, t } = $i18n;
const { askedGame } = $opening;
const { FOUNDATION, SUITS } = $rules;
const { setting } = $settings;
const { sound } = $sound;
const { think } = $thinking;

const FALLING = 40;
const LONGEST = 2600;

class Ending {
  constructor(table) {
    this.table = table;
    this.box = byId("won");
  }

  look(game, { byPlayer, isNew, seconds }) {
    this.asked?.abort();
    this.box.hidden = true;
    if (!game.won) return;
    this.asked = new AbortController();
    this.shown = { game, byPlayer, seconds, best: null };
    this.#show(this.asked.signal, isNew && byPlayer);
  }

  async #show(signal, celebrates) {
    await this.table.board.settled();
    if (signal.aborted) return;
    this.box.hidden = false;
    this.draw();
    if (celebrates) {
      sound("won");
      this.#celebrate();
    }
    if (this.shown.byPlayer && !this.shown.game.rules.scored) await this.#compare(signal);
  }

  async #compare(signal) {
    const { game } = this.shown;
    try {
      const { moves, autoplay } = await think("solution", { game: askedGame(game, game.root) }, { signal });
      if (signal.aborted || !moves.length || autoplay !== game.autoplay) return;
      this.shown.best = moves.length;
      this.draw();
    } catch {
    }
  }

  draw() {
    if (this.box.hidden) return;
    const { game, byPlayer, seconds, best } = this.shown;
    byId("won-text").textContent = t(byPlayer ? "won.title" : "won.finished");
    const figures = [
      ...(setting("timer") && byPlayer ? [["won.time", formatDuration(Math.floor(seconds))]] : []),
      ["won.moves", formatNumber(game.ply)],
      ...(best === null ? [] : [["won.short", formatNumber(best)]]),
    ];
    byId("won-figures").replaceChildren(
      ...figures.map(([key, value]) => element("div", {}, element("dt", {}, t(key)), element("dd", {}, value))),
    );
    byId("won-note").textContent = best !== null && game.ply < best ? t("won.shorter") : "";
  }

  #celebrate() {
    if (setting("reducedMotion")) return;
    const { root, layout } = this.table.board;
    const { suits } = this.table.game.rules;
    const [wide, high] = [root.clientWidth, root.clientHeight];
    const layer = element("div", { class: "falling", "aria-hidden": "true" });
    root.append(layer);
    const flights = Array.from({ length: FALLING }, (_, index) => {
      const suit = suits[index % suits.length];
      const { x, y } = layout.piles.get(FOUNDATION + SUITS.indexOf(suit));
      const piece = element("span", { class: `falling-card ink-${suit}` }, suitSign(suit));
      layer.append(piece);
      const away = (Math.random() - 0.5) * wide * 0.9;
      const turn = (Math.random() - 0.5) * 1080;
      const at = (over, down, turned) => `translate(${x + away * over}px, ${down}px) rotate(${turn * turned}deg)`;
      return piece.animate(
        [
          { transform: at(0, y, 0), opacity: 0, easing: "cubic-bezier(0.2, 0.6, 0.5, 1)" },
          { transform: at(0.35, y - high * 0.12, 0.3), opacity: 1, offset: 0.25, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" },
          { transform: at(1, high + 60, 1), opacity: 1 },
        ],
        { duration: LONGEST * (0.6 + Math.random() * 0.4), delay: (index / FALLING) * 900, fill: "both" },
      ).finished;
    });
    Promise.allSettled(flights).then(() => layer.remove());
  }
}
return { Ending };
})();
const $keys = (() => {

const { resolve } = $choices;
const { analysing } = $modes;
const { pileOf } = $notation;
const { CELL, FOUNDATION, exists, longest } = $rules;
const { setting } = $settings;

const COMMANDS = {
  u: "undo",
  r: "redo",
  n: "new",
  D: "daily",
  H: "hint",
  S: "solve",
  L: "light",
  J: "jump",
  P: "replay",
  R: "random",
  A: "mode",
  "?": "help",
};
const NAMED = { Home: "restart", PageUp: "previous", PageDown: "next" };

class Keys {
  constructor(board, table, input) {
    Object.assign(this, { board, table, input });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    this.board.hurry();
    if (document.querySelector("dialog[open]") || event.target.closest?.("input, select, textarea")) return;
    if (event.ctrlKey || event.metaKey) {
      const key = signOf(event).toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      this.table.command(key === "z" && !event.shiftKey ? "undo" : "redo");
      return;
    }
    if (event.altKey) return;
    if (this.#pressed(event)) event.preventDefault();
  }

  #pressed(event) {
    const key = signOf(event);
    if (key.startsWith("Arrow")) return this.#arrow(event);
    if (key === "Escape") {
      if (this.input.picked) this.table.picked(null);
      this.input.clear();
      this.table.command("stop");
      return true;
    }
    if (key in NAMED) return this.#command(NAMED[key]);
    if (key.length !== 1 || !setting("shortcuts")) return false;
    if (key === " ") return !event.target.closest("button") && this.#command("pause");
    if (key in COMMANDS && !this.#isColumn(key)) return this.#command(COMMANDS[key]);
    return (!this.table.locked && this.#letter(key)) || this.#small(key);
  }

  #command(name) {
    this.input.clear();
    this.table.command(name);
    return true;
  }

  #isColumn(key) {
    const pile = key === key.toUpperCase() ? pileOf(key) : null;
    return pile !== null && pile < CELL && exists(this.table.game.rules, pile);
  }

  #letter(key) {
    const { rules, position } = this.table.game;
    const pile = pileOf(key);
    if (pile === null && this.input.picked) {
      const { pile: source } = this.input.picked;
      this.input.clear();
      this.input.offer(resolve(rules, position, source, FOUNDATION));
      return true;
    }
    if (pile === undefined || pile === null || !exists(rules, pile)) return false;
    this.input.choose(pile);
    return true;
  }

  #small(key) {
    const name = key === "h" ? undefined : COMMANDS[key.toUpperCase()];
    if (name) this.table.command(name);
    return Boolean(name);
  }

  #arrow(event) {
    const { board, input } = this;
    const along = { ArrowLeft: "undo", ArrowRight: "redo" }[event.key];
    if (along && analysing() && document.activeElement === document.body) {
      this.table.command(along);
      return true;
    }
    if (event.shiftKey && input.picked) {
      this.#recount(event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0);
      return true;
    }
    if (!board.root.contains(document.activeElement)) {
      if (document.activeElement !== document.body) return false;
      board.focus(board.focused);
      return true;
    }
    const next = neighbour(board.layout.piles, board.focused, event.key);
    if (next !== undefined) board.focus(next);
    return true;
  }

  #recount(by) {
    const { rules, position } = this.table.game;
    const { pile, count } = this.input.picked;
    const most = pile < CELL ? longest(rules, position, pile) : 1;
    this.input.picked.count = Math.min(most, Math.max(1, (count ?? 1) + by));
    this.input.mark();
    this.table.picked(pile, this.input.picked.count);
  }
}

function signOf({ key, code, shiftKey }) {
  const [, sign] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  if (!sign || key.length !== 1 || key < "\u0080") return key;
  return shiftKey ? sign : sign.toLowerCase();
}

function neighbour(piles, from, key) {
  const here = piles.get(from);
  const others = [...piles].filter(([pile]) => pile !== from);
  const nearest = (some, distance) => some.sort((one, other) => distance(one[1]) - distance(other[1]))[0]?.[0];
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const side = key === "ArrowLeft" ? -1 : 1;
    const row = others.filter(([, place]) => place.y === here.y && (place.x - here.x) * side > 0);
    return nearest(row, (place) => Math.abs(place.x - here.x));
  }
  const side = key === "ArrowUp" ? -1 : 1;
  const beyond = others.filter(([, place]) => (place.y - here.y) * side > 0);
  return nearest(beyond, (place) => Math.abs(place.y - here.y) * 1000 + Math.abs(place.x - here.x));
}
return { Keys };
})();
const $input = (() => {

const { cardsTaken, countAt, countFrom, placesOf, resolve, targetsOf } = $choices;
const { Keys } = $keys;
const { cardsOf, freeCell, isLegal, refusedToTake, CELL, FOUNDATION } = $rules;
const { setting } = $settings;

const DRAGGED = 6; // pixels after which a press is no click any more
const DOUBLE = 400; // milliseconds between two clicks that count as one

class Input {
  constructor(board, table) {
    Object.assign(this, { board, table, picked: null, drag: null, clicked: 0 });
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#letGo());
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("contextmenu", (event) => this.drag && event.preventDefault());
    document.querySelector("main").addEventListener("click", (event) => this.#beside(event));
    this.keys = new Keys(board, table, this);
  }

  #beside(event) {
    if (!this.picked || this.dragged || event.target.closest("button, aside, #won")) return;
    this.clear();
    this.table.picked(null);
  }

  clear() {
    this.picked = null;
    this.#letGo();
    this.mark();
  }


  #pile(event) {
    const button = event.target.closest?.("[data-pile]");
    return button ? Number(button.dataset.pile) : null;
  }

  #down(event) {
    this.board.hurry();
    this.pointer = event.pointerType;
    const pile = this.#pile(event);
    this.dragged = false;
    if (pile === null || event.button !== 0 || !event.isPrimary || this.table.locked) return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.drag = { pile, id, x, y, index: this.board.cardAt(pile, y) };
  }

  #move(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.cards) {
      if (Math.hypot(dx, dy) < DRAGGED) return;
      this.dragged = true;
      if (!this.#lift(drag)) {
        this.drag = null;
        return;
      }
      this.board.root.setPointerCapture(drag.id);
    }
    this.board.carry(drag.cards, dx, dy, true);
  }

  #lift(drag) {
    const { rules, position } = this.table.game;
    const count = drag.pile < CELL ? cardsOf(position, drag.pile).length - Math.max(drag.index, 0) : 1;
    const reason = refusedToTake(rules, position, drag.pile, count);
    if (reason) {
      if (reason.code !== "empty") this.table.refuse(reason);
      return false;
    }
    drag.cards = cardsTaken(position, drag.pile, count);
    drag.corner = this.board.cornerOf(drag.cards[0]);
    this.picked = { pile: drag.pile, count: drag.cards.length };
    this.mark();
    return true;
  }

  #up(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.cards) {
      this.drag = null;
      return;
    }
    const x = drag.corner.x + event.clientX - drag.x;
    const y = drag.corner.y + event.clientY - drag.y;
    const piles = this.board.pilesUnder(x, y).filter((pile) => pile !== drag.pile);
    this.clear();
    const offers = piles.map((pile) => this.#strictly(drag.pile, pile, drag.cards.length));
    const offer = offers.find(({ reason }) => !reason) ?? offers[0];
    if (offer) this.offer(offer);
  }

  #strictly(source, target, count) {
    const { rules, position } = this.table.game;
    const found = resolve(rules, position, source, target, count);
    if (found.move.count === count) return found;
    const move = { ...found.move, count };
    return { move, reason: this.table.game.refusal(move) };
  }

  #letGo() {
    if (this.drag?.cards) this.board.carry(this.drag.cards);
    this.drag = null;
  }

  #click(event) {
    const pile = this.#pile(event);
    const byHand = event.detail > 0; // and not by Enter or by a screen reader
    if (pile === null || (this.dragged && byHand) || this.table.locked) return;
    const oneTap = setting("oneTap");
    if (byHand && !this.picked && (oneTap === "always" || (oneTap === this.pointer && pile !== null))) {
      this.board.focus(pile);
      this.#tap(pile, this.board.cardAt(pile, event.clientY));
      return;
    }
    const twice = byHand && this.picked?.pile === pile && event.timeStamp - this.clicked < DOUBLE;
    this.clicked = event.timeStamp;
    this.board.focus(pile);
    if (twice) this.#home(pile);
    else this.choose(pile, byHand ? this.board.cardAt(pile, event.clientY) : -1);
  }

  #home(pile) {
    const { rules, position } = this.table.game;
    this.clear();
    if (pile >= FOUNDATION || !cardsOf(position, pile).length) return;
    const home = resolve(rules, position, pile, FOUNDATION);
    const move = { source: pile, target: freeCell(position), count: 1 };
    const isOther = home.reason && pile < CELL && isLegal(rules, position, move);
    this.offer(isOther ? { move, reason: null } : home);
  }

  #tap(pile, index) {
    const { game } = this.table;
    const { tapped } = this;
    this.tapped = null;
    if (tapped?.node === game.here && isWhere(game, tapped.places[tapped.at], pile, index)) {
      this.table.retract(tapped.node, tapped.isNew);
      this.#place(tapped.places, tapped.at + 1);
      return;
    }
    const { rules, position } = game;
    const count = countAt(position, pile, index);
    const reason = refusedToTake(rules, position, pile, count);
    const places = reason ? [] : placesOf(rules, position, pile, index);
    if (places.length) this.#place(places, 0);
    else this.table.refuse(reason ?? { code: "nowhere", card: cardsTaken(position, pile, count)[0] });
  }

  #place(places, at) {
    const move = places[at];
    if (!move) return;
    const { here } = this.table.game;
    const before = here.children.length;
    this.table.tryMove(move);
    this.tapped = { node: this.table.game.here, isNew: here.children.length > before, places, at };
  }


  choose(pile, index = -1) {
    const { rules, position } = this.table.game;
    if (!this.picked) {
      const reason = refusedToTake(rules, position, pile, countAt(position, pile, index));
      if (reason && reason.code !== "no_sequence") {
        this.table.refuse(reason);
        return;
      }
      this.picked = { pile, count: countFrom(rules, position, pile, index) };
      this.mark();
      this.table.picked(pile, this.picked.count);
      return;
    }
    const { pile: source, count } = this.picked;
    this.clear();
    if (source !== pile) this.offer(resolve(rules, position, source, pile, count));
    else this.table.picked(null);
  }

  offer({ move, reason }) {
    if (reason) this.table.refuse(reason);
    else this.table.tryMove(move);
  }

  judged() {
    if (this.picked) this.mark();
  }

  mark() {
    const { rules, position } = this.table.game;
    if (!this.picked) {
      for (const mark of ["picked", "target", "keeps", "loses"]) this.board.mark(mark);
      return;
    }
    const { pile, count } = this.picked;
    const taking = targetsOf(rules, position, pile, count);
    const piles = this.drag?.cards ? taking.filter((target) => !this.#strictly(pile, target, count).reason) : taking;
    this.board.mark("picked", { cards: cardsTaken(position, pile, count), piles: [pile] });
    const marked = (some) => ({ piles: some, cards: some.map((target) => this.board.cardsIn(target).at(-1)) });
    this.board.mark("target", marked(piles));
    const effect = (target) => this.table.effectOf(resolve(rules, position, pile, target, count).move);
    this.board.mark("keeps", marked(piles.filter((target) => effect(target) === "kept")));
    this.board.mark("loses", marked(piles.filter((target) => effect(target) === "lost")));
  }
}

function isWhere({ position }, { target, count }, pile, index) {
  return pile === target && (pile >= CELL || index === position.columns[pile].length - count);
}
return { Input };
})();
const $leaving = (() => {

const { element, showDialog } = $dialogs;

function askToLeave() {
  return new Promise((resolve) => {
    let leaves = false;
    const leave = () => {
      leaves = true;
      dialog.close();
    };
    const dialog = showDialog("leaving", "leaving.title", () => [
      element("p", { "data-i18n": "leaving.note" }),
      element(
        "div",
        { class: "dialog-actions" },
        element("button", { type: "button", class: "main", "data-i18n": "leaving.stay", click: () => dialog.close() }),
        element("button", { type: "button", "data-i18n": "leaving.leave", click: leave }),
      ),
    ]);
    dialog.addEventListener("close", () => resolve(leaves));
  });
}
return { askToLeave };
})();
const $deals = (() => {

const LAST_OF_MICROSOFT = 1_000_000;

function randomNumber() {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return (drawn % LAST_OF_MICROSOFT) + 1;
}

function numberOfDay(year, month, day) {
  const days = Date.UTC(year, month - 1, day) / 86_400_000;
  return ((days * 611_953) % LAST_OF_MICROSOFT) + 1;
}

function numberOfToday(now = new Date()) {
  return numberOfDay(now.getFullYear(), now.getMonth() + 1, now.getDate());
}
return { randomNumber, numberOfDay, numberOfToday };
})();
const $nextdeals = (() => {

const { randomNumber } = $deals;
const { formatLink } = $links;
const { faultText } = $speech;

const LEAST = 1;

function dealCommands(table) {
  const other = (number) => formatLink({ ...table.source, number, board: null, moves: "", at: null });
  const open = (link) => table.change(link).catch((error) => table.say(faultText(error), "refused"));
  const { number } = table.source;
  const beside = (by) => (typeof number === "bigint" ? number + BigInt(by) : number + by);
  return {
    previous: () => number > LEAST && open(other(beside(-1))),
    next: () => number !== null && open(other(beside(1))),
    random: () => open(formatLink({ ...table.source, numbering: "microsoft", number: randomNumber(), board: null })),
  };
}

function drawDeals({ source: { number } }) {
  const disable = (name, yes) => {
    for (const button of document.querySelectorAll(`[data-command=${name}]`)) button.disabled = yes;
  };
  disable("previous", number === null || number <= LEAST);
  disable("next", number === null);
}
return { dealCommands, drawDeals };
})();
const $light = (() => {

const { byId } = $dialogs;
const { fixed } = $fixed;
const { t } = $i18n;
const { keptWord } = $kept;
const { analysing, modeNow } = $modes;
const { askedGame } = $opening;
const { writeDown } = $store;
const { think } = $thinking;

const KEPT = { play: "kiebitz.light", analyse: "kiebitz.light.analyse" };
const USUAL = { play: "off", analyse: "on" };
const SYMBOLS = {
  done: "✓",
  solved: "✓",
  impossible: "✕",
  undecided: "?",
  asking: "…",
  off: "○",
  no_module: "⚠",
  score: "★",
};

class Light {
  constructor(button, onLost) {
    Object.assign(this, { button, onLost, answered: null, state: { kind: "off" } });
    this.symbol = button.querySelector(".lamp-symbol");
    this.word = button.querySelector(".lamp-word");
    this.spoken = byId("light-spoken");
  }

  get on() {
    const mode = modeNow();
    return (fixed("light") ?? this.chosen?.[mode] ?? keptWord(KEPT[mode], ["on", "off"]) ?? USUAL[mode]) === "on";
  }

  get helps() {
    return this.on || analysing();
  }

  toggle() {
    const now = this.on ? "off" : "on";
    this.chosen = { ...this.chosen, [modeNow()]: now }; // though the store may be full
    writeDown(() => localStorage.setItem(KEPT[modeNow()], now));
    return this.on;
  }

  ask(game) {
    this.#stop();
    this.scored = game.rules.scored;
    this.answered = this.on ? this.#ask(game) : null;
  }

  async #ask(game) {
    const { here } = game;
    if (game.won) {
      this.onLost(null);
      here.light = { verdict: "solved", ...(game.rules.scored ? { score: game.rules.size, bound: game.rules.size } : {}) };
      this.#set({ kind: "done" });
      return;
    }
    const asked = new AbortController();
    this.asked = asked;
    if (!here.light) {
      this.button.setAttribute("aria-busy", "true");
      const slow = setTimeout(() => this.#set({ kind: "asking" }), 250);
      try {
        const light = await think("light", { game: askedGame(game) }, asked);
        if (asked.signal.aborted) return;
        here.light = light;
      } catch (error) {
        if (asked.signal.aborted) return;
        this.onLost(null);
        this.#set({ kind: error.code === "no_module" ? "no_module" : "undecided" });
        return;
      } finally {
        clearTimeout(slow);
      }
    }
    const { verdict: kind, score, bound } = here.light;
    this.#set({ kind, score, bound });
    await this.#findLoss(game, asked);
  }

  async #findLoss(game, asked) {
    let loss = null;
    try {
      if (this.state.kind === "impossible" || this.scored) loss = await think("losingMove", { game: askedGame(game) }, asked);
    } catch {
    }
    if (!asked.signal.aborted) this.onLost(loss);
  }

  #stop() {
    this.asked?.abort();
    if (this.on) return;
    this.onLost(null);
    this.#set({ kind: "off" });
  }

  #set(state) {
    this.state = state;
    this.button.removeAttribute("aria-busy");
    this.draw();
  }

  draw() {
    const { kind, score, bound } = this.state;
    const counts = this.scored && score !== undefined && score !== null && kind !== "done";
    this.button.dataset.light = counts ? "score" : kind;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.symbol.textContent = counts ? SYMBOLS.score : SYMBOLS[kind];
    const key = score === bound ? "game.light.best" : "game.light.between";
    this.word.textContent = counts ? t(key, { score, bound }) : t(`game.light.${kind}`);
    if (kind !== "asking") this.spoken.textContent = kind === "off" ? "" : this.word.textContent;
  }
}
return { Light };
})();
const $player = (() => {

const { byId } = $dialogs;
const { t } = $i18n;

const SPEEDS = [0.5, 1, 2, 4, 8];

class Player {
  constructor(table) {
    this.table = table;
    this.bar = byId("player");
    this.timer = null;
    byId("player-start").addEventListener("click", () => this.#goto(0));
    byId("player-back").addEventListener("click", () => this.#halt() || table.command("undo"));
    byId("player-play").addEventListener("click", () => this.pause());
    byId("player-forward").addEventListener("click", () => this.#halt() || table.command("redo"));
    byId("player-end").addEventListener("click", () => this.#goto(Infinity));
    byId("player-close").addEventListener("click", () => this.close());
    byId("player-at").addEventListener("input", (event) => this.#goto(Number(event.target.value)));
    const speed = byId("player-speed");
    speed.append(...SPEEDS.map((rate) => new Option(`${rate}×`, rate, rate === 1, rate === 1)));
    speed.addEventListener("change", () => this.playing && this.#start());
  }

  get playing() {
    return this.timer !== null;
  }

  open() {
    this.bar.hidden = false;
    this.draw();
    byId("player-play").focus();
  }

  close() {
    this.#halt();
    this.bar.hidden = true;
  }

  toggle() {
    if (this.bar.hidden) this.open();
    else this.close();
  }

  pause() {
    if (this.bar.hidden) return;
    if (this.playing) this.#halt();
    else this.#start();
    this.draw();
  }

  stop() {
    if (this.playing) this.pause();
  }

  draw() {
    const { game } = this.table;
    if (!game || this.bar.hidden) return;
    const total = game.words.length;
    const at = byId("player-at");
    at.max = total;
    at.value = game.ply;
    at.setAttribute("aria-valuetext", t("game.at", { ply: game.ply, total }));
    byId("player-place").textContent = `${game.ply}/${total}`;
    byId("player-start").disabled = byId("player-back").disabled = !game.ply;
    byId("player-end").disabled = byId("player-forward").disabled = !game.goesOn;
    const play = byId("player-play");
    play.classList.toggle("is-playing", this.playing);
    play.setAttribute("aria-label", t(this.playing ? "game.player.pause" : "game.player.play"));
  }

  #start() {
    this.#halt();
    this.table.input.clear();
    if (!this.table.game.goesOn) this.table.goto(0);
    const tick = () => {
      if (!this.table.forward() || !this.table.game.goesOn) this.#halt();
      this.draw();
    };
    this.timer = setInterval(tick, 1000 / Number(byId("player-speed").value));
  }

  #halt() {
    clearInterval(this.timer);
    this.timer = null;
    this.draw();
  }

  #goto(ply) {
    this.#halt();
    this.table.goto(Math.min(ply, this.table.game.words.length));
  }
}
return { Player };
})();
const $table = (() => {

const { Account } = $account;
const { Advice } = $advice;
const { Analysis } = $analysis;
const { PACE } = $board;
const { byId } = $dialogs;
const { Ending } = $ending;
const { fixed } = $fixed;
const { Input } = $input;
const { askToLeave } = $leaving;
const { dealCommands, drawDeals } = $nextdeals;
const { beginEntry, keepGame } = $store;
const { effectOfMove } = $judging;
const { followLink, linkOf } = $opening;
const { Light } = $light;
const { analysing, chooseMode, modeNow } = $modes;
const { Player } = $player;
const { cardsText, faultText, moveText, pileName, refusalText, titleOf } = $speech;
const { sound } = $sound;
const { cardsTaken } = $choices;
const { t } = $i18n;
const { FOUNDATION, home } = $rules;

class Table {
  constructor(board) {
    this.board = board;
    this.advice = new Advice(this);
    this.light = new Light(byId("light"), (loss) => this.advice.showLoss(loss));
    this.player = new Player(this);
    this.analysis = new Analysis(this);
    this.ending = new Ending(this);
    this.account = new Account();
    this.others = {}; // commands that others bring: dialogs
  }

  get locked() {
    return this.player.playing;
  }


  open(link, kept = null, { entry = false } = {}) {
    const opened = followLink(link);
    this.input?.clear();
    this.advice.forget();
    this.advice.showLoss(null);
    this.player.close();
    this.board.hurry();
    this.board.show(opened.game.rules, opened.game.position, { sliding: false });
    if (this.game && !opened.game.ply) this.board.deal(); // the first one is there at once, as whoever came for it wants it
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

  #take({ game, source }) {
    Object.assign(this, { game, source });
  }

  prepare(moves, autoplay) {
    const game = autoplay === this.game.autoplay ? this.game : this.game.under(autoplay);
    const { ply } = game;
    for (const move of moves) {
      game.push(move);
      game.here.shown = true; // it is the program that found it
    }
    game.goto(ply);
    const first = game.here.next;
    if (first !== game.here.children[0]) first.name ||= t("analysis.solution");
    this.#take({ game, source: { ...this.source, autoplay } });
    this.account.helped = true;
    this.moved();
  }

  present() {
    for (const node of this.game.nodes) node.shown = true;
    this.player.open();
  }

  get link() {
    return linkOf(this);
  }


  tryMove(move) {
    const before = this.game.position;
    const automatic = this.game.push(move);
    this.game.here.shown = false;
    this.account.made += 1;
    this.say(moveText(before, move, automatic));
    this.#sound(move, automatic);
    this.moved({ along: this.#stages(), isNew: true });
  }

  retract(node, isNew) {
    const { parent } = node;
    if (isNew) this.game.remove(node);
    this.game.jump(parent);
    this.say(t("game.putBack"));
    this.moved();
  }

  #sound(move, automatic) {
    sound(move.target < FOUNDATION ? "move" : "home");
    automatic.forEach((_, index) => sound("home", { after: ((index + 1) * PACE) / 1000, step: 2 * index + 2 }));
  }

  #stages() {
    return this.game.here.stages.slice(0, -1);
  }

  refuse(reason) {
    sound("refused");
    this.say(refusalText(this.game.rules, reason), "refused");
  }

  picked(pile, count = null) {
    if (pile === null) {
      this.say(t("game.putBack"));
      return;
    }
    const cards = cardsText(cardsTaken(this.game.position, pile, count));
    this.say(t("game.picked", { cards, pile: pileName(pile) }), "quiet");
  }

  command(name) {
    const own = {
      undo: () => this.#step("undo"),
      redo: () => this.#step("redo"),
      hint: () => this.advice.hint(),
      solve: () => this.advice.solve(),
      restart: () => this.goto(0),
      ...dealCommands(this),
      replay: () => this.player.toggle(),
      pause: () => this.player.pause(),
      stop: () => this.player.stop(),
      jump: () => this.advice.jump(),
      light: () => this.toggleLight(),
      play: () => this.setMode("play"),
      analyse: () => this.setMode("analyse"),
      mode: () => this.setMode(analysing() ? "play" : "analyse"),
      promote: () => this.analysis.promote(),
      "delete-variation": () => this.analysis.removeVariation(),
      "delete-moves": () => this.analysis.removeMoves(),
      export: () => this.analysis.export(),
      learn: () => this.analysis.learning.next(),
      "learn-again": () => this.analysis.learning.again(),
      "learn-best": () => this.analysis.learning.best(),
    };
    (own[name] ?? this.others[name])?.();
  }

  #step(way) {
    const before = way === "redo" ? this.game.position : null;
    const move = this.game[way]();
    if (!move) {
      this.say(t(way === "undo" ? "game.nothingToUndo" : "game.nothingToRedo"));
      return false;
    }
    if (way === "undo") {
      this.account.helped = true;
      this.say(t("game.undone", { ply: this.game.ply + 1 }));
    } else {
      this.say(moveText(before, move, this.game.here.automatic));
    }
    this.moved({ along: way === "redo" ? this.#stages() : [] });
    return true;
  }

  forward() {
    return this.#step("redo");
  }

  goto(ply) {
    this.#go(ply, () => this.game.goto(ply));
  }

  jump(node) {
    this.#go(node.ply, () => this.game.jump(node));
  }

  #go(ply, go) {
    if (ply <= this.game.ply) this.account.helped = true;
    go();
    this.say(t("game.at", { ply: this.game.ply, total: this.game.words.length }));
    this.moved();
  }

  moved({ along = [], isNew = false } = {}) {
    this.analysis.stop();
    this.light.ask(this.game); // first of all: the worker searches while the page draws
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
    this.board.mark("last", { cards: parent ? cardsTaken(parent.position, move.source, move.count) : [] });
    this.#head();
    this.player.draw();
    this.#end(isNew);
    this.analysis.look();
  }


  setMode(mode) {
    if (mode === modeNow()) return;
    chooseMode(mode);
    this.input.clear();
    this.say(t(`mode.${mode}.said`));
    this.keep();
    this.askLight();
  }

  effectOf(move) {
    return analysing() && this.light.on ? effectOfMove(this.game.here, move) : "asking";
  }

  #head() {
    const { ply, position, rules } = this.game;
    byId("title").textContent = this.title;
    byId("count").textContent = t("game.count", { ply, home: home(position), size: rules.size });
    document.title = `${this.title} – Kiebitz`;
    drawDeals(this);
  }

  get title() {
    const title = titleOf(this.game.rules.data);
    const { deal } = this.game;
    return deal ? t("game.title", { title, number: String(deal.number) }) : t("game.title.board", { title });
  }

  #end(isNew) {
    const { game, account } = this;
    const { won, stuck } = game;
    const byPlayer = !this.#shown;
    account.clock.run(!won);
    this.ending.look(game, { byPlayer, isNew, seconds: account.clock.seconds });
    if (won) {
      this.say(t(byPlayer ? "game.won" : "game.finished", { count: game.ply }));
      if (byPlayer) this.#record({ won: true });
      else if (account.made) this.#record({ left: true });
    } else if (stuck) {
      const scored = game.rules.scored;
      this.say(t(scored ? "game.over" : "game.stuck", { score: home(game.position) }));
    }
  }


  keep({ soon = false } = {}) {
    this.account.helped ||= this.light.helps && this.game.ply > 0;
    keepGame({ link: this.link, ...this.account.kept, shown: this.#shown, ahead: this.game.ahead }, { soon });
  }

  get #shown() {
    return this.game.turns.some(({ shown }) => shown);
  }

  #record(ended) {
    this.account.helped ||= this.light.helps;
    this.account.record(this.game, ended);
  }

  #recordLeft() {
    if (this.game && !this.game.won && this.account.made) this.#record({ left: !this.game.stuck });
  }

  get isUnderWay() {
    const { made, recorded } = this.account;
    return this.game && made > 0 && !recorded && !this.game.won && !this.game.stuck && !analysing();
  }

  async change(link) {
    if (link === this.link) return true;
    if (this.isUnderWay && !(await askToLeave())) return false;
    this.open(link, null, { entry: true });
    return true;
  }


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


  say(text, kind = "") {
    const line = byId("message");
    line.textContent = text && line.textContent === text ? `${text}\u00a0` : text;
    line.dataset.kind = kind;
  }

  #forbid() {
    if (!fixed("hints")) return;
    for (const name of ["hint", "solve"]) {
      const button = document.querySelector(`[data-command="${name}"]`);
      button.setAttribute("aria-disabled", "true");
      button.setAttribute("aria-description", t("fixed.hints"));
      button.title = t("fixed.hints");
    }
  }

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
  }
}
return { Table };
})();
const $daily = (() => {

const { numberOfDay } = $deals;
const { element, showDialog } = $dialogs;
const { applyLanguage, formatNumber, language, t } = $i18n;
const { newLink } = $opening;
const { records } = $statistics;

const SIGNS = { left: "·", lost: "✕", helped: "(✓)", won: "✓" };
const RANKS = Object.keys(SIGNS);

const numberOf = (date) => numberOfDay(date.getFullYear(), date.getMonth() + 1, date.getDate());
const dayAfter = (date, by) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + by);
const sameDay = (one, other) => one.toDateString() === other.toDateString();
const formatted = (date, options) => new Intl.DateTimeFormat(language(), options).format(date);

function dailyResults(some = records()) {
  const found = new Map();
  for (const { game, rules, deal, won, left, helped, at } of some) {
    const [numbering, number] = deal.split(" ");
    if (game !== "freecell" || rules || numbering !== "microsoft") continue;
    const end = won ? (helped ? "helped" : "won") : left ? "left" : "lost";
    const known = found.get(Number(number)) ?? { best: end, days: [] };
    if (RANKS.indexOf(end) > RANKS.indexOf(known.best)) known.best = end;
    if (end === "won") known.days.push(new Date(at));
    found.set(Number(number), known);
  }
  return found;
}

function streaks(results, today = new Date(), back = 3660) {
  const isWon = (date) => results.get(numberOf(date))?.days.some((day) => sameDay(day, date)) ?? false;
  let [now, most, run] = [null, 0, 0];
  for (let ago = 0; ago < back; ago++) {
    const won = isWon(dayAfter(today, -ago));
    run = won ? run + 1 : 0;
    most = Math.max(most, run);
    if (!won && ago > 0) now ??= most;
  }
  return { now: now ?? most, most };
}

function openDaily(table) {
  const today = new Date();
  const results = dailyResults();
  let month = new Date(today.getFullYear(), today.getMonth());
  const body = element("div");
  const open = async (date) => {
    dialog.close();
    await table.change(newLink({ game: "freecell", number: numberOf(date) }));
  };
  const turn = (by) => {
    month = new Date(month.getFullYear(), month.getMonth() + by);
    draw();
    body.querySelector(`[data-turn="${by}"]:enabled, [data-turn="-1"]`).focus();
  };
  const draw = () => {
    body.replaceChildren(heading(month, today, turn), calendar(month, today, results, open), ...figures(results, today));
    applyLanguage(body);
  };
  const dialog = showDialog("daily", "daily.title", () => body);
  draw();
  body.querySelector("[aria-current]")?.focus();
}

function heading(month, today, turn) {
  const arrow = (by, key, sign, disabled) =>
    element("button", { type: "button", "data-turn": by, "data-i18n-attr": `aria-label:${key}`, disabled, click: () => turn(by) }, sign);
  const isLast = month.getFullYear() === today.getFullYear() && month.getMonth() === today.getMonth();
  return element(
    "div",
    { class: "month" },
    arrow(-1, "daily.earlier", "‹", false),
    element("h3", { id: "daily-month", "aria-live": "polite" }, formatted(month, { month: "long", year: "numeric" })),
    arrow(1, "daily.later", "›", isLast),
  );
}

function calendar(month, today, results, open) {
  const first = new Intl.Locale(navigator.language).getWeekInfo?.().firstDay ?? 1; // 1 is Monday
  const skipped = (month.getDay() - first + 7) % 7;
  const length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  const days = [...Array(skipped).fill(null), ...Array.from({ length }, (_, index) => dayAfter(month, index))];
  const weeks = [];
  while (days.length) weeks.push(days.splice(0, 7));
  const sunday = new Date(2023, 0, 1);
  const names = Array.from({ length: 7 }, (_, index) => dayAfter(sunday, first + index));
  const head = names.map((day) =>
    element("th", { scope: "col", abbr: formatted(day, { weekday: "long" }) }, formatted(day, { weekday: "short" })),
  );
  return element(
    "table",
    { class: "calendar", "aria-labelledby": "daily-month" },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...weeks.map((week) => element("tr", {}, ...week.map((day) => element("td", {}, ...cell(day, today, results, open)))))),
  );
}

function cell(day, today, results, open) {
  if (!day) return [];
  const end = results.get(numberOf(day))?.best;
  const said = formatted(day, { day: "numeric", month: "long" });
  const button = element(
    "button",
    {
      type: "button",
      class: end ? `day-${end}` : null,
      disabled: day > today,
      "aria-current": sameDay(day, today) ? "date" : null,
      "aria-label": end ? `${said}: ${t(`daily.${end}`)}` : said,
      click: () => open(day),
    },
    element("span", {}, formatNumber(day.getDate())),
    element("span", { class: "end" }, SIGNS[end] ?? ""),
  );
  return [button];
}

function figures(results, today) {
  const { now, most } = streaks(results, today);
  return [
    element("p", { class: "daily-streak" }, `${t("daily.now", { count: now })} ${t("daily.most", { count: most })}`),
    element("p", { class: "dialog-note", "data-i18n": "daily.note" }),
  ];
}
return { streaks, openDaily };
})();
const $help = (() => {

const { element, showDialog } = $dialogs;
const { gameDescription, t } = $i18n;
const { titleOf } = $speech;

const KEYS = [
  ["26", "notation"],
  ["5a", "cell"],
  ["4h", "home"],
  ["← ↑ ↓ →", "arrows"],
  ["Enter", "enter"],
  ["Shift ↑ ↓", "count"],
  ["Esc", "escape"],
  ["u, Ctrl Z", "undo"],
  ["r, Ctrl Y", "redo"],
  ["H", "hint"],
  ["S", "solve"],
  ["P", "replay"],
  ["Space", "pause"],
  ["L", "light"],
  ["A", "mode"],
  ["Home, Page ↑ ↓", "deals"],
  ["R", "random"],
  ["J", "jump"],
  ["n", "new"],
  ["D", "daily"],
  ["?", "help"],
];

function openHelp(table) {
  const touched = matchMedia("(pointer: coarse)").matches;
  return showDialog("help", "game.help", () => {
    const hands = ["mouse", "touch"].map((name) => element("p", { "data-i18n": `game.help.${name}` }));
    const frames = element("p", { "data-i18n": "game.help.frames" });
    return touched
      ? [...hands.reverse(), frames, ...rules(table), ...keys()]
      : [...hands, frames, ...keys(), ...rules(table)];
  });
}

const keys = () => [
  element("h3", { "data-i18n": "game.help.keys" }),
  element(
    "dl",
    { class: "keys" },
    ...KEYS.flatMap(([key, name]) => [
      element("dt", {}, element("kbd", {}, key)),
      element("dd", { "data-i18n": `game.help.${name}` }),
    ]),
  ),
];

function rules(table) {
  const { data } = table.game.rules;
  const { text, lang } = gameDescription(data);
  return [
    element("h3", {}, t("game.help.rules", { title: titleOf(data) })),
    ...text.split(/\n\n/).map((part) => element("p", { lang }, part)),
    element("p", { class: "dialog-note", "data-i18n": "game.help.lightNote" }),
  ];
}
return { openHelp };
})();
const $measures = (() => {

const { element, showDialog } = $dialogs;
const { applyLanguage, formatNumber, formatRange, t } = $i18n;
const { askedGame } = $opening;
const { faultText } = $speech;
const { think } = $thinking;

const SHARE = { style: "percent", maximumFractionDigits: 1 };
const MEASURES = {
  moves: ({ moves }) => formatNumber(moves),
  share_kept: ({ share }) => range(share, SHARE),
  only_moves: ({ only }) => range(only),
  won_1: ({ won, games }) => t("difficulty.won", { won: won[0], games }),
  won_2: ({ won, games }) => t("difficulty.won", { won: won[1], games }),
};

function openDifficulty(table) {
  const asking = new AbortController();
  const said = element("p", { role: "status" });
  const dialog = showDialog("difficulty", "game.difficulty", () => [
    said,
    element("p", { class: "dialog-note", "data-i18n": "difficulty.note" }),
  ]);
  dialog.addEventListener("close", () => asking.abort());
  measure(table, { said, signal: asking.signal });
}

async function measure({ game }, { said, signal }) {
  const tell = (share) => (said.textContent = t("difficulty.measuring", { share: formatNumber(share, { style: "percent" }) }));
  tell(0);
  try {
    const found = await think("difficulty", { game: askedGame(game, game.root) }, { signal, progress: tell });
    if (found.moves === null) {
      said.textContent = found.verdict === "solved" ? t("game.light.done") : t(`difficulty.${found.verdict}`);
      return;
    }
    said.textContent = found.places ? t("difficulty.among", { last: found.deals }) : "";
    said.after(figures(found));
    applyLanguage(said.parentElement);
  } catch (error) {
    if (!signal.aborted) said.textContent = error.code === "unsolvable" ? t("difficulty.no_rules") : faultText(error);
  }
}

function figures(found) {
  const head = ["measure", "here", ...(found.places ? ["harder"] : [])];
  return element(
    "table",
    { class: "figures", "aria-labelledby": "difficulty-title" },
    element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col", "data-i18n": `difficulty.${name}` })))),
    element("tbody", {}, ...Object.entries(MEASURES).map(([name, written]) => element(
      "tr",
      {},
      element("th", { scope: "row", "data-i18n": `difficulty.${name}` }),
      element("td", {}, written(found)),
      ...(found.places ? [element("td", {}, formatNumber(found.places[name] / 100, { style: "percent" }))] : []),
    ))),
  );
}

const range = ([low, high], options) => (low === high ? formatNumber(low, options) : formatRange(low, high, options));
return { openDifficulty };
})();
const $fields = (() => {

const { element } = $dialogs;
const { GAMES } = $rules;
const { titleOf } = $speech;

const options = (pairs) => pairs.map(([name, text]) => element("option", { value: name }, text));

function choice(id, pairs, value) {
  const select = element("select", { id });
  select.append(...options(pairs));
  select.value = value;
  return select;
}

function field(key, control) {
  return element("div", { class: "setting" }, element("label", { for: control.id, "data-i18n": key }), control);
}

function choiceOfGame(id, value) {
  const titles = GAMES.map((data) => [data.id, titleOf(data)]);
  return choice(id, titles.sort((one, other) => one[1].localeCompare(other[1])), value);
}
return { options, choice, field, choiceOfGame };
})();
const $changing = (() => {

const { field, choice, options } = $fields;
const { t } = $i18n;
const { CHANGEABLE, SUITS, isDealtInRows } = $rules;
const { SIGNS } = $speech;

function valuesOf({ choices, least, most }, own) {
  if (most !== null) return Array.from({ length: most - least + 1 }, (_, index) => least + index);
  if (choices.length) return choices;
  const sets = [...SUITS].reduce((found, suit) => [...found, ...found.map((set) => set + suit)], [""]);
  return sets.filter((set) => set.length === own.length);
}

function nameOf(rule, value) {
  if (typeof value === "number") return String(value);
  return rule in CHANGEABLE && CHANGEABLE[rule].choices.length
    ? t(`rule.${rule}.${value}`)
    : [...value].map((suit) => SIGNS[suit]).join(" ");
}

class Changing {
  constructor(data, changes) {
    this.fields = Object.keys(CHANGEABLE).map((rule) => {
      const select = choice(`new-${rule}`, [], "");
      return { rule, select, row: field(`rule.${rule}`, select) };
    });
    this.of(data, changes);
  }

  get rows() {
    return this.fields.map(({ row }) => row);
  }

  of(data, changes = {}) {
    for (const { rule, select, row } of this.fields) {
      const own = data[rule];
      const values = valuesOf(CHANGEABLE[rule], own);
      const named = (value) => (value === own ? ["", t("rule.own", { value: nameOf(rule, own) })] : [value, nameOf(rule, value)]);
      select.replaceChildren(...options(values.map(named)));
      select.value = changes[rule] ?? "";
      row.hidden = values.length === 1 || (rule === "columns" && isDealtInRows(data));
    }
  }

  get changes() {
    const changed = this.fields.filter(({ select }) => select.value);
    const read = ({ rule, select }) => (CHANGEABLE[rule].most === null ? select.value : Number(select.value));
    return Object.fromEntries(changed.map((one) => [one.rule, read(one)]));
  }
}
return { Changing };
})();
const $newgame = (() => {

const { Changing } = $changing;
const { element, showDialog } = $dialogs;
const { numberOfToday, randomNumber } = $deals;
const { Fault } = $faults;
const { choice, choiceOfGame, field } = $fields;
const { faultText } = $speech;
const { gameData, newLink } = $opening;
const { rangeOf } = $numberings;
const { think } = $thinking;
const { Rules } = $rules;
const { gameDescription, t } = $i18n;

const DIFFICULTIES = ["any", "easy", "medium", "hard"];
const AUTOPLAY = ["safe", "max", "none"];

function openNewGame(table) {
  const { rules, autoplay, deal } = table.game;
  const shown = showDialog("new-game", "game.new", (dialog) => {
    const game = choiceOfGame("new-id", rules.id);
    const about = element("p", { class: "dialog-note about" });
    const number = element("input", {
      id: "new-number",
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      value: String(deal?.number ?? 617),
      size: 12,
    });
    const difficulty = choice("new-difficulty", named("game.difficulty", DIFFICULTIES), "any");
    const goesHome = choice("new-autoplay", named("game.autoplay", AUTOPLAY), autoplay);
    const changing = new Changing(rules.data, rules.changes);
    const fault = element("p", { class: "fault", role: "alert" });
    const start = element("button", { type: "submit", class: "main", "data-i18n": "game.start" });
    const describe = () => {
      const { text, lang } = gameDescription(gameData(game.value));
      about.textContent = text.split(/\n\n/)[0];
      about.lang = lang;
    };
    game.addEventListener("change", () => {
      describe();
      changing.of(gameData(game.value)); // what was chosen for one game is not meant for others
    });
    describe();
    const pick = (kind) => (form.elements.kind.value = kind);
    number.addEventListener("input", () => pick("number"));
    number.addEventListener("focus", () => number.select()); // what is typed takes the old number's place
    difficulty.addEventListener("change", () => pick("winnable"));
    const form = element(
      "form",
      { id: "new-form", submit: (event) => begin(event) },
      field("game.game", game),
      about,
      element(
        "fieldset", {},
        element("legend", { "data-i18n": "game.deal" }),
        radio("random", true),
        join(radio("winnable"), "game.difficulty", difficulty),
        radio("today"),
        join(radio("number"), "game.number", number),
      ),
      element(
        "details", {},
        element("summary", { "data-i18n": "game.rules" }),
        field("game.autoplay", goesHome),
        ...changing.rows,
      ),
      fault,
      element("div", { class: "dialog-actions" }, start),
    );

    async function begin(event) {
      event.preventDefault();
      fault.textContent = "";
      start.disabled = true;
      try {
        const { changes } = changing;
        const kind = form.elements.kind.value;
        const found = await numberFor(kind, { data: gameData(game.value), changes, difficulty: difficulty.value, number: number.value });
        const link = newLink({ game: game.value, number: found, autoplay: goesHome.value, changes });
        if (!(await table.change(link))) {
          start.disabled = false;
          return;
        }
        dialog.close();
        table.board.focus(0);
      } catch (error) {
        fault.textContent = faultText(error);
        start.disabled = false;
      }
    }
    return form;
  });
  shown.querySelector("input:checked").focus(); // from there Enter deals
}

async function numberFor(kind, { data, changes, difficulty, number }) {
  if (kind === "random") return randomNumber();
  if (kind === "today") return numberOfToday();
  if (kind === "number") {
    const [least, most] = rangeOf("microsoft", new Rules(data, changes));
    const read = number.trim().replace("\u2212", "-").replace(/(?<=\d)[\s,.](?=\d{3})/g, "");
    const value = /^-?\d{1,10}$/.test(read) ? Number(read) : NaN;
    if (!(value >= least && value <= most)) throw new Fault("bad_number", number, { number, least, most });
    return value;
  }
  return (await think("deal", { data, changes, difficulty })).number;
}

const named = (key, names) => names.map((name) => [name, t(`${key}.${name}`)]);

function radio(kind, checked = false) {
  const box = element("input", { type: "radio", name: "kind", value: kind, id: `deal-${kind}`, checked });
  const label = element("label", { for: box.id, "data-i18n": `game.deal.${kind}` });
  return element("div", { class: "setting" }, box, label);
}

function join(row, key, control) {
  control.setAttribute("data-i18n-attr", `aria-label:${key}`);
  row.append(control);
  return row;
}
return { openNewGame };
})();
const $qr = (() => {

const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const FORMAT = 0b101010000010010; // error correction M; a chequered mask, which any reader takes as well as another
const VERSION = { generator: 0x1f25, from: 7 };
const FIELD = 0x11d; // the polynomial of the field of 256 elements
const BYTES = 0b0100; // the mode
const PADDING = [0xec, 0x11];
const QUIET = 4; // modules around the code
const SVG = "http://www.w3.org/2000/svg";

function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, index) => bytes.length * 8 + headOf(index + 1) <= dataOf(index + 1) * 8) + 1;
  if (version === 0) return null;
  const codewords = interleaved(version, padded(version, bytes));
  const { modules, free } = frame(version);
  free.forEach(([row, column], index) => {
    modules[row][column] = ((codewords[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
  });
  for (const [row, column] of free) modules[row][column] ^= (row + column) % 2 === 0;
  writeFormat(modules);
  return modules.map((row) => row.map(Boolean));
}

function qrPicture(rows) {
  const size = rows.length + 2 * QUIET;
  const runs = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  for (const [fill, d] of [["#fff", `M0 0h${size}v${size}H0z`], ["#000", runs.join("")]]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("fill", fill);
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}


const lengthBits = (version) => (version < 10 ? 8 : 16);
const headOf = (version) => 4 + lengthBits(version);
const dataOf = (version) => Math.floor(roomOf(version) / 8) - CORRECTION[version - 1] * BLOCKS[version - 1];

function roomOf(version) {
  const size = sizeOf(version);
  const aligning = alignments(version).length;
  let room = size ** 2 - 3 * 64 - 2 * (size - 16) - 31;
  if (aligning) room -= 25 * (aligning ** 2 - 3) - 10 * (aligning - 2);
  return version >= VERSION.from ? room - 36 : room;
}

const sizeOf = (version) => 17 + 4 * version;

function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = 2 * Math.ceil((version * 4 + 4) / (2 * count - 2));
  const last = sizeOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - step * (count - 2 - index))];
}

function padded(version, bytes) {
  const bits = [];
  const put = (value, length) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(BYTES, 4);
  put(bytes.length, lengthBits(version));
  bytes.forEach((byte) => put(byte, 8));
  put(0, 4); // the end; bytes leave room for it
  const words = Array.from({ length: bits.length / 8 }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit));
  for (let index = 0; words.length < dataOf(version); index++) words.push(PADDING[index % 2]);
  return words;
}

function interleaved(version, words) {
  const count = BLOCKS[version - 1];
  const short = Math.floor(words.length / count);
  const longer = words.length % count; // the last blocks have one word more
  const blocks = [];
  for (let index = 0, at = 0; index < count; index++) {
    const length = short + (index >= count - longer ? 1 : 0);
    blocks.push(words.slice(at, (at += length)));
  }
  const checks = blocks.map((block) => remainder(block, CORRECTION[version - 1]));
  const across = (all) => Array.from({ length: Math.max(...all.map(({ length }) => length)) }, (_, at) => all.map((one) => one[at]));
  return [...across(blocks), ...across(checks)].flat().filter((word) => word !== undefined);
}

function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * FIELD);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
}

function remainder(words, degree) {
  let divisor = [1];
  for (let power = 0, root = 1; power < degree; power++, root = times(root, 2)) {
    const shifted = [...divisor, 0];
    divisor = shifted.map((word, at) => word ^ (at ? times(divisor[at - 1], root) : 0));
  }
  const rest = Array(degree).fill(0);
  for (const word of words) {
    const factor = word ^ rest.shift();
    rest.push(0);
    divisor.slice(1).forEach((one, at) => (rest[at] ^= times(one, factor)));
  }
  return rest;
}


function frame(version) {
  const size = sizeOf(version);
  const modules = Array.from({ length: size }, () => Array(size).fill(0));
  const taken = Array.from({ length: size }, () => Array(size).fill(false));
  const set = (row, column, dark) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    modules[row][column] = Number(dark);
    taken[row][column] = true;
  };
  const square = (row, column, reach, dark) => {
    for (let y = -reach; y <= reach; y++) for (let x = -reach; x <= reach; x++) set(row + y, column + x, dark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const middles = alignments(version);
  const corners = [6, size - 7];
  for (const row of middles) {
    for (const column of middles) {
      const atFinder = corners.includes(row) && corners.includes(column) && !(row === size - 7 && column === size - 7);
      if (!atFinder) square(row, column, 2, (ring) => ring !== 1);
    }
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(row, column, 4, (ring) => ring !== 2 && ring !== 4);
  for (const [row, column] of formatPlaces(size).flat()) set(row, column, false);
  set(size - 8, 8, true);
  if (version >= VERSION.from) {
    let bits = version << 12; // and the remainder behind it (Bose, Chaudhuri, Hocquenghem)
    for (let bit = 16; bit >= 12; bit--) if ((bits >> bit) & 1) bits ^= VERSION.generator << (bit - 12);
    bits |= version << 12;
    for (let bit = 0; bit < 18; bit++) {
      const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
      set(far, near, (bits >> bit) & 1);
      set(near, far, (bits >> bit) & 1);
    }
  }
  return { modules, free: zigzag(size).filter(([row, column]) => !taken[row][column]) };
}

function zigzag(size) {
  const places = [];
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step;
      places.push([row, right], [row, right - 1]);
    }
    upwards = !upwards;
  }
  return places;
}

function formatPlaces(size) {
  const first = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => [row, 8]);
  const second = [7, 5, 4, 3, 2, 1, 0].map((column) => [8, column]);
  const other = Array.from({ length: 15 }, (_, bit) => (bit < 8 ? [8, size - 1 - bit] : [size - 15 + bit, 8]));
  return [[...first, ...second], other];
}

function writeFormat(rows) {
  for (const places of formatPlaces(rows.length)) places.forEach(([row, column], bit) => (rows[row][column] = (FORMAT >> bit) & 1));
}
return { qrCode, qrPicture };
})();
const $teaching = (() => {

const { element, showDialog } = $dialogs;
const { choice, field } = $fields;
const { fixing } = $fixed;
const { t } = $i18n;
const { dealLink } = $opening;
const { qrCode, qrPicture } = $qr;

const MOVES = 60;

function openTeaching(table) {
  const worded = (name, values) => values.map((value) => [value, t(`teaching.${name}.${value || "free"}`)]);
  const light = choice("teaching-light", worded("light", ["", "on", "off"]), "off");
  const hints = choice("teaching-hints", worded("hints", ["", "off"]), "off");
  const link = element("input", { id: "teaching-link", type: "text", readonly: true, focus: () => link.select() });
  const code = element("div", { class: "qr", role: "img", "data-i18n-attr": "aria-label:teaching.code" });
  const said = element("p", { class: "dialog-note", role: "status" });
  const draw = () => {
    const address = new URL(location.pathname, location);
    address.search = fixing({ light: light.value, hints: hints.value });
    address.hash = dealLink(table);
    link.value = address.href;
    const rows = qrCode(link.value);
    code.hidden = !rows; // a board with many moves may be too long for one
    code.replaceChildren(...(rows ? [qrPicture(rows)] : []));
  };
  for (const select of [light, hints]) select.addEventListener("change", draw);
  draw();
  const copy = async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      said.textContent = t("analysis.copied");
    } catch {
      said.textContent = t("analysis.selected"); // no clipboard here
    }
  };
  const print = () => {
    dialog.close();
    window.print();
  };
  const dialog = showDialog("teaching", "teaching.title", () => [
    element("p", { "data-i18n": "teaching.note" }),
    field("teaching.light", light),
    field("teaching.hints", hints),
    field("teaching.link", link),
    code,
    said,
    element(
      "div",
      { class: "dialog-actions" },
      element("button", { type: "button", class: "main", "data-i18n": "analysis.copy", click: copy }),
      element("button", { type: "button", "data-i18n": "teaching.print", click: print }),
    ),
  ]);
}

function prepareWorksheet() {
  addEventListener("beforeprint", () => {
    const lines = document.querySelector(".lines");
    if (!lines.childElementCount) lines.append(...Array.from({ length: MOVES }, () => element("li")));
  });
}
return { openTeaching, prepareWorksheet };
})();
const $solutions = (() => {

const { headerKeys, unread } = $boards;
const { Game } = $game;
const { AUTOPLAY, valueOf } = $links;
const { playSteps } = $notation;
const { CHANGEABLE, ask } = $rules;

const MOST_CELLS = 12;
const NOTHING = new Uint8Array();

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function read(text, cells = MOST_CELLS) {
  const answer = ask("read_solution", encoder.encode(text), 0, cells, headerKeys().map((key) => encoder.encode(key)));
  const [header, headerComplaint, title, form, body, late, complaint, steps, board] = answer;
  return {
    header, headerComplaint, title: decoder.decode(title), form, body: decoder.decode(body), late, complaint, steps, board: decoder.decode(board),
  };
}

function parseHeader(text) {
  const { header, headerComplaint, title } = read(text);
  if (headerComplaint.length) throw unread(headerComplaint);
  const found = { game: null, edition: 1, deal: null, title: title || null, autoplay: null, changes: {} };
  for (const [name, bytes, number, whole] of header) {
    const [key, value] = [decoder.decode(name), decoder.decode(bytes)];
    const wrong = unread([NOTHING, whole, NOTHING, number, 0]);
    const isNumber = key === "edition" || key === "score";
    const isWrong = isNumber ? !/^\d{1,2}$/.test(value) : key === "autoplay" && !AUTOPLAY.includes(value.toLowerCase());
    if (isWrong) throw wrong;
    try {
      if (key in CHANGEABLE) found.changes[key] = valueOf(key, value);
      else found[key] = isNumber ? Number(value) : key === "autoplay" ? value.toLowerCase() : value;
    } catch {
      throw wrong;
    }
  }
  return found;
}

function isSolution(text) {
  const { complaint, steps } = read(text);
  return !complaint.length && steps.length > 0;
}

function slipIn(text) {
  const { complaint } = read(text);
  return complaint.length ? Object.assign(unread(complaint), { at: [complaint[3], complaint[4]] }) : null;
}

const bodyOf = (text) => read(text).body;

const boardIn = (text) => read(text).board;

const isTree = (text) => isSolution(text) && /[({]/.test(bodyOf(text));

function playSolution(text, rules, start, ways) {
  const { form, late, complaint, steps } = read(text, rules.cells);
  for (const wrong of [late, complaint]) if (wrong.length) throw unread(wrong);
  const { autoplay, moves } = playSteps(rules, start, steps, form, ways);
  const game = new Game(rules, start, { autoplay });
  for (const move of moves) game.push(move);
  return game;
}
return { parseHeader, isSolution, slipIn, bodyOf, boardIn, isTree, playSolution };
})();
const $reading = (() => {

const { formatBoard, parseBoard } = $boards;
const { Fault } = $faults;
const { IllegalMove } = $game;
const { BadLink, formatLink, numberOf } = $links;
const { isNumbering } = $numberings;
const { gameData, openLink, rulesOf, startOf } = $opening;
const { Rules } = $rules;
const { boardIn, bodyOf, isSolution, isTree, parseHeader, playSolution, slipIn } = $solutions;
const { withSpaces } = $text_lines;

const NUMBER = /^(?:\S*[?&]deal=|#)?([-\u2212]?\d[\d,]*)$/;
const UNNAMED = ["none", "safe", "max"];

function readText(raw, { game, table, spellings }) {
  const text = withSpaces(raw);
  const pasted = text.trim();
  if (/(^|[#?])game=/.test(pasted) && !/\s/.test(pasted)) return pasted;
  const [, number] = NUMBER.exec(pasted) ?? [];
  if (number) {
    const source = plainSource(game, "microsoft", numberOf(number));
    startOf(source, rulesOf(source)); // which says if there is no such number
    return formatLink(source);
  }
  const header = parseHeader(text);
  if (header.deal) return ofHeader(text, header);
  if (header.title) return ofTitle(text, header, game, spellings);
  const board = isSolution(text) ? boardIn(text) : "";
  if (board) return ofTable(text, header, ofBoard(board, header.game ?? game, spellings));
  if (isSolution(text)) return ofTable(text, header, table);
  return ofBoard(text, game, spellings);
}

const plainSource = (game, numbering, number) => {
  const data = gameData(game);
  if (!data) throw new Fault("unknown_game", game, { name: game });
  return { game, numbering, number, board: null, edition: data.edition, changes: {}, autoplay: "safe" };
};

function ofHeader(text, header, unnamed = [UNNAMED]) {
  const match = /^(?:(.*\S)\s+)?([-\u2212]?\d[\d,]*)$/.exec(header.deal);
  const numbering = match?.[1] ?? "microsoft";
  if (!match || !isNumbering(numbering)) {
    throw new Fault("bad_notation", header.deal, { text: header.deal, place: "" });
  }
  const source = plainSource(header.game ?? "freecell", numbering, numberOf(match[2]));
  if (header.edition !== source.edition) throw new BadLink("edition", String(header.edition));
  const whole = { ...source, changes: changed(gameData(source.game), header.changes) };
  if (isTree(text)) return ofTree(text, { ...whole, autoplay: header.autoplay ?? "none" });
  const rules = rulesOf(whole);
  return solved(text, whole, rules, startOf(whole, rules), header.autoplay ? [[header.autoplay]] : unnamed);
}

function ofTitle(text, header, game, spellings) {
  if (!isSolution(text)) {
    try {
      return ofBoard(text, game, spellings);
    } catch (error) {
      if (error.code !== "bad_notation") throw error; // then they are moves
    }
  }
  return ofHeader(text, { ...header, deal: header.title }, [["safe"], ["none"], ["max"]]);
}

function ofTree(text, source) {
  const moves = bodyOf(text).replace(/\s+/g, " ").trim();
  const link = formatLink({ ...source, moves });
  openLink(link); // which says what cannot be read or played
  return link;
}

function ofTable(text, header, table) {
  if (!table) throw new Fault("bad_notation", text.slice(0, 60), { text: text.slice(0, 60), place: "" });
  const { game, source } = openLink(table);
  const { rules, start, autoplay } = game;
  const named = ([name, value]) => name === "supermoves" || rules[name] === value;
  if ((header.game && header.game !== rules.id) || !Object.entries(header.changes).every(named)) {
    const [name, value] = Object.entries(header.changes).find((one) => !named(one)) ?? ["game", header.game];
    throw new Fault("bad_notation", name, { text: `${name}: ${value}`, place: "" });
  }
  const own = new Rules(rules.data, changed(rules.data, { ...source.changes, ...header.changes }));
  const ways = header.autoplay ? [[header.autoplay]] : [[autoplay], UNNAMED];
  return solved(text, { ...source, changes: own.changes, at: null }, own, start, ways);
}

const changed = (data, rules) => Object.fromEntries(Object.entries(rules).filter(([name, value]) => value !== data[name]));

function solved(text, source, rules, start, ways) {
  try {
    const { autoplay, words } = playSolution(text, rules, start, ways);
    return formatLink({ ...source, autoplay, moves: words.join(" ") });
  } catch (error) {
    throw error instanceof IllegalMove ? Object.assign(error, { pasted: true }) : error;
  }
}

function ofBoard(text, game, spellings) {
  const id = gameIn(text) ?? game;
  const source = { ...plainSource(id, null, null), board: "" };
  const rules = rulesOf(source);
  try {
    return formatLink({ ...source, board: formatBoard(rules, parseBoard(text, rules, spellings)) });
  } catch (error) {
    const { code, parameters } = error;
    const slip = code === "bad_notation" && !parameters.complaint.startsWith("other_") ? slipIn(text) : null;
    throw slip && isFurther(slip.at, error.at) ? slip : error;
  }
}

const isFurther = ([line, column], [otherLine, otherColumn]) => line > otherLine || (line === otherLine && column > otherColumn);

function gameIn(text) {
  try {
    const { game } = JSON.parse(text);
    return typeof game === "string" && gameData(game) ? game : null;
  } catch {
    return null;
  }
}
return { readText };
})();
const $pasting = (() => {

const { element, showDialog } = $dialogs;
const { choiceOfGame, field } = $fields;
const { language, t } = $i18n;
const { dealLink, numbered, openLink } = $opening;
const { readText } = $reading;
const { faultText } = $speech;

const SPELLINGS = Object.freeze({ de: "german", ru: "russian" });

const atStart = (link) => `${link.replace(/&at=\d+$/, "")}&at=0`;

function openPaste(table) {
  return showDialog("paste", "game.paste", (dialog) => {
    const text = element("textarea", { id: "paste-text", rows: 10, spellcheck: "false", autocomplete: "off" });
    const game = choiceOfGame("paste-game", table.game.rules.id);
    const fault = element("p", { class: "fault", role: "alert" });
    const read = async (event) => {
      event.preventDefault();
      fault.textContent = "";
      try {
        const isOfTable = game.value === table.game.rules.id;
        const link = isOfTable ? dealLink(table) : null;
        const spellings = [SPELLINGS[language()], "english"].filter(Boolean);
        const read = numbered(readText(text.value, { game: game.value, table: link, spellings }));
        const isSolution = openLink(read).game.won;
        if (!(await table.change(isSolution ? atStart(read) : read))) return;
        dialog.close();
        if (isSolution) table.present();
      } catch (error) {
        const isNeither = error.code === "bad_notation" && ["card", "move"].includes(error.parameters.complaint ?? "card");
        fault.textContent = [faultText(error), isNeither ? t("game.paste.example") : ""].join(" ").trim();
      }
    };
    return element(
      "form",
      { submit: read },
      element("p", { class: "dialog-note", id: "paste-help", "data-i18n": "game.paste.help" }),
      field("game.game", game),
      element("label", { for: "paste-text", "data-i18n": "game.paste.text" }),
      text,
      fault,
      element(
        "div",
        { class: "dialog-actions" },
        element("button", { type: "submit", class: "main", "data-i18n": "game.paste.open" }),
      ),
    );
  });
}
return { openPaste };
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
const $without = (() => {

const { byId, element } = $dialogs;
const { t } = $i18n;
const { numberOfToday } = $deals;
const { gameData } = $opening;
const { titleOf } = $speech;
const { CELL } = $rules;

function showWithoutKernel(link) {
  const text = textOf(link || `game=freecell&deal=${numberOfToday()}`);
  const print = element("button", { type: "button", class: "main", click: () => window.print() }, t("teaching.print"));
  const shown = text ? [element("pre", {}, text), print] : [];
  document.querySelectorAll("nav, #light, #board").forEach((part) => (part.hidden = true));
  document.querySelector("main").append(element("section", { class: "without" }, element("p", { role: "alert" }, t("fault.no_webassembly")), ...shown));
  byId("message").textContent = "";
  document.documentElement.dataset.ready = "";
}

function textOf(link) {
  try {
    const { game, deal, board, ...others } = Object.fromEntries(new URLSearchParams(link.replace(/^[^#?]*[#?]/, "")));
    const data = gameData(game);
    if (board) return `${titleOf(data)}\n\n${board}`;
    const isPlain = Object.keys(others).every((key) => ["edition", "autoplay", "moves", "at"].includes(key));
    if (!isPlain || !/^\d{1,10}$/.test(deal) || Number(deal) >= 2 ** 31) return "";
    return `${titleOf(data)} ${deal}\n\n${rowsOf(data, dealCards(Number(deal), data))}`;
  } catch {
    return "";
  }
}

function dealCards(number, { ranks, suits }) {
  const deck = [...ranks].flatMap((rank) => [...suits].map((suit) => rank + suit));
  const dealt = [];
  let state = number;
  while (deck.length) {
    state = (Math.imul(state, 214013) + 2531011) | 0;
    const place = ((state >>> 16) & 0x7fff) % deck.length;
    dealt.push(deck[place]);
    deck[place] = deck.at(-1);
    deck.pop();
  }
  return dealt;
}

function rowsOf({ destinations, dealt_first, dealt_home, columns }, cards) {
  if (dealt_first.length || dealt_home) return cards.join(" ");
  const piles = Array.from({ length: columns }, () => []);
  const others = [];
  cards.forEach((card, at) => (destinations[at] < CELL ? piles[destinations[at]] : others).push(card));
  const rows = Array.from({ length: Math.max(...piles.map((pile) => pile.length)) }, (_, row) =>
    piles.map((pile) => pile[row] ?? "  ").join(" ").trimEnd(),
  );
  return [...rows, "", others.join(" ")].join("\n").trim();
}
return { showWithoutKernel };
})();

const { Board } = $board;
const { byId } = $dialogs;
const { Table } = $table;
const { loadFaces } = $faces;
const { loadLanguage, onLanguage, t } = $i18n;
const { applySettings, onSettings, openSettings } = $settings;
const { openStatistics } = $statistics;
const { gameData, loadCatalogue, newLink, wholeLink } = $opening;
const { openDaily } = $daily;
const { numberOfToday } = $deals;
const { faultText, titleOf } = $speech;
const { showMode } = $modes;
const { UNKEPT, keptGame, keptOf, wantedLink } = $store;
const { openHelp } = $help;
const { openDifficulty } = $measures;
const { openNewGame } = $newgame;
const { openTeaching, prepareWorksheet } = $teaching;
const { openPaste } = $pasting;
const { openTable } = $kernel;
const { playBy } = $rules;
const { showWithoutKernel } = $without;

async function begin() {
  const loaded = Promise.all([openTable(), loadLanguage(), loadCatalogue(), loadFaces()]);
  const table = new Table(new Board(byId("board")));
  const [kernel] = await loaded;
  if (!kernel) {
    showWithoutKernel(wantedLink());
    return;
  }
  playBy(kernel);
  connect(table);
  openFirst(table);
  document.documentElement.dataset.ready = "";
}

function openFirst(table) {
  const kept = keptGame();
  const wanted = wantedLink();
  const today = newLink({ game: "freecell", number: numberOfToday() });
  let said = "";
  const tried = [
    [wanted, keptOf(wanted)],
    [kept?.link, kept],
    [today, null],
  ];
  for (const [link, memory] of tried) {
    if (!link) continue;
    try {
      table.open(link, memory);
      break;
    } catch (error) {
      if (link === today) throw error;
      said = faultText(error);
    }
  }
  if (said) table.say(said, "refused");
}

function connect(table) {
  Object.assign(table.others, {
    new: () => openNewGame(table),
    daily: () => openDaily(table),
    paste: () => openPaste(table),
    teaching: () => openTeaching(table),
    difficulty: () => openDifficulty(table),
    help: () => openHelp(table),
    settings: () => openSettings(),
    statistics: () => openStatistics({ game: table.game.rules.id, nameOf: nameOfGame }),
    copy: () => copyLink(table),
    menu: () => toggleMenu(),
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-command]");
    if (!event.target.closest("#menu-button, #menu") || event.target.closest("#menu [data-command]")) toggleMenu(false);
    if (button) table.command(button.dataset.command);
  });
  byId("menu").addEventListener("keydown", (event) => {
    if (event.key === "Escape") toggleMenu(false);
  });
  onLanguage(() => table.redraw());
  onSettings(() => table.redraw());
  addEventListener("hashchange", () => openAddress(table));
  addEventListener(UNKEPT, () => sayUnkept(table), { once: true });
  addEventListener("online", () => table.game && table.askLight());
  addEventListener("pagehide", () => table.game && table.keep());
  document.addEventListener("visibilitychange", () => table.game && table.keep());
  prepareWorksheet();
  applySettings();
  showMode();
}

function sayUnkept(table) {
  queueMicrotask(() => table.say(t("game.unkept"), "refused"));
}

const nameOfGame = (id) => (gameData(id) ? titleOf(gameData(id)) : id);

function openAddress(table) {
  const wanted = wantedLink();
  if (!wanted || wanted === table.link) return;
  try {
    table.open(wanted, keptOf(wanted));
  } catch (error) {
    table.say(faultText(error), "refused");
  }
}

async function copyLink(table) {
  const link = new URL(`#${table.link}`, location).href;
  history.replaceState(history.state, "", link);
  try {
    await navigator.clipboard.writeText(link);
    table.say(t(wholeLink(table) ? "game.copied" : "game.copied.line"));
  } catch {
    table.say(t("game.inAddress")); // no clipboard here; the address bar has it
  }
}

function toggleMenu(open = byId("menu").hidden) {
  if (byId("menu").hidden === !open) return;
  if (!open && byId("menu").contains(document.activeElement)) byId("menu-button").focus();
  byId("menu").hidden = !open;
  byId("menu-button").setAttribute("aria-expanded", String(open));
  if (open) byId("menu").querySelector("button, a").focus();
}

begin().catch((error) => {
  byId("message").textContent = `${error.message}`;
  console.error(error);
});
export { $kept as kept, $fixed as fixed, $store as store, $i18n as i18n, $dialogs as dialogs, $settings as settings, $faces as faces, $encoding as encoding, $rules as rules, $layout as layout, $notation as notation, $speech as speech, $board as board, $clock as clock, $text_lines as text_lines, $faults as faults, $boards as boards, $trees as trees, $links as links, $statistics as statistics, $account as account, $choices as choices, $game as game, $numberings as numberings, $opening as opening, $thinking as thinking, $advice as advice, $judging as judging, $graph as graph, $learning as learning, $modes as modes, $movelist as movelist, $analysis as analysis, $sound as sound, $ending as ending, $keys as keys, $input as input, $leaving as leaving, $deals as deals, $nextdeals as nextdeals, $light as light, $player as player, $table as table, $daily as daily, $help as help, $measures as measures, $fields as fields, $changing as changing, $newgame as newgame, $qr as qr, $teaching as teaching, $solutions as solutions, $reading as reading, $pasting as pasting, $kernel as kernel, $without as without };
