// The rules of patience, read from the catalogue's data: what is legal and why not, what a move leads to, autoplay.
// The referee in Python has the last word: the tests compare the two.

export const SUITS = "CDHS";
export const CELL = 32;
export const FOUNDATION = 48;
export const STOCK = 52;
const UNLIMITED = 52;

/**
 * The rules that a link may change, by name: `choices` that are names, or the `least` and `most` of a number (suits have
 * neither). They come with the catalogue: see `learn`.
 */
export const CHANGEABLE = {};

/** Take up the catalogue's list of the rules that may be changed. */
export function learn(changeable) {
  for (const { name, ...about } of changeable) CHANGEABLE[name] = about;
}

const isRed = (suit) => suit === "D" || suit === "H";

/** Whether the columns get their cards in rows of their own; then there can be neither more nor fewer of them. */
export const isDealtInRows = (data) =>
  data.destinations.filter((code) => code < CELL).some((code, index) => code !== index % data.columns);

/** One game, ready to be asked: the data of the catalogue, perhaps with some rules changed. */
export class Rules {
  constructor(data, changes = {}) {
    Object.assign(this, data, changes);
    this.data = data;
    this.changes = changes;
    this.ranks = this.ace === "high" && data.ranks.includes("A") ? `${data.ranks.replace("A", "")}A` : data.ranks;
    /** Whether a suit goes home as one. */
    this.whole = this.foundations === "whole_runs";
    const upwards = this.foundations === "up" || this.whole;
    this.homeward = upwards ? this.ranks : [...this.ranks].reverse().join("");
    if (this.foundations === "ace_down" && this.ranks.includes("A")) {
      this.homeward = `A${this.homeward.replace("A", "")}`;
    }
    this.size = this.ranks.length * this.suits.length;
    this.destinations = destinations(data, this);
  }

  /** Whether the best score is asked for, and not only whether all cards come home. */
  get scored() {
    return this.goal === "score";
  }

  /** The cards of the pack, rank by rank from low to high. */
  get deck() {
    return [...this.data.ranks].flatMap((rank) => [...this.suits].map((suit) => rank + suit));
  }

  height(card) {
    return this.ranks.indexOf(card[0]);
  }

  /** How many cards of the suit go home before this one. */
  step(card) {
    return this.homeward.indexOf(card[0]);
  }

  /** The card on top of a foundation that holds this number of cards, 1 or more. */
  homeCard(suit, count) {
    return this.homeward[count - 1] + SUITS[suit];
  }

  /** Whether `card` may be put onto `lower` in a column. */
  fits(card, lower) {
    if (this.height(lower) - this.height(card) !== 1) return false;
    if (this.build === "same_suit") return card[1] === lower[1];
    return this.build === "any_suit" || isRed(card[1]) !== isRed(lower[1]);
  }

  /** Whether two cards that lie on each other in order move as one. */
  joins(card, lower) {
    return this.sequences === "as_built" || card[1] === lower[1];
  }

  /** Whether cells take cards, and do not only give those that were dealt there. */
  get takesCards() {
    return this.cell_use === "free";
  }

  opens(card) {
    return this.empty_column === "any" || (this.empty_column === "kings" && card[0] === this.ranks.at(-1));
  }

  /** How many cards of a run may move at once; see `supermove_capacity` in Python. */
  capacity(free, empty, targetIsEmpty) {
    if (this.supermoves === "whole" || this.supermoves === "any") return UNLIMITED;
    if (this.supermoves === "single") return 1;
    let helpers = this.empty_column === "any" ? empty - (targetIsEmpty ? 1 : 0) : 0;
    if (this.supermoves === "microsoft") helpers = Math.min(helpers, 1);
    return ((this.takesCards ? free : 0) + 1) * 2 ** helpers;
  }

  /** The position that cards in dealing order make. */
  deal(cards) {
    const first = [...this.dealtHome(), ...this.dealt_first];
    const order = [...first, ...cards.filter((card) => !first.includes(card))];
    const foundations = [0, 0, 0, 0];
    const columns = Array.from({ length: this.columns }, () => []);
    const cells = Array(this.cells).fill(null);
    const stock = [];
    order.forEach((card, index) => {
      const code = this.destinations[index];
      if (code < CELL) columns[code].push(card);
      else if (code < FOUNDATION) cells[code - CELL] = card;
      else if (code < STOCK) foundations[code - FOUNDATION] += 1;
      else stock.push(card);
    });
    // Only games that are dealt in rows of their own have face-down cards, and their columns cannot be changed.
    const down = Array.from({ length: this.columns }, (_, index) => this.face_down[index] ?? 0);
    return { foundations, cells, columns, stock, face_down: down };
  }

