// Solutions as text: standard notation and fc-solve's sentences and dialect, with the header lines above them. The counterpart of
// the readers in `kiebitz.patience.notation`; each move is made by the page's rules.

import { readCard } from "./card_texts.js";
import { AUTOPLAY } from "./links.js";
import { CELL, CHANGEABLE, STOCK, impliedCount } from "./rules.js";
import { foundationFor, pileOf } from "./notation.js";
import { linesOf, rest, unread, wordsOf } from "./text_lines.js";

const ENTRY = /^\s*#\s*([A-Za-z_]+)\s*:(.*)$/s;
const STANDARD = /^([1-9NPQRWXYZ0a-gi-ms])([1-9NPQRWXYZ0a-gi-mh])(?:v([0-9a-f]{1,2}))?$/i;
const DIALECT = /^(10|[1-9]|[a-gk-os])(10|[1-9]|[a-hk-o])(?:v([0-9a-f]{1,2}))?$/i;
const DIALECT_CELLS = "abcdefgklmno";
const SENTENCE =
  /^\s*Move (?:a card|([1-9]\d?) cards?) from (?:(stack|freecell) (\d{1,2})|the stock) to (?:the foundations|(stack|freecell) (\d{1,2}))\s*$/;
const RULERS = ["-=-=", "===="];
const LABEL = "Move:";
const STATE = [":", "Foundations:", "Freecells:"];
const BOARD = /^.*\bH-\S+ C-\S+ D-\S+ S-\S+\s*$/;
const STATISTICS = ["This game is solveable", "Total number of states checked is", "This scan generated"];
const FAILURES = ["I could not solve this game", "Iterations count exceeded", "The game is intractable"];
const MOST_COLUMNS = 18;
const MOST_CELLS = 12;
const PLAIN_KEYS = ["game", "edition", "deal", "autoplay", "score", "note"];

const isHeader = ({ text }) => text.trimStart().startsWith("#");
const begins = (text, words) => words.some((word) => text.startsWith(word));
const bodyOf = (lines) => lines.filter((line) => line.text.trim() && !isHeader(line));

/** What a solution says of itself: `{game, edition, deal, autoplay, changes}`, null where it is silent. */
export function parseHeader(text) {
  const lines = linesOf(text);
  const found = { game: null, edition: 1, deal: null, autoplay: null, changes: {} };
  const seen = new Set();
  for (const line of lines.filter(isHeader)) {
    const match = ENTRY.exec(line.text);
    if (!match) continue;
    const [key, value] = [match[1].toLowerCase(), match[2].trim()];
    if (key === "note") continue;
    if (!(PLAIN_KEYS.includes(key) || key in CHANGEABLE) || seen.has(key) || !value) throw unread(line);
    seen.add(key);
    if (key in CHANGEABLE) found.changes[key] = changed(key, value, line);
    else if (key === "edition" || key === "score") found[key] = whole(value, line);
    else if (key === "autoplay" && !AUTOPLAY.includes(value.toLowerCase())) throw unread(line);
    else found[key] = key === "autoplay" ? value.toLowerCase() : value;
  }
  return found;
}

function changed(key, value, line) {
  const { choices, least, most } = CHANGEABLE[key];
  if (most !== null) {
    const count = whole(value, line);
    if (count < least || count > most) throw unread(line);
    return count;
  }
  if (choices.length && !choices.includes(value.toLowerCase())) throw unread(line);
  return choices.length ? value.toLowerCase() : value.toUpperCase();
}

function whole(value, line) {
  if (!/^\d{1,2}$/.test(value)) throw unread(line);
  return Number(value);
}

/** Whether a text has the form of a solution; no board has it. */
export function isSolution(text) {
  try {
    return stepsOf(bodyOf(linesOf(text))).length > 0;
  } catch {
    return false;
  }
}

