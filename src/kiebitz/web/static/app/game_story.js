// The story of a won game: which moves lost the win before the player found it again.

import { existing } from "./errors.js";
import { effectOn } from "./move_verdict.js";
import { askedGame } from "./open_game.js";
import { think } from "./worker_client.js";

/** The parts into which the moves are divided. */
const PARTS = 10;
/** @type {Status} */
const LOST = { verdict: "impossible", score: null, bound: null, limitHit: null };
/** @type {Status} */
const KEPT = { ...LOST, verdict: "solved" };

/**
 * All moves tried, in about the order of play: what was given up before the moves of the win that replaced it.
 * @param {Game} game
 */
function triedIn({ root, turns }) {
  const tried = [];
  const open = [root];
  while (open.length) {
    const node = existing(open.pop());
    if (node.parent) tried.push(node);
    const ofWin = node.children.filter((child) => turns.includes(child));
    open.push(...ofWin, ...node.children.filter((child) => !ofWin.includes(child)).reverse());
  }
  return tried;
}

/**
 * Judge all moves tried in a won game: `{lost, unknown, parts}`, the numbers of the moves that lost the win, whether some
 * moves could not be judged in time, and `kept`, `lost` or `again` (found again) for each tenth of the moves. The line of
 * the win needs no search, and positions after a lost one are lost.
 * @param {Game} game @param {AbortSignal} signal @returns {Promise<Story>}
 */
export async function storyOf(game, signal) {
  const nodes = triedIn(game);
  for (const node of [game.root, ...game.turns]) node.light ??= KEPT;
  for (const node of nodes) {
    if (node.parent?.light?.verdict === LOST.verdict) node.light ??= LOST;
    node.light ??= await think("light", { game: askedGame(game, node) }, { signal });
  }
  /** @param {GameNode} node */
  const isLost = ({ light }) => light?.verdict === LOST.verdict;
  const count = Math.min(PARTS, nodes.length);
  const parts = Array.from({ length: count }, (_, part) => {
    const [first, last] = [part, part + 1].map((at) => Math.floor((at * nodes.length) / count));
    const some = nodes.slice(Math.max(first - 1, 0), last);
    if (!some.slice(first ? 1 : 0).some(isLost)) return some.some(isLost) ? "again" : "kept";
    return isLost(some[some.length - 1]) ? "lost" : "again";
  });
  return {
    lost: nodes.filter((node) => effectOn(node) === "lost").map(({ ply }) => ply),
    unknown: nodes.some(({ light }) => light?.verdict === "undecided"),
    parts,
  };
}
