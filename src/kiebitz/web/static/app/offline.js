// Asks the browser to keep the page for times without network; without that the page works as before.
// What is kept, and for how long, is written in sw.js.

if ("serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register(new URL("../sw.js", import.meta.url)).catch(() => {}));
}
