// Pars: the proven least number of single-card moves that win a numbered deal of FreeCell.

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
 * Return the par of a deal by its game's rules, or null if none is proven.
 * @param {{rules: {id: string, changes: Changes}, deal: Deal | null}} game
 */
export function parOf({ rules, deal }) {
  const isProven = rules.id === "freecell" && !Object.keys(rules.changes).length && deal?.numbering === "microsoft";
  return (isProven && pars[Number(deal.number) - 1]) || null;
}
