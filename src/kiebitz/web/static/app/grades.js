// Grades of games won by oneself: steps above par, with an allowance for the deal's difficulty.

/**
 * The most per cent above par for each grade, in a deal harder than none; below the last it is D.
 * @type {Record<string, number>}
 */
const LIMITS = { A: 20, B: 40, C: 65 };
/** Per cent added to each limit in a deal harder than all others. */
const ALLOWANCE = 15;

/**
 * Return the grade of a game of `cards` steps: `{grade, over, share, harder, level}`, the steps above par, their
 * share of par, the mean share of Microsoft's deals that are easier by the measures of difficulty, `places` in per cent, and
 * the deal's level.
 * @param {{cards: number, par: number, places: Record<string, number>, level: string}} game @returns {Grade}
 */
export function gradeOf({ cards, par, places, level }) {
  const shares = Object.values(places);
  const harder = shares.reduce((sum, place) => sum + place, 0) / shares.length / 100;
  const over = cards - par;
  const percent = (100 * over) / par;
  const reached = Object.keys(LIMITS).find((grade) => percent <= LIMITS[grade] + ALLOWANCE * harder);
  return { grade: reached ?? "D", over, share: over / par, harder, level };
}
