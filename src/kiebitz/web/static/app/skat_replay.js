// A finished game card by card: the table after each, the value of the card, and better cards. skat_table.js draws the table; values
// come from the review.

import { cardText } from "./card_faces.js";
import { around, byId, element } from "./dialogs.js";
import { existing } from "./errors.js";
import { cardName, t } from "./i18n.js";
import { whoIs } from "./skat_table.js";
import { valueText } from "./skat_words.js";

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

/**
 * Connect buttons and keys: `go(name)` is called with `first`, `back`, `forward` or `last`.
 * @param {(name: string) => void} go
 */
export function prepareSteps(go) {
  for (const name of Object.values(KEYS)) byId(`step-${name}`).addEventListener("click", () => go(name));
  document.addEventListener("keydown", (event) => {
    const elsewhere = around(event, "#hand, dialog, input, select, textarea");
    if (elsewhere || event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS) || byId("steps").hidden) return;
    event.preventDefault();
    go(KEYS[event.key]);
  });
}

/**
 * Return the target step of a button.
 * @param {string} name @param {number} at @param {number} count
 */
export function stepTo(name, at, count) {
  /** @type {Record<string, number>} */
  const targets = { first: 0, back: Math.max(0, at - 1), forward: Math.min(count, at + 1), last: count };
  return targets[name];
}

/**
 * Draw the buttons and the values of the step: `{session, steps, at}`; nothing without a review.
 * @param {{session: SkatSession, steps: SkatStep[] | null, at: number}} review
 */
export function drawSteps({ session, steps, at }) {
  const count = session.played.length;
  byId("steps").hidden = !steps?.length || session.stage !== "over";
  if (byId("steps").hidden) return;
  for (const name of ["first", "back"]) byId(`step-${name}`).setAttribute("aria-disabled", String(at === 0));
  for (const name of ["forward", "last"]) byId(`step-${name}`).setAttribute("aria-disabled", String(at === count));
  byId("step-place").textContent = t("skat.step.place", { at, of: count });
  const worth = valueText(existing(session.contract));
  const { values = [], card } = steps?.[at - 1] ?? {};
  const items = values.map((result) =>
    element("li", { class: result.card === card ? "chosen" : null }, cardText(result.card), ` ${worth(result.value)}`),
  );
  byId("step-values").replaceChildren(...items);
}

/**
 * Return a step in words.
 * @param {{session: SkatSession, steps: SkatStep[], at: number, you: number, mistakes: SkatMistake[] | null}} review
 */
export function stepText({ session, steps, at, you, mistakes }) {
  const worth = valueText(existing(session.contract));
  if (at === 0) return t("skat.step.start", { value: worth(steps[0].before) });
  const { number, trick, seat, card, before, after, best, decides } = steps[at - 1];
  const parts = [t("skat.step.card", { trick, who: whoIs(seat, you), card: cardName(card) })];
  if (before === after) parts.push(t("skat.step.kept", { value: worth(before) }));
  else parts.push(t("skat.step.gave", { before: worth(before), after: worth(after), cards: best.map(cardName).join(", ") }));
  if (decides) parts.push(t(`skat.step.${decides}`));
  if (mistakes?.some((mistake) => mistake.number === number)) parts.push(t("skat.step.fair"));
  return parts.join(" ");
}
