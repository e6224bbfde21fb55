// The effect of a move: it kept the win or the best score, lost it, or is unknown. The kernel compares two lights.

import { VERDICTS } from "./encoding.js";
import { ask } from "./kernel_calls.js";
import { sameMove } from "./rules.js";

/** The effects of moves, by the kernel's codes; "gone": there was nothing left to lose. */
const EFFECTS = ["kept", "lost", "unknown", "gone"];

/** @param {Status} status */
const resultOf = ({ verdict, score, bound }) => [VERDICTS.indexOf(verdict), score ?? null, bound ?? null];

/**
 * The effect of a node's move, or "asking" before the solver has answered.
 * @param {Status | null | undefined} before @param {Status | null | undefined} after @returns {string}
 */
export function effectOf(before, after) {
  return before && after ? EFFECTS[ask("effect", ...resultOf(before), ...resultOf(after))[0]] : "asking";
}

/**
 * The effect of a node's own move.
 * @param {GameNode} node
 */
export const effectOn = (node) => effectOf(node.parent?.light, node.light);

/**
 * The effect of a legal move, from the moves judged at a node.
 * @param {GameNode} node @param {Move} move
 */
export function effectOfMove(node, move) {
  return effectOf(
    node.light,
    node.judged?.find((judgement) => sameMove(judgement.move, move)),
  );
}

/**
 * The one move that keeps the win or the score where all others lose it; moves to the same position count as one.
 * @param {GameNode} node @returns {Move | null}
 */
export function onlyMove({ light, judged = [] }) {
  if (!light || !judged?.length) return null;
  const effects = judged.map((judgement) => EFFECTS.indexOf(effectOf(light, judgement)));
  const [place] = ask(
    "only_move",
    Uint8Array.from(effects),
    Uint8Array.from(judged, ({ key }) => key),
  );
  return judged[place]?.move ?? null;
}

/**
 * Return the judged moves of a node, one to each position, the best first.
 * @param {GameNode} node @returns {JudgedMove[]}
 */
export function rankedMoves({ light, judged }) {
  if (!light || !judged?.length) return [];
  const values = judged.map((move) => [EFFECTS.indexOf(effectOf(light, move)), move.key, move.score ?? null, move.left]);
  return ask("rank_moves", values).map((place) => judged[place]);
}

/** The extra moves from which a move counts as a detour: a short line is rarely the shortest. */
const DETOUR = 3;

/**
 * Return the number of moves that a node's move lengthened the short way, if it kept the win; 0 for few or unknown.
 * @param {GameNode} node
 */
export function detourOf({ parent, wayLeft, light }) {
  if (!parent || light?.verdict !== "solved" || parent.wayLeft === null || wayLeft === null) return 0;
  const extra = wayLeft + 1 - parent.wayLeft;
  return extra >= DETOUR ? extra : 0;
}

/**
 * Return the result still possible at a node, `{low, high}` from 0 to 1: the share of cards for a score, 1 for a win.
 * @param {GameNode} node @param {number} size
 */
export function reachable({ light }, size) {
  if (!light) return { low: 0, high: 1 };
  if (typeof light.score === "number") return { low: light.score / size, high: (light.bound ?? size) / size };
  return { low: light.verdict === "solved" ? 1 : 0, high: light.verdict === "impossible" ? 0 : 1 };
}
