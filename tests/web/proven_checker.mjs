// Asks the page's proven checker (the first argument) about files, with a line for each as the command writes it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [checker, ...files] = process.argv.slice(2);
await import(pathToFileURL(checker).href);
for (const file of files) console.log(globalThis.provenChecker(new Uint8Array(readFileSync(file)), 60_000).join(": "));
