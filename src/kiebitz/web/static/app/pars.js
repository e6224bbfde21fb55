// Pars: the proven least number of steps (moves of single cards) that win a numbered deal of FreeCell.

const FILE = new URL("../pars.bin", import.meta.url);
let pars = new Uint8Array();

/** Load the pars, a byte for each of Microsoft's deals from number 1 on; the page also works without. */
export async function loadPars() {
  try {
    const answer = await fetch(FILE);
    if (answer.ok) pars = new Uint8Array(await answer.arrayBuffer());
  } catch {
    // There are no pars then.
  }
}

/**
 * Return the par of one of Microsoft's deals, or null if none is proven.
 * @param {number | null} number
 */
export const parOf = (number) => (number !== null && pars[number - 1]) || null;
