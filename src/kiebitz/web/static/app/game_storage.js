// Storage of the current game after each move. A tab resumes its own game on reload, back and forward; a new tab resumes the last
// game played.

import { withoutFixed } from "./link_settings.js";
import { fieldsOf, isAmount, isSwitch, isText, keptData } from "./stored_values.js";

const STORED = "kiebitz.game";
/** Milliseconds from the last move to writing the address, which makes browsers redraw their address bar and icon. */
const QUIET = 300;

/**
 * Tests for a stored game: a link, and optional fields.
 * @type {Record<string, (value: any) => boolean>}
 */
const TESTS = {
  link: isText,
  id: isText,
  helped: isSwitch,
  seconds: isAmount,
  recorded: isSwitch,
  made: isAmount,
  undos: isAmount,
  shown: isSwitch,
  ahead: (value) => Array.isArray(value) && value.every(isText),
};

/**
 * Data not yet written to history entries, by the name of the game.
 * @type {Map<string | undefined, KeptGame>}
 */
const unwritten = new Map();
/** @type {number | undefined} */
let later;

/** The event dispatched at the window when storing fails. */
export const UNKEPT = "unkept";

/**
 * Store something if the browser allows it; the page works without storage.
 * @param {() => void} write
 */
export function writeDown(write) {
  try {
    write();
  } catch {
    dispatchEvent(new Event(UNKEPT));
  }
}

/**
 * Store `{link, id, helped, seconds, recorded, made, undos, shown, ahead}`; with `soon`, delay the address, as after a move.
 * @param {KeptGame} game @param {{soon?: boolean}} when
 */
export function keepGame(game, { soon = false } = {}) {
  const text = JSON.stringify(game);
  writeDown(() => sessionStorage.setItem(STORED, text));
  writeDown(() => localStorage.setItem(STORED, text));
  clearTimeout(later);
  unwritten.set(game.id, game);
  if (soon) later = setTimeout(catchUp, QUIET);
  else writeEntry(game);
}

/** @param {KeptGame} game */
function writeEntry(game) {
  unwritten.delete(game.id);
  writeHistory(() => history.replaceState(game, "", location.hash ? `#${game.link}` : ""));
}

/**
 * Add an entry to the tab's history for another game, so that Back returns to the previous one.
 * @param {string} link
 */
export function beginEntry(link) {
  catchUp();
  writeHistory(() => history.pushState(null, "", `#${link}`));
}

/** @param {() => void} write */
function writeHistory(write) {
  try {
    write();
  } catch {
    // Some browsers limit changes of the address and accept the next one only after half a minute.
  }
}

/** Write pending data to the current entry, which may be left or reloaded right after a move. */
function catchUp() {
  const { id, link } = keptEntry() ?? {};
  const game = unwritten.get(id) ?? keptGame();
  if (id !== undefined && game?.id === id && game.link !== link) writeEntry(game);
}

/**
 * Return the stored data of a link's game, from this history entry or the storage; null for a new game.
 * @param {string | null} link
 */
export const keptOf = (link) => [keptEntry(), keptGame()].find((kept) => kept?.link === link) ?? null;

/** Return the link of the address, or else of the stored game. */
export function wantedLink() {
  catchUp();
  const wanted = whole(location.hash.slice(1)) || keptEntry()?.link || asked(withoutFixed(location.search.slice(1)));
  return forgottenLink(wanted) ?? wanted;
}

/** Whether the page was reloaded and its game has not been chosen yet. */
let again = /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.type === "reload";

/**
 * Return the stored game's link if it has the same deal but the browser has lost its history entry, as busy ones do.
 * @param {string | null} wanted
 */
function forgottenLink(wanted) {
  const forgotten = again && history.state === null;
  again = false;
  const kept = forgotten ? keptGame() : null;
  return kept && dealOf(kept.link) === dealOf(wanted) ? kept.link : null;
}

/** @param {string | null} link */
const dealOf = (link) => link?.replace(/&(moves|at)=[^&]*/g, "");

/**
 * Return the query as a link if it describes a game.
 * @param {string} text
 */
const asked = (text) => (/(^|&)(game|deal|board)=/.test(text) ? whole(text) : null);

/**
 * Return a complete link: a number alone, or a deal without a game, is one of FreeCell.
 * @param {string} text
 */
function whole(text) {
  const named = /^-?\d+$/.test(text) ? `deal=${text}` : text;
  return /(^|&)deal=/.test(named) && !/(^|&)game=/.test(named) ? `game=freecell&${named}` : named;
}

/**
 * Return the stored game, or null.
 * @returns {KeptGame | null}
 */
export const keptGame = () => keptData(STORED, gameOf, "sessionStorage") ?? keptData(STORED, gameOf);

/**
 * Return the game of this history entry, or null.
 * @returns {KeptGame | null}
 */
const keptEntry = () => gameOf(history.state);

/** @param {any} data @returns {KeptGame | null} */
function gameOf(data) {
  /** @type {any} */
  const game = fieldsOf(data, TESTS);
  return "link" in game ? game : null;
}
