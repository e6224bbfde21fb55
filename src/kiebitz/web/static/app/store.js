// The game at hand, kept in the browser after each move so that it can be resumed: by the tab that it was played in after
// a reload, by any other tab the one played last.
// Statistics and settings keep themselves; nothing here knows what a link says.

const STORED = "kiebitz.game";

/** Keep `{link, start, id, helped, seconds, recorded}`; `start` is the board that only the server could deal. */
export function keepGame(game) {
  try {
    const text = JSON.stringify(game);
    sessionStorage.setItem(STORED, text);
    localStorage.setItem(STORED, text);
  } catch {
    // No room, or storage forbidden: the game goes on, it only cannot be resumed.
  }
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
