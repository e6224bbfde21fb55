// The kernel in the page: WebAssembly modules built from the same sources as Python's, called with messages (docs/kernel.md).
// `table.wasm` has the fast functions, for the main thread; `kernel.wasm` has all, for the worker.

const REFUSALS = [null, "malformed", "out_of_memory", "interrupted", "broken"];
/**
 * The size in bytes beyond which a module is discarded after a call, because WebAssembly memory never shrinks. It exceeds
 * a search's limit, because discarding a module also discards the analyst's memory.
 */
const MOST_KEPT = 256 << 20;

/** The tags of values, a byte before each. */
const NONE = 0;
const INTEGER = 1;
const REAL = 2;
const BYTES = 3;
const LIST = 4;

/** The kernel's error: its `kind` and message. */
export class Refused extends Error {
  /** @param {string} kind @param {string} words */
  constructor(kind, words) {
    super(words || kind);
    this.kind = kind;
  }
}

/**
 * Compile a module beside the page; return null where the browser cannot run it.
 * @param {string} name @returns {Promise<WebAssembly.Module | null>}
 */
export async function loadModule(name) {
  if (typeof WebAssembly !== "object") return null;
  const answer = await fetch(new URL(`../${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  const isNamed = answer.headers.get("content-type") === "application/wasm"; // some servers send another type
  try {
    return await (isNamed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer()));
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return null;
    throw error;
  }
}

/**
 * Return the kernel for the main thread, ready for calls; null where the browser cannot run it.
 * @returns {Promise<Kernel | null>}
 */
export async function openTable() {
  const module = await loadModule("table.wasm");
  if (!module) return null;
  const kernel = new Kernel(module);
  await kernel.begin(); // the main thread must not block on compilation
  return kernel;
}

/**
 * Encode values as a message: null, booleans, integers (also BigInt), other numbers, text, bytes, and arrays of these.
 * @param {any[]} values
 */
function packed(values) {
  const bytes = new Uint8Array(values.reduce((size, value) => size + sizeOf(value), 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  /** @param {any} value */
  const put = (value) => {
    if (value === null || value === undefined) {
      view.setUint8(at, NONE);
      at += 1;
    } else if (typeof value === "number" && !Number.isSafeInteger(value)) {
      view.setUint8(at, REAL);
      view.setFloat64(at + 1, value, true);
      at += 9;
    } else if (typeof value === "object") {
      view.setUint8(at, Array.isArray(value) ? LIST : BYTES);
      view.setUint32(at + 1, value.length, true);
      at += 5;
      if (Array.isArray(value)) return value.forEach(put);
      bytes.set(value, at);
      at += value.length;
    } else {
      view.setUint8(at, INTEGER);
      view.setBigInt64(at + 1, BigInt(value), true);
      at += 9;
    }
  };
  values.forEach(put);
  return bytes;
}

/** @param {any} value @returns {number} */
function sizeOf(value) {
  if (value === null || value === undefined) return 1;
  if (typeof value !== "object") return 9;
  return Array.isArray(value) ? value.reduce((size, part) => size + sizeOf(part), 5) : 5 + value.length;
}

/**
 * Decode the values of a message; integers beyond 2^53 become BigInts.
 * @param {Uint8Array} bytes @returns {any[]}
 */
function unpacked(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  /** @returns {any} */
  const take = () => {
    const tag = bytes[at];
    at += 1;
    if (tag === NONE) return null;
    const begin = at;
    at += tag === INTEGER || tag === REAL ? 8 : 4;
    if (tag === REAL) return view.getFloat64(begin, true);
    if (tag === INTEGER) {
      const value = view.getBigInt64(begin, true);
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    }
    const length = view.getUint32(begin, true);
    if (tag === LIST) return Array.from({ length }, take);
    at += length;
    return bytes.slice(begin + 4, at);
  };
  const values = [];
  while (at < bytes.length) values.push(take());
  return values;
}

export class Kernel {
  #module;
  /** @type {KernelInstance | null} */
  #instance = null;

  /**
   * `module` is a compiled WebAssembly module; `ended()` is polled and stops the work when true.
   * @param {WebAssembly.Module} module @param {() => boolean} ended
   */
  constructor(module, ended = () => false) {
    this.#module = module;
    this.ended = ended;
    /**
     * Called by shortest-line searches with the bound and the length of the best line (-1: none).
     * @type {(bound: number, length: number) => void}
     */
    this.progress = (_bound, _length) => {};
  }

  /**
   * Call the kernel's function `name` and return the values of its answer.
   * @param {string} name @param {any[]} values @returns {any[]}
   */
  call(name, ...values) {
    return unpacked(this.answer(packed([new TextEncoder().encode(name), ...values])));
  }

  /**
   * Answer a request message with a message.
   * @param {Uint8Array} request @returns {Uint8Array}
   */
  answer(request) {
    const { exports } = (this.#instance ??= this.#begin());
    const bytes = () => new Uint8Array(exports.memory.buffer, exports.answer(), exports.answer_size());
    try {
      const at = exports.room(request.length);
      new Uint8Array(exports.memory.buffer).set(request, at);
      exports.call();
    } catch (error) {
      this.#instance = null;
      const kind = REFUSALS[exports.refusal()];
      throw kind ? new Refused(kind, new TextDecoder().decode(bytes())) : error;
    }
    const answer = bytes().slice();
    if (exports.memory.buffer.byteLength > MOST_KEPT) this.#instance = null;
    return answer;
  }

  /** Create an instance asynchronously, because the main thread must not block. */
  async begin() {
    const own = {};
    this.#instance = started(own, await WebAssembly.instantiate(this.#module, this.#imports(own)));
  }

  #begin() {
    const own = {};
    return started(own, new WebAssembly.Instance(this.#module, this.#imports(own)));
  }

  /** @param {{exports?: any}} own */
  #imports(own) {
    const view = () => new DataView(own.exports.memory.buffer);
    return {
      host: {
        ended: () => this.ended(),
        /** @type {(bound: number, length: number) => void} */
        progress: (bound, length) => this.progress(bound, length),
      },
      // The C library needs the time and an environment, which is empty.
      wasi_snapshot_preview1: {
        /** @type {(clock: number, precision: bigint, at: number) => number} */
        clock_time_get: (_clock, _precision, at) => {
          view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
          return 0;
        },
        /** @type {(count: number, size: number) => number} */
        environ_sizes_get: (count, size) => {
          view().setUint32(count, 0, true);
          view().setUint32(size, 0, true);
          return 0;
        },
        environ_get: () => 0,
        /** @type {(code: number) => void} */
        proc_exit: (code) => {
          throw new Refused("broken", `exit ${code}`);
        },
      },
    };
  }
}

/** @param {{exports?: any}} own @param {WebAssembly.Instance} instance @returns {KernelInstance} */
function started(own, instance) {
  own.exports = instance.exports;
  own.exports._initialize?.();
  return own;
}
