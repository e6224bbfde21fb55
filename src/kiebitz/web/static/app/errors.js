// What goes wrong in the page, as a code with parameters; the words for it are for speech.js.

/** Something that cannot be done: its `code`, a line for the console, and `parameters` for the words. */
export class Fault extends Error {
  constructor(code, message, parameters = {}) {
    super(message);
    Object.assign(this, { code, parameters });
  }
}
