// Questions to the worker, answered one at a time; a cancelled question makes way for the next.

import { Fault } from "./errors.js";

/** Milliseconds that a cancelled question may continue before the worker is replaced. */
const PATIENCE = 250;
const BEGIN = 0;

let worker = null;
let module = null; // compiled by the first worker and reused by the next
let number = BEGIN;
let current = null;
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

function takeBack(one, reason) {
  one.reject(reason);
  if (one === current) {
    worker.postMessage({ id: one.id, question: "stop" });
    setTimeout(() => one === current && end(), PATIENCE);
  } else if (waiting.includes(one)) {
    waiting.splice(waiting.indexOf(one), 1);
  }
}

function next() {
  if (current || !waiting.length) return;
  if (!worker) begin();
  current = waiting.shift();
  worker.postMessage({ id: current.id, question: current.question, asked: current.asked });
}

function begin() {
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => hear(data));
  worker.addEventListener("error", (event) => fail(event.message));
  worker.postMessage({ id: BEGIN, question: "begin", asked: module });
}

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

/** Reject all questions because the kernel cannot run; the next question tries again. */
function fail(message) {
  const all = [current, ...waiting.splice(0)].filter(Boolean);
  end();
  for (const { reject } of all) reject(new Fault("no_module", message ?? "no worker"));
}

function end() {
  worker?.terminate();
  worker = current = null;
  next();
}