  /** The cards that lie on the foundations before the deal, suit by suit. */
  dealtHome() {
    const home = [...this.homeward].slice(0, this.dealt_home);
    return [...this.suits].flatMap((suit) => home.map((rank) => rank + suit));
  }
}

function destinations(data, rules) {
  const { columns, cells } = rules;
  if (columns === data.columns && cells === data.cells) return data.destinations;
  const home = data.destinations.filter(isFoundation);
  const toCells = data.destinations.filter((code) => isCell(code) && code - CELL < cells);
  const stock = data.destinations.filter((code) => code === STOCK);
  const inColumns = data.destinations.filter((code) => code < CELL);
  const count = data.destinations.length - home.length - toCells.length - stock.length;
  const first = isDealtInRows(data) ? inColumns : Array.from({ length: count }, (_, index) => index % columns);
  return [...home, ...first, ...toCells, ...stock];
}

export const sameMove = (a, b) => a.source === b.source && a.target === b.target && a.count === b.count;

export const isWon = (rules, position) => home(position) === rules.size;

/** The number of cards home. */
export const home = (position) => position.foundations.reduce((sum, count) => sum + count, 0);

// --- one rule function ---

/** Why a move is illegal, as `{code, …parameters}` (cards and piles as data, worded elsewhere), or null. */
export function refusal(rules, position, move) {
  const { source, target, count } = move;
  for (const pile of [source, target]) if (!exists(rules, pile)) return { code: "no_pile", pile };
  if (source === target) return { code: "same_pile", pile: source };
  if (isFoundation(source)) return { code: "home_stays" };
  if (target === STOCK) return { code: "to_stock" };
  if (position.stock.length && source !== STOCK) return { code: "stock_first", card: position.stock[0] };
  const cards = cardsOf(position, source);
  if (count < 1) return { code: "no_cards" };
  if (!cards.length) return { code: "empty", pile: source };
  if (count > cards.length) {
    return { code: source < CELL ? "too_many" : "one_at_a_time", count, pile: source, held: cards.length };
  }
  if (source < CELL && count > cards.length - position.face_down[source]) {
    return { code: "face_down", card: cards.at(-count) };
  }
  if (rules.home_moves === "forced" && !position.stock.length && !isFoundation(target)) {
    const first = fittingHome(rules, position)[0];
    if (first) return { code: first.count > 1 ? "suit_first" : "home_first", card: first.card };
  }
  if (source === STOCK) return target < CELL ? null : { code: "stock_to_column" };
  if (isCell(target)) {
    if (!rules.takesCards) return { code: "reserve", pile: target };
    if (count > 1) return { code: "cell_holds_one", count, pile: target };
    const there = position.cells[target - CELL];
    return there === null ? null : { code: "cell_taken", pile: target, card: there };
  }
  if (isFoundation(target)) {
    if (!rules.whole) return refusedHome(rules, position, cards.at(-1), target, count);
    const fits = source < CELL && isWhole(rules, cards.slice(-count), SUITS[target - FOUNDATION]);
    return fits ? null : { code: "home_whole", pile: target };
  }
  return refusedByColumn(rules, position, cards.slice(-count), position.columns[target]);
}

/** Whether these are all cards of a suit, from the highest rank to the lowest. */
const isWhole = (rules, cards, suit) =>
  cards.length === rules.ranks.length && cards.every((card, at) => card === rules.ranks.at(-1 - at) + suit);

function refusedHome(rules, position, card, target, count) {
  const suit = target - FOUNDATION;
  if (count > 1) return { code: "home_one", count };
  if (SUITS.indexOf(card[1]) !== suit) return { code: "home_suit", card, pile: target };
  const there = position.foundations[suit];
  if (rules.step(card) === there) return null;
  return { code: "home_order", card, wanted: rules.homeCard(suit, there + 1) };
}

function refusedByColumn(rules, position, moved, onto) {
  const apart = noSequence(rules, moved);
  if (apart) return apart;
  if (onto.length) {
    if (!rules.fits(moved[0], onto.at(-1))) return misfit(rules, moved[0], onto.at(-1));
  } else if (!rules.opens(moved[0])) {
    if (rules.empty_column === "none") return { code: "stays_empty" };
    return { code: rules.ranks.at(-1) === "A" ? "only_aces" : "only_kings", card: moved[0] };
  }
  if (moved.length === 1) return null;
  const free = rules.takesCards ? freeCells(position) : 0;
  const empty = emptyColumns(position);
  const capacity = rules.capacity(free, empty, !onto.length);
  if (moved.length <= capacity) return null;
  if (rules.supermoves === "single") return { code: "single", count: moved.length };
  const others = rules.empty_column === "any" ? empty - (onto.length ? 0 : 1) : 0;
  return { code: "capacity", count: moved.length, capacity, free, empty: others };
}

