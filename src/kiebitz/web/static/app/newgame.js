// The dialogs that begin a game: by number, by chance, by what the solver says of it, by the date, or pasted.
// They end in a link, which the table opens.

import { element, showDialog } from "./dialogs.js";
import { LAST, numberOfToday, randomNumber } from "./deals.js";
import { Fault } from "./faults.js";
import { SIGNS, faultText, titleOf } from "./speech.js";
import { allGames, dealLink, gameData, newLink } from "./opening.js";
import { readText } from "./reading.js";
import { think } from "./thinking.js";
import { CHANGEABLE, SUITS } from "./rules.js";
import { gameDescription, language, t } from "./i18n.js";

const DIFFICULTIES = ["any", "easy", "medium", "hard"];
const AUTOPLAY = ["safe", "max", "none"];

/** Ask which game is wanted, and open it. */
export function openNewGame(table) {
  const { rules, autoplay, deal } = table.game;
  const shown = showDialog("new-game", "game.new", (dialog) => {
    const game = choice("new-id", gamesByTitle(), rules.id);
    const about = element("p", { class: "dialog-note about" });
    const number = element("input", {
      id: "new-number",
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      value: String(deal?.number ?? 617),
      size: 12,
    });
    const difficulty = choice("new-difficulty", named("game.difficulty", DIFFICULTIES), "any");
    const goesHome = choice("new-autoplay", named("game.autoplay", AUTOPLAY), autoplay);
    const supermoves = [["", t("game.supermoves.own")], ...named("game.supermoves", CHANGEABLE.supermoves.choices)];
    const counts = choice("new-supermoves", supermoves, rules.changes.supermoves ?? "");
    const suits = choice("new-suits", [], "");
    const suitsRow = field("game.suits", suits);
    const offerSuits = (chosen) => {
      const sets = setsOfSuits(chosen.length);
      suits.replaceChildren(...options(sets.map((set) => [set, [...set].map((suit) => SIGNS[suit]).join(" ")])));
      suits.value = chosen;
      suitsRow.hidden = sets.length === 1;
    };
    offerSuits(rules.suits);
    const fault = element("p", { class: "fault", role: "alert" });
    const start = element("button", { type: "submit", class: "main", "data-i18n": "game.start" });
    const describe = () => {
      const { text, lang } = gameDescription(gameData(game.value));
      about.textContent = text.split(/\n\n/)[0];
      about.lang = lang;
    };
    game.addEventListener("change", () => {
      describe();
      counts.value = ""; // what was chosen for one game is not meant for others
      offerSuits(gameData(game.value).suits);
    });
    describe();
    const pick = (kind) => (form.elements.kind.value = kind);
    number.addEventListener("input", () => pick("number"));
    number.addEventListener("focus", () => number.select()); // what is typed takes the old number's place
    difficulty.addEventListener("change", () => pick("winnable"));
    const form = element(
      "form",
      { id: "new-form", submit: (event) => begin(event) },
      field("game.game", game),
      about,
      element(
        "fieldset", {},
        element("legend", { "data-i18n": "game.deal" }),
        radio("random", true),
        join(radio("winnable"), "game.difficulty", difficulty),
        radio("today"),
        join(radio("number"), "game.number", number),
      ),
      element(
        "details", {},
        element("summary", { "data-i18n": "game.rules" }),
        field("game.autoplay", goesHome),
        field("game.supermoves", counts),
        suitsRow,
      ),
      fault,
      element("div", { class: "dialog-actions" }, start),
    );

    async function begin(event) {
      event.preventDefault();
      fault.textContent = "";
      start.disabled = true;
      try {
        const chosen = { supermoves: counts.value, suits: suits.value };
        const own = gameData(game.value);
        const changed = Object.entries(chosen).filter(([name, value]) => value && value !== own[name]);
        const changes = Object.fromEntries(changed);
        const kind = form.elements.kind.value;
        const found = await numberFor(kind, { game: game.value, difficulty: difficulty.value, number: number.value });
        const link = newLink({ game: game.value, number: found, autoplay: goesHome.value, changes });
        if (!(await table.change(link))) {
          start.disabled = false;
          return;
        }
        dialog.close();
        table.board.focus(0);
      } catch (error) {
        fault.textContent = faultText(error);
        start.disabled = false;
      }
    }
    return form;
  });
  shown.querySelector("input:checked").focus(); // from there Enter deals
}

