// The dialog for a new game: by number, at random, winnable, or the deal of the day; and its rules.

import { numberOfDate } from "./daily_deal.js";
import { element, showDialog } from "./dialogs.js";
import { existing } from "./errors.js";
import { choice, field } from "./form_fields.js";
import { choiceOfGame } from "./game_choice.js";
import { gameDescription, t } from "./i18n.js";
import { randomNumber } from "./microsoft_deals.js";
import { numberIn } from "./numberings.js";
import { gameData, newLink } from "./open_game.js";
import { Changing } from "./rule_fields.js";
import { Rules } from "./rules.js";
import { faultText } from "./sentences.js";
import { think } from "./worker_client.js";

const DIFFICULTIES = ["any", "easy", "medium", "hard", "expert"];
const AUTOPLAY = ["safe", "max", "none"];

/**
 * Ask for a game and open it.
 * @param {Table} table
 */
export function openNewGame(table) {
  const { rules, autoplay, deal } = table.game;
  const shown = showDialog("new-game", "game.new", (dialog) => {
    const game = choiceOfGame("new-id", rules.id);
    const about = element("p", { class: "dialog-note about" });
    const number = element("input", {
      id: "new-number",
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      value: String(deal?.number ?? 617),
      size: 8,
    });
    const difficulty = choice("new-difficulty", named("game.difficulty", DIFFICULTIES), "any");
    const goesHome = choice("new-autoplay", named("game.autoplay", AUTOPLAY), autoplay);
    const changing = new Changing(rules.data, rules.changes);
    const noLevels = element("p", { class: "dialog-note", id: "new-no-level", "data-i18n": "game.fault.no_level" });
    const fault = element("p", { class: "fault", role: "alert" });
    const start = element("button", { type: "submit", class: "main", "data-i18n": "game.start" });
    const chosen = () => existing(gameData(game.value));
    const describe = () => {
      const { text, lang } = gameDescription(chosen());
      about.textContent = text.split(/\n\n/)[0];
      about.lang = lang;
    };
    game.addEventListener("change", () => {
      describe();
      changing.of(chosen()); // changes apply to one game only
      offerLevels();
    });
    const offerLevels = () => {
      const { hasLevels } = new Rules(chosen(), changing.changes);
      if (!hasLevels) difficulty.value = "any";
      difficulty.disabled = !hasLevels;
      noLevels.hidden = hasLevels;
    };
    for (const { select } of changing.fields) select.addEventListener("change", offerLevels);
    describe();
    offerLevels();
    /** @param {string} kind */
    const pick = (kind) => (kinds().value = kind);
    number.addEventListener("input", () => pick("number"));
    number.addEventListener("focus", () => number.select()); // typing replaces the old number
    difficulty.addEventListener("change", () => pick("winnable"));
    /** @returns {any} the group of radio buttons */
    const kinds = () => form.elements.namedItem("kind");
    const form = element(
      "form",
      { id: "new-form", submit: (event) => begin(event) },
      field("game.game", game),
      about,
      element(
        "fieldset",
        {},
        element("legend", { "data-i18n": "game.deal" }),
        radio("random", true),
        join(radio("winnable"), "game.difficulty", difficulty),
        noLevels,
        radio("today"),
        join(radio("number"), "game.number", number),
      ),
      element("details", {}, element("summary", { "data-i18n": "game.rules" }), field("game.autoplay", goesHome), ...changing.rows),
      fault,
      element("div", { class: "dialog-actions" }, start),
    );

    /** @param {SubmitEvent} event */
    async function begin(event) {
      event.preventDefault();
      fault.textContent = "";
      start.disabled = true;
      try {
        const { changes } = changing;
        const kind = kinds().value;
        const found = await numberFor(kind, { data: chosen(), changes, difficulty: difficulty.value, number: number.value });
        const link = newLink({ game: game.value, number: found, autoplay: goesHome.value, changes });
        if (!(await table.change(link))) {
          start.disabled = false;
          return;
        }
        dialog.close();
        table.board.focus(0);
        if (kind === "winnable" && difficulty.value !== "any") {
          table.say(t("game.deal.ofLevel", { level: t(`game.difficulty.${difficulty.value}`) }));
        }
      } catch (error) {
        fault.textContent = faultText(error);
        start.disabled = false;
      }
    }
    return form;
  });
  shown.querySelector("input:checked").focus(); // Enter then deals
}

/**
 * @param {string} kind @param {{data: GameData, changes: Changes, difficulty: string, number: string}} wanted
 * @returns {Promise<DealNumber>}
 */
async function numberFor(kind, { data, changes, difficulty, number }) {
  if (kind === "random") return randomNumber();
  if (kind === "today") return numberOfDate();
  if (kind === "number") return numberIn(number, new Rules(data, changes));
  return (await think("deal", { data, changes, difficulty })).number;
}

/** @param {string} key @param {string[]} names */
const named = (key, names) => names.map((name) => [name, t(`${key}.${name}`)]);

/** @param {string} kind @param {boolean} checked */
function radio(kind, checked = false) {
  const box = element("input", { type: "radio", name: "kind", value: kind, id: `deal-${kind}`, checked });
  const label = element("label", { for: box.id, "data-i18n": `game.deal.${kind}` });
  return element("div", { class: "setting" }, box, label);
}

/** @param {HTMLElement} row @param {string} key @param {HTMLElement} control */
function join(row, key, control) {
  control.setAttribute("data-i18n-attr", `aria-label:${key}`);
  row.append(control);
  return row;
}
