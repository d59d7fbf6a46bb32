// Keeps the site in the browser, for visits without a network (sw.js).

async function keepSite() {
  const workers = navigator.serviceWorker;
  const {waiting} = await workers.register(new URL('sw.js', import.meta.url));
  if (!waiting) return;
  // A new version has come with an earlier visit.  It takes its place now, if
  // no other page uses the old one.
  workers.addEventListener('controllerchange', () => location.reload());
  waiting.postMessage('take your place');
}

// Only from https and this machine, and not in all private windows.
if ('serviceWorker' in navigator) keepSite().catch(() => {});
