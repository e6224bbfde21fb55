// The kernel in the page: the module that is built from the same sources as the one of Python, bytes and numbers in and
// out. Which bytes those are is known to encoding.js; a worker asks, since a search may take seconds.

const REFUSALS = ["malformed", "out_of_memory", "interrupted", "broken"];
const NUMBERS = 9;
/** A module that has grown beyond this is given up after a call, for its memory never shrinks. */
const MOST_KEPT = 64 << 20;

/** What the kernel refuses: a `kind`, and its own words for it. */
export class Refused extends Error {
  constructor(kind, words) {
    super(words || kind);
    this.kind = kind;
  }
}

export class Kernel {
  #module;
  #instance = null;

  /** `module` is a compiled WebAssembly module; `ended()` is asked now and then whether the work shall end. */
  constructor(module, ended = () => false) {
    this.#module = module;
    this.ended = ended;
  }

  /**
   * Search a position: `{verdict, limitHit, states, memory, stored, line}`, the first two as the kernel's numbers, the last
   * of the others the positions kept. Limits of 0 are none.
   */
  solve(rules, position, { mode = 0, states = 0, seconds = 0, memory = 0 } = {}) {
    const [numbers, line] = this.#call("solve", [rules, position], mode, states, seconds, memory);
    const [verdict, limitHit, looked, peak, stored] = numbers;
    return { verdict, limitHit, states: looked, memory: peak, stored, line };
  }

  /** The player's moves of a line that wins, by the kernel's numbers of how is played; null if it does not survive that. */
  playerLine(rules, position, line, autoplay, atOnce) {
    const [[survives], moves] = this.#call("player_line", [rules, position, line], position.length, autoplay, atOnce);
    return survives ? moves : null;
  }

  /**
   * A player's line of fewer than `below` moves that wins, by a search that keeps the best `width` positions:
   * `{moves, limitHit, states, memory}`, the first null where none was found.
   */
  shortLine(rules, position, autoplay, atOnce, { width, below, states = 0, seconds = 0, memory = 0 }) {
    const asked = [autoplay, atOnce, width, below, states, seconds, memory];
    const [numbers, moves] = this.#call("short_line", [rules, position], ...asked);
    const [made, limitHit, looked, peak] = numbers;
    return { moves: made ? moves : null, limitHit, states: looked, memory: peak };
  }

  /**
   * How many of some games a player wins who looks `ahead` moves ahead and has no plan, and the moves made in all of
   * them: `{won, moves}`; `seed` is a big integer.
   */
  greedyGames(rules, position, autoplay, atOnce, { ahead, games, seed }) {
    const asked = [autoplay, atOnce, ahead, games, BigInt.asIntN(64, seed)];
    const [[won, moves]] = this.#call("greedy_games", [rules, position], ...asked);
    return { won, moves };
  }

  /**
   * Search for the most cards that come home: `{score, bound, limitHit, states, store, line}`; `store` are the figures of
   * the store of old positions, as many as held at once, look-ups, hits, evictions, and its bytes.
   */
  bestScore(rules, position, { floor = 0, states = 0, seconds = 0, memory = 0 } = {}) {
    const [numbers, line] = this.#call("best_score", [rules, position], floor, states, seconds, memory);
    const [score, bound, limitHit, looked, ...store] = numbers;
    return { score, bound, limitHit, states: looked, store, line };
  }

  /** Of many worlds, twelve bytes each, whether the declarer takes that number of points: `{tricks, values}`. */
  skatWorlds(game, declarer, turn, points, worlds) {
    const [[tricks], values] = this.#call("skat_worlds", [worlds], game, declarer, turn, points);
    return { tricks, values };
  }

  /**
   * For each world and each card that may be played, in the order of their codes: how many of the `levels`, ascending card
   * points, the declarer has at the end; `had` are those he has by then, world by world: `{tricks, values}`.
   */
  skatLevels(game, declarer, turn, trick, levels, had, worlds) {
    const asked = [game, declarer, turn, trick.length, levels.length, had.length];
    const [[tricks], values] = this.#call("skat_levels", [trick, levels, had, worlds], ...asked);
    return { tricks, values };
  }

  /** For each card of a line of play from forehand's lead on: `[code, points]` of all that might have been played. */
  skatTrace(game, declarer, hands, cards) {
    const bytes = this.#call("skat_trace", [hands, cards], game, declarer)[1];
    const found = [];
    for (let at = 0; at < bytes.length; at += 1 + 2 * bytes[at]) {
      found.push(Array.from({ length: bytes[at] }, (_, index) => [...bytes.subarray(at + 1 + 2 * index, at + 3 + 2 * index)]));
    }
    return found;
  }

  #call(name, parts, ...numbers) {
    const exports = (this.#instance ??= this.#begin()).exports;
    let found;
    try {
      let at = exports.room(parts.reduce((size, part) => size + part.length, 0));
      const memory = new Uint8Array(exports.memory.buffer);
      for (const part of parts) {
        memory.set(part, at);
        at += part.length;
      }
      exports[name](...numbers);
      const { buffer } = exports.memory; // not the one of before, which may have grown
      found = [
        [...new Float64Array(buffer, exports.numbers(), NUMBERS)],
        new Uint8Array(buffer, exports.bytes(), exports.bytes_size()).slice(),
      ];
    } catch (error) {
      this.#instance = null;
      throw error;
    }
    if (exports.memory.buffer.byteLength > MOST_KEPT) this.#instance = null;
    return found;
  }

  #begin() {
    const view = () => new DataView(instance.exports.memory.buffer);
    const instance = new WebAssembly.Instance(this.#module, {
      page: {
        ended: () => this.ended(),
        refuse: (kind, words, size) => {
          const bytes = new Uint8Array(instance.exports.memory.buffer, words, size);
          throw new Refused(REFUSALS[kind], new TextDecoder().decode(bytes));
        },
      },
      // What the library of C asks of a system: the time, and an environment, which is empty.
      wasi_snapshot_preview1: {
        clock_time_get: (_clock, _precision, at) => {
          view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
          return 0;
        },
        environ_sizes_get: (count, size) => {
          view().setUint32(count, 0, true);
          view().setUint32(size, 0, true);
          return 0;
        },
        environ_get: () => 0,
        fd_write: () => 8,
        fd_seek: () => 8,
        fd_close: () => 8,
        fd_fdstat_get: () => 8,
        proc_exit: (code) => {
          throw new Refused("broken", `exit ${code}`);
        },
      },
    });
    instance.exports._initialize?.();
    return instance;
  }
}
