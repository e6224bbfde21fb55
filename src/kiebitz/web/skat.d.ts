// The shapes that travel between the modules of the Skat pages, as `page.d.ts` has those of the page. No browser reads this.

type SkatSession = import("./static/app/skat_session.js").SkatSession;

/** The announcements of a contract. */
interface Announcements {
  hand: boolean;
  schneider: boolean;
  schwarz: boolean;
  ouvert: boolean;
  [name: string]: boolean;
}

/** A contract of Skat: the name of its game, and its announcements. */
interface Contract {
  game: string;
  hand: boolean;
  schneider: boolean;
  schwarz: boolean;
  ouvert: boolean;
}

/** A seat's view, as bytes of the kernel. */
type View = Uint8Array;

/** A game of Skat by its deal's number and its words. */
interface SkatGame {
  number: string;
  words: string[];
}

/** The result of a finished game of Skat, with the calculation of its value. */
interface SkatScore {
  won: boolean;
  value: number;
  score: number;
  overbid: boolean;
  points: number;
  tricks: number;
  /** The contract counted, matadors, base value, multipliers each with the factor so far, and the value. */
  sum: [number, number, number, number, number[], number];
}

/** A card of a reviewed game. */
interface SkatStep {
  number: number;
  trick: number;
  seat: number;
  card: Card;
  values: { card: Card; value: number }[];
  before: number;
  after: number;
  best: Card[];
  holding: Card[];
  decides: string | null;
}

/** A card that was a mistake in its seat's view. */
interface SkatMistake {
  number: number;
  trick: number;
  card: Card;
  best: Card;
  chance: number;
  bestChance: number;
}

/** The worth of a deal: the discard, the highest bid covered, and each seat's best game. */
interface SkatWorth {
  discard: { value: number; best: Card[]; bestValue: number } | null;
  covers: number | null;
  best: ({ contract: Contract; discard: Card[]; score: number } | null)[];
}

/** A game of the score sheet. */
interface SkatRecord {
  deal: string;
  contract: string | null;
  score: number | null;
  /** The declarer's place: the person, then clockwise. */
  declarer: number | null;
  /** The dealer's place. */
  dealer: number;
}

/** A list of games, and the number of players at its table. */
interface SkatSheet {
  table: number;
  list: SkatRecord[];
}

/** The data of Skat in a browser. */
interface SkatKept extends SkatSheet {
  /** The finished lists, the last one first. */
  finished: SkatSheet[];
  /** The number of the finished list that is shown; 0 for the present one. */
  shown: number;
  games: number;
  counting: string;
  level: string;
  pace: string;
  link: string;
}

/** The points of the players for each game of a list, and their totals. */
interface SkatCount {
  points: number[][];
  totals: { won: number; lost: number; othersLost: number; sum: number }[];
}

/** The list of games as it is drawn. */
interface SkatList extends SkatKept {
  count: (sheet: SkatSheet) => SkatCount;
  text: (sheet: SkatSheet) => string;
  change: (changed: Partial<SkatKept>) => void;
  putAside: () => void;
  erase: () => void;
}

/** A game of Skat on the page. */
interface SkatPlay {
  number: string;
  you: number;
  level: string;
  session: SkatSession;
  draft: SkatDraft;
  /** Whether a full trick still lies on the table. */
  held: boolean;
  /** The chances of the person's hand, once all have passed. */
  chances: Chances | null;
  steps: SkatStep[] | null;
  mistakes: SkatMistake[] | null;
  worth: SkatWorth | null;
  /** The number of cards shown of a finished game; null for all. */
  at: number | null;
  trouble: boolean;
  /** The problem to solve, if it is no game, and the answer on the table. */
  problem: SkatProblem | null;
  answer: SkatAnswer | null;
}

/** A problem: a game at the turn of the seat that has to find the only card that wins. */
interface SkatProblem {
  number: number;
  /** The number of all problems. */
  count: number;
  band: string;
  /** Whether all cards are known. */
  open: boolean;
  deal: string;
  words: string[];
}

