// The shapes that travel between the page's modules, for the comments in `static/app` that name them. No browser reads this.

/** A card's rank and suit, such as `TS`. */
type Card = string;

/** A pile's code: columns from 0, cells from 32, foundations from 48 in the order C D H S, the stock 52. */
type Pile = number;

interface Move {
  source: Pile;
  target: Pile;
  count: number;
}

interface Position {
  /** Cards home, for each suit. */
  foundations: number[];
  cells: (Card | null)[];
  columns: Card[][];
  stock: Card[];
  /** How many of a column's first cards lie face down. */
  face_down: number[];
}

/** A game of the catalogue as `games.json` has it. */
interface GameData {
  id: string;
  [rule: string]: any;
}

/** A link's parts, without its moves. */
interface Source {
  game: string;
  numbering: string | null;
  number: number | bigint | null;
  board: string | null;
  edition: number;
  changes: Record<string, any>;
  autoplay: string;
  at?: number | null;
}

/** The analyst's answer about a position. */
interface Status {
  verdict: "solved" | "impossible" | "undecided";
  score: number | null;
  bound: number | null;
  limitHit: string | null;
  states?: number;
}

interface ThinkOptions {
  /** Takes the question back. */
  signal?: AbortSignal;
  progress?: (progress: any) => void;
}

/** How an Error of the page says more than its message. */
interface Error {
  code?: string;
  kind?: string;
  key?: string;
  parameters?: any;
  at?: number[];
}

// The scripts know their own HTML: an element found by its id or selector is there, and of the kind they expect.
interface Document {
  getElementById(id: string): any;
}
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface EventTarget {
  closest?: any;
  value?: any;
}
interface Element {
  dataset: any;
  disabled?: any;
  tabIndex: number;
  focus(): void;
}
declare namespace Intl {
  interface Locale {
    getWeekInfo?(): { firstDay: number };
  }
}
