// Errors of the page: a code with parameters, worded in speech.js.

/** Something that cannot be done: its `code`, a line for the console, and `parameters` for the words. */
export class Fault extends Error {
  constructor(code, message, parameters = {}) {
    super(message);
    Object.assign(this, { code, parameters });
  }
}
