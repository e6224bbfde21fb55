// Delays that can be cancelled.

/**
 * Wait this number of milliseconds; an aborted `signal` rejects with its reason.
 * @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
