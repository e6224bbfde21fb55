// The page of the games: loads texts and rules, opens the requested game, and connects buttons with commands.

import { Board } from "./board.js";
import { loadFaces } from "./card_faces.js";
import { copied } from "./clipboard.js";
import { linkOfDay, openDaily } from "./daily_calendar.js";
import { around, byId } from "./dialogs.js";
import { openDifficulty } from "./difficulty_dialog.js";
import { existing } from "./errors.js";
import { keptGame, keptOf, UNKEPT, wantedLink } from "./game_storage.js";
import { openHelp } from "./help.js";
import { loadLanguage, onLanguage, t } from "./i18n.js";
import { openTable } from "./kernel.js";
import { playBy } from "./kernel_calls.js";
import { openMoments, openNextMoment } from "./last_moments.js";
import { fixed } from "./link_settings.js";
import { openNewGame } from "./new_game.js";
import { showWithoutKernel } from "./no_webassembly.js";
import { openEditor, takePictures } from "./open_editor.js";
import { gameData, loadCatalogue, wholeLink } from "./open_game.js";
import { loadPars } from "./pars.js";
import { openPaste } from "./paste_dialog.js";
import { showMode } from "./play_mode.js";
import { openProof } from "./proof_dialog.js";
import { faultText, titleOf } from "./sentences.js";
import { applySettings, onSettings, openSettings } from "./settings.js";
import { openStatistics } from "./statistics.js";
import { openStory } from "./story_dialog.js";
import { Table } from "./table.js";
import { openTeaching, prepareWorksheet } from "./teacher_tools.js";

async function begin() {
  const loaded = Promise.all([openTable(), loadLanguage(), loadCatalogue(), loadFaces(), loadPars()]);
  const table = new Table(new Board(byId("board")));
  // The first one takes 25 ms, while the files come; in a task of its own, so that none is long.
  setTimeout(() => new Intl.DateTimeFormat(undefined, { month: "long" }));
  const [kernel] = await loaded;
  if (!kernel) {
    showWithoutKernel(wantedLink());
    return;
  }
  playBy(kernel);
  connect(table);
  const isGreeting = openFirst(table);
  if (fixed("edit") !== null) await openEditor(table);
  document.documentElement.dataset.ready = "";
  if (isGreeting) requestAnimationFrame(() => setTimeout(() => table.today.open({ focus: false }))); // the board is painted first
}

/**
 * Open the game of the address, the stored game unless it has ended, or today's deal; show an error if it cannot be opened.
 * Return whether today's box is due: no game is in progress, today's deal is not won, and the address names no game, or the
 * player comes back on a new day.
 * @param {Table} table
 */
function openFirst(table) {
  const kept = keptGame();
  const wanted = wantedLink();
  const left = keptOf(wanted);
  const today = linkOfDay();
  const isDone = table.today.isDone;
  let message = "";
  /** @type {[string | null | undefined, KeptGame | null][]} */
  const tried = [
    [wanted, left],
    [kept?.recorded && !isDone ? null : kept?.link, kept],
    [today, null],
  ];
  for (const [link, memory] of tried) {
    if (!link) continue;
    try {
      table.open(link, memory);
      break;
    } catch (error) {
      if (link === today) throw error;
      message = faultText(error);
    }
  }
  if (message) table.say(message, "refused");
  table.today.draw();
  const comesBack = table.today.comesBack(left !== null);
  return (!wanted || comesBack) && fixed("edit") === null && table.today.isFree;
}

/** @param {Table} table */
function connect(table) {
  Object.assign(table.others, {
    new: () => openNewGame(table),
    daily: () => openDaily(table),
    paste: () => openPaste(table),
    edit: () => openEditor(table),
    picture: () => openEditor(table, { picture: null }),
    teaching: () => openTeaching(table),
    difficulty: () => openDifficulty(table),
    prove: () => openProof(table.game),
    certificate: () => openProof(),
    moments: () => openMoments(table),
    "next-moment": () => openNextMoment(table),
    story: () => openStory(table),
    help: () => openHelp(table),
    settings: () => openSettings(),
    statistics: () => openStatistics({ game: table.game.rules.id, nameOf: nameOfGame }),
    copy: () => copyLink(table),
    menu: () => toggleMenu(),
  });
  document.addEventListener("click", (event) => {
    const button = around(event, "[data-command]");
    if (!around(event, "#menu-button, #menu") || around(event, "#menu [data-command]")) toggleMenu(false);
    if (button) table.command(existing(button.dataset.command));
  });
  byId("menu").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") toggleMenu(false);
  });
  const { classList } = document.documentElement;
  addEventListener("keydown", () => classList.add("by-keys"), { capture: true });
  addEventListener("pointerdown", () => classList.remove("by-keys"), { capture: true });
  onLanguage(() => table.redraw());
  onSettings(() => table.redraw());
  addEventListener("hashchange", () => openAddress(table));
  addEventListener(UNKEPT, () => sayUnkept(table), { once: true });
  addEventListener("online", () => table.game && table.askLight());
  addEventListener("pagehide", () => table.game && table.keep());
  document.addEventListener("visibilitychange", () => table.game && table.keep());
  takePictures(table);
  prepareWorksheet(table);
  applySettings();
  showMode();
}

/**
 * Announce a failure to store the move, after the move's own message.
 * @param {Table} table
 */
function sayUnkept(table) {
  queueMicrotask(() => table.say(t("game.unkept"), "refused"));
}

/** @param {string} id */
const nameOfGame = (id) => {
  const data = gameData(id);
  return data ? titleOf(data) : id;
};

/** @param {Table} table */
function openAddress(table) {
  const wanted = wantedLink();
  if (!wanted || wanted === table.link) return;
  try {
    table.open(wanted, keptOf(wanted));
  } catch (error) {
    table.say(faultText(error), "refused");
  }
}

/** @param {Table} table */
async function copyLink(table) {
  const link = new URL(`#${table.link}`, location.href).href;
  history.replaceState(history.state, "", link);
  const isCopied = await copied(link); // else the address bar has the link
  table.say(t(!isCopied ? "game.inAddress" : wholeLink(table) ? "game.copied" : "game.copied.line"));
}

function toggleMenu(open = byId("menu").hidden) {
  if (byId("menu").hidden === !open) return;
  if (!open && byId("menu").contains(document.activeElement)) byId("menu-button").focus();
  byId("menu").hidden = !open;
  byId("menu-button").setAttribute("aria-expanded", String(open));
  if (open) byId("menu").querySelector("button, a").focus();
}

begin().catch((error) => {
  byId("message").textContent = `${error.message}`;
  console.error(error);
});
