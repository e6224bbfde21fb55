// The shapes that travel between the page's modules, for the comments in `static/app` that name them. No browser reads this.

type Kernel = import("./static/app/kernel.js").Kernel;
type Rules = import("./static/app/rules.js").Rules;
type Game = import("./static/app/game.js").Game;
type GameNode = import("./static/app/game.js").Node;
type Board = import("./static/app/board.js").Board;
type Table = import("./static/app/table.js").Table;
type DailyResults = import("./static/app/daily_results.js").DailyResults;
type SkatSession = import("./static/app/skat_session.js").SkatSession;

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
  games?: number;
  autoplay?: string;
  measured?: any[];
  places?: Record<string, number> | null;
  deals?: number;
}

/** The deals of a sample so far, and the deal chosen. */
interface Sample {
  numbers: Uint8Array;
  states: Uint8Array;
  tried: number;
  complete: boolean;
  number: number | null;
  effort: number;
}

/** What the light shows. */
interface LightState {
  kind: string;
  score?: number | null;
  bound?: number | null;
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
}

/** The story of a won game: the numbers of the moves that lost the win, and each tenth of its moves. */
interface Story {
  lost: number[];
  unknown: boolean;
  parts: string[];
}

/** The grade of a won game: the card moves above par, their share of it, and the share of deals that are easier. */
interface Grade {
  grade: string;
  over: number;
  share: number;
  harder: number;
}

/** A won game at its end. */
interface Ended {
  game: Game;
  byPlayer: boolean;
  helped: boolean;
  seconds: number;
  id: string;
  undos: number;
  /** The moves of a short solution. */
  best: number | null;
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
  piles: Map<Pile, PilePlace>;
}

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

/** The result of a finished game of Skat. */
interface SkatScore {
  won: boolean;
  value: number;
  score: number;
  overbid: boolean;
  matadors: number;
  points: number;
  tricks: number;
  counted: Contract;
  base: number;
  levels: number;
}

/** A card of a reviewed game. */
interface SkatStep {
  number: number;
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
  points: number[];
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
  steps: SkatStep[] | null;
  mistakes: SkatMistake[] | null;
  worth: SkatWorth | null;
  /** The number of cards shown of a finished game; null for all. */
  at: number | null;
  trouble: boolean;
}

/** The end of a game of Skat, and the score sheet. */
interface SkatEnd {
  session: SkatSession;
  you: number;
  score: SkatScore | null;
  steps: SkatStep[] | null;
  mistakes: SkatMistake[] | null;
  worth: SkatWorth | null;
  trouble: boolean;
  list: SkatRecord[];
  erase: () => void;
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
  number: string;
  /** The cards on the table, and the seat that led. */
  trick: Card[];
  leader: number;
  /** The cards picked for the discard. */
  chosen: Card[];
  play: (card: Card) => void;
  /** Whether all hands are open, as in a review. */
  open: boolean;
  step: SkatStep | null;
}

/** How many worlds a choice won, and the interval of its chance. */
interface Chance {
  won: number;
  worlds: number;
  chance: number;
  low: number;
  high: number;
}

/** The chances of a contract; for twelve cards with the discards tried. */
interface ContractChances extends Chance {
  contract: string;
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
  matadors: string | null;
  value: number;
  with_schneider: number | null;
  highest_bid: number;
}

interface HandValue {
  textbook: TextbookValue | null;
  contracts: ContractValue[];
}

/** Bidding advice: the contract, null to pass. */
interface BidAdvice {
  bid: number;
  contract: string | null;
  won: number | null;
  worlds: number;
}

/** The answers about a hand known so far. */
interface HandAnswers {
  value: HandValue | null;
  advice: BidAdvice | null;
  chances: Chances | null;
  done: boolean;
  trouble: string | null;
}

/** How an Error of the page says more than its message. */
interface Error {
  code?: any;
  kind?: string;
  key?: string;
  parameters?: any;
  at?: number[];
}

/** A move of the notebook's board: source, target, count. */
type NotebookMove = [Pile, Pile, number];

/** The state that Python sends to the notebook's board. */
interface NotebookState {
  /** The number of each card, its pile, its place there and whether it lies face down; a node's parent, word, name and comment. */
  lying: [number, Pile, number, boolean][];
  /** The distance of two cards of each pile. */
  steps: Record<Pile, [number, number]>;
  moved: number[];
  legal: NotebookMove[];
  tree: [number, string, string, string][];
  here: number;
  ply: number;
  ahead: number;
  /** The light's verdict and its text. */
  light: [string, string] | null;
  said: string;
  refused: boolean;
  hint: NotebookMove | null;
}

/** A card of the notebook's board, at its place. */
interface LaidCard {
  name: string;
  svg: SVGSVGElement;
  pile: Pile;
  row: number;
  x: number;
  y: number;
  order: number;
  isLaid: boolean;
  landing?: number;
}

/** A card of the notebook's board, or an empty pile. */
interface Spot {
  pile: Pile;
  row: number;
  svg?: SVGSVGElement;
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
