// Solutions as text: what the kernel reads in them, made in a game.

import { headerKeys, unread } from "./boards.js";
import { AUTOPLAY } from "./links.js";
import { foundationFor } from "./notation.js";
import { CELL, CHANGEABLE, SUITS, ask, impliedCount } from "./rules.js";

const STEP_BYTES = 7;
const HOME = 48;
const NOBODY = 255;
const MOST_CELLS = 12;
const ONTO_CARD = 1;
const TO_CELL = 2;
const PACK_RANKS = "A23456789TJQK";
const NOTHING = new Uint8Array();

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function read(text, cells = MOST_CELLS) {
  const answer = ask("read_solution", encoder.encode(text), 0, cells, headerKeys().map((key) => encoder.encode(key)));
  const [header, headerComplaint, title, , hasTree, late, complaint, steps] = answer;
  return { header, headerComplaint, title: decoder.decode(title), hasTree, late, complaint, steps };
}

/** What a solution says of itself: `{game, edition, deal, title, autoplay, changes}`, null where it is silent. */
export function parseHeader(text) {
  const { header, headerComplaint, title } = read(text);
  if (headerComplaint.length) throw unread(headerComplaint);
  const found = { game: null, edition: 1, deal: null, title: title || null, autoplay: null, changes: {} };
  for (const [name, bytes, number, whole] of header) {
    const [key, value] = [decoder.decode(name), decoder.decode(bytes)];
    const wrong = unread([NOTHING, whole, NOTHING, number, 0]);
    if (key in CHANGEABLE) found.changes[key] = changed(key, value, wrong);
    else if (key === "edition" || key === "score") found[key] = wholeNumber(value, wrong);
    else if (key === "autoplay" && !AUTOPLAY.includes(value.toLowerCase())) throw wrong;
    else found[key] = key === "autoplay" ? value.toLowerCase() : value;
  }
  return found;
}

function changed(key, value, wrong) {
  const { choices, least, most } = CHANGEABLE[key];
  if (most !== null) {
    const count = wholeNumber(value, wrong);
    if (count < least || count > most) throw wrong;
    return count;
  }
  if (choices.length && !choices.includes(value.toLowerCase())) throw wrong;
  return choices.length ? value.toLowerCase() : value.toUpperCase();
}

function wholeNumber(value, wrong) {
  if (!/^\d{1,2}$/.test(value)) throw wrong;
  return Number(value);
}

/** Whether a text has the form of a solution; no board has it. */
export function isSolution(text) {
  const { complaint, steps } = read(text);
  return !complaint.length && steps.length > 0;
}

/** What cannot be read in the moves of a text, as a `Fault`, with the `[line, column]` where it stands; null for nothing. */
export function slipIn(text) {
  const { complaint } = read(text);
  return complaint.length ? Object.assign(unread(complaint), { at: [complaint[3], complaint[4]] }) : null;
}

/** Whether the moves of a solution have variations or comments. */
export const isTree = (text) => Boolean(read(text).hasTree) && isSolution(text);

/** Make the moves of a solution in a game; what is illegal there is an `IllegalMove`. */
export function playSolution(text, game) {
  const { late, complaint, steps } = read(text, game.rules.cells);
  for (const wrong of [late, complaint]) if (wrong.length) throw unread(wrong);
  for (let at = 0; at < steps.length; at += STEP_BYTES) game.push(moveOf(game, steps.subarray(at, at + STEP_BYTES)));
}

/** The move that a step means where a game stands. */
function moveOf({ rules, position }, [source, to, count, oneByDefault, card, onto, goes]) {
  if (card !== NOBODY) return ofCard(rules, position, card, onto, goes, to);
  const target = to === HOME ? foundationFor(rules, position, source) : to;
  const one = oneByDefault && target < CELL && position.columns[target]?.length === 0;
  return { source, target, count: count || (one ? 1 : impliedCount(rules, position, source, target)) };
}

/** The move of a named card, with what lies on it. */
function ofCard(rules, position, card, onto, goes, to) {
  const name = (code) => PACK_RANKS[code >> 2] + SUITS[code & 3];
  const columnOf = (code) => position.columns.findIndex((cards) => cards.includes(name(code)));
  const column = columnOf(card);
  const source = column >= 0 ? column : CELL + Math.max(0, position.cells.indexOf(name(card)));
  if (to === HOME) return { source, target: foundationFor(rules, position, source), count: 1 };
  const count = column >= 0 ? position.columns[column].length - position.columns[column].indexOf(name(card)) : 1;
  if (goes === TO_CELL) return { source, target: CELL + Math.max(0, position.cells.indexOf(null)), count };
  const target = goes === ONTO_CARD ? columnOf(onto) : position.columns.findIndex((cards) => !cards.length);
  return { source, target: target < 0 ? source : target, count };
}
