// The record of the game on the table: its time, whether it was helped, how it ended. It follows the game through a reload.

import { Clock } from "./clock.js";
import { byId } from "./dialogs.js";
import { formatChanges } from "./links.js";
import { recordGame } from "./statistics.js";

/** A name for a game begun, by which statistics count it once; the browser's own only where the page is secure. */
const newId = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

export class Account {
  id = "";
  helped = false;
  recorded = false;
  made = 0;

  constructor() {
    this.clock = new Clock(byId("clock"));
  }

  /** Begin the record of another game, from the `kept` one if there is one. */
  open(game, kept) {
    // Moves that came with a link were somebody's: such a game is no win of one's own, or one with help.
    const fresh = { id: newId(), helped: game.words.length > 0, seconds: 0, recorded: game.won, made: 0 };
    const { id, helped, seconds, recorded, made } = { ...fresh, ...kept };
    Object.assign(this, { id, helped, recorded, made });
    this.clock.begin(seconds);
  }

  /** The data to keep. */
  get kept() {
    const { id, helped, recorded, made } = this;
    return { id, helped, seconds: this.clock.seconds, recorded, made };
  }

  /** Write the end of a game down, the first time that it ends. */
  record({ rules, deal, ply }, { won = false, left = false }) {
    if (this.recorded) return;
    this.recorded = true;
    const { id, helped } = this;
    const { seconds } = this.clock;
    const ended = { won, left, helped, seconds, moves: ply };
    recordGame({
      id,
      game: rules.id,
      rules: formatChanges(rules.changes),
      deal: deal ? `${deal.numbering} ${deal.number}` : "",
      ...ended,
    });
  }
}
