// The record of the game on the table: its time, help, and result. It survives a reload.

import { Clock } from "./clock.js";
import { byId } from "./dialogs.js";
import { formatChanges } from "./links.js";
import { recordGame } from "./statistics.js";

/** Create a game's id, which statistics count once; `randomUUID` exists only in secure contexts. */
const newId = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

export class Account {
  id = "";
  helped = false;
  recorded = false;
  made = 0;
  undos = 0;

  constructor() {
    this.clock = new Clock(byId("clock"));
  }

  /**
   * Begin the record of another game, or continue the `kept` record.
   * @param {Game} game @param {KeptGame | null} kept
   */
  open(game, kept) {
    // Moves from a link are not the player's: the game counts as helped, or not at all if it is already won.
    const fresh = { id: newId(), helped: game.words.length > 0, seconds: 0, recorded: game.won, made: 0, undos: 0 };
    const { id, helped, seconds, recorded, made, undos } = { ...fresh, ...kept };
    Object.assign(this, { id, helped, recorded, made, undos });
    this.clock.set(made ? seconds : 0); // earlier versions counted before the first move
  }

  /** The data to keep. */
  get kept() {
    const { id, helped, recorded, made, undos } = this;
    return { id, helped, seconds: this.clock.seconds, recorded, made, undos };
  }

  /**
   * Record the end of a game, once.
   * @param {Game} game @param {{won?: boolean, left?: boolean}} end
   */
  record({ rules, deal, ply, here }, { won = false, left = false }) {
    if (this.recorded) return;
    this.recorded = true;
    const { id, helped, undos } = this;
    const { seconds } = this.clock;
    const ended = { won, left, helped, undos, seconds, moves: ply, cards: here.cards };
    recordGame({
      id,
      game: rules.id,
      rules: formatChanges(rules.changes),
      deal: deal ? `${deal.numbering} ${deal.number}` : "",
      ...ended,
    });
  }
}
