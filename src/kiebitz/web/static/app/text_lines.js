// A pasted text as lines and words that know where they stand; every reader begins here.

import { Fault } from "./faults.js";

/** The longest text that is read, in characters. */
const LONGEST = 60_000;
const SHOWN = 60;

/** The lines of a text, whatever ends them: `{text, number, start}`; a last one that is empty is left out. */
export function linesOf(text) {
  if (text.length > LONGEST) throw new Fault("too_large", "the text is too long");
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
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
