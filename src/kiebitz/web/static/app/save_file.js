// Saving a file that the page has made.

import { element } from "./dialogs.js";

/** @param {string} name @param {string} type @param {BlobPart[]} parts */
export function saveFile(name, type, ...parts) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address));
}
