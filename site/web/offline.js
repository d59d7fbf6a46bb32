// Installs the service worker, so that the site works without a network (sw.js).

async function keepSite() {
  const workers = navigator.serviceWorker;
  const {waiting} = await workers.register(new URL('sw.js', import.meta.url));
  if (!waiting) return;
  // An earlier visit has loaded a new version.  It takes over now if no other page uses the old one.
  workers.addEventListener('controllerchange', () => location.reload());
  waiting.postMessage('take your place');
}

// Browsers allow this only over https or from this machine, and not in all private windows.
if ('serviceWorker' in navigator) keepSite().catch(() => {});
