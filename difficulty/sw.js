const VERSION = "356509fcf317a5d9";
const FILES = ["analysis.css", "app/main.js", "app/offline.js", "app/skat.js", "app/skat_game.js", "app/thinker.js", "cards.css", "cards.svg", "dialogs.css", "difficulty.json", "games.json", "icon-180.png", "icon.svg", "index.html", "kernel.wasm", "lang/de.json", "lang/en.json", "lang/games.de.json", "lang/games.ru.json", "lang/games.vi.json", "lang/ru.json", "lang/vi.json", "manifest.webmanifest", "skat-game.css", "skat-game.html", "skat.css", "skat.html", "style.css", "table.wasm"];
// What lets all pages work again without network: all files of the site, kept in one cache a version.

/* global FILES, VERSION -- written above these lines: names as the site's folder has them, and a tag of all they hold */

const PREFIX = "kiebitz-";
const HERE = self.registration.scope;
const CACHE = `${PREFIX}${VERSION} ${HERE}`;
/** Other addresses of pages: a folder's own, and those without an ending. */
const ALIASES = { "": "index.html", skat: "skat.html", "skat-game": "skat-game.html" };

self.addEventListener("install", (event) => {
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const [address] = url.split(/[?#]/);
  if (method !== "GET" || !address.startsWith(HERE)) return;
  const asked = address.slice(HERE.length);
  const name = ALIASES[asked] ?? asked;
  if (FILES.includes(name)) event.respondWith(kept(event.request, name));
});

async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map((name) => keep(cache, name)));
  await self.skipWaiting();
}

async function keep(cache, name) {
  const address = new URL(name, HERE);
  // no-cache: what the page has just fetched is only asked for again, and the server says "unchanged"
  const answer = await fetch(new Request(address, { cache: "no-cache" }));
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  // A copy, for hosts that send "index.html" on to "/": a page may not be opened with such an answer.
  await cache.put(address, new Response(await answer.blob(), { headers: answer.headers }));
}

async function takeOver() {
  const own = (name) => name.startsWith(PREFIX) && name.endsWith(` ${HERE}`) && name !== CACHE;
  await Promise.all((await caches.keys()).filter(own).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function kept(request, name) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(name, HERE))) ?? fetch(request);
}
