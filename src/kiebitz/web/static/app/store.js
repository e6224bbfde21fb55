// The game at hand, kept in the browser after each move so that it can be resumed after a reload.
// Statistics and settings keep themselves; nothing here knows what a link says.

const STORED = "kiebitz.game";

/** Keep `{link, start, id, helped, seconds, recorded}`; `start` is the board that only the server could deal. */
export function keepGame(game) {
  try {
    localStorage.setItem(STORED, JSON.stringify(game));
  } catch {
    // No room, or storage forbidden: the game goes on, it only cannot be resumed.
  }
}

/** The game that was kept, or null. */
export function keptGame() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED));
    return typeof kept?.link === "string" ? kept : null;
  } catch {
    return null;
  }
}
