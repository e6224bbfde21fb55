// Rare white space, as texts are pasted.

/** Signs that only some programs take for white space or for the end of a line; they are read as spaces. */
export const RARE_SPACES = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029\ufeff";
const RARE = new RegExp(`[${RARE_SPACES}]`, "g");

/** A text with plain spaces in the place of rare ones, and without a byte order mark. */
export const withSpaces = (text) => text.replace(/^\ufeff/, "").replace(RARE, " ");
