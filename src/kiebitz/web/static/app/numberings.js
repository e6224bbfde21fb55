// Numbered deals by numbering and number (also BigInt), dealt by the kernel.

import { decodePosition, encodePosition, NUMBERINGS } from "./encoding.js";
import { Fault } from "./errors.js";
import { BadLink } from "./links.js";
import { ask } from "./rules.js";

/** @param {Uint8Array} bytes @returns {DealNumber} */
const exact = (bytes) => {
  const number = BigInt(new TextDecoder().decode(bytes));
  return Number.isSafeInteger(Number(number)) ? Number(number) : number;
};

/**
 * Whether there is a numbering of this name.
 * @param {string} name
 */
export const isNumbering = (name) => NUMBERINGS.includes(name);

/**
 * Return the first and last number of a numbering for a game's pack; throw a `BadLink` if there is none.
 * @param {string} numbering @param {Rules} rules
 */
export function rangeOf(numbering, rules) {
  const [least, last] = isNumbering(numbering) ? ask("numbers", NUMBERINGS.indexOf(numbering), rules.size) : [null];
  if (least === null) throw new BadLink("numbering", numbering);
  return [exact(least), exact(last)];
}

/**
 * Deal a number; throw a `BadLink` for an unknown numbering, a `Fault` for an unknown number.
 * @param {Rules} rules @param {string} numbering @param {DealNumber} number
 */
export function dealt(rules, numbering, number) {
  const [least, most] = rangeOf(numbering, rules);
  const text = new TextEncoder().encode(String(number));
  const [bytes] = ask("dealt", rules.codes, rules.layout, NUMBERINGS.indexOf(numbering), text);
  if (bytes === null) throw new Fault("bad_number", String(number), { number: String(number), least, most });
  return decodePosition(rules, bytes);
}

/**
 * Return the first number of Microsoft's million deals that deals a position, or null.
 * @param {Rules} rules @param {Position} position @returns {number | null}
 */
export const numberOfDeal = (rules, position) => ask("number_of", rules.codes, rules.layout, encodePosition(rules, position))[0] || null;
