// The page of a Skat game against two engines. Each action is a word of the session, stored in the address, so a link holds the whole
// game. An engine that decides for a seat gets only that seat's view.

import { loadFaces } from "./card_faces.js";
import { copied } from "./clipboard.js";
import { pause } from "./delay.js";
import { byId, element, showDialog } from "./dialogs.js";
import { existing } from "./errors.js";
import { UNKEPT } from "./game_storage.js";
import { applyLanguage, cardName, formatNumber, loadLanguage, onLanguage, suitName, t } from "./i18n.js";
import { openTable } from "./kernel.js";
import { onSettings, openSettings } from "./settings.js";
import { adviceOn } from "./skat_answers.js";
import { drawChoice, noDraft } from "./skat_choice.js";
import { contractText, SEATS, textOf } from "./skat_encoding.js";
import { drawEnd, isNull } from "./skat_end.js";
import { PACES, putAside, STORED, store, stored, USUAL_LEVEL } from "./skat_kept.js";
import { countList, listText, PERSON, playersOf, seatsAt } from "./skat_list.js";
import { byChance, NUMBER, openNewGame } from "./skat_new_game.js";
import {
  drawProblem,
  drawProblemChoice,
  keepBand,
  keepSolved,
  loadProblems,
  nextProblem,
  questionText,
  reasonText,
} from "./skat_problem.js";
import { drawSteps, prepareSteps, stepText, stepTo } from "./skat_replay.js";
import { SkatSession } from "./skat_session.js";
import { drawTable, isWon, prepareTable, whoIs, whoseGame } from "./skat_table.js";
import { handValue } from "./skat_values.js";
import { contractName, SEAT_NAMES } from "./skat_words.js";
import { think } from "./worker_client.js";

const GIVE_UP = "RE";
/** The buttons for a game in play. */
const IN_PLAY = ["light", "fair-light", "claim", "give-up"];
let kept = stored();
/** @type {Kernel} */
let kernel;
/** @type {string[]} */
let levels = []; // the names of the engine's levels
/** @type {SkatPlay} */
let game;
/** @type {SkatProblem[]} */
let problems = []; // once they are loaded
let written = ""; // the last fragment written to the address
let asking = new AbortController();
let message = () => "";
let focused = false; // whether the focus was among choices or cards when they were last drawn

/** @param {Partial<typeof kept>} changed */
function keep(changed) {
  kept = { ...kept, ...changed };
  store(kept);
}

// Start of a game, from a link or a number

/** @param {{number: string, you: number, level: string, words?: string[], problem?: SkatProblem | null}} game */
function begin({ number, you, level, words = [], problem = null }) {
  asking.abort();
  asking = new AbortController();
  const session = new SkatSession(kernel, number, words);
  const review = { chances: null, steps: null, mistakes: null, worth: null, at: null, trouble: false };
  game = { number, you, level, session, draft: noDraft(), held: false, ...review, problem, answer: null };
  message = session.words.length < words.length ? () => t("skat.play.bad_link") : () => "";
  settle();
  go(asking.signal);
}

/** @param {SkatPlay} game */
const linkOf = ({ number, you, level, session, problem }) =>
  String(
    problem
      ? new URLSearchParams({ problem: String(problem.number) })
      : new URLSearchParams({
          deal: number,
          seat: SEAT_NAMES[you],
          level,
          ...(session.words.length ? { game: session.words.join(" ") } : {}),
        }),
  );

async function read() {
  const own = location.hash.slice(1);
  const problem = new URLSearchParams(own).get("problem");
  if (problem !== null) return openProblem((all) => all[Number(problem) - 1]);
  const fields = new URLSearchParams(own || kept.link);
  const number = fields.get("deal") ?? "";
  const isNumber = NUMBER.test(number);
  begin({
    number: isNumber ? String(BigInt(number)) : byChance(),
    you: Math.max(0, SEAT_NAMES.indexOf(fields.get("seat") ?? "")),
    level: levelOf(fields.get("level") ?? "", kept.level),
    words: isNumber ? (fields.get("game") ?? "").split(" ").filter(Boolean) : [],
  });
  if (own && !isNumber) tell(() => t("skat.play.bad_link"));
}

/**
 * Return the first name that is a level's, or the usual level.
 * @param {string[]} names
 */
const levelOf = (...names) => names.find((name) => levels.includes(name)) ?? USUAL_LEVEL;

function settle() {
  const link = linkOf(game);
  history.replaceState(null, "", `#${link}`);
  written = location.hash;
  if (!game.problem) keep({ link, level: game.level });
  show();
}

/**
 * Return the whole game, for questions that use all cards.
 * @param {SkatGame} game
 */
