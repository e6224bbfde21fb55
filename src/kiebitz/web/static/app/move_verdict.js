// What a move did to a game: kept the win or the best score, lost it, or nobody knows. The kernel says so of two lights,
// before and after the move, as the solver gives them: `{verdict, score, bound}`.

import { VERDICTS } from "./encoding.js";
import { ask, sameMove } from "./rules.js";

/** What a move did, by the kernel's codes; "gone": there was nothing left to lose. */
const EFFECTS = ["kept", "lost", "unknown", "gone"];

const told = ({ verdict, score, bound }) => [VERDICTS.indexOf(verdict), score ?? null, bound ?? null];

/** How a move changed what is possible: one of the effects, or "asking" where the solver has not been asked yet. */
export function effectOf(before, after) {
  return before && after ? EFFECTS[ask("effect", ...told(before), ...told(after))[0]] : "asking";
}

/** The effect of a node's own move. */
export const effectOn = (node) => effectOf(node.parent.light, node.light);

/** What a legal move of a position would do, of those judged there. */
export function effectOfMove(node, move) {
  return effectOf(
    node.light,
    node.judged?.find((one) => sameMove(one.move, move)),
  );
}

/** The one move that keeps the win or the score where all others lose it; moves to the same position count as one. */
export function onlyMove({ light, judged = [] }) {
  if (!light || !judged?.length) return null;
  const effects = judged.map((one) => EFFECTS.indexOf(effectOf(light, one)));
  const [place] = ask(
    "only_move",
    Uint8Array.from(effects),
    Uint8Array.from(judged, ({ key }) => key),
  );
  return judged[place]?.move ?? null;
}

/** What can still be reached from a node, as `{low, high}` of 1: the share of cards for a score, else the win or nothing. */
export function reachable({ light }, size) {
  if (!light) return { low: 0, high: 1 };
  if (typeof light.score === "number") return { low: light.score / size, high: light.bound / size };
  return { low: light.verdict === "solved" ? 1 : 0, high: light.verdict === "impossible" ? 0 : 1 };
}
