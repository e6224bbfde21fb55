// The badges of a win without help that last, with their icons. A later win may break own records: see own_records.js.

import { icon } from "./card_faces.js";
import { element } from "./dialogs.js";
import { t } from "./i18n.js";

/** @typedef {Pick<GameRecord, "undos" | "cards" | "neverLost">} Win */
/**
 * The line of each icon, and whether a win with a par, or null, has the badge. Records of earlier versions lack some fields.
 * @type {Record<string, {line: string, isEarned: (win: Win, par: number | null) => boolean}>}
 */
const BADGES = {
  undo: { line: "M4 12h15M13 6l6 6-6 6", isEarned: ({ undos }) => undos === 0 },
  par: { line: "M7 21V4h11l-3 4 3 4H7", isEarned: ({ cards }, par) => par !== null && cards === par },
  kept: { line: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z", isEarned: ({ neverLost = false }) => neverLost },
};
export const BADGE_NAMES = Object.keys(BADGES);

/**
 * Return the names of a win's badges.
 * @param {Win} win @param {number | null} par
 */
export const badgesOf = (win, par) => BADGE_NAMES.filter((name) => BADGES[name].isEarned(win, par));

/** @param {string} name */
export const badgeIcon = (name) => icon(BADGES[name].line);
/** @param {string} name */
export const badgeText = (name) => t(`won.badge.${name}`);
/** @param {string} name */
export const badgeItem = (name) => element("li", {}, badgeIcon(name), badgeText(name));
