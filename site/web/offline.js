// Installs the service worker, so that the site works without a network (sw.js).

async function keepSite() {
  const workers = navigator.serviceWorker;
  const {waiting} = await workers.register(new URL('sw.js', import.meta.url));
  if (!waiting) return;
  // An earlier visit has loaded a new version of the site.  The new version takes over now if no other page is open.
  workers.addEventListener('controllerchange', () => location.reload());
  waiting.postMessage('take your place');
}

// Browsers allow service workers only over https or from this machine.  Some browsers forbid them in private windows.
if ('serviceWorker' in navigator) keepSite().catch(() => {});
