// Microsoft's numbered deals of FreeCell: a random one, and the number of a game or a record.

/** The last number of Microsoft's programs; random deals go up to it. */
export const LAST = 1_000_000;

/** Return a random number from 1 to 1,000,000. */
export function randomNumber() {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return (drawn % LAST) + 1;
}

/**
 * Return the number of a game of FreeCell by its own rules, or null for other games, rules and deals.
 * @param {{rules: {id: string, changes: Changes}, deal: Deal | null}} game
 */
export const numberOfGame = ({ rules, deal }) =>
  rules.id === "freecell" && !Object.keys(rules.changes).length && deal?.numbering === "microsoft" ? Number(deal.number) : null;

/**
 * Return the same number of a recorded game.
 * @param {GameRecord} record
 */
export function numberOfRecord({ game, rules, deal }) {
  const [numbering, number] = deal.split(" ");
  return game === "freecell" && !rules && numbering === "microsoft" ? Number(number) : null;
}
