// Errors of the page: a code with parameters. sentences.js words them.

/** An error with its `code`, a line for the console, and `parameters` for the message. */
export class Fault extends Error {
  constructor(code, message, parameters = {}) {
    super(message);
    Object.assign(this, { code, parameters });
  }
}
