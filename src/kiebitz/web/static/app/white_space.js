// Unusual white space in pasted text.

/** Characters that only some programs treat as white space or line ends; they are read as spaces. */
export const RARE_SPACES = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\u2028\u2029\ufeff";
const RARE = new RegExp(`[${RARE_SPACES}]`, "g");

/**
 * Replace unusual spaces with plain ones, and remove a byte order mark.
 * @param {string} text
 */
export const withSpaces = (text) => text.replace(/^\ufeff/, "").replace(RARE, " ");
