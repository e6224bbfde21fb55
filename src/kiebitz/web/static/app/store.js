// The game at hand, kept in the browser after each move so that it can be resumed: by the tab that it was played in after
// a reload or on the way back and forward, by any other tab the one played last.
// Statistics and settings keep themselves.

import { withoutFixed } from "./link_settings.js";
import { fieldsOf, isAmount, isSwitch, isText, keptData } from "./stored_values.js";

const STORED = "kiebitz.game";
/** Milliseconds after the last move until the address is written, for which browsers draw their own bar and icon anew. */
const QUIET = 300;

/** Tests for a stored game: a link, and optional fields. */
const TESTS = {
  link: isText,
  id: isText,
  helped: isSwitch,
  seconds: isAmount,
  recorded: isSwitch,
  made: isAmount,
  shown: isSwitch,
  ahead: (value) => Array.isArray(value) && value.every(isText),
};

/** Data not yet written to history entries, by the name of the game. */
const unwritten = new Map();
let later = null;

/** The event dispatched at the window when storing fails. */
export const UNKEPT = "unkept";

/** Write something down if the browser lets us: without room or leave the page goes on, it only does not remember. */
export function writeDown(write) {
  try {
    write();
  } catch {
    dispatchEvent(new Event(UNKEPT));
  }
}

/** Keep `{link, id, helped, seconds, recorded, made, shown, ahead}`; in the address only `soon`, as after a move. */
export function keepGame(game, { soon = false } = {}) {
  const text = JSON.stringify(game);
  writeDown(() => sessionStorage.setItem(STORED, text));
  writeDown(() => localStorage.setItem(STORED, text));
  clearTimeout(later);
  unwritten.set(game.id, game);
  if (soon) later = setTimeout(catchUp, QUIET);
  else writeEntry(game);
}

function writeEntry(game) {
  unwritten.delete(game.id);
  writeHistory(() => history.replaceState(game, "", location.hash ? `#${game.link}` : ""));
}

/** Begin another entry of the tab's history for another game, so that the way back leads to the one before. */
export function beginEntry(link) {
  catchUp();
  writeHistory(() => history.pushState(null, "", `#${link}`));
}

function writeHistory(write) {
  try {
    write();
  } catch {
    // Some browsers count the changes of an address, and take the next one again in half a minute.
  }
}

/** Write pending data to the current entry, which may be left or reloaded right after a move. */
function catchUp() {
  const { id, link } = keptEntry() ?? {};
  const game = unwritten.get(id) ?? keptGame();
  if (id !== undefined && game?.id === id && game.link !== link) writeEntry(game);
}

/** The stored data of a link's game, from this history entry or the storage; null for a new game. */
export const keptOf = (link) => [keptEntry(), keptGame()].find((kept) => kept?.link === link) ?? null;

/** The link that the address holds, or that of the game that was played where it holds none. */
export function wantedLink() {
  catchUp();
  const wanted = whole(location.hash.slice(1)) || keptEntry()?.link || asked(withoutFixed(location.search.slice(1)));
  return forgottenLink(wanted) ?? wanted;
}

/** Whether the page was reloaded and its game has not been chosen yet. */
let again = /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.type === "reload";

/** The link of the game at hand before, if the browser has forgotten its entry, as busy ones do, but not its deal. */
function forgottenLink(wanted) {
  const forgotten = again && history.state === null;
  again = false;
  const kept = forgotten ? keptGame() : null;
  return kept && dealOf(kept.link) === dealOf(wanted) ? kept.link : null;
}

const dealOf = (link) => link?.replace(/&(moves|at)=[^&]*/g, "");

/** The query, if it describes a game. */
const asked = (text) => (/(^|&)(game|deal|board)=/.test(text) ? whole(text) : null);

/** A link in full: a number alone, or a deal without a game, is one of FreeCell. */
function whole(text) {
  const named = /^-?\d+$/.test(text) ? `deal=${text}` : text;
  return /(^|&)deal=/.test(named) && !/(^|&)game=/.test(named) ? `game=freecell&${named}` : named;
}

/** The game that was kept, or null. */
export const keptGame = () => keptData(STORED, gameOf, "sessionStorage") ?? keptData(STORED, gameOf);

/** The game that this entry of the tab's history holds, or null. */
const keptEntry = () => gameOf(history.state);

function gameOf(data) {
  const game = fieldsOf(data, TESTS);
  return "link" in game ? game : null;
}
