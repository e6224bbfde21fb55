// Settings that a link fixes, for a class or a contest: `?light=on`, `?light=off` and `?hints=off`, before the `#` of the game.

const asked = new URLSearchParams(location.search);
const VALUES = { light: ["on", "off"], hints: ["off"] };

/** The value that the address gives a name of these, or null where the person is free. */
export const fixed = (name) => VALUES[name].find((value) => value === asked.get(name)) ?? null;

/** Return a query without the fixed settings. */
export const withoutFixed = (query) =>
  query
    .split("&")
    .filter((part) => !Object.hasOwn(VALUES, part.split("=")[0]))
    .join("&");

/** The query that fixes these values; those that are empty are left free. */
export const fixing = (values) =>
  Object.entries(values)
    .filter(([, value]) => value)
    .map((pair) => pair.join("="))
    .join("&");
