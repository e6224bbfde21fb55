// Errors of the page: a code with parameters. sentences.js words them.

/** An error with its `code`, a line for the console, and `parameters` for the message. */
export class Fault extends Error {
  /** @param {string} code @param {string} [message] @param {Record<string, any>} parameters */
  constructor(code, message = code, parameters = {}) {
    super(message);
    Object.assign(this, { code, parameters });
  }
}

/**
 * Return a value that is never missing; throw where it is.
 * @template T @param {T} value @returns {NonNullable<T>}
 */
export function existing(value) {
  if (value === undefined || value === null) throw new Error("a value is missing");
  return value;
}