/** Why cards that lie on each other do not move as one, or null. */
export function noSequence(rules, cards) {
  if (rules.supermoves === "any") return null;
  for (let at = 1; at < cards.length; at++) {
    const [card, lower] = [cards[at], cards[at - 1]];
    if (!rules.fits(card, lower)) return { code: "no_sequence", count: cards.length, because: misfit(rules, card, lower) };
    if (!rules.joins(card, lower)) return { code: "no_sequence", count: cards.length, because: { code: "one_suit" } };
  }
  return null;
}

function misfit(rules, card, lower) {
  if (rules.height(lower) - rules.height(card) === 1) {
    return { code: rules.build === "same_suit" ? "suits" : "colours", card, onto: lower };
  }
  const height = rules.height(lower);
  if (!height) return { code: "nothing_fits", card, onto: lower };
  const suit = [...rules.suits].find((letter) => rules.fits(rules.ranks[height - 1] + letter, lower));
  if (!suit) return { code: "nothing_fits", card, onto: lower };
  return { code: "only", card, onto: lower, wanted: rules.ranks[height - 1] + suit };
}

const isCell = (pile) => pile >= CELL && pile < FOUNDATION;
const isFoundation = (pile) => pile >= FOUNDATION && pile < STOCK;
/** The first cell without a card, or null. */
export function freeCell(position) {
  const at = position.cells.indexOf(null);
  return at < 0 ? null : CELL + at;
}

export const freeCells = (position) => position.cells.filter((card) => card === null).length;
export const emptyColumns = (position) => position.columns.filter((cards) => !cards.length).length;

export function exists(rules, pile) {
  if (pile < CELL) return pile >= 0 && pile < rules.columns;
  if (pile < FOUNDATION) return pile - CELL < rules.cells;
  if (pile < STOCK) return pile - FOUNDATION < SUITS.length && rules.suits.includes(SUITS[pile - FOUNDATION]);
  return pile === STOCK && rules.data.stock > 0;
}

/** The cards of a column, or the one card that another pile gives. */
export function cardsOf(position, pile) {
  if (pile < CELL) return position.columns[pile];
  const card = pile === STOCK ? position.stock[0] : position.cells[pile - CELL];
  return card ? [card] : [];
}

/** The position after a move that is known to be legal. */
export function play(position, { source, target, count }) {
  const next = {
    foundations: [...position.foundations],
    cells: [...position.cells],
    columns: [...position.columns],
    stock: position.stock,
    face_down: position.face_down,
  };
  let moved;
  if (source < CELL) {
    const cards = position.columns[source];
    moved = cards.slice(-count);
    next.columns[source] = cards.slice(0, -count);
    const hidden = position.face_down[source];
    if (hidden && hidden === cards.length - count) {
      next.face_down = [...position.face_down];
      next.face_down[source] = hidden - 1;
    }
  } else if (source === STOCK) {
    moved = position.stock.slice(0, 1);
    next.stock = position.stock.slice(1);
  } else {
    moved = [position.cells[source - CELL]];
    next.cells[source - CELL] = null;
  }
  if (target < CELL) next.columns[target] = [...next.columns[target], ...moved];
  else if (target < FOUNDATION) next.cells[target - CELL] = moved[0];
  else next.foundations[target - FOUNDATION] += count;
  return next;
}

// --- all legal moves ---

/** Every legal move: home first, then onto columns and into empty ones, then into free cells. */
export function legalMoves(rules, position) {
  const found = [];
  const add = (source, target, count) => {
    const move = { source, target, count };
    if (refusal(rules, position, move) === null) found.push(move);
  };
  const columns = position.columns.map((_, index) => index);
  const cells = position.cells.map((_, index) => CELL + index);
  if (position.stock.length) {
    for (const target of columns) add(STOCK, target, 1);
    return found;
  }
  for (const { pile, card, count } of fittingHome(rules, position)) {
    add(pile, FOUNDATION + SUITS.indexOf(card[1]), count);
  }
  if (found.length && rules.home_moves === "forced") return found;
  for (const target of columns) {
    for (const source of cells) add(source, target, 1);
    for (const source of columns) {
      const most = longest(rules, position, source);
      for (let count = 1; count <= most; count++) add(source, target, count);
    }
  }
  for (const target of cells) for (const source of [...columns, ...cells]) add(source, target, 1);
  return found;
}

