// Problems of Skat on the page: moments of games in which exactly one card wins. Python has the same file of problems; the kernel
// judges the cards.

import { cardText } from "./card_faces.js";
import { element } from "./dialogs.js";
import { writeDown } from "./game_storage.js";
import { applyLanguage, cardName, formatNumber, t } from "./i18n.js";
import { button, group } from "./skat_choice.js";
import { cardsIn, SEATS, setOf } from "./skat_encoding.js";
import { whoIs } from "./skat_table.js";
import { cardsText, resultsTable, section, trickRow } from "./skat_tables.js";
import { capital } from "./skat_words.js";
import { fieldsOf, keptData } from "./stored_values.js";

const FILE = new URL("../skat_problems.txt", import.meta.url);
const STORED = "kiebitz.skat-problems";
const BANDS = ["easy", "medium", "hard"];
/** A line of the file: band, kind, deal, and the words of the game so far. */
const LINE = new RegExp(`^(${BANDS.join("|")}) (open|fair) \\d{1,19}( \\S+)+$`);

/** @type {Promise<SkatProblem[]> | null} */
let loading = null;
/** @type {{band: string, solved: number[]}} */
let kept = stored();

function stored() {
  const tests = {
    band: (/** @type {any} */ value) => BANDS.includes(value),
    solved: (/** @type {any} */ value) => Array.isArray(value) && value.every(Number.isSafeInteger),
  };
  return { band: BANDS[0], solved: [], ...keptData(STORED, (data) => fieldsOf(data, tests)) };
}

// Another tab has stored more.
addEventListener("storage", ({ key }) => {
  if (key === STORED) kept = stored();
});

/** @param {Partial<typeof kept>} changed */
function keep(changed) {
  kept = { ...kept, ...changed };
  writeDown(() => localStorage.setItem(STORED, JSON.stringify(kept)));
}

