// The picture of a Skat game: the three seats, the trick and the person's cards, drawn from a session.

import { faceOf } from "./card_faces.js";
import { byId, element } from "./dialogs.js";
import { existing } from "./errors.js";
import { cardName, t } from "./i18n.js";
import { setting } from "./settings.js";
import { contractText, HAND, SEATS } from "./skat_encoding.js";
import { contractName, seatName } from "./skat_words.js";

const NARROW = matchMedia("(width < 40rem)");
/** Where each seat is drawn, by its distance after the person. */
const PLACES = ["me", "left", "right"];
/** @type {Record<string, number>} */
const TURNS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Return the name of a seat: you, or the seat's own.
 * @param {number} seat @param {number} you
 */
export const whoIs = (seat, you) => (seat === you ? t("skat.play.you") : seatName(seat));

/**
 * Return the declarer and the contract: "Middlehand: Null Hand".
 * @param {SkatSession} session @param {number} you
 */
export const whoseGame = ({ declarer, contract }, you) =>
  `${whoIs(existing(declarer), you)}: ${contractName(contractText(existing(contract)))}`;

/**
 * Return whether the person won: as declarer, or as a defender against the declarer.
 * @param {SkatSession} session @param {number} you
 */
export const isWon = ({ declarer, score }, you) => existing(score).won === (declarer === you);

/**
 * Draw a game: `{session, you, title, trick, leader, chosen, play, open, idle, step}`. `trick` is the cards on the table, `leader`
 * the seat that led; `chosen` is the cards picked for the discard; `play(card)` is called for a clicked card, unless the table is
 * `idle`. All hands may be `open`; in a review `step` is that of the last card.
 * @param {SkatTable} game
 */
export function drawTable(game) {
  const { session, you, title } = game;
  const { contract, auction, declarer } = session;
  const name = contract ? contractName(contractText(contract)) : null;
  const head = contract
    ? t("skat.play.head", { contract: name, who: whoIs(existing(declarer), you), bid: auction.bid })
    : t("skat.play.bidding");
  byId("game-title").replaceChildren(element("span", { class: "game-name" }, head), " ", element("span", { class: "game-deal" }, title));
  for (let seat = 0; seat < SEATS; seat++) drawSeat(game, seat);
  drawTrick(game);
  drawLast(game);
  drawHand(game);
}

/** @param {SkatTable} game @param {number} seat */
function drawSeat({ session, you, open, step }, seat) {
  const place = PLACES[(seat - you + SEATS) % SEATS];
  const { contract, declarer, turn } = session;
  const box = byId(place);
  box.classList.toggle("is-turn", turn === seat);
  const parts = [element("strong", { class: "seat-name" }, place === "me" ? `${t("skat.play.you")} · ${seatName(seat)}` : seatName(seat))];
  if (seat === declarer && contract) parts.push(element("span", { class: "badge" }, t("skat.play.declarer")));
  const bid = bubble(session, seat);
  if (bid) parts.push(element("span", { class: "bubble" }, bid));
  if (contract)
    parts.push(
      element("span", { class: "taken" }, t("skat.play.tricks", { count: session.takers.filter((taker) => taker === seat).length })),
    );
  const rows = [element("div", { class: "seat-line" }, ...parts)];
  if (place !== "me") rows.push(cardsOf(session, seat, open, step));
  box.replaceChildren(...rows);
}

/**
 * Return a seat's last word of the bidding; nothing once the game is announced.
 * @param {SkatSession} session @param {number} seat
 */
function bubble({ contract, auction }, seat) {
  const word = auction.words.findLast(([who]) => who === seat)?.[1];
  if (!word || contract) return null;
  return word === "p" ? t("skat.pass") : word === "y" ? t("skat.play.yes") : word;
}

/**
 * Draw the cards of another seat: backs, or faces if they are open.
 * @param {SkatSession} session @param {number} seat @param {boolean} all @param {SkatStep | null} step
 */
function cardsOf(session, seat, all, step) {
  const { contract, declarer, hands, stage } = session;
  const open = all || (contract?.ouvert && seat === declarer) || (stage === "over" && contract);
  const cards = open ? hands[seat] : [];
  const faces = hands[seat].map((card) => faceOf(open ? card : null, open ? "fan" : "large"));
  faces.forEach((face, place) => face.classList.toggle("better", isBetter(step, cards[place] ?? null)));
  const box = element("div", { class: open ? "backs shown" : "backs" }, ...faces);
  if (open) {
    box.setAttribute("role", "img");
    box.setAttribute("aria-label", cards.map(cardName).join(", ") || t("skat.play.none"));
  } else {
    box.setAttribute("aria-hidden", "true");
  }
  return box;
}

