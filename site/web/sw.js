// The service worker: caches the files of the site, so that the site works offline after the first visit.
//
// site/build_site.py adds a first line to this file.  The line contains the files to cache:
//
//     const kSite = {version: "…", files: ["index.html", …]};
//
// Each version has its own cache.  The new cache is filled while the old one is in use.  The new version takes over when
// no page of the old version is open, or when the only open page loads itself again (offline.js).  Therefore, a page never
// gets files of two versions.

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

// Answers from the cache or, if the cache lacks the file, from the network.  Files that are not in kSite, such as the
// report, are cached when they are first read.
async function answer(request) {
  const cache = await caches.open(kCache);
  const url = new URL(request.url);
  url.search = url.hash = '';
  if (url.href === registration.scope) url.pathname += 'index.html';
  const cached = await cache.match(url.href);
  // A forced reload bypasses the cache.
  if (cached && request.cache !== 'reload') return cached;
  try {
    const response = await fetch(request);
    if (response.status === 200) await cache.put(url.href, response.clone());
    return response;
  } catch (error) {
    if (cached) return cached;
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
