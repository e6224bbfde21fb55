// Numbered deals by numbering and number (also BigInt), dealt by the kernel.

import { decodePosition, encodePosition, NUMBERINGS } from "./encoding.js";
import { Fault } from "./errors.js";
import { ask } from "./kernel_calls.js";
import { BadLink } from "./links.js";

/** The last number that is looked up in no time. */
export const QUICK = 1_000_000;

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
 * Return the number of one of Microsoft's deals in a text; throw a `Fault` if there is none.
 * @param {string} text @param {Rules} rules
 */
export function numberIn(text, rules) {
  const [least, most] = rangeOf("microsoft", rules);
  const read = text
    .trim()
    .replace("\u2212", "-")
    .replace(/(?<=\d)[\s,.](?=\d{3})/g, "");
  const value = /^-?\d{1,10}$/.test(read) ? Number(read) : NaN;
  if (!(value >= least && value <= most)) throw new Fault("bad_number", text, { number: text, least, most });
  return value;
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
 * Return the least of Microsoft's numbers in a range, by default the first million, that deals a position; 0 if there is
 * none, null if the position is no deal of the whole shuffled pack.
 * @param {Rules} rules @param {Position} position @param {{first?: number, last?: number}} range @returns {number | null}
 */
export const numberOfDeal = (rules, position, { first = 1, last = QUICK } = {}) =>
  ask("number_of", rules.codes, rules.layout, encodePosition(rules, position), first, last)[0];
