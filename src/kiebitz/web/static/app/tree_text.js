// Trees of moves as text: moves in order, `(…)` around alternatives to the previous move, `{…}` around a comment on it, or around a
// variation's name after its opening bracket. The kernel reads and writes them.

import { unread } from "./board_text.js";
import { existing } from "./errors.js";
import { ask } from "./kernel_calls.js";

/** The maximum length of a comment or a name. */
export const LONGEST = 500;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Parse a text to its nodes in order of writing, each `{word, parent, name, comment}` with its parent's number, and the
 * number of the main line's last node, `end`. The start is number 0.
 * @param {string} text @returns {{nodes: WrittenNode[], end: number}}
 */
export function parseTree(text) {
  const [complaint, words, names, comments, parents, end] = ask("read_tree", encoder.encode(text));
  if (complaint.length) throw unread(complaint);
  const numbers = new Uint32Array(parents.slice().buffer);
  /** @param {Uint8Array} bytes */
  const decoded = (bytes) => tidy(decoder.decode(bytes));
  const nodes = Array.from(words, (word, at) => ({
    word: decoder.decode(word),
    parent: numbers[at],
    name: decoded(names[at]),
    comment: decoded(comments[at]),
  }));
  return { nodes, end };
}

/**
 * Format a tree below its root: `{text, at, end}`, with the numbers of `here` and the main line's end; no text if nested too deep.
 * @param {GameNode} root @param {GameNode} here
 */
export function formatTree(root, here) {
  const nodes = inWritingOrder(root);
  const number = new Map(nodes.map((node, at) => [node, at]));
  const parents = Uint32Array.from(nodes, ({ parent }) => (parent ? (number.get(parent) ?? 0) : 0));
  /** @type {((node: GameNode) => string)[]} */
  const texts = [({ word }) => word ?? "", ({ name }) => tidy(name), ({ comment }) => tidy(comment)];
  const parts = texts.map((part) => nodes.map((node) => encoder.encode(part(node))));
  const [text] = ask("write_tree", ...parts, new Uint8Array(parents.buffer));
  let end = root;
  while (end.children.length) [end] = end.children;
  return { text: text && decoder.decode(text), at: number.get(here), end: number.get(end) };
}

/**
 * Return all nodes in order of writing: after a move of a main line first its variations.
 * @param {GameNode} root
 */
function inWritingOrder(root) {
  const nodes = [];
  const waiting = [root];
  while (waiting.length) {
    const node = existing(waiting.pop());
    nodes.push(node);
    waiting.push(...node.children.slice(0, 1));
    const siblings = node.parent?.children ?? [];
    if (node === siblings[0]) waiting.push(...siblings.slice(1).reverse());
  }
  return nodes;
}

/**
 * Reduce a comment or a name to one printable line without closing brackets.
 * @param {string} text
 */
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
