// The game at hand, kept in the browser after each move so that it can be resumed: by the tab that it was played in after
// a reload or on the way back and forward, by any other tab the one played last.
// Statistics and settings keep themselves.

import { withoutFixed } from "./fixed.js";

const STORED = "kiebitz.game";

/** Write something down if the browser lets us: without room or leave the page goes on, it only does not remember. */
export function writeDown(write) {
  try {
    write();
  } catch {
    // It will be missing on another day.
  }
}

/** Keep `{link, id, helped, seconds, recorded, made, shown, ahead}`. */
export function keepGame(game) {
  const text = JSON.stringify(game);
  writeDown(() => sessionStorage.setItem(STORED, text));
  writeDown(() => localStorage.setItem(STORED, text));
  writeDown(() => history.replaceState(game, "", location.hash ? `#${game.link}` : ""));
}

/** What was kept of the game of a link, by this entry of the tab's history or by the storage; null for a new game. */
export const keptOf = (link) => [history.state, keptGame()].find((kept) => kept?.link === link) ?? null;

/** The link that the address holds, or that of the game that was played where it holds none. */
export const wantedLink = () => whole(location.hash.slice(1)) || history.state?.link || asked(withoutFixed(location.search.slice(1)));

/** What stands behind a question mark, if it is about a game. */
const asked = (text) => (/(^|&)(game|deal|board)=/.test(text) ? whole(text) : null);

/** A link in full: a number alone, or a deal without a game, is one of FreeCell. */
function whole(text) {
  const named = /^-?\d+$/.test(text) ? `deal=${text}` : text;
  return /(^|&)deal=/.test(named) && !/(^|&)game=/.test(named) ? `game=freecell&${named}` : named;
}

/** The game that was kept, or null. */
export function keptGame() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? localStorage.getItem(STORED));
    return typeof kept?.link === "string" ? kept : null;
  } catch {
    return null;
  }
}
