// The person's choices besides playing a card: bid, pick up the skat, announce a game. Each choice is a word of the session.

import { byId, element } from "./dialogs.js";
import { existing } from "./errors.js";
import { t } from "./i18n.js";
import { SKAT_SIZE } from "./skat_encoding.js";
import { gameName, SUITS } from "./skat_words.js";

const GAMES = [...Object.keys(SUITS), "grand", "null"];

/**
 * Return an empty draft of an announcement: a game, its announcements, and the cards to discard.
 * @returns {SkatDraft}
 */
export const noDraft = () => ({ hand: false, game: null, announced: [], cards: [] });

/**
 * Draw the buttons for the current decision. `act(word)` carries it out, `redraw()` shows a changed draft, `next()` deals
 * again after the end.
 * @param {HTMLElement} place @param {{session: SkatSession, you: number, draft: SkatDraft}} game
 * @param {{act: (word: string) => void, redraw: () => void, next: () => void}} does
 */
export function drawChoice(place, { session, you, draft }, { act, redraw, next }) {
  const { stage, turn } = session;
  const focused = document.activeElement?.id;
  /** @type {Record<string, (session: SkatSession, draft: SkatDraft, act: (word: string) => void, redraw: () => void) => HTMLElement[]>} */
  const decisions = { bidding, skat, announcement: announcing };
  const choices = decisions[stage];
  const drawn = stage === "over" ? [nextDeal(next)] : turn === you && choices ? choices(session, draft, act, redraw) : [];
  place.replaceChildren(...drawn);
  if (focused && document.activeElement === document.body) byId(focused)?.focus();
}

/** @param {string} id @param {string} text @param {() => void} click @param {Attributes} attributes */
export function button(id, text, click, attributes = {}) {
  return element("button", { type: "button", id, class: "big", click, ...attributes }, text);
}

/** @param {string} label @param {HTMLElement[]} buttons */
export const group = (label, buttons) => element("div", { class: "choices", role: "group", "aria-label": label }, ...buttons);

/** @param {() => void} next */
const nextDeal = (next) => button("next", t("skat.play.next"), next, { class: "big main" });

/** @param {SkatSession} session @param {SkatDraft} _draft @param {(word: string) => void} act */
function bidding({ auction }, _draft, act) {
  const { atStake: bid } = auction;
  const text = auction.asked ? t("skat.play.hold", { bid }) : t("skat.play.bid", { bid });
  const say = bid === null ? [] : [button("say", text, () => act(auction.asked ? "y" : String(bid)))];
  return [...say, button("pass", t("skat.pass"), () => act("p"))];
}

/** @param {SkatSession} session @param {SkatDraft} draft @param {(word: string) => void} act @param {() => void} redraw */
function skat(session, draft, act, redraw) {
  if (draft.hand) return announcing(session, draft, act, redraw);
  const play = () => {
    draft.hand = true;
    redraw();
  };
  return [button("take", t("skat.play.take"), () => act("s")), button("play-hand", t("skat.play.hand_game"), play)];
}

/** @param {SkatSession} session @param {SkatDraft} draft @param {(word: string) => void} act @param {() => void} redraw */
function announcing(session, draft, act, redraw) {
  const { hand, game, announced, cards } = draft;
  /** @param {string} name */
  const pick = (name) => () => {
    draft.game = name;
    draft.announced = announced.filter((announcement) => session.announceable(name, hand).includes(announcement));
    redraw();
  };
  const games = GAMES.map((name) =>
    button(`game-${name}`, gameName(name), pick(name), { "aria-pressed": String(game === name), "data-suit": SUITS[name] ?? null }),
  );
  /** @param {string} name */
  const toggle = (name) => () => {
    draft.announced = announced.includes(name) ? announced.filter((announcement) => announcement !== name) : [...announced, name];
    redraw();
  };
  const extras = game === null ? [] : session.announceable(game, hand);
  const levels = extras.map((name) =>
    button(`announce-${name}`, t(`skat.announced.${name}`), toggle(name), { "aria-pressed": String(announced.includes(name)) }),
  );
  const ready = game !== null && (hand || cards.length === SKAT_SIZE);
  const names = [...announced, ...(hand ? ["hand"] : [])];
  const announce = () => {
    act(session.announcement(existing(game), names, hand ? [] : cards));
  };
  return [
    group(t("skat.play.which"), games),
    ...(levels.length ? [group(t("skat.play.announce"), levels)] : []),
    ...(game === null ? [] : overbid(session, game, names)),
    button("announce", t("skat.play.announce"), announce, { disabled: !ready, class: "big main" }),
  ];
}

/**
 * Return a warning if the game may be worth less than the bid.
 * @param {SkatSession} session @param {string} game @param {string[]} names
 */
function overbid(session, game, names) {
  const { way, value } = session.cover(game, names);
  return way ? [element("p", { class: "overbid", role: "alert" }, t(`skat.play.cover.${way}`, { value, bid: session.auction.bid }))] : [];
}
