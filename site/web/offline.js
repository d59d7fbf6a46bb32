// Keeps the site in the browser, for visits without a network (sw.js).

// Only from https and this machine, and not in all private windows.
if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register(new URL('sw.js', import.meta.url)).catch(() => {});
}
