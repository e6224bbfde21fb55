// Boards read off pictures, in a worker of its own for each picture, so that the memory is returned. No picture leaves the browser.

import { boardOf, codesOf } from "./board_text.js";
import { cardOf } from "./card_codes.js";
import { Fault } from "./errors.js";
import { GAMES, Rules } from "./rules.js";

const NO_BOARD = 0;
const SUITS = 4;

/**
 * Read the board off a picture, under the given rules if they have its piles, else those of a game that does. Return it
 * with the cards that are doubtful, whether it is one pack, whether it agrees with the given deal,
 * and, if it does not, the number of Microsoft's deal that it began as (0: none).
 * Reject with a `Fault`: `no_picture`, `picture_size`, `no_board`, `no_reader` or `memory`.
 * @param {Blob} file @param {Rules} rules @param {AbortSignal} signal @param {Position | null} dealt @returns {Promise<BoardRead>}
 */
export async function readPicture(file, rules, signal, dealt) {
  const worker = new Worker(new URL("./picture_worker.js", import.meta.url), { type: "module" });
  /** @type {Promise<any>} */
  const answer = new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    worker.addEventListener("message", ({ data }) => (data.code ? reject(new Fault(data.code, data.message)) : resolve(data)));
    worker.addEventListener("error", (event) => reject(new Fault("no_reader", event.message)));
    worker.postMessage({ file, dealt: dealt ? codesOf(dealt)[0] : [] });
  });
  const { board, doubts: doubtful } = await answer.finally(() => worker.terminate());
  const [status, columns, cells, foundations, home, others, agrees, deal] = board;
  if (status === NO_BOARD) throw new Fault("no_board", "the picture shows no board");
  const seen = [...columns.flat(), ...cells, ...foundations];
  while (columns.length && !columns.at(-1).length) columns.pop();
  const fitting = rulesFor(rules, columns.length, cells.length);
  /** @param {Uint8Array} codes of all cards that are seen @param {Uint8Array} atHome */
  const reading = (codes, atHome) => {
    let at = 0;
    const next = (/** @type {any[]} */ { length }) => codes.slice(at, (at += length));
    const position = boardOf(
      fitting,
      [columns.map(next), next(cells), atHome.length ? atHome : null, new Uint8Array()],
      Array(SUITS).fill(0),
    );
    /** @type {Doubts} */
    const doubts = new Map();
    for (const { place, guesses, cutout } of doubtful) {
      const all = [seen[place][0], ...guesses].filter((code) => code !== codes[place]);
      doubts.set(cardOf(codes[place]), { guesses: all.map(cardOf), cutout });
    }
    const changed = Array.from(codes, cardOf).filter((_, place) => codes[place] !== seen[place][0]);
    return { position, doubts, changed };
  };
  const readings = others.map((/** @type {[Uint8Array, Uint8Array]} */ [codes, atHome]) => reading(codes, atHome));
  const codes = Uint8Array.from(seen, ([code]) => code);
  const first = readings[0] ?? reading(codes, home);
  return { rules: fitting, ...first, readings, isPack: home.length > 0, agrees: Boolean(agrees), deal };
}

/**
 * Return the rules of a game with open cards and room for these columns and cells; the given rules if they suit.
 * @param {Rules} rules @param {number} columns @param {number} cells
 */
function rulesFor(rules, columns, cells) {
  const isFreeCell = (/** @type {GameData} */ data) => data.id === "freecell";
  const games = [rules.data, ...GAMES.filter(isFreeCell), ...GAMES].filter(
    (data) =>
      data.cells >= cells && !data.stock && !data.face_down.some(Boolean) && data.suits.length === SUITS && data.ranks.length === 13,
  );
  const data = games.find((game) => game.columns === columns) ?? games.find((game) => game.columns >= columns);
  return !data || data.id === rules.id ? rules : new Rules(data);
}
