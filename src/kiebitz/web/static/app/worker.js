// The worker: owns the kernel and the analyst, and answers one question of worker_client.js at a time, so that the page stays responsive.

import { Analyst } from "./analyst.js";
import { certified } from "./certificate.js";
import { Fault } from "./errors.js";
import { Kernel, loadModule } from "./kernel.js";
import { playBy } from "./kernel_calls.js";
import { randomNumber } from "./microsoft_deals.js";
import { dealt, numberOfDeal, QUICK, rangeOf } from "./numberings.js";
import { learn, Rules } from "./rules.js";
import { answered, chances, claimed, decided, hinted, judged, lit, litFairly, reviewed, worthOfDeal } from "./skat_questions.js";

/** State limit for each of all legal moves: there are dozens, and the person may pick up a card meanwhile. */
const JUDGED = 60_000;
/** Random deals to try for one of a level; in some games hardly any can be won. */
const MOST_TRIED = 3_000;
/** Milliseconds between checks for other messages, such as a cancelled question. */
const TURN = 8;
/** Milliseconds between two updates of figures. */
const REFINEMENT = 250;

/** @type {Promise<WebAssembly.Module> | null} */
let ready = null;
/** @type {Kernel} */
let kernel;
/** @type {Analyst} */
let analyst;
/** @type {Record<string, any> | null} */
let quantiles = null; // of Microsoft's deals, loaded with the first question about difficulty
const stopped = new Set();
const turn = new MessageChannel();

/** @type {Record<string, (asked: any, work: Work) => any>} */
const questions = {
  light: ({ game }) => fieldsOf(analyst.status(opened(game))),
  losingMove: ({ game }) => analyst.losingMove(opened(game)),
  hint({ game }) {
    const line = analyst.quickSolution(opened(game));
    return { move: line.moves[0] ?? null, light: fieldsOf(line), left: line.moves.length };
  },
  /** Judge each legal move; moves with the same `key` lead to the same position. */
  async moves({ game }, { ended }) {
    const session = opened(game);
    const judged = [];
    const pause = pauses();
    for (;;) {
      const { all, moves } = analyst.judge(session, judged.length, 1, JUDGED);
      judged.push(...moves);
      if (judged.length >= all) return judged;
      await pause();
      if (ended()) return null;
    }
  },
  solution({ game }) {
    const { moves, autoplay, ...found } = analyst.solution(opened(game));
    return { ...fieldsOf(found), moves, autoplay };
  },
  story: ({ game }) => analyst.story(opened(game)),
  async deal({ data, changes, difficulty }, { ended }) {
    const rules = new Rules(data, changes);
    const pause = pauses();
    for (let tried = 0; tried < MOST_TRIED; tried++) {
      const number = randomNumber();
      const { verdict, states, level = "any" } = analyst.level(rules, dealt(rules, "microsoft", number), difficulty);
      if (verdict === "solved" && level === difficulty) return { number, states };
      await pause();
      if (ended()) return null;
    }
    throw new Fault("timeout", data.id);
  },
  /** Return the deal's number among those of Microsoft's that take a moment to look up, or 0. */
  number({ data, changes, start }) {
    const rules = new Rules(data, changes);
    return numberOfDeal(rules, start, { first: QUICK + 1, last: Number(rangeOf("microsoft", rules)[1]) });
  },
  certificate: (position) => certified(kernel, position),
  /** Measure the difficulty of a deal and compare it with Microsoft's `deals` if it is one of them; report progress. */
  async difficulty({ game }, { ended, tell }) {
    const { rules, start, autoplay } = opened(game);
    const among = (quantiles ??= await (await file("difficulty.json")).json());
    const pause = pauses();
    let measured = null;
    for (let reported = 0; !measured || measured.done < 1; ) {
      measured = analyst.difficulty(rules, start, autoplay, measured);
      await pause();
      if (ended()) return null;
      if (performance.now() - reported < REFINEMENT) continue;
      tell(measured.done);
      reported = performance.now();
    }
    const places = analyst.percentiles(rules, start, measured, among);
    return { ...measured, places, deals: among.deals };
  },
  async chances({ cards, seat }, { ended, tell }) {
    /** @type {() => Chances | null} */
    let figures = () => null;
    let reported = 0;
    const pause = pauses();
    for (figures of chances(kernel, cards, seat)) {
      await pause();
      if (ended()) return null;
      if (performance.now() - reported < REFINEMENT) continue;
      tell(figures());
      reported = performance.now();
    }
    return figures();
  },
  skatDecision: (request) => decided(kernel, request),
  skatClaim: (request) => claimed(kernel, request),
  skatAnswer: (request) => answered(kernel, request),
  skatHint: (request) => hinted(kernel, request),
  skatLight: (request) => lit(kernel, request),
  skatFairLight: (request) => litFairly(kernel, request),
  skatMistakes: (request) => judged(kernel, request),
  async skatPar(request, { ended }) {
    const pause = pauses();
    const steps = worthOfDeal(kernel, request);
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      await pause();
      if (ended()) return null;
    }
    return step.value;
  },
  skatReview: (request) => reviewed(kernel, request),
};

/** @param {Status} status */
const fieldsOf = ({ verdict, score, bound, limitHit }) => ({ verdict, score, bound, limitHit });

/**
 * Return the game of a question: its rules, from data and changes, its start, and the moves made.
 * @returns {any}
 * @param {AskedGame} game
 */
const opened = ({ data, changes, ...game }) => ({ ...game, rules: new Rules(data, changes) });

/** Return an asynchronous function that handles pending messages every `TURN` milliseconds, and returns whether it did. */
function pauses() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN) return false;
    // A message to itself queues after pending messages; nested timers would be delayed by milliseconds.
    await new Promise((resolve) => {
      turn.port2.onmessage = resolve;
      turn.port1.postMessage(null);
    });
    since = performance.now();
    return true;
  };
}

/** @param {string} name */
const file = (name) => fetch(new URL(`../${name}`, import.meta.url));

/** @param {WebAssembly.Module | null} module */
async function begin(module) {
  try {
    const catalogue = await (await file("games.json")).json();
    learn(catalogue);
    const compiled = module ?? (await loadModule("kernel.wasm"));
    if (!compiled) throw new Error("no WebAssembly");
    kernel = new Kernel(compiled);
    playBy(kernel);
    analyst = new Analyst(kernel);
    return compiled;
  } catch (error) {
    throw new Fault("no_module", error.message);
  }
}

/**
 * Whether the kernel ran out of memory, or the browser provided none.
 * @param {any} error
 */
const isOutOfMemory = (error) => error.kind === "out_of_memory" || (error instanceof RangeError && /memory/i.test(error.message));

self.addEventListener("message", async ({ data: { id, question, asked } }) => {
  if (question === "stop") {
    stopped.add(id);
    return;
  }
  try {
    const told = { ended: () => stopped.has(id), tell: (/** @type {any} */ progress) => postMessage({ id, progress }) };
    if (question === "begin") ready = begin(asked);
    const compiled = await ready;
    const answer = question === "begin" ? compiled : await questions[question](asked, told);
    postMessage({ id, answer });
  } catch (error) {
    const { code = isOutOfMemory(error) ? "memory" : "fault", message, parameters = {} } = error;
    postMessage({ id, fault: { code, message, parameters } });
  }
  stopped.delete(id);
});
