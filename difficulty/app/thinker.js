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
const $faults = (() => {

class Fault extends Error {
  constructor(code, message, parameters = {}) {
    super(message);
    Object.assign(this, { code, parameters });
  }
}
return { Fault };
})();
const $analyst = (() => {

const { AUTOPLAYS, LIMITS, VERDICTS, decodePlayerMoves, encodeGame, encodeMoves, encodePosition } = $encoding;
const { Fault } = $faults;

const QUICK = 300_000;
const HINT = 500_000;
const SOLUTION = 5_000_000;
const MEMORY = 192 << 20;
const HANDLE = [1, 0, 0];
const FEWEST_MOVES = 4;
const FIRST = 0;
const HARDER_IF_MORE = ["moves", "only_moves"];

const allowed = (states) => [states, 0, MEMORY, 0];

const played = ({ rules, start, moves, autoplay }) => [
  encodeGame(rules), [encodePosition(rules, start)], encodeMoves(moves), AUTOPLAYS.indexOf(autoplay),
];

const statusOf = ([verdict, score, bound, , limitHit, states]) => ({
  verdict: VERDICTS[verdict], score, bound, limitHit: LIMITS[limitHit], states,
});

class Analyst {
  #kernel;

  constructor(kernel) {
    this.#kernel = kernel;
  }

  status(game, states = QUICK) {
    return statusOf(this.#ask("analyst_status", game.rules, ...HANDLE, ...played(game), ...allowed(states)));
  }

  solution(game, states = SOLUTION) {
    const asked = [...HANDLE, ...played(game), AUTOPLAYS.indexOf(game.autoplay), ...allowed(states)];
    const values = this.#ask("analyst_solution", game.rules, ...asked);
    const [moves, autoplay] = values.slice(9);
    return { ...statusOf(values), moves: decodePlayerMoves(moves), autoplay: AUTOPLAYS[autoplay] };
  }

  losingMove(game, states = QUICK) {
    const found = this.#ask("analyst_losing_move", game.rules, ...HANDLE, ...played(game), ...allowed(states));
    if (!found.length) return null;
    const [ply, last, certain, before, after] = found;
    return { ply, last_winnable: last < 0 ? null : last, certain: Boolean(certain), score_before: before, score_after: after };
  }

  judge(game, first, count, states) {
    const [all, ...judged] = this.#ask("analyst_judge", game.rules, ...HANDLE, ...played(game), first, count, ...allowed(states));
    const moves = judged.map(([[source, target, cards], key, , verdict, score, bound, limitHit]) => ({
      move: { source, target, count: cards }, key, verdict: VERDICTS[verdict], score, bound, limitHit: LIMITS[limitHit],
    }));
    return { all, moves };
  }

  answer(rules, position, states) {
    return statusOf(this.#ask("answer", rules, encodeGame(rules), encodePosition(rules, position), FIRST, ...allowed(states)));
  }

  difficulty(rules, position, autoplay, before = null) {
    const game = encodeGame(rules);
    if (this.#kernel.call("missed", game, FEWEST_MOVES)[0] !== null) throw new Fault("unsolvable", rules.id);
    const asked = [game, encodePosition(rules, position), AUTOPLAYS.indexOf(autoplay), ...allowed(SOLUTION), 1, before?.measured ?? null];
    const values = this.#ask("difficulty", rules, ...asked);
    const [measured, done, low, high, least, most] = values.slice(9);
    const verdict = VERDICTS[values[0]];
    const [line, rule, , , , ...won] = measured;
    if (!line.length) return { verdict, moves: null, share: null, only: null, won: null, done: 1 };
    const found = { verdict, moves: line.length / 4, share: [low, high], only: [least, most], won: won.slice(0, -1), done };
    return { ...found, autoplay: AUTOPLAYS[rule], games: won.at(-1) / 2, measured };
  }

  percentiles(rules, position, autoplay, { moves, share, only, won }, among) {
    const plain = rules.id === "freecell" && !Object.keys(rules.changes).length && autoplay === "safe";
    if (moves === null || !plain || position.foundations.some(Boolean) || position.cells.some(Boolean)) return null;
    const values = { moves, share_kept: share[1], only_moves: only[0], won_1: won[0], won_2: won[1] };
    return Object.fromEntries(Object.entries(values).map(([name, value]) => {
      const [place] = this.#kernel.call("place_among", value, HARDER_IF_MORE.includes(name), among[name]);
      return [name, place];
    }));
  }

  #ask(name, rules, ...values) {
    if (this.#kernel.call("search_for", encodeGame(rules))[0] === null) throw new Fault("unsolvable", rules.id);
    return this.#kernel.call(name, ...values);
  }
}
return { QUICK, HINT, Analyst };
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
const $text_lines = (() => {

const RARE_SPACES = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029\ufeff";
const RARE = new RegExp(`[${RARE_SPACES}]`, "g");

const withSpaces = (text) => text.replace(/^\ufeff/, "").replace(RARE, " ");
return { RARE_SPACES, withSpaces };
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
const $skat_thinker = (() => {

const { HAND, bytesOf, cardOf, cardsIn, cardsOf, contractOf, contractText, setOf, textOf } = $skat_encoding;

const SEATS = ["forehand", "middlehand", "rearhand"];
const SEED = 1;
const HINT_WORLDS = 60;
const FAIR_WORLDS = 100;
const WORLDS = 200;
const BID = 18;
const STAGES = ["judged", "survey", "choice"];
const SETTLES = [null, "schneider", "game"];
const PACK = 0xffffffff;

const gameOf = ({ number, words }) => [BigInt.asIntN(64, BigInt(number)), bytesOf(words.join(" "))];

function advised(kernel, { cards, seat }) {
  const [bid, plan] = kernel.call("skat_advice", setOf(cards), SEATS.indexOf(seat), HINT_WORLDS, SEED);
  return { bid, contract: plan && contractText(contractOf(plan[0], plan[1])), won: plan && plan[2], worlds: HINT_WORLDS };
}

const decided = (kernel, { view, level }) => textOf(kernel.call("skat_decision", view, bytesOf(level), SEED)[0]);

function hinted(kernel, { view }) {
  const [word, won] = kernel.call("skat_hint", view, HINT_WORLDS, SEED);
  return { word: textOf(word), won };
}

const lit = (kernel, game) => ({ won: Boolean(kernel.call("skat_light", ...gameOf(game))[0]) });

const litFairly = (kernel, { view }) => ({ won: kernel.call("skat_fair_light", view, FAIR_WORLDS, SEED)[3] });

function judged(kernel, { seat, ...game }) {
  const [found] = kernel.call("skat_mistakes", ...gameOf(game), seat, FAIR_WORLDS, SEED);
  return found.map(([number, card, best, chance, bestChance]) => ({ number, card: cardOf(card), best: cardOf(best), chance, bestChance }));
}

function reviewed(kernel, game) {
  const [found] = kernel.call("skat_steps", ...gameOf(game));
  return found.map(([seat, card, cards, values, before, after, best, holding, settles], index) => ({
    number: index + 1,
    seat,
    card: cardOf(card),
    values: cardsOf(cards).map((one, at) => ({ card: one, value: values[at] })),
    before,
    after,
    best: cardsOf(best),
    holding: cardsOf(holding),
    decides: SETTLES[settles],
  }));
}

function* worthOfDeal(kernel, { start, ...game }) {
  const said = gameOf(game);
  const [bestValue, pair] = start === null ? [] : kernel.call("skat_put", ...said, start);
  yield;
  const best = [];
  for (let seat = 0; seat < SEATS.length; seat++) {
    const [code, flags, discard, score] = kernel.call("skat_best_contract", ...said, seat);
    best.push(code === undefined ? null : { contract: contractOf(code, flags), discard: cardsOf(discard), score });
    yield;
  }
  const [covers] = start === null ? [0] : kernel.call("skat_covers", ...said, start);
  return { discard: pair ? { value: start, best: cardsOf(pair), bestValue } : null, covers: covers || null, best };
}

function* chances(kernel, cards, seat) {
  const at = SEATS.indexOf(seat);
  const [hand, skat] = [cards.slice(0, HAND), cards.slice(HAND)];
  const [contracts] = kernel.call("skat_usual_contracts", Number(!skat.length));
  const question = [setOf(hand), setOf(skat), 0, at, BID, WORLDS, SEED, 0, 0, contracts];
  const known = [setOf(cards), at, PACK, 0, 0];
  const stages = [];
  let played = 0;
  for (;;) {
    stages.push([]);
    const [total, stage] = kernel.call("skat_chances_next", question, stages.map(merged));
    const figures = (done) => ({ done, played, total, contracts: rowsOf(kernel, question, skat, stages.map(merged), done) });
    if (!stage) {
      yield () => figures(true);
      return;
    }
    const [run, entries, first, last] = stage;
    for (let world = first; world <= last; world++) {
      stages.at(-1).push(kernel.call("skat_judge", known, run, entries, world, world)[0]);
      played += entries.length;
      yield () => figures(false);
    }
  }
}

function merged(worlds) {
  const [first = []] = worlds;
  return first.map((_, entry) => [
    worlds.reduce((sum, tallies) => sum + tallies[entry][0], 0),
    worlds.flatMap((tallies) => tallies[entry][1]),
  ]);
}

function rowsOf(kernel, question, skat, done, settled) {
  const shared = (won, worlds, low, high) => ({ won, worlds, chance: won / worlds, low, high });
  const [rows] = kernel.call("skat_chances_shown", question, done, Number(settled));
  return rows.map(([game, flags, stage, discard, won, worlds, low, high, score, highest, tried]) => {
    const contract = contractText(contractOf(game, flags));
    const row = { contract, ...shared(won, worlds, low, high), stage: STAGES[stage], score, highest_bid: highest };
    if (!discard) return row;
    const discards = tried.map(([pair, ...share]) => ({ discard: cardsIn(pair), ...shared(...share) }));
    return { ...row, discard: discard === question[1] ? skat : cardsIn(discard), discards };
  });
}
return { advised, decided, hinted, lit, litFairly, judged, reviewed, worthOfDeal, chances };
})();

const { Analyst, HINT } = $analyst;
const { randomNumber } = $deals;
const { Fault } = $faults;
const { Kernel, loadModule } = $kernel;
const { dealt } = $numberings;
const { Rules, learn, playBy } = $rules;
const { advised, chances, decided, hinted, judged, lit, litFairly, reviewed, worthOfDeal } = $skat_thinker;

const SAMPLE = 15;
const CHOICE = { easy: 0, medium: Math.floor(SAMPLE / 2), hard: SAMPLE - 1 };
const DEAL_STATES = 200_000;
const JUDGED = 60_000;
const MOST_DEALS = 3_000;
const TURN = 8;
const REFINEMENT = 250;

let ready = null;
let kernel = null;
let analyst = null;
let quantiles = null; // of Microsoft's deals, fetched when difficulty is first asked
const stopped = new Set();
const turn = new MessageChannel();

const questions = {
  light: ({ game }) => said(analyst.status(opened(game))),
  losingMove: ({ game }) => analyst.losingMove(opened(game)),
  hint({ game }) {
    const found = analyst.solution(opened(game), HINT);
    return { move: found.moves[0] ?? null, light: said(found) };
  },
  async moves({ game }, { ended }) {
    const one = opened(game);
    const found = [];
    const pause = pauses();
    for (;;) {
      const { all, moves } = analyst.judge(one, found.length, 1, JUDGED);
      found.push(...moves);
      if (found.length >= all) return found;
      await pause();
      if (ended()) return null;
    }
  },
  solution({ game }) {
    const { moves, autoplay, ...found } = analyst.solution(opened(game));
    return { ...said(found), moves, autoplay };
  },
  async deal({ data, changes, difficulty }, { ended }) {
    const rules = new Rules(data, changes);
    const winnable = [];
    const wanted = difficulty === "any" ? 1 : SAMPLE;
    const pause = pauses();
    for (let tried = 0; winnable.length < wanted && tried < MOST_DEALS; tried++) {
      const number = randomNumber();
      const { verdict, states } = analyst.answer(rules, dealt(rules, "microsoft", number), DEAL_STATES);
      if (verdict === "solved") winnable.push({ number, states });
      await pause();
      if (ended()) return null;
    }
    if (!winnable.length) throw new Fault("timeout", data.id);
    winnable.sort((one, other) => one.states - other.states);
    return winnable[Math.floor(((CHOICE[difficulty] ?? 0) * winnable.length) / SAMPLE)];
  },
  async difficulty({ game }, { ended, tell }) {
    const { rules, start, autoplay } = opened(game);
    const among = (quantiles ??= await (await file("difficulty.json")).json());
    const pause = pauses();
    let found = null;
    for (let told = 0; !found || found.done < 1; ) {
      found = analyst.difficulty(rules, start, autoplay, found);
      await pause();
      if (ended()) return null;
      if (performance.now() - told < REFINEMENT) continue;
      tell(found.done);
      told = performance.now();
    }
    const places = analyst.percentiles(rules, start, found.autoplay, found, among);
    return { ...found, places, deals: among.deals };
  },
  async chances({ cards, seat }, { ended, tell }) {
    let figures = null;
    let told = 0;
    const pause = pauses();
    for (figures of chances(kernel, cards, seat)) {
      await pause();
      if (ended()) return null;
      if (performance.now() - told < REFINEMENT) continue;
      tell(figures());
      told = performance.now();
    }
    return figures();
  },
  skatAdvice: (asked) => advised(kernel, asked),
  skatDecision: (asked) => decided(kernel, asked),
  skatHint: (asked) => hinted(kernel, asked),
  skatLight: (asked) => lit(kernel, asked),
  skatFairLight: (asked) => litFairly(kernel, asked),
  skatMistakes: (asked) => judged(kernel, asked),
  async skatPar(asked, { ended }) {
    const pause = pauses();
    const steps = worthOfDeal(kernel, asked);
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      await pause();
      if (ended()) return null;
    }
    return step.value;
  },
  skatReview: (asked) => reviewed(kernel, asked),
};

const said = ({ verdict, score, bound, limitHit }) => ({ verdict, score, bound, limitHit });

const opened = ({ data, changes, ...game }) => ({ ...game, rules: new Rules(data, changes) });

function pauses() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN) return false;
    await new Promise((resolve) => {
      turn.port2.onmessage = resolve;
      turn.port1.postMessage(null);
    });
    since = performance.now();
    return true;
  };
}

const file = (name) => fetch(new URL(`../${name}`, import.meta.url));

async function begin(module) {
  try {
    const catalogue = await (await file("games.json")).json();
    learn(catalogue);
    const compiled = module ?? (await loadModule("kernel.wasm"));
    if (!compiled) throw new Error("no WebAssembly");
    kernel = new Kernel(compiled);
    playBy(kernel);
    analyst = new Analyst(kernel);
    return compiled;
  } catch (error) {
    throw new Fault("no_module", error.message);
  }
}

const isOutOfMemory = (error) =>
  error.kind === "out_of_memory" || (error instanceof RangeError && /memory/i.test(error.message));

self.addEventListener("message", async ({ data: { id, question, asked } }) => {
  if (question === "stop") {
    stopped.add(id);
    return;
  }
  try {
    const told = { ended: () => stopped.has(id), tell: (progress) => postMessage({ id, progress }) };
    if (question === "begin") ready = begin(asked);
    const compiled = await ready;
    const answer = question === "begin" ? compiled : await questions[question](asked, told);
    postMessage({ id, answer });
  } catch (error) {
    const { code = isOutOfMemory(error) ? "memory" : "fault", message, parameters = {} } = error;
    postMessage({ id, fault: { code, message, parameters } });
  }
  stopped.delete(id);
});
export { $encoding as encoding, $faults as faults, $analyst as analyst, $deals as deals, $kernel as kernel, $rules as rules, $text_lines as text_lines, $boards as boards, $trees as trees, $links as links, $numberings as numberings, $skat_encoding as skat_encoding, $skat_thinker as skat_thinker };