/** Whether most words of a text are moves and no cards, if not all: then it is a solution with a slip, not a board. */
export function areMoves(text) {
  const body = bodyOf(linesOf(text));
  try {
    stepsOf(body);
    return false; // it has no slip
  } catch {
    // which is what makes one look
  }
  const words = body.flatMap(wordsOf);
  const moves = words.filter((word) => STANDARD.test(word.text));
  return moves.length > words.length / 2 && !moves.every((word) => readCard(word.text));
}

/** Make the moves of a solution in a game; what is illegal there is an `IllegalMove`. */
export function playSolution(text, game) {
  const lines = linesOf(text);
  const first = lines.find((line) => line.text.trim() && !isHeader(line))?.number ?? Infinity;
  const late = lines.find((line) => isHeader(line) && line.number > first);
  if (late) throw unread(late);
  for (const step of stepsOf(bodyOf(lines))) {
    const { rules, position } = game;
    const target = step.target ?? foundationFor(rules, position, step.source);
    const one = step.oneByDefault && target < CELL && position.columns[target]?.length === 0;
    const count = step.count ?? (one ? 1 : impliedCount(rules, position, step.source, target));
    game.push({ source: step.source, target, count });
  }
}

/** The moves as they are written: `{source, target, count}`, `target` null for home, `count` null where it is left open. */
function stepsOf(body) {
  const lines = withoutChatter(body);
  if (body.some(({ text }) => text.trimStart().startsWith("Move "))) return lines.map(sentence);
  const dialect = body.some(({ text }) => begins(text.trimStart(), [RULERS[0], LABEL]));
  return (dialect ? lines : mainLine(lines)).flatMap((line) => {
    const labelled = line.text.trimStart().startsWith(LABEL);
    const words = labelled ? rest(line, line.text.indexOf(LABEL) + LABEL.length) : line;
    return wordsOf(words).map((word) => stepOf(word, dialect));
  });
}

/** Blank out variations and comments, of which trees.js says how they look; words keep their places. */
function mainLine(lines) {
  let [depth, comment] = [0, false];
  const kept = (sign) => {
    if (comment) comment = sign !== "}";
    else if (sign === "{") comment = true;
    else if (sign === "(") depth += 1;
    else if (!depth) return sign;
    else if (sign === ")") depth -= 1;
    return " ";
  };
  return lines.map((line) => ({ ...line, text: line.text.replace(/./gsu, kept) }));
}

/** Leave out what fc-solve prints around its moves: rulers, boards, statistics. */
function withoutChatter(body) {
  let inBoard = false;
  return body.filter((line) => {
    const text = line.text.trim();
    if (begins(text, FAILURES)) throw unread(line);
    if (begins(text, [...RULERS, LABEL, "Move "])) inBoard = false;
    else if (!begins(text, STATE) && BOARD.test(text)) inBoard = true;
    return !inBoard && !begins(text, [...RULERS, ...STATE, ...STATISTICS]);
  });
}

function stepOf(word, dialect) {
  const match = (dialect ? DIALECT : STANDARD).exec(word.text);
  if (!match || (match[3] && !parseInt(match[3], 16))) throw unread(word);
  const [, source, target, count] = match;
  const pile = (sign) => {
    if (!dialect || /^[hs]$/i.test(sign)) return pileOf(sign);
    return /^\d/.test(sign) ? Number(sign) - 1 : CELL + DIALECT_CELLS.indexOf(sign.toLowerCase());
  };
  const step = { source: pile(source), target: pile(target), count: count ? parseInt(count, 16) : null };
  return { ...step, oneByDefault: dialect };
}

function sentence(line) {
  const match = SENTENCE.exec(line.text);
  if (!match) throw unread(line);
  const [, count, sourceKind, source, targetKind, target] = match;
  const pile = (kind, index) => {
    if (index >= (kind === "stack" ? MOST_COLUMNS : MOST_CELLS)) throw unread(line);
    return kind === "stack" ? index : CELL + index;
  };
  return {
    source: sourceKind ? pile(sourceKind, Number(source)) : STOCK,
    target: targetKind ? pile(targetKind, Number(target)) : null,
    count: Number(count ?? 1),
  };
}

