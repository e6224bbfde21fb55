// Which deal comes next: one by chance, or that of a day.

/** The last number of Microsoft's own programs, up to which random deals are drawn. */
const LAST_OF_MICROSOFT = 1_000_000;

/** A number from 1 to 1,000,000. */
export function randomNumber() {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return (drawn % LAST_OF_MICROSOFT) + 1;
}

/** The number of a day's deal: the same for everybody on that date, and a leap away from that of the day before. */
export function numberOfDay(year, month, day) {
  const days = Date.UTC(year, month - 1, day) / 86_400_000;
  return ((days * 611_953) % LAST_OF_MICROSOFT) + 1;
}

/** The number of today's deal in the person's time zone. */
export function numberOfToday(now = new Date()) {
  return numberOfDay(now.getFullYear(), now.getMonth() + 1, now.getDate());
}
