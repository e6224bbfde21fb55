// The clipboard.

/**
 * Copy a text; return whether that was possible.
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no clipboard available
  }
}