const onlooked = ({ number, words }) => ({ number, words });

/**
 * Return whether each seat has one card left: the last trick plays itself.
 * @param {SkatSession} session
 */
const isLastTrick = (session) => session.stage === "play" && existing(session.hands[existing(session.turn)]).length === 1;

// Decisions of the engines

/** @param {AbortSignal} signal */
async function go(signal) {
  const { session, you, problem } = game;
  if (problem) return;
  try {
    while (session.turn !== null && (session.turn !== you || isLastTrick(session))) {
      if (isLastTrick(session)) {
        await pause(PACES[kept.pace][0], signal);
        await done(session.legalCards[0], signal);
        continue;
      }
      const request = { view: session.view(session.turn), level: game.level };
      const [word] = await Promise.all([think("skatDecision", request, { signal }), pause(PACES[kept.pace][0], signal)]);
      await done(word, signal);
    }
    if (session.stage !== "over" || game.worth) return;
    if (session.contract) {
      game.steps = await think("skatReview", onlooked(session), { signal });
      show();
      game.mistakes = await think("skatMistakes", { ...onlooked(session), seat: you }, { signal });
      show();
    } else {
      game.chances = await think("chances", { cards: session.hands[you], seat: SEAT_NAMES[you] }, { signal });
      show();
    }
    game.worth = await think("skatPar", { ...onlooked(session), start: game.steps?.[0]?.before ?? null }, { signal });
    show();
  } catch (_error) {
    if (signal.aborted) return;
    game.trouble = true;
    show();
    tell(() => t("skat.play.no_engine"));
  }
}

/**
 * Carry out a word, announce it, and leave a full trick on the table for a while.
 * @param {string} word @param {AbortSignal} signal
 */
async function done(word, signal) {
  const { session, you } = game;
  const { stage, turn, takers } = session;
  if (!session.do(word)) throw new Error(`${word} may not be done`);
  game.draft = noDraft();
  const full = session.takers.length > takers.length;
  const taker = session.takers[takers.length];
  const sentence = () => told(session, you, existing(turn), stage, word);
  tell(() => (full ? `${sentence()}. ${t("skat.play.takes", { who: whoIs(taker, you) })}` : sentence()));
  if (session.stage === "over") {
    if (!session.isOwnDeal) record(session, game.number, dealerOf(you));
    tell(() => `${sentence()}. ${resultText()}`);
  }
  game.held = full && session.stage !== "over";
  if (location.hash === written) settle(); // otherwise a link has changed the address, and its event will follow
  if (!game.held) return;
  await pause(PACES[kept.pace][1], signal);
  game.held = false;
  show();
}

/** @param {{contract: Contract | null}} session @param {number} you @param {number} seat @param {string} stage @param {string} word */
function told(session, you, seat, stage, word) {
  const who = whoIs(seat, you);
  if (word === GIVE_UP) return `${who}: ${t("skat.play.gave_up")}`;
  if (stage === "play") return `${who}: ${cardName(word)}`;
  if (stage === "bidding") return `${who}: ${{ p: t("skat.pass"), y: t("skat.play.yes") }[word] ?? word}`;
  return `${who}: ${session.contract ? contractName(contractText(session.contract)) : t("skat.play.took")}`;
}

/** @param {string} word */
async function act(word) {
  const { signal } = asking;
  if (game.held || game.session.turn !== game.you) return;
  await done(word, signal).catch(() => {});
  if (!signal.aborted) go(signal);
}

/**
 * Step through the finished game.
 * @param {string} name
 */
function goThrough(name) {
  const { session, steps } = game;
  const at = stepTo(name, placeOf(game), session.played.length);
  if (!steps || at === undefined || at === game.at) return;
  game.at = at;
  show();
  const { you, mistakes } = game;
  tell(() => stepText({ session, steps, at, you, mistakes }));
}

/**
 * Return the number of played cards shown: all of them, unless the person went back.
 * @param {SkatPlay} game
 */
const placeOf = ({ session, at }) => at ?? session.played.length;

/** @param {Card} card */
function play(card) {
  const { session, you, draft } = game;
  if (game.at !== null || game.answer) return;
  const { stage, turn, legalCards } = session;
  if (stage === "announcement" && turn === you) {
    const { cards } = draft;
    draft.cards = cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card].slice(-2);
    tell(() => t("skat.play.put", { count: draft.cards.length }));
    show();
  } else if (stage !== "play" || turn !== you || game.held) {
    tell(() => t("skat.play.not_yet"));
  } else if (legalCards.includes(card)) {
    if (game.problem) solve(card);
    else act(card);
  } else {
    const { wanted } = session;
    tell(() => (wanted === "trumps" ? t("skat.play.follow_trumps") : t("skat.play.follow_suit", { suit: suitName(existing(wanted)) })));
  }
}

