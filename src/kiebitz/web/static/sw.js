// The service worker that makes all pages work offline: all files of the site, in one cache per version, but those that most
// visitors never need, which are kept from their first use on.

/* global FILES, VERSION -- written above these lines: names as the site's folder has them, and a tag of all they hold */

const PREFIX = "kiebitz-";
const HERE = self.registration.scope;
const CACHE = `${PREFIX}${VERSION} ${HERE}`;
const LATER = ["card_glyphs.bin", "picture.wasm", "skat_problems.txt"];
/** Other addresses of pages: the folder's, and those without an extension. */
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
  const path = address.slice(HERE.length);
  const name = ALIASES[path] ?? path;
  if (FILES.includes(name)) event.respondWith(kept(event.request, name));
});

async function fill() {
  const cache = await caches.open(CACHE);
  const fillWith = async (/** @type {string} */ name) => {
    const isUsed = !LATER.includes(name) || (await caches.match(new URL(name, HERE))); // by an older version's cache
    if (isUsed) await keep(cache, name);
  };
  await Promise.all(FILES.map(fillWith));
  await self.skipWaiting();
}

async function keep(cache, name) {
  const address = new URL(name, HERE);
  // no-cache: revalidate files that the page has just fetched; the server answers "unchanged".
  const answer = await fetch(new Request(address, { cache: "no-cache" }));
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  // Store a copy, for hosts that redirect "index.html" to "/": browsers reject redirected answers for navigation.
  await cache.put(address, new Response(await answer.blob(), { headers: answer.headers }));
}

async function takeOver() {
  const own = (name) => name.startsWith(PREFIX) && name.endsWith(` ${HERE}`) && name !== CACHE;
  await Promise.all((await caches.keys()).filter(own).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function kept(request, name) {
  const cache = await caches.open(CACHE);
  const address = new URL(name, HERE);
  if (LATER.includes(name) && !(await cache.match(address))) await keep(cache, name);
  return (await cache.match(address)) ?? fetch(request);
}
