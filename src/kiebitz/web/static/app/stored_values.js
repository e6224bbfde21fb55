// Readers of this browser's storage. Every value is validated, because another version or a person may have written it.

/** Return the stored word if it is a possible one, else null. */
export function keptWord(name, words) {
  const word = textOf("localStorage", name);
  return words.includes(word) ? word : null;
}

/** Return `read(data)` for the stored data, which is null if missing or invalid JSON. */
export function keptData(name, read, storage = "localStorage") {
  try {
    return read(JSON.parse(textOf(storage, name)));
  } catch {
    return read(null);
  }
}

/** @param {string} storage */
function textOf(storage, name) {
  try {
    return window[storage].getItem(name);
  } catch {
    return null; // the browser forbids reading
  }
}

/** Return the fields of some data that pass their tests. */
export function fieldsOf(data, tests) {
  const fields = Object(data);
  return Object.fromEntries(
    Object.entries(tests)
      .filter(([name, test]) => Object.hasOwn(fields, name) && test(fields[name]))
      .map(([name]) => [name, fields[name]]),
  );
}

export const isText = (value) => typeof value === "string";
export const isSwitch = (value) => typeof value === "boolean";
export const isNumber = (value) => Number.isFinite(value);
/** Whether a value is a number of seconds, moves and the like. */
export const isAmount = (value) => isNumber(value) && value >= 0 && value < Number.MAX_SAFE_INTEGER;
