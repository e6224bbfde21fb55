// The answers about a Skat hand on three levels: the textbook's value, or the discard advice for twelve cards; the official values;
// the chances. The figures come from skat_values.js and the worker.

import { cardText } from "./card_faces.js";
import { element } from "./dialogs.js";
import { existing } from "./errors.js";
import { applyLanguage, cardName, formatNumber, formatRange, has, language, t } from "./i18n.js";
import { HAND, SKAT_SIZE } from "./skat_encoding.js";
import { contractName, matadorsText } from "./skat_words.js";
import { shape } from "./svg.js";

/** @type {Intl.NumberFormatOptions} */
const PERCENT = { style: "percent", maximumFractionDigits: 0 };

/**
 * Draw the answers `{value, chances, done, trouble}` known so far for this number of cards. Leave unchanged parts
 * in place, so that readers and screen readers are not interrupted.
 * @param {HTMLElement} place @param {HandAnswers} answers @param {number} cards
 */
export function drawAnswers(place, answers, cards) {
  const { value, ...sharpening } = answers;
  const advice = answers.chances && bestOf(answers.chances);
  /** @type {Record<number, [string, any, (state: any) => HTMLElement]>} */
  const firstParts = {
    [HAND]: ["textbook", value && { value, advice }, textbook],
    [HAND + SKAT_SIZE]: ["discard", answers.trouble === null && (answers.done ? (answers.chances?.contracts ?? []) : []), putDown],
  };
  const first = firstParts[cards];
  /** @type {[string, any, (state: any) => HTMLElement][]} */
  const parts = first
    ? [first, ["chances", { ...sharpening, value: value !== null }, chances], ["official", value, official]]
    : [["invitation", { key: cards > HAND ? "skat.pick_twelve" : "skat.pick_ten" }, invitation]];
  const kept = new Map(Array.from(place.querySelectorAll(":scope > [data-state]"), (slot) => [slot.dataset.state, slot]));
  const slots = parts.map(([name, state, draw]) => {
    const key = JSON.stringify([name, state, language()]);
    return kept.get(key) ?? element("div", { "data-state": key }, ...[state && draw(state)].filter(Boolean));
  });
  place.replaceChildren(...slots);
  applyLanguage(place);
}

/**
 * Return the advice of the figures so far: the highest bid that pays, and the contract that pays most at it, with its
 * chance there.
 * @param {Chances} chances @returns {BidAdvice | null}
 */
function bestOf({ bid, best, chance, contracts }) {
  if (best === null) return null;
  const { contract, share: won, worlds } = contracts[best];
  return { bid, contract, won, chance, worlds };
}

/**
 * Return the advice of the figures so far in one sentence; nothing before the first of them.
 * @param {Chances} chances @param {HandValue} value
 */
export function adviceOn(chances, value) {
  const advice = bestOf(chances);
  return advice && adviceText(advice, existing(value.textbook));
}

/** @param {{key: string}} state */
function invitation({ key }) {
  return element("section", { class: "answer" }, element("p", { "data-i18n": key }));
}

/**
 * Return the discard advice in one sentence, and a table of the best discards.
 * @param {ContractChances[]} chances
 */
function putDown([best]) {
  if (!best) return section("skat.discard", element("p", { class: "quiet", "data-i18n": "skat.waiting" }));
  const figures = {
    cards: (best.discard ?? []).map(cardName).join(", "),
    contract: contractName(best.contract),
    share: percent(best.share),
    chance: percent(best.atTable),
    worlds: best.worlds,
    bid: best.highest_bid,
  };
  const sentence = t(best.highest_bid === null ? "skat.advice.discard_loses" : "skat.advice.discard", figures);
  const rows = (best.discards ?? []).map((discard) =>
    element("tr", {}, element("th", { scope: "row" }, pair(discard.discard)), chanceCell(discard)),
  );
  return section(
    "skat.discard",
    element("p", { class: "advice" }, sentence),
    table("skat.discard", ["skat.discard.cards", "skat.wins"], rows),
  );
}

/** @param {Card[]} cards */
const pair = (cards) => element("span", { class: "pair" }, ...cards.map(cardText));

/** @param {{value: HandValue, advice: BidAdvice | null}} state */
function textbook({ value, advice }) {
  const hand = existing(value.textbook);
  const sentence = advice ? [element("p", { class: "advice" }, adviceText(advice, hand))] : [];
  return section("skat.textbook", element("p", { class: "verdict" }, verdictOf(hand)), element("p", {}, reason(hand)), ...sentence);
}

/** @param {TextbookValue} value */
const verdictOf = ({ suit, value }) => (suit === null ? t("skat.pass") : t("skat.verdict", { value, suit: contractName(suit) }));

/**
 * Return the bidding advice in one sentence, with the textbook's verdict.
 * @param {BidAdvice} advice @param {TextbookValue} found
 */
function adviceText({ bid, contract, won, chance, worlds }, found) {
  const rule = found.suit === null ? t("skat.advice.rule_passes") : t("skat.advice.rule_says", { verdict: verdictOf(found) });
  const figures = { contract: contractName(contract), share: percent(won), chance: percent(chance), worlds, rule };
  if (!bid) return t("skat.advice.too_few", figures);
  return t(contract.split(" ").includes("hand") ? "skat.advice.bid_hand" : "skat.advice.bid", { bid, ...figures });
}

