// Settings fixed by a link, for a class or a contest: `?light=on`, `?light=off` and `?hints=off`, before the `#` of the game.
// `?edit` opens the editor of boards.

const query = new URLSearchParams(location.search);
/** @type {Record<string, string[]>} */
const VALUES = { light: ["on", "off"], hints: ["off"], edit: [""] };

/**
 * Return the fixed value of a setting, or null.
 * @param {string} name
 */
export const fixed = (name) => VALUES[name].find((value) => value === query.get(name)) ?? null;

/**
 * Return a query without the fixed settings.
 * @param {string} query
 */
export const withoutFixed = (query) =>
  query
    .split("&")
    .filter((part) => !Object.hasOwn(VALUES, part.split("=")[0]))
    .join("&");

/**
 * Return the query that fixes these values; empty values fix nothing.
 * @param {Record<string, string>} values
 */
export const fixing = (values) =>
  Object.entries(values)
    .filter(([, value]) => value)
    .map((pair) => pair.join("="))
    .join("&");
