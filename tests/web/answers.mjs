// Answers cases, JSON lists on the lines of standard input, with the page's own modules: one line of JSON each.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const app = process.argv[2];
const { Kernel } = await import(`${app}kernel.js`);
const { encodePosition } = await import(`${app}encoding.js`);
const { Analyst } = await import(`${app}analyst.js`);
const { playBy } = await import(`${app}kernel_calls.js`);
const { Rules, isWon, legalMoves, made, refusal } = await import(`${app}rules.js`);
const { formatMove } = await import(`${app}notation.js`);
const { qrCode } = await import(`${app}qr.js`);
const { chances } = await import(`${app}skat_questions.js`);
const { handValue } = await import(`${app}skat_values.js`);

const file = (url) => ({ ok: true, json: () => JSON.parse(readFileSync(url, "utf8")) });
globalThis.fetch = async (url) => file(url);
const { gameData, linkOf, loadCatalogue, openLink, rulesOf, startOf } = await import(`${app}open_game.js`);
const { readText } = await import(`${app}pasted_text.js`);
const { RARE_SPACES } = await import(`${app}white_space.js`);
const { numberOf, parseLink } = await import(`${app}links.js`);
const kernel = new Kernel(new WebAssembly.Module(readFileSync(new URL("../kernel.wasm", app))));
playBy(kernel);
await loadCatalogue();

const bare = ({ source, target, count }) => [source, target, count];
const asMove = ([source, target, count]) => ({ source, target, count });

function game({ data, changes, start, moves = [], autoplay = "safe" }) {
  return { rules: new Rules(data, changes), start, moves: moves.map(asMove), autoplay };
}

const kinds = {
  encoded({ data, changes, position }) {
    const rules = new Rules(data, changes);
    return [[...rules.codes], [...encodePosition(rules, position)]];
  },
  solved({ rules, position, mode, states, memory }) {
    const asked = [Uint8Array.from(rules), Uint8Array.from(position), mode, states, 0, memory, 0];
    const [verdict, line, limitHit, looked] = kernel.call("solve", ...asked);
    return [verdict, limitHit, looked, [...line]];
  },
  scored({ rules, position, floor, states, memory }) {
    const asked = [Uint8Array.from(rules), Uint8Array.from(position), states, 0, memory, 0, floor, 0, 1];
    const [score, bound, line, limitHit, looked] = kernel.call("best_score", ...asked);
    return [score, bound, limitHit, looked, [...line]];
  },
  analysed(asked) {
    for (const handle of [1, 2]) kernel.call("analyst_forget", handle);
    const analyst = new Analyst(kernel);
    const one = game(asked);
    const { verdict, score, bound } = analyst.status(one, asked.states);
    const loss = analyst.losingMove(one, asked.states);
    const { moves, autoplay } = analyst.quickSolution(one, asked.states);
    const short = analyst.solution(one, asked.states).moves;
    return { verdict, score, bound, moves: moves.map(bare), short: short.map(bare), autoplay, loss };
  },
  difficulty(asked) {
    const { rules, start, autoplay } = game(asked);
    const analyst = new Analyst(kernel);
    const among = JSON.parse(readFileSync(new URL("../difficulty.json", app)));
    let measures = null;
    do measures = analyst.difficulty(rules, start, autoplay, measures);
    while (measures.done < 1);
    const { verdict, moves, share, only, won, level } = measures;
    const places = analyst.percentiles(rules, start, measures, among);
    return { verdict, moves, share, only, won, level, places };
  },
  qr: ({ text }) => qrCode(text),
  refused({ rules, position }) {
    try {
      return kernel.call("solve", Uint8Array.from(rules), Uint8Array.from(position), 0, 0, 0, 0, 0)[0];
    } catch (error) {
      return [error.kind, error.message];
    }
  },
  /** Return the message of a refused call about a game of Skat, else null. */
  refusedGame({ module, name, words, values }) {
    const one = new Kernel(new WebAssembly.Module(readFileSync(new URL(`../${module}`, app))));
    try {
      one.call(name, 2000501, new TextEncoder().encode(words), ...values);
      return null;
    } catch (error) {
      return error.message;
    }
  },
  ended({ rules, position }) {
    let asked = 0;
    const impatient = new Kernel(new WebAssembly.Module(readFileSync(new URL("../kernel.wasm", app))), () => ++asked > 2);
    try {
      return impatient.call("solve", Uint8Array.from(rules), Uint8Array.from(position), 2, 0, 0, 0, 0)[0];
    } catch (error) {
      return [error.kind, asked];
    }
  },
  dealt({ game, numbering, number }) {
    const source = { game, numbering, number: numberOf(number), board: null, edition: gameData(game).edition, changes: {} };
    return startOf(source, rulesOf(source));
  },
  read({ text, game = "freecell", table = null, spellings = ["english"] }) {
    try {
      const link = readText(text, { game, table, spellings });
      return { link, start: openLink(link).game.start };
    } catch (error) {
      return { code: error.code ?? error.constructor.name, ...error.parameters, ply: error.ply };
    }
  },
  link({ link }) {
    const opened = openLink(link);
    return { link: linkOf(opened), position: opened.game.position };
  },
  refusedLink({ link }) {
    try {
      return parseLink(link);
    } catch (error) {
      return error.constructor.name;
    }
  },
  /** Return a position's legal moves with their notation, refusals, autoplay after the first, and whether it is won. */
  played({ data, changes, position, moves }) {
    const rules = new Rules(data, changes);
    const legal = legalMoves(rules, position);
    return {
      legal: legal.map(bare),
      written: legal.map((move) => formatMove(rules, position, move)),
      refused: moves.map((move) => refusal(rules, position, asMove(move))?.code ?? null),
      automatic: legal.length ? ["none", "safe", "max"].map((rule) => made(rules, position, legal[0], rule).automatic.map(bare)) : [],
      won: isWon(rules, position),
    };
  },
  spaces: () => ({ rare: RARE_SPACES, all: Array.from({ length: 0x10000 }, (_, at) => String.fromCharCode(at)).filter((sign) => /\s/.test(sign)) }),
  valued: ({ cards }) => handValue(kernel, cards),
  chances: ({ cards, seat }) => [...chances(kernel, cards, seat)].at(-1)(),
};

for await (const cases of createInterface({ input: process.stdin }))
  for (const { kind, ...rest } of JSON.parse(cases)) console.log(JSON.stringify(await kinds[kind](rest)));
