// The worker of the proven checker. `proven_checker.js`, compiled from proof/, defines `provenChecker`.

self.addEventListener("message", async ({ data: { file, limit } }) => {
  try {
    await import(new URL("../proven_checker.js", import.meta.url).href);
    const [verdict, text] = provenChecker(file, limit);
    postMessage({ verdict, text });
  } catch (error) {
    postMessage({ fault: error.message });
  }
});