// Problems

/**
 * Load the problems and open one of them.
 * @param {(all: SkatProblem[]) => SkatProblem | undefined} pick
 */
async function openProblem(pick) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  problems = await loadProblems().catch(() => []);
  if (signal.aborted) return;
  const problem = pick(problems);
  if (problem) {
    keepBand(problem);
    const { turn } = new SkatSession(kernel, problem.deal, problem.words);
    begin({ number: problem.deal, you: existing(turn), level: levelOf(kept.level), words: problem.words, problem });
    return;
  }
  backToGame();
  tell(() => t(problems.length ? "skat.play.bad_link" : "skat.problem.missing"));
}

/** Go on with the game that a problem interrupted. */
function backToGame() {
  history.pushState(null, "", `${location.pathname}${location.search}`);
  read();
}

/** @param {string} band */
const chooseBand = (band) => openProblem((all) => nextProblem(all, band));

/**
 * Judge a card of the problem, or show the card that wins.
 * @param {Card | null} card
 */
async function solve(card) {
  const { session, problem } = game;
  if (!problem) return;
  /** @param {Omit<SkatAnswer, "card" | "isNull">} answer @returns {SkatAnswer} */
  const whole = (answer) => ({ ...answer, card: card ?? answer.cards[0], isNull: isNull(session) });
  const request = { ...onlooked(session), open: problem.open, card };
  const answer = await ask("skatAnswer", request, (judged) => reasonText(problem, whole(judged)));
  if (!answer) return;
  game.answer = whole(answer);
  if (card !== null && answer.cards.length) keepSolved(problem);
  show();
}

function tryAgain() {
  game.answer = null;
  message = () => "";
  show();
}

// Questions

/**
 * Ask a question for the person, show and return the answer, unless the game has gone on meanwhile.
 * @param {string} question @param {any} asked @param {(found: any) => string} answer @returns {Promise<any>}
 */
async function ask(question, asked, answer) {
  const { signal } = asking;
  const { session } = game;
  const { length } = session.words;
  try {
    const found = await think(question, asked, { signal });
    if (session.words.length !== length) return null;
    tell(() => answer(found));
    return found;
  } catch {
    if (!signal.aborted) tell(() => t("skat.play.no_engine"));
    return null;
  }
}

function hint() {
  const { session, you } = game;
  const { stage, turn } = session;
  if (turn !== you) return;
  ask("skatHint", { view: session.view(you) }, ({ word, won, chance }) => {
    const what = told({ contract: null }, you, you, stage, word).split(": ").slice(1).join(": ");
    const named = stage === "announcement" || (stage === "skat" && word !== "s") ? announcementText(word) : what;
    const key = chance === null ? "skat.play.hint_won" : "skat.play.hint_chance";
    const share = won === null ? "" : ` ${t(key, { share: percent(won), chance: percent(chance ?? 0) })}`;
    return `${t("skat.play.would", { what: named })}${share}`;
  });
}

/**
 * Return an announcement in words: the contract and the discard.
 * @param {string} word
 */
function announcementText(word) {
  const then = game.session.with(word);
  const name = contractName(contractText(existing(then.contract)));
  return then.discard ? t("skat.play.put_down", { contract: name, cards: then.discard.map(cardName).join(", ") }) : name;
}

/** Claim all remaining tricks; if that holds whatever the hidden cards are, or the others agree, play them. */
async function claim() {
  const { session, you } = game;
  const { signal } = asking;
  if (session.stage !== "play" || session.turn !== you || game.held) return;
  const answer = await ask("skatClaim", onlooked(session), ({ worlds, checked, refusing, rest, against }) => {
    const figures = { worlds: formatNumber(worlds) };
    if (rest.length) return checked ? t("skat.play.claim_holds", figures) : t("skat.play.claim_agreed");
    if (!checked) {
      const who = refusing.map((/** @type {number} */ seat) => whoIs(seat, you)).join(", ");
      return t("skat.play.claim_refused", { ...figures, who });
    }
    const hands = against.flatMap((/** @type {Card[]} */ hand, /** @type {number} */ seat) =>
      seat === you ? [] : [`${whoIs(seat, you)}: ${hand.map(cardName).join(", ")}`],
    );
    return `${t("skat.play.claim_fails")} ${hands.join("; ")}.`;
  });
  if (!answer?.rest.length) return;
  await pause(PACES[kept.pace][1], signal).catch(() => {});
  playAll(answer.rest, signal);
}

