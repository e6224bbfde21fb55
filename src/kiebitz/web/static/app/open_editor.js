// The way into the editor of boards, whose script is loaded when it is needed: from a command, or with a picture that is pasted
// or dropped on the page.

/**
 * Open the editor, with the board of a text or a picture if there is one; a picture that is null is asked for.
 * @param {Table} table @param {{text?: string, game?: string, picture?: File | null}} [given]
 */
export const openEditor = async (table, given) => (await import("./board_editor.js")).openEditor(table, given);

/**
 * Read the boards of pictures that are pasted or dropped anywhere on the page.
 * @param {Table} table
 */
export function takePictures(table) {
  document.addEventListener("paste", ({ clipboardData }) => {
    if (!clipboardData?.getData("text/plain")) open(clipboardData);
  });
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    open(event.dataTransfer);
  });

  /** @param {DataTransfer | null} transfer */
  function open(transfer) {
    const picture = [...(transfer?.files ?? [])].find(({ type }) => type.startsWith("image/"));
    if (picture) openEditor(table, { picture });
  }
}