async function numberFor(kind, { game, difficulty, number }) {
  if (kind === "random") return randomNumber();
  if (kind === "today") return numberOfToday();
  if (kind === "number") {
    const lowest = game === "freecell" ? -4 : 0;
    const read = number.trim().replace("\u2212", "-").replace(/(?<=\d)[\s,.](?=\d{3})/g, "");
    const value = /^-?\d{1,10}$/.test(read) ? Number(read) : NaN;
    if (!(value >= lowest && value <= LAST)) {
      throw new Fault("bad_number", number, { number, least: lowest, most: LAST });
    }
    return value;
  }
  return (await think("deal", { data: gameData(game), difficulty })).number;
}

/** The languages whose cards bear letters of their own, and how their spelling is called. */
const SPELLINGS = Object.freeze({ de: "german", ru: "russian" });

/** Ask for a board, a solution or a link as text, and open it. */
export function openPaste(table) {
  return showDialog("paste", "game.paste", (dialog) => {
    const text = element("textarea", { id: "paste-text", rows: 10, spellcheck: "false", autocomplete: "off" });
    const game = choice("paste-game", gamesByTitle(), table.game.rules.id);
    const fault = element("p", { class: "fault", role: "alert" });
    const read = async (event) => {
      event.preventDefault();
      fault.textContent = "";
      try {
        const isOfTable = game.value === table.game.rules.id;
        // Moves alone are taken for those of the deal on the table.
        const link = isOfTable ? dealLink(table) : null;
        const spellings = [SPELLINGS[language()], "english"].filter(Boolean);
        if (await table.change(readText(text.value, { game: game.value, table: link, spellings }))) dialog.close();
      } catch (error) {
        fault.textContent = faultText(error);
      }
    };
    return element(
      "form",
      { submit: read },
      element("p", { class: "dialog-note", id: "paste-help", "data-i18n": "game.paste.help" }),
      field("game.game", game),
      element("label", { for: "paste-text", "data-i18n": "game.paste.text" }),
      text,
      fault,
      element(
        "div",
        { class: "dialog-actions" },
        element("button", { type: "submit", class: "main", "data-i18n": "game.paste.open" }),
      ),
    );
  });
}

function gamesByTitle() {
  const titles = allGames().map((data) => [data.id, titleOf(data)]);
  return titles.sort((one, other) => one[1].localeCompare(other[1]));
}

const named = (key, names) => names.map((name) => [name, t(`${key}.${name}`)]);

function field(key, control) {
  return element("div", { class: "setting" }, element("label", { for: control.id, "data-i18n": key }), control);
}

const options = (pairs) => pairs.map(([name, text]) => element("option", { value: name }, text));

function choice(id, pairs, value) {
  const select = element("select", { id });
  select.append(...options(pairs));
  select.value = value;
  return select;
}

/** All sets of so few suits, each in the order C D H S. */
function setsOfSuits(size) {
  const sets = [...SUITS].reduce((found, suit) => [...found, ...found.map((set) => set + suit)], [""]);
  return sets.filter((set) => set.length === size);
}

function radio(kind, checked = false) {
  const box = element("input", { type: "radio", name: "kind", value: kind, id: `deal-${kind}`, checked });
  const label = element("label", { for: box.id, "data-i18n": `game.deal.${kind}` });
  return element("div", { class: "setting" }, box, label);
}

function join(row, key, control) {
  control.setAttribute("data-i18n-attr", `aria-label:${key}`);
  row.append(control);
  return row;
}
