// The generator splitmix64 of Steele, Lea and Flood (OOPSLA 2014): 64 bits of state, the same draws as in Python.

const MASK = (1n << 64n) - 1n;
const STEP = 0x9e3779b97f4a7c15n;

export class SplitMix64 {
  constructor(seed) {
    this.state = BigInt(seed);
  }

  /** The next 64 bits. */
  next() {
    this.state = (this.state + STEP) & MASK;
    let mixed = this.state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return mixed ^ (mixed >> 31n);
  }

  /** Leave out this many draws. */
  skip(count) {
    this.state = (this.state + BigInt(count) * STEP) & MASK;
  }

  /** A number from 0 to `bound` − 1, each as likely as the next; draws that would favour low ones are thrown away. */
  below(bound) {
    const wide = BigInt(bound);
    const fair = MASK + 1n - ((MASK + 1n) % wide);
    let bits = this.next();
    while (bits >= fair) bits = this.next();
    return Number(bits % wide);
  }
}

/** Output `index` of the generator with this seed. */
export const nth = (seed, index) => new SplitMix64((BigInt(seed) + BigInt(index) * STEP) & MASK).next();

/** Shuffle a list in place, fairly (Fisher and Yates). */
export function shuffle(list, generator) {
  for (let last = list.length - 1; last > 0; last--) {
    const place = generator.below(last + 1);
    [list[last], list[place]] = [list[place], list[last]];
  }
}

/** The shuffle of Wetherell's étude, which is biased: each place in turn swapped with any. */
export function naiveShuffle(list, generator) {
  for (let place = 0; place < list.length; place++) {
    const other = generator.below(list.length);
    [list[place], list[other]] = [list[other], list[place]];
  }
}
