// The service worker: caches the files of the site, so that the site works offline after the first visit.
//
// site/build_site.py adds a first line to this file.  The line contains the files to cache:
//
//     const kSite = {version: "…", files: {"index.html": "SHA-256", …}};
//
// Each version has its own cache.  The new cache is filled while the old one is in use.  The new version takes over when
// no page of the old version is open, or when the only open page loads itself again (offline.js).  A file enters the cache
// only if its digest is the one in kSite.  Therefore, a page never gets files of two versions from the cache, also while the
// site is being uploaded.

const kCache = `teeko ${registration.scope} ${kSite.version}`;

// Stores a response if it has the digest of the file.  Returns whether it has.
async function keep(cache, file, response) {
  if (response.status !== 200) return false;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()));
  if (Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') !== kSite.files[file]) return false;
  await cache.put(registration.scope + file, response);
  return true;
}

async function fill() {
  const cache = await caches.open(kCache);
  await Promise.all(Object.keys(kSite.files).map(async (file) => {
    const kept = await keep(cache, file, await fetch(new Request(file, {cache: 'no-cache'})));
    if (!kept) throw new Error(`${file} is not of version ${kSite.version}`);
  }));
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
// report, come from the network; the cache has the last ones for a reader without a network.
async function answer(request) {
  const cache = await caches.open(kCache);
  const url = new URL(request.url);
  url.search = url.hash = '';
  if (url.href === registration.scope) url.pathname += 'index.html';
  const file = url.href.slice(registration.scope.length);
  const known = Object.hasOwn(kSite.files, file);
  const cached = await cache.match(url.href);
  // A forced reload bypasses the cache.
  if (cached && known && request.cache !== 'reload') return cached;
  try {
    const response = await fetch(request);
    if (!known && response.status === 200) await cache.put(url.href, response.clone());
    if (known && !await keep(cache, file, response.clone()) && cached) return cached;
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
