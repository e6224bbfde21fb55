// Commands for neighbouring deals: the previous, the next, and a random one, by the same rules.

import { formatLink } from "./links.js";
import { randomNumber } from "./microsoft_deals.js";
import { faultText } from "./sentences.js";

const LEAST = 1;

/**
 * Return the commands that open a neighbouring deal, by name.
 * @param {Table} table
 */
export function dealCommands(table) {
  /** @param {DealNumber} number */
  const other = (number) => formatLink({ ...table.source, number, board: null, moves: "", at: null });
  /** @param {string} link */
  const open = (link) => table.change(link).catch((error) => table.say(faultText(error), "refused"));
  const { number } = table.source;
  /** @param {number} by */
  const beside = (by) => (typeof number === "bigint" ? number + BigInt(by) : Number(number) + by);
  return {
    previous: () => number !== null && number > LEAST && open(other(beside(-1))),
    next: () => number !== null && open(other(beside(1))),
    random: () => open(formatLink({ ...table.source, numbering: "microsoft", number: randomNumber(), board: null })),
  };
}

/**
 * Enable the commands for deals that exist.
 * @param {Table} table
 */
export function drawDeals({ source: { number } }) {
  /** @param {string} name @param {boolean} yes */
  const disable = (name, yes) => {
    for (const button of document.querySelectorAll(`.deals [data-command=${name}]`)) button.disabled = yes;
  };
  disable("previous", number === null || number <= LEAST);
  disable("next", number === null);
}
