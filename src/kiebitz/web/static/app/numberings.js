// Deals by the name of their numbering and their number, which may be a BigInt; they are dealt by the kernel.

import { decodePosition, encodePosition, NUMBERINGS } from "./encoding.js";
import { Fault } from "./errors.js";
import { BadLink } from "./links.js";
import { ask } from "./rules.js";

const exact = (bytes) => {
  const number = BigInt(new TextDecoder().decode(bytes));
  return Number.isSafeInteger(Number(number)) ? Number(number) : number;
};

/** Whether there is a numbering of this name. */
export const isNumbering = (name) => NUMBERINGS.includes(name);

/** The least and the last number of a numbering for the pack of a game; a `BadLink` if it has none. */
export function rangeOf(numbering, rules) {
  const [least, last] = isNumbering(numbering) ? ask("numbers", NUMBERINGS.indexOf(numbering), rules.size) : [null];
  if (least === null) throw new BadLink("numbering", numbering);
  return [exact(least), exact(last)];
}

/** The position that a number deals; a `BadLink` if there is no such numbering, a `Fault` if no such number. */
export function dealt(rules, numbering, number) {
  const [least, most] = rangeOf(numbering, rules);
  const text = new TextEncoder().encode(String(number));
  const [bytes] = ask("dealt", rules.codes, rules.layout, NUMBERINGS.indexOf(numbering), text);
  if (bytes === null) throw new Fault("bad_number", String(number), { number: String(number), least, most });
  return decodePosition(rules, bytes);
}

/** The first number of Microsoft's million deals that deals a position, or null. */
export const numberOfDeal = (rules, position) => ask("number_of", rules.codes, rules.layout, encodePosition(rules, position))[0] || null;
