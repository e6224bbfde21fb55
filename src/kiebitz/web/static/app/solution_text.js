// Solutions as text, read by the kernel and played in a game.

import { headerKeys, unread } from "./board_text.js";
import { Game } from "./game.js";
import { ask } from "./kernel_calls.js";
import { AUTOPLAY, ruleValue } from "./links.js";
import { playSteps } from "./notation.js";
import { CHANGEABLE } from "./rules.js";

const MOST_CELLS = 12;
/** The kernel's codes of standard notation and of the moves between boards. */
const STANDARD = 1;
const BOARDS = 6;
const NOTHING = new Uint8Array();

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param {string} text @param {number} cells */
function read(text, cells = MOST_CELLS) {
  const answer = ask(
    "read_solution",
    encoder.encode(text),
    0,
    cells,
    headerKeys().map((key) => encoder.encode(key)),
  );
  const [header, headerComplaint, title, form, body, late, complaint, steps, board] = answer;
  return {
    header,
    headerComplaint,
    title: decoder.decode(title),
    form,
    body: decoder.decode(body),
    late,
    complaint,
    steps,
    board: decoder.decode(board),
  };
}

/**
 * Return the header of a solution, `{game, edition, deal, title, autoplay, changes}`; null for missing entries.
 * @param {string} text @returns {Header}
 */
export function parseHeader(text) {
  const { header, headerComplaint, title } = read(text);
  if (headerComplaint.length) throw unread(headerComplaint);
  /** @type {Header} */
  const fields = { game: null, edition: 1, deal: null, title: title || null, autoplay: null, changes: {} };
  for (const [name, bytes, number, whole] of header) {
    const [key, value] = [decoder.decode(name), decoder.decode(bytes)];
    const wrong = unread([NOTHING, whole, NOTHING, number, 0]);
    const isNumber = key === "edition" || key === "score";
    const isWrong = isNumber ? !/^\d{1,2}$/.test(value) : key === "autoplay" && !AUTOPLAY.includes(value.toLowerCase());
    if (isWrong) throw wrong;
    try {
      if (key in CHANGEABLE) fields.changes[key] = ruleValue(key, value);
      else fields[key] = isNumber ? Number(value) : key === "autoplay" ? value.toLowerCase() : value;
    } catch {
      throw wrong;
    }
  }
  return fields;
}

/**
 * Whether a text has the form of a solution, which no board has.
 * @param {string} text
 */
export function isSolution(text) {
  const { complaint, steps } = read(text);
  return !complaint.length && steps.length > 0;
}

/**
 * Return the first error in the moves of a text as a `Fault` with its `[line, column]`, or null.
 * @param {string} text
 */
export function slipIn(text) {
  const { complaint } = read(text);
  return complaint.length ? Object.assign(unread(complaint), { at: [complaint[3], complaint[4]] }) : null;
}

/**
 * Return the lines of moves of a solution, without header and title.
 * @param {string} text @returns {string}
 */
export const bodyOf = (text) => read(text).body;

/**
 * Return fc-solve's first board beside the moves, or empty text; throw a `Fault` for boards without moves.
 * @param {string} text @returns {string}
 */
export function boardIn(text) {
  const { form, board } = read(text);
  if (form === BOARDS) throw unread([encoder.encode("no_moves"), encoder.encode(text.trim().split("\n", 1)[0]), NOTHING, 1, 0]);
  return board;
}

/**
 * Whether the moves of a solution have variations or comments.
 * @param {string} text
 */
export const isTree = (text) => isSolution(text) && read(text).form === STANDARD && /[({]/.test(bodyOf(text));

/**
 * Play the moves of a solution by the first matching one of some `ways`, each a list of alternative autoplay rules.
 * Throw an `IllegalMove` for an illegal one.
 * @param {string} text @param {Rules} rules @param {Position} start @param {string[][]} ways
 */
export function playSolution(text, rules, start, ways) {
  const { form, late, complaint, steps } = read(text, rules.cells);
  for (const wrong of [late, complaint]) if (wrong.length) throw unread(wrong);
  const { autoplay, moves } = playSteps(rules, start, steps, form, ways);
  const game = new Game(rules, start, { autoplay });
  for (const move of moves) game.push(move);
  return game;
}