/** @param {string[]} words @param {AbortSignal} signal */
async function playAll(words, signal) {
  for (const word of words) {
    if (signal.aborted || game.session.stage !== "play") return;
    await done(word, signal).catch(() => {});
  }
  if (!signal.aborted) go(signal);
}

function giveUp() {
  const dialog = showDialog("giving-up", "skat.play.give_up", () => [
    element("p", { "data-i18n": "skat.play.give_up_note" }),
    element("button", {
      type: "button",
      id: "give-up-now",
      class: "main",
      "data-i18n": "skat.play.give_up",
      click: () => {
        dialog.close();
        act(GIVE_UP);
      },
    }),
  ]);
}

/** @param {number} share */
const percent = (share) => formatNumber(share, { style: "percent", maximumFractionDigits: 0 });

function light() {
  const { session } = game;
  if (session.stage !== "play") return;
  ask("skatLight", onlooked(session), ({ won }) => t(won ? "skat.play.light_won" : "skat.play.light_lost"));
}

function fairLight() {
  const { session, you } = game;
  if (session.stage !== "play" || session.turn !== you) return;
  ask("skatFairLight", { view: session.view(you) }, ({ won }) => t("skat.play.light_fair", { share: percent(won) }));
}

/** Return the result of the game in one sentence. */
function resultText() {
  const { session, you } = game;
  const { score } = session;
  if (!score) return t("skat.play.passed");
  const ending = t(isWon(session, you) ? "skat.play.won" : "skat.play.lost");
  return `${ending} ${formatNumber(Math.abs(score.score))} – ${whoseGame(session, you)}.`;
}

// The list

/** The players in the seats for each dealer. */
const seats = () => seatsAt(kernel, kept.table);
/** @param {number} you */
const dealerOf = (you) => seats().findIndex((players) => players[you] === PERSON);

/**
 * Add a finished game to the list.
 * @param {SkatSession} session @param {string} number @param {number} dealer
 */
function record({ declarer, contract, score }, number, dealer) {
  const played = {
    deal: number,
    contract: contract && contractText(contract),
    score: score?.score ?? null,
    declarer: declarer === null ? null : seats()[dealer][declarer],
    dealer,
  };
  if (kept.list.length >= kept.games) keep(putAside(kept));
  keep({ list: [...kept.list, played], shown: 0 });
  return played;
}

function next() {
  if (game.session.isOwnDeal) begin({ number: byChance(), you: game.you, level: game.level });
  else deal(seats()[dealerOf(game.you)][0], String(BigInt(game.number) + 1n));
}

/**
 * Begin a deal; if the person deals it and sits out, the engines play it.
 * @param {number} dealer @param {string} number
 */
function deal(dealer, number) {
  const you = seats()[dealer].indexOf(PERSON);
  if (you < 0) sitOut(number);
  else begin({ number, you, level: game.level });
}

/**
 * Let the engines play the deal of which the person is the dealer, then begin the next one.
 * @param {string} number
 */
async function sitOut(number) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const { level } = game;
  tell(() => t("skat.play.sits_out", { number }));
  const session = new SkatSession(kernel, number);
  try {
    while (session.turn !== null) session.do(await think("skatDecision", { view: session.view(session.turn), level }, { signal }));
  } catch {
    if (!signal.aborted) tell(() => t("skat.play.no_engine"));
    return;
  }
  if (seats()[PERSON].includes(PERSON)) return; // the table has changed meanwhile
  const { declarer, contract, score } = record(session, number, PERSON);
  deal(seats()[PERSON][0], String(BigInt(number) + 1n));
  tell(() => {
    const who = t(playersOf(kept.table)[declarer ?? 0]);
    const result = contract
      ? `${who}, ${contractName(contract)} ${formatNumber(existing(score), { signDisplay: "exceptZero" })}`
      : t("skat.play.passed");
    return t("skat.play.sat_out", { number, result });
  });
}

/** @param {Partial<typeof kept>} changed */
function change(changed) {
  if (changed.table) keep(putAside(kept)); // a list is of one table
  keep(changed);
  show();
}

/** Erase the finished list that is shown. */
const erase = () => change({ finished: kept.finished.filter((_, place) => place + 1 !== kept.shown), shown: 0 });

// Display