/** Load the problems when they are first wanted; the promise is rejected without them. */
export function loadProblems() {
  loading ??= fetched().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** @returns {Promise<SkatProblem[]>} */
async function fetched() {
  const answer = await fetch(FILE);
  if (!answer.ok) throw new Error(`skat_problems.txt: status ${answer.status}`);
  const lines = (await answer.text()).trimEnd().split("\n");
  if (!lines.every((line) => LINE.test(line))) throw new Error("skat_problems.txt: another file"); // such as a page of errors
  return lines.map((line, place) => {
    const [band, kind, deal, ...words] = line.split(" ");
    return { number: place + 1, count: lines.length, band, open: kind === "open", deal, words };
  });
}

/**
 * Return the next unsolved problem of a band, or the next one if all are solved; by default the band is that of the last problem.
 * @param {SkatProblem[]} problems @param {string} band @param {number} after
 */
export function nextProblem(problems, band = kept.band, after = 0) {
  const own = problems.filter((problem) => problem.band === band);
  const later = [...own.filter(({ number }) => number > after), ...own.filter(({ number }) => number <= after)];
  return later.find(({ number }) => !kept.solved.includes(number)) ?? later[0];
}

/** @param {SkatProblem} problem */
export const keepBand = ({ band }) => keep({ band });

/** @param {SkatProblem} problem */
export function keepSolved({ number }) {
  if (!kept.solved.includes(number)) keep({ solved: [...kept.solved, number] });
}

/** @param {SkatProblem} problem */
export const questionText = ({ open }) => t(open ? "skat.problem.with_all_open" : "skat.problem.with_own_cards");

/**
 * Return in words why a card wins or does not.
 * @param {SkatProblem} problem @param {SkatAnswer} answer
 */
export function reasonText({ open }, { card, worlds, cards, result, isNull }) {
  const figures = { card: cardName(card), n: formatNumber(worlds) };
  const kind = open ? "open" : "fair";
  if (cards.length) return capital(t(`skat.reason.right_${kind}`, figures));
  const end = isNull ? t(result ? "skat.reason.free" : "skat.reason.caught") : t("skat.reason.points", { points: result });
  return `${capital(t(`skat.reason.wrong_${kind}`, figures))} ${end}`;
}

/**
 * Draw the buttons of a problem: another try and the solution until it is solved, and the next problem.
 * @param {HTMLElement} place @param {SkatAnswer | null} answer
 * @param {{again: () => void, solve: () => void, next: () => void}} does
 */
export function drawProblemChoice(place, answer, { again, solve, next }) {
  const isSolved = Boolean(answer?.cards.length);
  place.replaceChildren(
    ...(answer && !isSolved ? [button("again", t("skat.problem.again"), again)] : []),
    ...(isSolved ? [] : [button("solve", t("skat.problem.solve"), solve)]),
    button("next", t("skat.problem.next"), next, { class: isSolved ? "big main" : "big" }),
  );
}

/**
 * Draw the panel beside the table: the question, the tricks played, cards put down, and the deal in which an answer fails.
 * `choose(band)` opens a problem of another band.
 * @param {HTMLElement} place @param {SkatProblemShown} shown
 */
export function drawProblem(place, { problem, problems, session, you, answer, choose }) {
  const { number, count, band, open } = problem;
  const own = problems.filter((other) => other.band === band);
  const solved = own.filter((other) => kept.solved.includes(other.number)).length;
  const bands = BANDS.map((name) =>
    button(`band-${name}`, t(`skat.problem.band.${name}`), () => choose(name), { "aria-pressed": String(name === band) }),
  );
  const unseen = cardsIn(~setOf([...session.hands.flat(), ...session.played]) >>> 0);
  const skat = open || (session.discard && session.declarer === you) ? unseen : [];
  place.replaceChildren(
    section(
      "problem",
      t("skat.problem.title", { number, count }),
      element("p", {}, element("strong", {}, questionText(problem))),
      ...(answer ? [element("p", { class: answer.cards.length ? "reason right" : "reason" }, reasonText(problem, answer))] : []),
      ...(open ? [] : handsOf(answer, you)),
      element("p", { class: "quiet", "data-i18n": "skat.problem.note" }),
    ),
    section(
      "problem-played",
      t("skat.problem.played"),
      tricksOf(session, you),
      ...(skat.length ? [element("p", {}, `${t(session.discard ? "skat.discard.cards" : "skat.title")}: `, ...cardsText(skat))] : []),
    ),
    section(
      "problem-bands",
      t("skat.problem.bands"),
      group(t("skat.problem.bands"), bands),
      element("p", {}, t("skat.problem.solved", { solved, of: own.length })),
      element("p", { class: "quiet", "data-i18n": "skat.list.kept" }),
    ),
  );
  applyLanguage(place);
}

/**
 * Return the other hands and the skat of a deal in which a card fails.
 * @param {SkatAnswer | null} answer @param {number} you
 */
function handsOf(answer, you) {
  if (!answer?.hands.length) return [];
  const lines = answer.hands.flatMap((hand, seat) => (seat === you ? [] : [line(whoIs(seat, you), hand)]));
  return [element("ul", { class: "against" }, ...lines, line(t("skat.title"), answer.skat))];
}

/** @param {string} name @param {Card[]} cards */
const line = (name, cards) => element("li", {}, element("span", { class: "leads" }, name), " ", ...cardsText(cards));

/** @param {SkatSession} session @param {number} you */
function tricksOf({ played, players }, you) {
  const rows = [];
  for (let at = 0; at < played.length; at += SEATS) {
    const cards = played.slice(at, at + SEATS).map((card) => element("span", { class: "played" }, cardText(card)));
    rows.push(trickRow(rows.length + 1, whoIs(players[at], you), cards));
  }
  return resultsTable("problem-played", "tricks", ["skat.play.trick", "skat.play.cards_played"], rows);
}