/** @param {TextbookValue} found */
function reason(found) {
  if (found.suit !== null) {
    return t("skat.sum", { jacks: found.jack_factor, suit: found.suit_factor, value: found.value });
  }
  return found.few_trumps ? t("skat.few_trumps", { count: found.trumps }) : t("skat.no_ace");
}

/** @param {{value: boolean, chances: Chances | null, done: boolean, trouble: string | null}} state */
function chances({ value, chances: found, done, trouble }) {
  if (!value && trouble === null) {
    return section("skat.chances", element("p", { class: "quiet", "data-i18n": "skat.waiting" }));
  }
  /** @type {HTMLElement[]} */
  const parts = [element("p", { class: "quiet", "data-i18n": "skat.open_cards" })];
  if (trouble !== null) {
    parts.push(element("p", { class: "notice", role: "alert" }, troubleText(trouble)));
  }
  if (found !== null) {
    parts.push(chancesTable(found.contracts.filter((row) => row.worlds > 0)));
    parts.push(element("p", { class: "quiet", "data-i18n": "skat.score_note" }));
  }
  if (trouble === null) {
    parts.push(progress(found, done));
  }
  return section("skat.chances", ...parts);
}

/**
 * Return the text of an error, in this page's words if it has any, else in those for games.
 * @param {string} code
 */
export function troubleText(code) {
  const key = [`skat.${code}`, `game.fault.${code}`].find(has);
  return t(key ?? "game.fault.fault");
}

/** @param {Chances | null} found @param {boolean} done */
function progress(found, done) {
  if (done) {
    return element("p", { class: "quiet", "data-i18n": "skat.done" });
  }
  const share = found === null ? 0 : Math.min(1, found.played / Math.max(1, found.total));
  return element("progress", { max: "1", value: String(share), "data-i18n-attr": "aria-label:skat.counting" });
}

/** @param {ContractChances[]} contracts */
function chancesTable(contracts) {
  const rows = contracts.map((row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, contractName(row.contract), ...(row.discard ? [" ", pair(row.discard)] : [])),
      chanceCell(row),
      element("td", {}, percent(row.atTable)),
      element("td", {}, formatNumber(row.score, { signDisplay: "exceptZero", maximumFractionDigits: 0 })),
      element("td", {}, row.highest_bid === null ? "–" : formatNumber(row.highest_bid)),
    ),
  );
  return table("skat.chances", ["skat.contract", "skat.wins", "skat.at_table", "skat.score", "skat.pays"], rows);
}

/** @param {Chance} row */
function chanceCell(row) {
  return element(
    "td",
    { class: "chance" },
    bar(row.share, row.low, row.high),
    element("span", { class: "share" }, percent(row.share)),
    " ",
    element("span", { class: "interval" }, formatRange(row.low, row.high, PERCENT)),
    " · ",
    element("span", { class: "interval" }, t("skat.worlds", { count: row.worlds })),
  );
}

/** @param {number} share @param {number} low @param {number} high */
function bar(share, low, high) {
  return shape(
    "svg",
    { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    shape("rect", { class: "bar-all", width: 100, height: 10 }),
    shape("rect", { class: "bar-won", width: 100 * share, height: 10 }),
    shape("rect", { class: "bar-interval", x: 100 * low, y: 3.5, width: Math.max(1, 100 * (high - low)), height: 3 }),
  );
}

/** @param {HandValue} value */
function official(value) {
  const rows = value.contracts.map((contract) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, contractName(contract.contract)),
      element("td", {}, matadorsText(contract.matadors)),
      element("td", {}, formatNumber(contract.value)),
      element("td", {}, contract.with_schneider === null ? "" : formatNumber(contract.with_schneider)),
      element("td", {}, formatNumber(contract.highest_bid)),
    ),
  );
  const heads = ["skat.contract", "skat.matadors", "skat.value", "skat.schneider", "skat.highest"];
  return section(
    "skat.official",
    table("skat.official", heads, rows),
    element("p", { class: "quiet", "data-i18n": value.textbook ? "skat.skat_unknown" : "skat.skat_known" }),
  );
}

/** @param {number | null} share */
function percent(share) {
  return share === null ? "–" : formatNumber(share, PERCENT);
}

/** @param {string} title @param {(Node | string)[]} children */
function section(title, ...children) {
  const heading = element("h2", { id: title.replace(".", "-"), "data-i18n": title });
  return element("section", { class: "answer", "aria-labelledby": heading.id }, heading, ...children);
}

/** @param {string} title @param {string[]} heads @param {HTMLElement[]} rows */
function table(title, heads, rows) {
  const cells = heads.map((key) => element("th", { scope: "col", class: key.replace(".", "-"), "data-i18n": key }));
  return element(
    "table",
    { class: "results", "aria-labelledby": title.replace(".", "-") },
    element("thead", {}, element("tr", {}, ...cells)),
    element("tbody", {}, ...rows),
  );
}
