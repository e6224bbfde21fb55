// The choice of a deal: random, or the deal of a day.

/** The last number of Microsoft's programs; random deals go up to it. */
const LAST_OF_MICROSOFT = 1_000_000;

/** Return a random number from 1 to 1,000,000. */
export function randomNumber() {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return (drawn % LAST_OF_MICROSOFT) + 1;
}

/** Return the number of a day's deal, equal in all browsers and far from the previous day's number. */
export function numberOfDay(year, month, day) {
  const days = Date.UTC(year, month - 1, day) / 86_400_000;
  return ((days * 611_953) % LAST_OF_MICROSOFT) + 1;
}

/** Return the number of today's deal in the local time zone. */
export function numberOfToday(now = new Date()) {
  return numberOfDay(now.getFullYear(), now.getMonth() + 1, now.getDate());
}
