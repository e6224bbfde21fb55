// What lets both pages work again without network: the page's own files, kept in one cache a version.
// Answers of the API are never kept, but for the list of games, which no game could be begun without.

/* global FILES, VERSION -- the server writes both above these lines: addresses, and a tag of all they hold */

const CACHE = `kiebitz-${VERSION}`;
const PREFIX = "kiebitz-";
const GAMES = "/api/games";

self.addEventListener("install", (event) => {
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) {
    return;
  }
  if (pathname === GAMES) {
    event.respondWith(newest(event.request));
  } else if (FILES.includes(pathname)) {
    event.respondWith(kept(event.request, pathname));
  }
});

async function fill() {
  const cache = await caches.open(CACHE);
  // no-cache: what the page has just fetched is only asked for again, and the server says "unchanged"
  await cache.addAll([...FILES, GAMES].map((address) => new Request(address, { cache: "no-cache" })));
  await self.skipWaiting();
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function kept(request, pathname) {
  const cache = await caches.open(CACHE);
  return (await cache.match(pathname)) ?? fetch(request);
}

async function newest(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await cache.put(GAMES, answer.clone());
    }
    return answer;
  } catch (error) {
    const found = await cache.match(GAMES);
    if (found) {
      return found;
    }
    throw error;
  }
}