/** How many cards at the end of a column may move as far as they alone decide. */
export function longest(rules, position, column) {
  const cards = position.columns[column];
  const up = cards.length - position.face_down[column];
  return rules.supermoves === "any" ? up : run(rules, cards.slice(cards.length - up));
}

/** How many cards at the end are built on each other and move as one. */
function run(rules, cards) {
  const together = (card, lower) => rules.fits(card, lower) && rules.joins(card, lower);
  let length = Math.min(1, cards.length);
  while (length < cards.length && together(cards.at(-length), cards.at(-length - 1))) length += 1;
  return length;
}

/** The last cards that may go home, each with its pile and the number of cards that go at once. */
function fittingHome(rules, position) {
  if (rules.whole) {
    const size = rules.ranks.length;
    return position.columns
      .map((cards, pile) => ({ pile, card: cards.at(-1), count: size }))
      .filter(({ pile, card }) => {
        const up = position.columns[pile].slice(position.face_down[pile]);
        return card && isWhole(rules, up.slice(-size), card[1]);
      });
  }
  const open = position.columns.map((cards, pile) => ({ pile, card: cards.at(-1), count: 1 }));
  position.cells.forEach((card, index) => open.push({ pile: CELL + index, card, count: 1 }));
  return open.filter(
    ({ card }) => card && rules.step(card) === position.foundations[SUITS.indexOf(card[1])],
  );
}

/** How many cards a move without a count moves: the number that fits, or as many as may move; 1 if none would do. */
export function impliedCount(rules, position, source, target) {
  if (rules.whole && isFoundation(target)) return rules.ranks.length;
  if (source >= CELL || target >= CELL || source === target) return 1;
  if (source >= rules.columns || target >= rules.columns) return 1;
  if (rules.supermoves === "any") {
    const counts = legalMoves(rules, position).filter((move) => move.source === source && move.target === target);
    return Math.max(1, ...counts.map((move) => move.count));
  }
  const cards = position.columns[source];
  const most = longest(rules, position, source);
  const onto = position.columns[target];
  if (!most) return 1;
  if (onto.length) {
    const fitting = rules.height(onto.at(-1)) - rules.height(cards.at(-1));
    return fitting >= 1 && fitting <= most ? fitting : 1;
  }
  const capacity = rules.capacity(freeCells(position), emptyColumns(position), true);
  for (let count = Math.min(most, capacity); count > 0; count--) if (rules.opens(cards.at(-count))) return count;
  return 1;
}

// --- autoplay ---

/** Whether the rule `safe` sends a card home that fits there; the argument stands in the referee. */
function isSafe(rules, foundations, card) {
  const step = rules.step(card);
  const up = rules.foundations === "up";
  const ranks = rules.ranks.length;
  if (rules.whole) return [...rules.suits].every((suit) => suit === card[1] || foundations[SUITS.indexOf(suit)]);
  if (rules.build === "same_suit") {
    return up || !(rules.supermoves === "whole" || rules.supermoves === "any") || step === ranks - 1;
  }
  if (up && step <= (rules.supermoves === "any" ? 0 : 1)) return true;
  const needed = up ? step : Math.min(step + 2, ranks);
  const matters = (suit) => (rules.build === "any_suit" ? suit !== card[1] : isRed(suit) !== isRed(card[1]));
  const others = [...rules.suits].filter(matters);
  return others.every((suit) => foundations[SUITS.indexOf(suit)] >= needed);
}

/** The moves that the named rule (`none`, `safe`, `max`) makes, in order: the lowest step first, then C D H S. */
export const autoplayMoves = (rules, position, rule) => autoplayed(rules, position, rule).moves;

/** The same `moves`, and the `position` after them. */
export function autoplayed(rules, position, rule) {
  const moves = [];
  while (rule !== "none" && !position.stock.length) {
    const ready = fittingHome(rules, position)
      .filter(({ card }) => rule === "max" || isSafe(rules, position.foundations, card))
      .map(({ pile, card, count }) => ({ pile, suit: SUITS.indexOf(card[1]), step: rules.step(card), count }))
      .sort((a, b) => a.step - b.step || a.suit - b.suit);
    if (!ready.length) break;
    moves.push({ source: ready[0].pile, target: FOUNDATION + ready[0].suit, count: ready[0].count });
    position = play(position, moves.at(-1));
  }
  return { moves, position };
}
