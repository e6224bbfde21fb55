// The dialog of proofs: makes the certificate that a position cannot be won, or reads one from a file, and shows the answer of
// the proven checker.

import { element, showDialog } from "./dialogs.js";
import { formatNumber, t } from "./i18n.js";
import { checked, MOST_POSITIONS } from "./proven_checker.js";
import { saveFile } from "./save_file.js";
import { faultText } from "./sentences.js";
import { think } from "./worker_client.js";

/** No certificate that the checker takes has more bytes, so the rest of a file is not read. */
const MOST_BYTES = 2_000_000;

/**
 * Show the dialog, and prove that a game's position cannot be won if there is a game.
 * @param {Game} [game]
 */
export function openProof(game) {
  let work = new AbortController();
  /** @type {Uint8Array<ArrayBuffer> | undefined} */
  let certificate;
  const status = element("p", { role: "status" });
  const statement = element("blockquote", { class: "dialog-note", lang: "en", hidden: true });
  const save = button("proof.save", () => saveFile("kiebitz.cert", "application/octet-stream", certificate ?? ""));
  const cancel = button("proof.cancel", () => {
    work.abort();
    chosen.focus();
  });
  const chosen = element("input", { type: "file", id: "proof-file", change: () => take(chosen.files?.[0]) });

  /** @param {(signal: AbortSignal) => Promise<string>} answer */
  const run = async (answer) => {
    work.abort();
    const { signal } = (work = new AbortController());
    statement.hidden = true;
    cancel.hidden = false;
    save.hidden = true;
    try {
      const text = await answer(signal);
      if (!signal.aborted) status.textContent = text;
    } catch (error) {
      if (work.signal === signal) status.textContent = signal.aborted ? t("proof.cancelled") : faultText(error);
    }
    if (work.signal === signal) cancel.hidden = true;
  };
  /** @param {Uint8Array} file @param {AbortSignal} signal @param {string} yes */
  const judge = async (file, signal, yes) => {
    status.textContent = t("proof.checking");
    const since = performance.now();
    const { verdict, text } = await checked(file, signal);
    if (verdict === "large") return t("proof.large", { count: Number(text), most: MOST_POSITIONS });
    statement.textContent = `${verdict}: ${text}`;
    statement.hidden = signal.aborted;
    const seconds = formatNumber((performance.now() - since) / 1000, { maximumFractionDigits: 1 });
    return t(verdict === "yes" ? yes : `proof.${verdict}`, { seconds });
  };
  /** @param {File} [file] */
  const take = (file) =>
    file && run(async (signal) => judge(new Uint8Array(await file.slice(0, MOST_BYTES).arrayBuffer()), signal, "proof.yes"));
  /** @param {Game} proven */
  const prove = ({ rules, here, deal }) =>
    run(async (signal) => {
      status.textContent = t("proof.making");
      const number = deal?.numbering === "microsoft" ? String(deal.number) : "";
      const request = { data: rules.data, changes: rules.changes, position: here.position, number };
      const { verdict, positions, file } = await think("certificate", request, { signal });
      if (verdict !== "impossible") return t(`proof.${verdict}`);
      certificate = file;
      save.hidden = false;
      return positions > MOST_POSITIONS
        ? t("proof.large", { count: positions, most: MOST_POSITIONS })
        : judge(file, signal, "proof.impossible");
    });

  const dialog = showDialog("proof", game ? "proof.title" : "proof.check", () => [
    status,
    statement,
    element("div", { class: "dialog-actions" }, cancel, save),
    element("label", { for: "proof-file", "data-i18n": "proof.file" }),
    chosen,
    element("p", { class: "dialog-note", "data-i18n": "proof.note" }),
  ]);
  dialog.addEventListener("close", () => work.abort());
  dialog.addEventListener("dragover", (event) => event.preventDefault());
  dialog.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });
  if (game) prove(game);
  return dialog;
}

/** @param {string} key @param {() => void} click */
const button = (key, click) => element("button", { type: "button", hidden: true, "data-i18n": key, click });
