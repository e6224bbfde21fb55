// Grades of games won by oneself: steps above par, with an allowance for the deal's difficulty.

/**
 * The most per cent above par for each grade, in a deal harder than none; above the last it is D.
 * @type {Record<string, number>}
 */
const LIMITS = { A: 20, B: 40, C: 65 };
/** Per cent added to each limit in a deal harder than all others. */
const ALLOWANCE = 15;

/**
 * Return the grade of a game of `cards` steps: `{grade, over, share, limits, harder, level}`, the steps above par, their share of
 * par, the most of it for each grade in this deal, the mean share of Microsoft's deals that are easier by the measures of
 * difficulty, `places` in per cent, and the deal's level. Shares are whole per cent, as they are shown.
 * @param {{cards: number, par: number, places: Record<string, number>, level: string}} game @returns {Grade}
 */
export function gradeOf({ cards, par, places, level }) {
  const shares = Object.values(places);
  const harder = shares.reduce((sum, place) => sum + place, 0) / shares.length / 100;
  const over = cards - par;
  const share = Math.round((100 * over) / par) / 100;
  const rounded = Object.entries(LIMITS).map(([grade, limit]) => [grade, Math.round(limit + ALLOWANCE * harder) / 100]);
  const limits = Object.fromEntries(rounded);
  const grade = Object.keys(limits).find((name) => share <= limits[name]) ?? "D";
  return { grade, over, share, limits, harder, level };
}
