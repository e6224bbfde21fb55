// What a move did to a game: kept the win or the best score, lost it, or nobody knows. Made of two lights, before and
// after the move, as the solver gives them: `{verdict, score, bound}`.

/**
 * How a move changed what is possible: "kept", "lost", "unknown", "gone" where nothing was left to lose, or "asking" where
 * the solver has not been asked yet.
 */
export function effectOf(before, after) {
  if (!before || !after) return "asking";
  if (typeof before.score === "number") {
    if (before.score > after.bound) return "lost";
    return after.score >= before.bound ? "kept" : "unknown";
  }
  if (before.verdict === "impossible") return "gone";
  if (after.verdict === "solved") return "kept";
  return before.verdict === "solved" && after.verdict === "impossible" ? "lost" : "unknown";
}

/** The effect of a node's own move. */
export const effectOn = (node) => effectOf(node.parent.light, node.light);

/** What a legal move of a position would do, of those judged there. */
export function effectOfMove(node, move) {
  const same = (one) => one.source === move.source && one.target === move.target && one.count === move.count;
  const found = node.judged?.find((one) => same(one.move));
  return effectOf(node.light, found);
}

/** The one move that keeps the win or the score where all others lose it; moves to the same position count as one. */
export function onlyMove(node) {
  const effects = (node.judged ?? []).map((one) => ({ ...one, effect: effectOf(node.light, one) }));
  const kept = effects.filter(({ effect }) => effect === "kept");
  const alone = kept.length && kept.every(({ key }) => key === kept[0].key);
  const others = effects.filter(({ effect }) => effect !== "kept");
  return alone && others.length && others.every(({ effect }) => effect === "lost") ? kept[0].move : null;
}

/** What can still be reached from a node, as `{low, high}` of 1: the share of cards for a score, else the win or nothing. */
export function reachable({ light }, size) {
  if (!light) return { low: 0, high: 1 };
  if (typeof light.score === "number") return { low: light.score / size, high: light.bound / size };
  return { low: light.verdict === "solved" ? 1 : 0, high: light.verdict === "impossible" ? 0 : 1 };
}
