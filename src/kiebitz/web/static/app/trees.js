// A tree of moves as text, in the form that chess players know: moves one after the other, `(…)` around others in the
// place of the move before it, `{…}` around a comment on it, or around a variation's name right behind its bracket.
// The counterpart of `kiebitz.patience.notation.trees`; whether a word is a move is for notation.js.

import { Fault } from "./faults.js";

/** How deep variations may lie in variations, and how long a comment or a name may be. */
export const DEEPEST = 50;
export const LONGEST = 500;
const TOKEN = /\s+|\(|\)|\{([^{}]*)\}|[^\s(){}]+/gy;

/**
 * The nodes of a text in the order of writing, each `{word, parent, name, comment}` with its parent's number, and the
 * number of the last one of the main line, `end`; number 0 is the start.
 */
export function parseTree(text) {
  const nodes = [{ word: null, parent: null, name: "", comment: "" }];
  const branches = []; // the moves beside which the open variations stand
  let last = 0;
  let name = null; // of the variation that was just opened
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const [token, comment] = TOKEN.exec(text) ?? [];
    const unread = () => new Fault("bad_notation", text, { text: text.slice(from, from + 40), place: "" });
    if (token === undefined) throw unread();
    if (!token.trim()) continue;
    if (comment !== undefined) {
      const said = tidy(comment);
      if (name === null) nodes[last].comment = tidy(`${nodes[last].comment} ${said}`);
      else name = tidy(`${name} ${said}`);
    } else if (token === "(") {
      if (name !== null || !last || branches.length === DEEPEST) throw unread();
      branches.push(last);
      last = nodes[last].parent;
      name = "";
    } else if (token === ")") {
      if (name !== null || !branches.length) throw unread();
      last = branches.pop();
    } else {
      nodes.push({ word: token, parent: last, name: name ?? "", comment: "" });
      last = nodes.length - 1;
      name = null;
    }
  }
  if (branches.length) throw new Fault("bad_notation", text, { text: text.slice(-40), place: "" });
  return { nodes, end: last };
}

/** A tree below its first node as text: `{text, at, end, deep}`: the numbers of `here` and of the main line's end, and whether it nests too deep to be read. */
export function formatTree(root, here) {
  const written = [];
  let [count, at, end, deep] = [0, 0, 0, false];
  const remark = (text) => tidy(text) && written.push(`{${tidy(text)}}`);
  const line = (first, depth) => {
    if (depth > DEEPEST) {
      deep = true;
      return;
    }
    for (let node = first; node; node = node.children[0]) {
      count += 1;
      if (node === here) at = count;
      if (!depth) end = count;
      written.push(node.word);
      remark(node.comment);
      if (node !== node.parent.children[0]) continue;
      for (const other of node.parent.children.slice(1)) {
        written.push("(");
        remark(other.name);
        line(other, depth + 1);
        written.push(")");
      }
    }
  };
  remark(root.comment);
  line(root.children[0], 0);
  // Comments keep their own brackets as they are: only whole parts are looked at.
  const gap = (part, place) => (!place || part === ")" || written[place - 1] === "(" ? part : ` ${part}`);
  return { text: written.map(gap).join(""), at, end, deep };
}

/** A comment or a name as it can be written: in one printable line, without the signs that would end it. */
export const tidy = (text) =>
  [...text.replaceAll("{", "(").replaceAll("}", ")").replace(/[\s\p{C}]+/gu, " ").trim()].slice(0, LONGEST).join("").trim();
