// The dialog for a new game of Skat: its number, the person's seat, the engines' level and the pace.

import { element, showDialog } from "./dialogs.js";
import { choice, field } from "./form_fields.js";
import { t } from "./i18n.js";
import { PACES } from "./skat_kept.js";
import { SEAT_NAMES, seatName } from "./skat_words.js";

const RANDOM_DEALS = 1_000_000;
export const NUMBER = /^\d{1,19}$/;

export const byChance = () => String(Math.floor(Math.random() * RANDOM_DEALS));

/**
 * Ask for a game and `begin` it; `keep` stores the pace.
 * @param {{you: number, level: string, levels: string[], pace: string}} present
 * @param {{keep: (changed: {pace: string}) => void, begin: (game: {number: string, you: number, level: string}) => void}} does
 */
export function openNewGame({ you, level, levels, pace }, { keep, begin }) {
  const number = element("input", { id: "new-number", inputmode: "numeric", maxlength: "19", value: "", autocomplete: "off" });
  number.placeholder = t("skat.play.by_chance");
  const seats = choice(
    "new-seat",
    SEAT_NAMES.map((name, seat) => [name, seatName(seat)]),
    SEAT_NAMES[you],
  );
  const ofLevel = choice(
    "new-level",
    levels.map((name) => [name, t(`skat.play.level.${name}`)]),
    level,
  );
  const ofPace = choice(
    "new-pace",
    Object.keys(PACES).map((name) => [name, t(`skat.play.pace.${name}`)]),
    pace,
  );
  ofPace.addEventListener("change", () => keep({ pace: ofPace.value }));
  const dialog = showDialog("new-game", "skat.play.new", () => [
    field("skat.play.number", number),
    field("skat.seat", seats),
    field("skat.play.level", ofLevel),
    field("skat.play.pace", ofPace),
    element("p", { class: "dialog-note", "data-i18n": "skat.play.fair" }),
    element("button", { type: "button", id: "deal", class: "main", "data-i18n": "skat.play.begin", click: start }),
  ]);
  number.addEventListener("keydown", (event) => event.key === "Enter" && start());

  function start() {
    const text = number.value.trim();
    if (text && !NUMBER.test(text)) {
      number.setAttribute("aria-invalid", "true");
      number.focus();
      return;
    }
    dialog.close();
    begin({ number: text ? String(BigInt(text)) : byChance(), you: seats.selectedIndex, level: ofLevel.value });
  }
}
