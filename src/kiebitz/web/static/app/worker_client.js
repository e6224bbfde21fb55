// Questions to the worker, answered one at a time; a cancelled question makes way for the next.

import { Fault } from "./errors.js";

/** Milliseconds that a cancelled question may continue before the worker is replaced. */
const PATIENCE = 250;
const BEGIN = 0;

/** @type {Worker | null} */
let worker = null;
/** @type {WebAssembly.Module | null} */
let module = null; // compiled by the first worker and reused by the next
let number = BEGIN;
/** @type {Question | null} */
let current = null;
/** @type {Question[]} */
const waiting = [];

/**
 * Ask the worker; `signal` cancels the question, `progress` is called with intermediate results. Reject with a `Fault`
 * if there is no answer: `no_module` where the browser cannot run the kernel.
 * @param {string} question
 * @param {any} asked
 * @param {ThinkOptions} options
 * @returns {Promise<any>}
 */
export function think(question, asked, { signal, progress = () => {} } = {}) {
  return new Promise((resolve, reject) => {
    const request = { id: ++number, question, asked, resolve, reject, progress };
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    signal?.addEventListener("abort", () => takeBack(request, signal.reason));
    waiting.push(request);
    next();
  });
}

/** @param {Question} one @param {any} reason */
function takeBack(one, reason) {
  one.reject(reason);
  if (one === current) {
    worker?.postMessage({ id: one.id, question: "stop" });
    setTimeout(() => one === current && end(), PATIENCE);
  } else if (waiting.includes(one)) {
    waiting.splice(waiting.indexOf(one), 1);
  }
}

function next() {
  const [first] = waiting;
  if (current || !first) return;
  worker ??= begin();
  current = waiting.shift() ?? null;
  worker.postMessage({ id: first.id, question: first.question, asked: first.asked });
}

function begin() {
  const begun = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  begun.addEventListener("message", ({ data }) => hear(data));
  begun.addEventListener("error", (event) => fail(event.message));
  begun.postMessage({ id: BEGIN, question: "begin", asked: module });
  return begun;
}

/** @param {{id: number, answer?: any, fault?: any, progress?: any}} message */
function hear({ id, answer, fault, progress }) {
  if (id === BEGIN) {
    if (fault) fail(fault.message);
    else module = answer;
    return;
  }
  if (id !== current?.id) return;
  if (progress !== undefined) {
    current.progress(progress);
    return;
  }
  const { resolve, reject } = current;
  current = null;
  if (fault) reject(new Fault(fault.code, fault.message, fault.parameters));
  else resolve(answer);
  next();
}

/**
 * Reject all questions because the kernel cannot run; the next question tries again.
 * @param {string} message
 */
function fail(message) {
  const all = [...(current ? [current] : []), ...waiting.splice(0)];
  end();
  for (const { reject } of all) reject(new Fault("no_module", message ?? "no worker"));
}

function end() {
  worker?.terminate();
  worker = current = null;
  next();
}