function show() {
  const { session, you, number, draft, held, at, problem, answer } = game;
  const active = document.activeElement;
  const inGame = [byId("choice"), byId("hand")].some((place) => place.contains(active));
  focused = inGame || (focused && active === document.body);
  const shown = answer ? session.with(answer.card) : at === null ? session : session.after(at);
  const last = shown.trick.length === 0 && (held || answer !== null || session.stage === "over");
  const trick = last ? shown.played.slice(-SEATS) : shown.trick;
  const leader = trick.length ? shown.players[shown.played.length - trick.length] : 0;
  const step = at ? existing(game.steps)[at - 1] : null;
  const title = problem ? t("skat.problem.title", problem) : session.isOwnDeal ? t("skat.play.own_deal") : t("skat.play.deal", { number });
  const looks = { open: at !== null || Boolean(problem?.open), idle: at !== null || answer !== null };
  drawTable({ session: shown, you, title, trick, leader, chosen: draft.cards, play, ...looks, step });
  drawSteps({ session, steps: game.steps, at: placeOf(game) });
  if (problem) {
    const onward = () => openProblem((all) => nextProblem(all, problem.band, problem.number));
    drawProblemChoice(byId("choice"), answer, { again: tryAgain, solve: () => solve(null), next: onward });
    drawProblem(byId("end"), { problem, problems, session, you, answer, choose: chooseBand });
  } else {
    drawChoice(byId("choice"), { session, you, draft }, { act, redraw: show, next });
    drawEnd(byId("end"), {
      session,
      you,
      score: session.score,
      advice: game.chances && adviceOn(game.chances, handValue(kernel, session.hands[you])),
      steps: game.steps,
      mistakes: game.mistakes,
      worth: game.worth,
      trouble: game.trouble,
      list: {
        ...kept,
        count: (sheet) => countList(kernel, sheet, kept.counting),
        text: (sheet) => listText(kernel, sheet),
        change,
        putAside: () => change(putAside(kept)),
        erase,
      },
    });
  }
  byId("problem-button").textContent = t(problem ? "skat.problem.back" : "skat.problem.problems");
  byId("hint").disabled = session.turn !== you || held;
  byId("hint").hidden = problem !== null || session.stage === "over";
  for (const id of IN_PLAY) {
    byId(id).hidden = problem !== null || session.stage !== "play";
    byId(id).disabled = id !== "light" && (session.turn !== you || held);
  }
  byId("message").textContent = message() || waiting();
  document.documentElement.dataset.turn = session.turn === you && !held ? "you" : session.turn === null ? "over" : "others";
  // The focused element may be gone; restore the focus only on the person's turn.
  if (!focused || document.activeElement !== document.body || session.turn !== you || held) return;
  const [button, card] = [byId("choice").querySelector("button:enabled"), byId("hand").querySelector("[tabindex='0']")];
  const isToSolve = problem !== null && answer === null; // the first button would show the solution
  (isToSolve ? card : (button ?? card))?.focus();
}

function waiting() {
  const { session, you, problem } = game;
  if (problem) return questionText(problem);
  if (session.turn === null) return "";
  return session.turn === you ? t("skat.play.your_turn") : t("skat.play.thinking", { who: whoIs(session.turn, you) });
}

/** @param {() => string} text */
function tell(text) {
  message = text;
  byId("message").textContent = text();
  byId("spoken").textContent = text();
}

async function copy() {
  const isCopied = await copied(location.href);
  tell(() => (isCopied ? t(game.problem ? "skat.problem.copied" : "skat.play.copied") : location.href));
}

async function connect() {
  levels = Array.from(kernel.call("skat_named_levels")[0], ([name]) => textOf(name));
  await read();
  byId("open-settings").addEventListener("click", openSettings);
  byId("hint").addEventListener("click", hint);
  byId("light").addEventListener("click", light);
  byId("fair-light").addEventListener("click", fairLight);
  byId("claim").addEventListener("click", claim);
  byId("give-up").addEventListener("click", giveUp);
  byId("new").addEventListener("click", () => openNewGame({ ...game, levels, pace: kept.pace }, { keep, begin }));
  byId("problem-button").addEventListener("click", () => (game.problem ? backToGame() : openProblem((all) => nextProblem(all))));
  byId("copy").addEventListener("click", copy);
  addEventListener("hashchange", read);
  addEventListener("storage", ({ key }) => {
    if (key !== STORED) return;
    kept = stored(); // another tab has stored more
    show();
  });
  addEventListener(UNKEPT, () => (byId("unkept").hidden = false));
  prepareTable(() => show());
  prepareSteps(goThrough);
  onLanguage(() => {
    applyLanguage();
    show();
  });
  onSettings(() => show());
}

const [opened] = await Promise.all([openTable().catch(() => null), loadLanguage(), loadFaces()]);
if (opened) {
  kernel = opened;
  await connect();
} else byId("message").textContent = t("skat.play.no_engine");
document.documentElement.dataset.ready = "";
