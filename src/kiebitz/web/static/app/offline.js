// Asks the browser to keep the page for times without network; without that the page works as before.
// What is kept, and for how long, is written in sw.js.

/** Milliseconds that the page is left in peace: all files of the site are fetched then, which would delay its first moves. */
const CALM = 2000;

if ("serviceWorker" in navigator) {
  const keep = () => navigator.serviceWorker.register(new URL("../sw.js", import.meta.url)).catch(() => {});
  addEventListener("load", () => setTimeout(keep, CALM));
}
