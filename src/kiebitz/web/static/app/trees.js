// A tree of moves as text: moves one after the other, `(…)` around others in the place of the move before it, `{…}` around a
// comment on it, or around a variation's name right behind its bracket. The kernel reads and writes it.

import { unread } from "./boards.js";
import { ask } from "./rules.js";

/** How long a comment or a name may be. */
export const LONGEST = 500;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The nodes of a text in the order of writing, each `{word, parent, name, comment}` with its parent's number, and the
 * number of the last one of the main line, `end`; number 0 is the start.
 */
export function parseTree(text) {
  const [complaint, words, names, comments, parents, end] = ask("read_tree", encoder.encode(text));
  if (complaint.length) throw unread(complaint);
  const numbers = new Uint32Array(parents.slice().buffer);
  const said = (bytes) => tidy(decoder.decode(bytes));
  const nodes = words.map((word, at) => ({
    word: decoder.decode(word),
    parent: numbers[at],
    name: said(names[at]),
    comment: said(comments[at]),
  }));
  return { nodes, end };
}

/** A tree below its first node as text: `{text, at, end}`: the numbers of `here` and of the main line's end; no text if it nests too deep to be read. */
export function formatTree(root, here) {
  const nodes = inWritingOrder(root);
  const number = new Map(nodes.map((node, at) => [node, at]));
  const parents = Uint32Array.from(nodes, ({ parent }) => number.get(parent) ?? 0);
  const texts = [({ word }) => word ?? "", ({ name }) => tidy(name), ({ comment }) => tidy(comment)];
  const parts = texts.map((part) => nodes.map((node) => encoder.encode(part(node))));
  const [text] = ask("write_tree", ...parts, new Uint8Array(parents.buffer));
  let end = root;
  while (end.children.length) [end] = end.children;
  return { text: text && decoder.decode(text), at: number.get(here), end: number.get(end) };
}

/** All nodes: after a move of a main line first the variations beside it. */
function inWritingOrder(root) {
  const nodes = [];
  const waiting = [root];
  while (waiting.length) {
    const node = waiting.pop();
    nodes.push(node);
    waiting.push(...node.children.slice(0, 1));
    if (node === node.parent?.children[0]) waiting.push(...node.parent.children.slice(1).reverse());
  }
  return nodes;
}

/** A comment or a name as it can be written: in one printable line, without the signs that would end it. */
export const tidy = (text) =>
  [
    ...text
      .replaceAll("{", "(")
      .replaceAll("}", ")")
      .replace(/[\s\p{C}]+/gu, " ")
      .trim(),
  ]
    .slice(0, LONGEST)
    .join("")
    .trim();
