// What the browser keeps for the page, read in this one place and only as what it must be: anything may stand there, from
// another version, written by hand or cut short, and some browsers let nobody read it.

/** The word kept under a name if it is one of those that there can be, else null. */
export function keptWord(name, words) {
  const word = textOf("localStorage", name);
  return words.includes(word) ? word : null;
}

/** What `read` makes of the data kept under a name; it gets null where there are none, or none that are JSON. */
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
    return null; // not allowed to read
  }
}

/** The fields of some data that are what they must be, by the tests of their names; the others are left out. */
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
/** A number of seconds, moves and the like. */
export const isAmount = (value) => isNumber(value) && value >= 0 && value < Number.MAX_SAFE_INTEGER;
