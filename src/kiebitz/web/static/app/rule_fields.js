// Form fields for a game's changeable rules, one per rule of the catalogue.

import { SUITS } from "./card_codes.js";
import { choice, field, options } from "./form_fields.js";
import { t } from "./i18n.js";
import { CHANGEABLE, isDealtInRows } from "./rules.js";
import { SIGNS } from "./sentences.js";

/**
 * Return the possible values of a rule; for suits, all sets of the game's number of suits.
 * @param {Changeable} rule @param {string} own @returns {(string | number)[]}
 */
function valuesOf({ choices, least, most }, own) {
  if (most !== null) return Array.from({ length: most - least + 1 }, (_, index) => least + index);
  if (choices.length) return choices;
  const sets = [...SUITS].reduce((all, suit) => all.concat(all.map((set) => set + suit)), [""]);
  return sets.filter((set) => set.length === own.length);
}

/** @param {string} rule @param {string | number} value */
function nameOf(rule, value) {
  if (typeof value === "number") return String(value);
  return rule in CHANGEABLE && CHANGEABLE[rule].choices.length
    ? t(`rule.${rule}.${value}`)
    : [...value].map((suit) => SIGNS[suit]).join(" ");
}

/** Fields for the rules; `changes` are those of the current game. */
export class Changing {
  /** @param {GameData} data @param {Changes} changes */
  constructor(data, changes) {
    this.fields = Object.keys(CHANGEABLE).map((rule) => {
      const select = choice(`new-${rule}`, [], "");
      return { rule, select, row: field(`rule.${rule}`, select) };
    });
    this.of(data, changes);
  }

  get rows() {
    return this.fields.map(({ row }) => row);
  }

  /**
   * Offer the values for a game; each rule has its default unless it is among the changes.
   * @param {GameData} data @param {Changes} changes
   */
  of(data, changes = {}) {
    for (const { rule, select, row } of this.fields) {
      const own = data[rule];
      const values = valuesOf(CHANGEABLE[rule], own);
      // The game's own value is the default.
      /** @param {string | number} value */
      const named = (value) => (value === own ? ["", t("rule.own", { value: nameOf(rule, own) })] : [value, nameOf(rule, value)]);
      select.replaceChildren(...options(values.map(named)));
      select.value = String(changes[rule] ?? "");
      row.hidden = values.length === 1 || (rule === "columns" && isDealtInRows(data));
    }
  }

  /** The changed rules. */
  get changes() {
    const changed = this.fields.filter(({ select }) => select.value);
    /** @param {{rule: string, select: HTMLSelectElement}} field */
    const read = ({ rule, select }) => (CHANGEABLE[rule].most === null ? select.value : Number(select.value));
    return Object.fromEntries(changed.map((field) => [field.rule, read(field)]));
  }
}
