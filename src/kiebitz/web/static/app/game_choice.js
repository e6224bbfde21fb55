// The choice of a game in a form.

import { choice } from "./form_fields.js";
import { GAMES } from "./rules.js";
import { titleOf } from "./sentences.js";

/**
 * Create a choice of all games by title.
 * @param {string} id @param {string} value
 */
export function choiceOfGame(id, value) {
  const titles = GAMES.map((data) => [data.id, titleOf(data)]);
  return choice(
    id,
    titles.sort((one, other) => one[1].localeCompare(other[1])),
    value,
  );
}
