// The service worker: keeps the files of the site, so that it works offline
// after the first visit.
//
// site/build_site.py writes a line above this one, with what there is to keep:
//
//     const kSite = {version: "…", files: ["index.html", …]};
//
// Another version is another cache.  It is filled while the old one is in use,
// and takes its place when no page of the old one is open any more, or a single
// one that loads itself again (offline.js): a page never gets files of both.

const kCache = `teeko ${registration.scope} ${kSite.version}`;

async function fill() {
  const cache = await caches.open(kCache);
  await cache.addAll(kSite.files.map((file) => new Request(file, {cache: 'no-cache'})));
}

async function removeOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(`teeko ${registration.scope} `) && name !== kCache) {
      await caches.delete(name);
    }
  }
  await clients.claim();
}

// From the cache, and what is not there from the network: the report is only
// kept once it has been read.
async function answer(request) {
  const cache = await caches.open(kCache);
  const url = new URL(request.url);
  url.search = url.hash = '';
  if (url.href === registration.scope) url.pathname += 'index.html';
  const kept = await cache.match(url.href);
  // Who reloads does not trust what is kept.
  if (kept && request.cache !== 'reload') return kept;
  try {
    const response = await fetch(request);
    if (response.status === 200) await cache.put(url.href, response.clone());
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function takeOver() {
  const pages = await clients.matchAll({type: 'window', includeUncontrolled: true});
  if (pages.length <= 1) await skipWaiting();
}

addEventListener('message', (event) => event.waitUntil(takeOver()));
addEventListener('install', (event) => event.waitUntil(fill()));
addEventListener('activate', (event) => event.waitUntil(removeOthers()));
addEventListener('fetch', (event) => {
  const {request} = event;
  if (request.method === 'GET' && request.url.startsWith(registration.scope)) {
    event.respondWith(answer(request));
  }
});
