// A whole deal that a person set up: each seat's best game with open cards, and the way to the table.

import { element } from "./dialogs.js";
import { existing } from "./errors.js";
import { applyLanguage, t } from "./i18n.js";
import { troubleText } from "./skat_answers.js";
import { bestGames, section } from "./skat_tables.js";
import { seatName } from "./skat_words.js";

/** The number in the links of deals that have none. */
const NO_NUMBER = "0";

/**
 * Return a deal as a game of which nothing has been said.
 * @param {Card[][]} piles @returns {SkatGame}
 */
export const dealOf = (piles) => ({ number: NO_NUMBER, words: [piles.map((cards) => cards.join("")).join(".")] });

/**
 * Draw the worth of a deal once it is complete, and until then how to set it up.
 * @param {HTMLElement} place @param {{piles: Card[][], isWhole: boolean, seat: string, worth: SkatWorth | null, trouble: string | null}} deal
 */
export function drawDeal(place, { piles, isWhole, seat, worth, trouble }) {
  if (!isWhole) {
    place.replaceChildren(element("section", { class: "answer" }, element("p", { "data-i18n": "skat.pick_deal" })));
  } else {
    const { number, words } = dealOf(piles);
    const link = new URLSearchParams({ deal: number, seat, game: existing(words[0]) });
    place.replaceChildren(
      section(
        "par",
        t("skat.par"),
        element("p", {}, element("a", { class: "big-link", href: `skat-game.html#${link}`, "data-i18n": "skat.play_deal" })),
        ...(trouble === null ? [] : [element("p", { class: "notice", role: "alert" }, troubleText(trouble))]),
        ...(worth ? [bestGames("par", worth, seatName), element("p", { class: "quiet", "data-i18n": "skat.deal.note" })] : []),
        ...(worth || trouble !== null ? [] : [element("p", { class: "quiet", "data-i18n": "skat.waiting" })]),
      ),
    );
  }
  applyLanguage(place);
}
