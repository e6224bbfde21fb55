// Asks the proven checker (docs/proof.md), in a worker of its own for each certificate: a long check can be stopped, and its
// memory is returned.

import { Fault } from "./errors.js";

/** The most positions: about 100 MB and some seconds each 20,000. */
export const MOST_POSITIONS = 60_000;

/**
 * Return the checker's `verdict` on a certificate ("yes", "no", "unreadable" or "large") with its statement or reason as
 * `text`, for "large" the number of positions.
 * @param {Uint8Array} file @param {AbortSignal} signal @returns {Promise<{verdict: string, text: string}>}
 */
export function checked(file, signal) {
  const worker = new Worker(new URL("./proof_worker.js", import.meta.url), { type: "module" });
  /** @type {Promise<{verdict: string, text: string}>} */
  const answer = new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    worker.addEventListener("message", ({ data }) => ("fault" in data ? reject(new Fault("fault", data.fault)) : resolve(data)));
    worker.addEventListener("error", (event) => reject(new Fault("fault", event.message)));
    worker.postMessage({ file, limit: MOST_POSITIONS });
  });
  return answer.finally(() => worker.terminate());
}
