// Certificates that a position cannot be won (docs/certificates.md), made by the kernel in the worker.

import { encodePosition, VERDICTS } from "./encoding.js";
import { Rules } from "./rules.js";

/** The limits of the search: more positions make a file of many megabytes. */
const POSITIONS = 5_000_000;
const MEMORY = 192 << 20;
const IMPOSSIBLE = 0; // the claim, in place of a number of moves
const NOT_MERGED = new Uint8Array(); // in place of the ranks from which on suits are merged

/**
 * Return the `file` that proves that a position cannot be won, with its number of `positions`; without a proof, only the
 * `verdict`: "unsupported" for a game without certificates. `number` is the Microsoft deal that it may be.
 * @param {Kernel} kernel
 * @param {{data: GameData, changes: Changes, position: Position, number: string}} asked
 * @returns {{verdict: string, positions?: number, file?: Uint8Array<ArrayBuffer>}}
 */
export function certified(kernel, { data, changes, position, number }) {
  const rules = new Rules(data, changes);
  const start = encodePosition(rules, position);
  try {
    const limits = [POSITIONS, 0, MEMORY];
    const [verdict, , positions, body] = kernel.call("certificate", rules.codes, start, IMPOSSIBLE, ...limits);
    if (VERDICTS[verdict] !== "impossible") return { verdict: VERDICTS[verdict] };
    const game = [rules.codes, rules.layout, rules.ranking];
    const [head] = kernel.call("certificate_header", ...game, start, IMPOSSIBLE, positions, new TextEncoder().encode(number), NOT_MERGED);
    const file = new Uint8Array(head.length + body.length);
    file.set(head);
    file.set(body, head.length);
    return { verdict: "impossible", positions, file };
  } catch (error) {
    if (error.kind !== "malformed") throw error;
    return { verdict: "unsupported" };
  }
}
