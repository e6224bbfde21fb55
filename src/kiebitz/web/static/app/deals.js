// Microsoft's numbered deals and today's deal. Other numberings, and the jokes -1 to -4, are in numberings.js.

export const LAST = 2 ** 33 - 1;
/** The last number of Microsoft's own programs, up to which random deals are drawn. */
const LAST_OF_MICROSOFT = 1_000_000;

/** The cards of a deal in dealing order, from a pack given rank by rank from low to high. */
export function dealCards(number, pack) {
  const deck = [...pack];
  const dealt = [];
  const mask = number >= 2 ** 32 ? 0xffff : 0x7fff;
  const bit = number >= 2 ** 31 && number < 2 ** 32 ? 0x8000 : 0;
  const added = number >= 2 ** 32 ? 1 : 0;
  let state = number % 2 ** 32 | 0;
  while (deck.length) {
    state = (Math.imul(state, 214013) + 2531011) | 0;
    const place = ((((state >>> 16) & mask) | bit) + added) % deck.length;
    dealt.push(deck[place]);
    deck[place] = deck.at(-1);
    deck.pop();
  }
  return dealt;
}

/** The first number from 1 to 1,000,000 that deals these cards in this order, or null. */
export function findNumber(cards, pack) {
  const first = pack.indexOf(cards[0]);
  for (let number = 1; number <= LAST_OF_MICROSOFT; number++) {
    const state = (Math.imul(number, 214013) + 2531011) | 0;
    if (((state >>> 16) & 0x7fff) % pack.length !== first) continue; // as most are
    if (dealCards(number, pack).every((card, at) => card === cards[at])) return number;
  }
  return null;
}

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

/** The number of today's deal, by the clock and the time zone of the person. */
export function numberOfToday(now = new Date()) {
  return numberOfDay(now.getFullYear(), now.getMonth() + 1, now.getDate());
}