/**
 * Whether a card still held would have been better than the card played.
 * @param {SkatStep | null} step @param {Card | null} card
 */
const isBetter = (step, card) => step !== null && card !== null && step.before !== step.after && step.best.includes(card);

/** @param {SkatTable} game */
function drawTrick({ session, you, trick, leader, step }) {
  const cards = trick.map((card, index) => {
    const seat = (leader + index) % SEATS;
    const place = PLACES[(seat - you + SEATS) % SEATS];
    const box = element("div", { class: `laid from-${place}`, role: "img", "aria-label": `${whoIs(seat, you)}: ${cardName(card)}` });
    box.classList.toggle("laid-gave", step?.card === card && step.before !== step.after);
    box.append(faceOf(card, drawing()));
    return box;
  });
  const skat = session.stage === "bidding" || session.stage === "skat" ? [null, null] : [];
  const backs = element("div", { class: "skat-cards", "aria-hidden": "true" }, ...skat.map(() => faceOf(null)));
  byId("trick").replaceChildren(...(skat.length ? [backs] : cards));
}

/**
 * Return the number of the trick on the table, or of the next one.
 * @param {SkatSession} session @param {Card[]} trick
 */
const numberOf = ({ takers }, trick) => Math.min(takers.length + Number(trick.length < SEATS), HAND);

/** @param {SkatTable} game */
function drawLast({ session, you, trick }) {
  const { contract, takers } = session;
  const last = contract && trick.length < SEATS ? session.lastTrick : [];
  const parts = contract ? [element("span", { class: "trick-number" }, t("skat.play.at_trick", { count: numberOf(session, trick) }))] : [];
  if (last.length) {
    const title = t("skat.play.last_taken", { who: whoIs(takers[takers.length - 1], you) });
    const label = `${title}: ${last.map(cardName).join(", ")}`;
    const box = element("span", { class: "last-cards", role: "img", "aria-label": label }, ...last.map((card) => faceOf(card, "large")));
    parts.push(element("span", { "aria-hidden": "true" }, title), box);
  }
  byId("last").replaceChildren(...parts);
}

/** @param {SkatTable} game */
function drawHand({ session, you, chosen, play, idle, step }) {
  const { stage, turn } = session;
  const cards = session.hands[you];
  const mine = turn === you && !idle;
  const picked = stage === "announcement" && mine ? session.picked : [];
  const legal = mine && stage === "play" ? session.legalCards : mine && stage === "announcement" ? cards : [];
  const box = byId("hand");
  const focused = document.activeElement?.getAttribute("data-card");
  const hadFocus = box.contains(document.activeElement);
  const place = Math.max(0, hadFocus ? [...box.children].indexOf(document.activeElement) : cards.findIndex((card) => legal.includes(card)));
  const buttons = cards.map((card) => {
    const button = element("button", {
      type: "button",
      class: "card",
      tabindex: "-1",
      "data-card": card,
      "aria-label": picked.includes(card) ? t("skat.play.from_skat", { card: cardName(card) }) : cardName(card),
      click: () => play(card),
    });
    button.classList.toggle("from-skat", picked.includes(card));
    if (stage === "announcement" && mine) button.setAttribute("aria-pressed", String(chosen.includes(card)));
    else button.setAttribute("aria-disabled", String(!legal.includes(card)));
    button.classList.toggle("idle", stage === "play" && mine && !legal.includes(card));
    const face = faceOf(card, drawing() === "large" ? "fan" : "full");
    face.classList.toggle("better", isBetter(step, card));
    button.append(face);
    return button;
  });
  box.replaceChildren(...buttons);
  box.dataset.count = cards.length;
  const kept = buttons.find((button) => button.dataset.card === focused) ?? buttons[Math.min(place, buttons.length - 1)];
  if (!kept) return;
  kept.tabIndex = 0;
  if (hadFocus) kept.focus();
}

const drawing = () => (NARROW.matches || setting("largeIndices") ? "large" : "full");

/**
 * Let arrow keys move through the person's cards; call `redraw` when the drawing of cards has to change.
 * @param {() => void} redraw
 */
export function prepareTable(redraw) {
  byId("hand").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const buttons = [...byId("hand").children];
    const place = buttons.indexOf(document.activeElement);
    const ends = new Map([
      ["Home", 0],
      ["End", buttons.length - 1],
    ]);
    const target = ends.get(event.key) ?? place + TURNS[event.key];
    if (!(target >= 0 && target < buttons.length)) return;
    event.preventDefault();
    buttons[place].tabIndex = -1;
    buttons[target].tabIndex = 0;
    buttons[target].focus();
  });
  NARROW.addEventListener("change", redraw);
}
