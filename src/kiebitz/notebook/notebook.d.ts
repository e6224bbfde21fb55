// The shapes of the board in notebooks. No browser reads this.

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
