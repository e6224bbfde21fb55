// Questions to the page's own server, and their answers; whoever asks says what is shown meanwhile.
// No game is understood here, and nobody else is ever asked.

/** A refusal of the server: its `code` and `parameters`; `unreachable` where there is no server to be asked. */
export class Fault extends Error {
  constructor(code, message, parameters = {}) {
    super(message);
    Object.assign(this, { code, parameters });
  }
}

export const getJson = (path, signal) => ask(path, { signal });

export const postJson = (path, body, signal) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Fault("unreachable", error.message);
  }
  const text = await answer.text();
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Fault("fault", `${path}: status ${answer.status}`);
  }
  if (!answer.ok) throw new Fault(value.error?.code ?? "fault", value.error?.message ?? path, value.error?.parameters);
  return value;
}