/**
 * The verdict on the card that a person tried, or on the solution. `cards` win in each of the `worlds`; it is empty if the tried card
 * fails. Then `hands` and `skat` are a world in which it does, and `result` is the declarer's card points there, in Null 1 for no trick.
 */
interface SkatAnswer {
  card: Card;
  worlds: number;
  cards: Card[];
  hands: Card[][];
  skat: Card[];
  result: number;
  isNull: boolean;
}

/** A problem as it is drawn beside the table. */
interface SkatProblemShown {
  problem: SkatProblem;
  problems: SkatProblem[];
  session: SkatSession;
  you: number;
  answer: SkatAnswer | null;
  choose: (band: string) => void;
}

/** The end of a game of Skat, and the score sheet. */
interface SkatEnd {
  session: SkatSession;
  you: number;
  score: SkatScore | null;
  /** Whether the person's hand was worth a bid, in a sentence; null until it is judged, and in games that were played. */
  advice: string | null;
  steps: SkatStep[] | null;
  mistakes: SkatMistake[] | null;
  worth: SkatWorth | null;
  trouble: boolean;
  list: SkatList;
}

/** The draft of an announcement. */
interface SkatDraft {
  hand: boolean;
  game: string | null;
  announced: string[];
  cards: Card[];
}

/** A game of Skat as it is drawn for the person in the seat `you`. */
interface SkatTable {
  session: SkatSession;
  you: number;
  /** The deal or problem. */
  title: string;
  /** The cards on the table, and the seat that led. */
  trick: Card[];
  leader: number;
  /** The cards picked for the discard. */
  chosen: Card[];
  play: (card: Card) => void;
  /** Whether all hands are open, and whether the person's cards can't be played, as in a review. */
  open: boolean;
  idle: boolean;
  step: SkatStep | null;
}

/** How many worlds a choice won with open cards, their share, and its interval. */
interface Chance {
  won: number;
  worlds: number;
  share: number;
  low: number;
  high: number;
}

/** The chances of a contract; for twelve cards with the discards tried. */
interface ContractChances extends Chance {
  contract: string;
  /** The chance to win if all see only their own cards; null for announcements without a curve. */
  atTable: number | null;
  stage: string;
  score: number;
  highest_bid: number | null;
  discard?: Card[];
  discards?: (Chance & { discard: Card[] })[];
}

/** The chances counted so far. */
interface Chances {
  done: boolean;
  played: number;
  total: number;
  /** The highest bid that pays, or 0; the place of the contract that pays most at it, and its chance at the table. */
  bid: number;
  best: number | null;
  chance: number | null;
  contracts: ContractChances[];
}

/** The textbook's value of a hand. */
interface TextbookValue {
  jack_factor: number;
  trumps: number;
  few_trumps: boolean;
  value: number | null;
  suit: string | null;
  suit_factor: number | null;
}

/** The official value of a contract. */
interface ContractValue {
  contract: string;
  /** Negative if without, 0 in Null. */
  matadors: number;
  value: number;
  with_schneider: number | null;
  highest_bid: number;
}

interface HandValue {
  textbook: TextbookValue | null;
  contracts: ContractValue[];
}

/** Bidding advice: the bid, 0 to pass, the best contract, its share of worlds won with open cards, and its chance at the table. */
interface BidAdvice {
  bid: number;
  contract: string;
  won: number;
  chance: number | null;
  worlds: number;
}

/** A decision as a word of the session, the share of worlds won after it, and before play the chance at the table. */
interface SkatHint {
  word: string;
  won: number | null;
  chance: number | null;
}

/**
 * The claim of all remaining tricks: the worlds; whether all were checked; who does not agree if not; the cards that play the rest if it
 * holds or all agree; a world against it.
 */
interface SkatClaim {
  worlds: number;
  checked: boolean;
  refusing: number[];
  rest: Card[];
  against: Card[][];
}

/** The answers about a hand known so far. */
interface HandAnswers {
  value: HandValue | null;
  chances: Chances | null;
  done: boolean;
  trouble: string | null;
}
