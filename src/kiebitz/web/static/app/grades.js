// Grades of games won by oneself: steps above par or moves above the best line known, with an allowance for the deal's difficulty.

/**
 * The most per cent above for each grade, in a deal harder than none; above the last it is D.
 * @type {Record<string, number>}
 */
const LIMITS = { A: 20, B: 40, C: 65 };
/** Per cent added to each limit in a deal harder than all others. */
const ALLOWANCE = 15;

/**
 * Return the grade of a game: `{grade, by, over, share, limits, harder, level}`. It goes `by` "steps" above par or, if this is
 * a smaller share and the fewest moves are known, by "moves" above the best line, because a line of few moves mostly takes more
 * steps. `over` is their number, `share` their share, `limits` the most of it for each grade in this deal, `harder` the mean share
 * of Microsoft's deals that are easier by the measures of difficulty, `places` in per cent. Shares are whole per cent, as shown.
 * @param {{
 *   cards: number, par: number, moves: number, fewest: {best: number} | null, places: Record<string, number>, level: string,
 * }} game
 * @returns {Grade}
 */
export function gradeOf({ cards, par, moves, fewest, places, level }) {
  const percents = Object.values(places);
  const harder = percents.reduce((sum, place) => sum + place, 0) / percents.length / 100;
  const [{ by, over, share }] = [
    { by: "steps", over: cards - par, of: par },
    ...(fewest ? [{ by: "moves", over: Math.max(moves - fewest.best, 0), of: fewest.best }] : []),
  ]
    .map((way) => ({ ...way, share: Math.round((100 * way.over) / way.of) / 100 }))
    .sort((one, other) => one.share - other.share);
  const rounded = Object.entries(LIMITS).map(([grade, limit]) => [grade, Math.round(limit + ALLOWANCE * harder) / 100]);
  const limits = Object.fromEntries(rounded);
  const grade = Object.keys(limits).find((name) => share <= limits[name]) ?? "D";
  return { grade, by, over, share, limits, harder, level };
}
