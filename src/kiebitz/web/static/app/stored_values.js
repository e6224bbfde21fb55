// Readers of this browser's storage. Every value is validated, because another version or a person may have written it.

/**
 * Return the stored word if it is a possible one, else null.
 * @param {string} name @param {readonly string[]} words
 */
export function keptWord(name, words) {
  const word = textOf("localStorage", name);
  return word !== null && words.includes(word) ? word : null;
}

/**
 * Return `read(data)` for the stored data, which is null if missing or invalid JSON.
 * @template T @param {string} name @param {(data: any) => T} read @param {"localStorage" | "sessionStorage"} storage
 */
export function keptData(name, read, storage = "localStorage") {
  try {
    return read(JSON.parse(textOf(storage, name) ?? "null"));
  } catch {
    return read(null);
  }
}

/** @param {"localStorage" | "sessionStorage"} storage @param {string} name */
function textOf(storage, name) {
  try {
    return window[storage].getItem(name);
  } catch {
    return null; // the browser forbids reading
  }
}

/**
 * Return the fields of some data that pass their tests.
 * @param {any} data @param {Record<string, (value: any) => boolean>} tests @returns {Record<string, any>}
 */
export function fieldsOf(data, tests) {
  const fields = Object(data);
  return Object.fromEntries(
    Object.entries(tests)
      .filter(([name, test]) => Object.hasOwn(fields, name) && test(fields[name]))
      .map(([name]) => [name, fields[name]]),
  );
}

/** @param {unknown} value */
export const isText = (value) => typeof value === "string";
/** @param {unknown} value */
export const isSwitch = (value) => typeof value === "boolean";
/** @param {unknown} value @returns {value is number} */
export const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
/**
 * Whether a value is a number of seconds, moves and the like.
 * @param {unknown} value
 */
export const isAmount = (value) => isNumber(value) && value >= 0 && value < Number.MAX_SAFE_INTEGER;
