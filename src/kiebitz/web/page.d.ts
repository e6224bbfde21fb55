// The shapes that travel between the page's modules, for the comments in `static/app` that name them. No browser reads this.
// Skat's are in `skat.d.ts`.

type Kernel = import("./static/app/kernel.js").Kernel;
type Rules = import("./static/app/rules.js").Rules;
type Game = import("./static/app/game.js").Game;
type GameNode = import("./static/app/game.js").Node;
type Board = import("./static/app/board.js").Board;
type Table = import("./static/app/table.js").Table;
type DailyResults = import("./static/app/daily_results.js").DailyResults;

/** A card's rank and suit, such as `TS`. */
type Card = string;

/** A pile's code: columns from 0, cells from 32, foundations from 48 in the order C D H S, the stock 52. */
type Pile = number;

/** A number of a deal; a BigInt beyond 2^53. */
type DealNumber = number | bigint;

/** The lowest and the highest possible value. */
type Limits = [number, number];

/** How an ambiguous board was read: the name of a text, and its parameters. */
type Remark = [string, Record<string, any>];

interface Move {
  source: Pile;
  target: Pile;
  count: number;
}

/** A legal move with the count that its word implies. */
interface LegalMove extends Move {
  implied: number;
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

/** A board in the kernel's codes, valid or not: columns, cells, cards on each foundation if stated, stock. */
type BoardCodes = [columns: Uint8Array[], cells: Uint8Array, home: Uint8Array | null, stock: Uint8Array];

/** The kernel's judgement of a board. */
interface Judgement {
  position: Position | null;
  fault: string | null;
  parameters: Record<string, any>;
  strange: Card[];
  missing: Card[];
  doubled: Card[];
  tops: Card[];
}

/** A place of a board being set up; in columns and the stock, `index` is that of a card or, behind the last, of the next. */
interface Place {
  pile: Pile;
  index: number;
}

/** Why a card read off a picture is doubtful: its part of the picture, and the next guesses. */
interface Doubt {
  cutout: ImageBitmap;
  guesses: Card[];
}

type Doubts = Map<Card, Doubt>;

interface PlacedDoubt extends Doubt {
  card: Card;
  place: Place;
}

/** A board read off a picture. */
interface BoardRead {
  rules: Rules;
  position: Position;
  doubts: Doubts;
  /** The boards that fit if cards are doubtful, the likeliest first, which is this one. */
  readings: { position: Position; doubts: Doubts; changed: Card[] }[];
  isPack: boolean;
  agrees: boolean;
  deal: number;
}

/** Changed rules by name. */
interface Changes {
  columns?: number;
  suits?: string;
  [rule: string]: string | number | undefined;
}

/** The values that a rule may have: named `choices`, or the `least` and `most` of a number; suits have neither. */
interface Changeable {
  choices: string[];
  least: number;
  most: number | null;
}

/** A game of the catalogue as `games.json` has it. */
interface GameData {
  id: string;
  title: Record<string, string>;
  description: string;
  edition: number;
  /** The rules that differed in the first edition. */
  edition_1?: Changes;
  columns: number;
  cells: number;
  stock: number;
  suits: string;
  ranks: string;
  goal: string;
  build: string;
  supermoves: string;
  dealt_home: number;
  dealt_to_cells: number[];
  dealt_first: Card[];
  dealt_rows: number[];
  face_down: number[];
  destinations: Pile[];
  [rule: string]: any;
}

/** A numbered deal. */
interface Deal {
  numbering: string;
  number: DealNumber;
}

/** A running module of the kernel. */
interface KernelInstance {
  exports?: any;
}

/** A link's parts, without its moves: a numbered deal, or a board. */
interface Source {
  game: string;
  numbering: string | null;
  number: DealNumber | null;
  board: string | null;
  edition: number;
  changes: Changes;
  autoplay: string;
  at?: number | null;
}

/** A game with its link's parts. */
interface OpenGame {
  game: Game;
  source: Source;
}

/** A node of a tree of moves as a link has it, with its parent's place in the list. */
interface WrittenNode {
  word: string;
  parent: number;
  name: string;
  comment: string;
}

/** A parsed link. */
interface Link extends Source {
  nodes: WrittenNode[];
  at: number;
}

/** The header of a solution; null for missing entries. */
interface Header {
  game: string | null;
  edition: number;
  deal: string | null;
  title: string | null;
  autoplay: string | null;
  changes: Changes;
  [entry: string]: any;
}

/** Why a move is refused, with the cards and numbers of the reason. */
interface Reason {
  code: string;
  card?: Card;
  onto?: Card;
  wanted?: Card;
  pile?: Pile;
  count?: number;
  held?: number;
  capacity?: number;
  free?: number;
  empty?: number;
  because?: Reason;
}

/** The legal moves of a position, the movable cards at the end of each column, and whether it is won. */
interface GameState {
  moves: LegalMove[];
  runs: Uint8Array;
  won: boolean;
}

/** A move, and why it is illegal. */
interface Offer {
  move: Move;
  reason: Reason | null;
}

/** A game as the analyst takes it: the moves made from its start. */
interface PlayedGame {
  rules: Rules;
  start: Position;
  moves: Move[];
  autoplay: string;
}

/** The same as the worker takes it, with the rules as data. */
interface AskedGame {
  data: GameData;
  changes: Changes;
  start: Position;
  moves: Move[];
  autoplay: string;
}

/** The analyst's answer about a position. */
interface Status {
  verdict: string;
  score?: number | null;
  bound?: number | null;
  limitHit?: string | null;
  states?: number;
}

/** A legal move with the status after it; moves with the same key lead to the same position. */
interface JudgedMove extends Status {
  move: Move;
  key: number;
  /** The moves after it on a short line to the win, or to the best known score. */
  left: number | null;
}

/** The move that lost a game, or by which its best score fell. */
interface Loss {
  ply: number;
  last_winnable: number | null;
  certain: boolean;
  score_before: number | null;
  score_after: number | null;
}

/** A measured difficulty, `done` from 0 to 1; `measured` continues the measurement. */
interface Difficulty {
  verdict: string;
  moves: number | null;
  share: Limits | null;
  only: Limits | null;
  won: number[] | null;
  done: number;
  level: string | null;
  games?: number;
  autoplay?: string;
  measured?: any[];
  places?: Record<string, number> | null;
  deals?: number;
}

/** What the light shows. */
interface LightState {
  kind: string;
  score?: number | null;
  bound?: number | null;
  /** Whether the deal itself cannot be won. */
  ofDeal?: boolean;
}

/** A question to the worker that waits or is being answered. */
interface Question {
  id: number;
  question: string;
  asked: any;
  resolve: (answer: any) => void;
  reject: (reason: any) => void;
  progress: (progress: any) => void;
}

interface ThinkOptions {
  /** Takes the question back. */
  signal?: AbortSignal;
  progress?: (progress: any) => void;
}

/** What a question of the worker may call while it works. */
interface Work {
  ended: () => boolean;
  tell: (progress: any) => void;
}

/** A finished game in the statistics. */
interface GameRecord {
  id?: string;
  at: string;
  game: string;
  rules?: string;
  deal: string;
  won: boolean;
  left?: boolean;
  helped: boolean;
  seconds: number;
  moves: number;
  undos?: number;
  cards?: number;
  /** Whether a win was never in a lost position. */
  neverLost?: boolean;
}

/** The story of a won game: the numbers of the moves that lost the win, and each tenth of its moves. */
interface Story {
  lost: number[];
  unknown: boolean;
  parts: string[];
}

/** The grade of a won game: the steps above par or the moves above the best line, their share, and that of easier deals. */
interface Grade {
  grade: string;
  by: string;
  over: number;
  share: number;
  limits: Record<string, number>;
  harder: number;
  level: string;
}

/** A won game at its end. */
interface Ended {
  game: Game;
  byPlayer: boolean;
  helped: boolean;
  seconds: number;
  id: string;
  undos: number;
  /** The moves and the steps of a short solution. */
  best: { moves: number; cards: number } | null;
  /** The bounds of the fewest moves. */
  fewest: { least: number; best: number } | null;
  story: Story | null;
  grade: Grade | null;
}

/** The figures of some games. */
interface Summary {
  games: number;
  won: number;
  lost: number;
  left: number;
  share: number | null;
  streak: number;
  longest: number;
  shortest: number | null;
  mean: number | null;
  [figure: string]: number | null;
}

/** The stored game of a tab. */
interface KeptGame {
  link: string;
  id?: string;
  helped?: boolean;
  seconds?: number;
  recorded?: boolean;
  made?: number;
  undos?: number;
  shown?: boolean;
  ahead?: string[];
}

/** The place of a pile on the board: the top of each card, the drawing of the last card and that of the others. */
interface PilePlace {
  x: number;
  y: number;
  height: number;
  cards: number[];
  face: string;
  covered: string;
}

/** A move with an arrow, and the text at its tail. */
interface PointedMove extends Move {
  label: string;
}

interface Size {
  width: number;
  height: number;
}

/** The piles of a row above the columns. */
interface UpperRow {
  left: Pile[];
  right: Pile[];
}

/** A press that may become a drag: its pointer, its place, and then the cards held. */
interface Drag {
  pile: Pile;
  id: number;
  x: number;
  y: number;
  index: number;
  cards?: Card[];
  corner?: { x: number; y: number };
}

/** A card on the board, as last drawn. */
interface CardOnBoard {
  node: HTMLElement;
  drawn: string;
  x?: number;
  y?: number;
  order?: number;
  height?: number;
  landing?: number;
}

interface Layout {
  card: Size;
  tall: boolean;
  strip: number;
  piles: Map<Pile, PilePlace>;
}

/** How an Error of the page says more than its message. */
interface Error {
  code?: any;
  kind?: string;
  key?: string;
  parameters?: any;
  at?: number[];
}

/** An element's attributes; functions are listeners, false and null are left out. */
interface Attributes {
  click?: (event: MouseEvent & { currentTarget: any }) => void;
  submit?: (event: SubmitEvent) => void;
  [name: string]: string | number | boolean | null | undefined | ((event: any) => void);
}

// The scripts know their own HTML: an element found by its id or selector is there, and of the kind they expect.
interface Document {
  getElementById(id: string): any;
}
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
declare namespace Intl {
  interface Locale {
    getWeekInfo?(): { firstDay: number };
  }
}

/** The proven checker's verdict on a certificate of at most `limit` positions, and its text (`proof/page.ml`). */
declare function provenChecker(file: Uint8Array, limit: number): [verdict: string, text: string];

interface LineEvent {
  kind: string;
  ply: number;
  value: number;
}
