// Which search is right for which rules, and how it is asked, as in `kiebitz.analysis.engines`, whose conditions come with
// the catalogue. A line leaves here only once the page's own rules have replayed it.

import { FIRST, FORCED_HOME, LIMITS, PROVE, VERDICTS, decodeMoves, encodePosition, encodeRules } from "./encoding.js";
import { Fault } from "./faults.js";
import { Refused } from "./kernel.js";
import { Rules, home, isWon, made } from "./rules.js";

/** The bytes that one search may take. */
const MEMORY = 192 << 20;
/** The states that a line with forced moves home is looked for in. */
const FORCED_STATES = 1_000_000;
/** How the kernel is asked for each family; the others are asked whether the game can be won. */
const ASKED = { russian: best };
/** What follows from the rules, beside those that stand in them. */
const FIGURES = {
  ranks: (rules) => rules.ranks.length,
  face_down: (rules) => rules.face_down.reduce((sum, cards) => sum + cards, 0),
  placements: (rules) => rules.columns ** rules.stock,
};

let known = { engines: [], difficulty: [] };

/** Take in the searches of the catalogue, and the conditions under which difficulty can be told. */
export const learnEngines = ({ engines, difficulty }) => {
  known = { engines, difficulty };
};

function meets(rules, { rule, choices, least, most }) {
  const value = FIGURES[rule]?.(rules) ?? rules[rule];
  return choices.length ? choices.includes(value) : least <= value && value <= most;
}

const engineFor = (rules) => known.engines.find(({ conditions }) => conditions.every((one) => meets(rules, one)));

/** Whether it can be told under some rules how hard a deal is. */
export const tellsDifficulty = (rules) => known.difficulty.every((one) => meets(rules, one));

/** The rules by which the kernel's lines are written: as many cards move at once as single-card moves can carry. */
function relaxed(rules) {
  const asTheyAre = ["standard", "whole", "any"].includes(rules.supermoves);
  return asTheyAre ? rules : new Rules(rules.data, { ...rules.changes, supermoves: "standard" });
}

/**
 * All that can be found out about a position within `{states}`: `{verdict, line, score, bound, limitHit, states}`; score
 * and bound are null but in scored games.
 */
export function answer(kernel, rules, position, limit) {
  const engine = engineFor(rules);
  if (!engine) throw new Fault("unsolvable", rules.id);
  const size = rules.scored ? rules.size : null;
  if (isWon(rules, position)) return { verdict: "solved", line: [], score: size, bound: size, limitHit: null, states: 0 };
  const found = (ASKED[engine.family] ?? search)(kernel, rules, position, limit);
  if (found.verdict === "solved" || found.score) check(rules, position, found);
  return found;
}

/** A winning line that sends each card home as soon as it fits; none if that was not found soon. */
export function forcedLine(kernel, rules, position) {
  const found = search(kernel, rules, position, { states: FORCED_STATES }, { mode: PROVE, forced: true });
  if (found.verdict === "solved") check(rules, position, found);
  return found.line;
}

function search(kernel, rules, position, { states }, { mode = FIRST, forced = false } = {}) {
  const codes = encodeRules(rules);
  if (forced) codes[FORCED_HOME] = 1;
  const options = { mode, states, memory: MEMORY };
  const found = withinMemory(() => kernel.solve(codes, encodePosition(rules, position), options), { verdict: 2 });
  const verdict = VERDICTS[found.verdict];
  const limitHit = verdict === "undecided" ? LIMITS[found.limitHit] : null;
  return { verdict, line: decodeMoves(found.line), score: null, bound: null, limitHit, states: found.states };
}

function best(kernel, rules, position, { states }) {
  const { scored, size } = rules;
  const options = { floor: scored ? 0 : size, states, memory: MEMORY };
  const nothing = { score: home(position), bound: size };
  const found = withinMemory(() => kernel.bestScore(encodeRules(rules), encodePosition(rules, position), options), nothing);
  const known = scoredAnswer(rules, { ...found, line: decodeMoves(found.line), limitHit: LIMITS[found.limitHit] });
  if (scored) return known;
  return { ...known, score: null, bound: null, line: found.score === size ? known.line : [] };
}

/** The answer that a score and its bound come to. */
export function scoredAnswer(rules, { score, bound, line, limitHit, states }) {
  const verdict = score === rules.size ? "solved" : bound < rules.size ? "impossible" : "undecided";
  return { verdict, line, score, bound, limitHit: score < bound ? limitHit : null, states };
}

/** What a call of the kernel returns; where the browser refuses memory, that this was the limit. */
function withinMemory(call, nothing) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof Refused && error.kind === "out_of_memory")) throw error;
    return { ...nothing, line: [], states: 0, limitHit: LIMITS.indexOf("memory") };
  }
}

function check(rules, position, { line, score }) {
  const loose = relaxed(rules);
  let along = position;
  for (const move of line) {
    const { reason, stages } = made(loose, along, move, "none");
    if (reason) throw new Fault("fault", "the rules refuse a move of the search");
    [along] = stages;
  }
  if (score === null ? !isWon(rules, along) : home(along) !== score) {
    throw new Fault("fault", "the line of the search does not lead where it says");
  }
}
