// A pasted text as lines and words that know where they stand; every reader begins here.

import { Fault } from "./faults.js";

/** The longest text that is read, in characters. */
const LONGEST = 60_000;
const SHOWN = 60;

/** Signs that only some programs take for white space or for the end of a line; they are read as spaces. */
export const RARE_SPACES = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029\ufeff";
const RARE = new RegExp(`[${RARE_SPACES}]`, "g");

/** A text with plain spaces in the place of rare ones, and without a byte order mark. */
export const withSpaces = (text) => text.replace(/^\ufeff/, "").replace(RARE, " ");

/** The lines of a text, whatever ends them: `{text, number, start}`; a last one that is empty is left out. */
export function linesOf(text) {
  if (text.length > LONGEST) throw new Fault("too_large", "the text is too long");
  const lines = withSpaces(text).split(/\r\n?|\n/);
  if (!lines.at(-1)) lines.pop();
  return lines.map((line, index) => ({ text: line, number: index + 1, start: 1 }));
}

/** The words of a line: `{text, number, column}`. */
export function wordsOf({ text, number, start }) {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ text: word, number, column: start + index }));
}

/** The rest of a line from an offset on, which keeps its place in the text. */
export const rest = ({ text, number, start }, offset) => ({ text: text.slice(offset), number, start: start + offset });

/** That something else was expected in a line, or at a word of it. */
export function unread({ text, number, column }) {
  const place = number === undefined ? "" : `line ${number}${column === undefined ? "" : `, column ${column}`}`;
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return new Fault("bad_notation", short, { text: short, place });
}
