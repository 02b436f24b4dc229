/** The service worker, where the browser allows one: over https, and on the machine itself. */

const AFTER_ALL = 2_000; // ms: the page comes first

/** Installs it if the page names one; where that fails, all works as over plain http. */
export function installWorker() {
  const { serviceWorker } = navigator;
  const worker = /** @type {HTMLElement | null} */ (document.querySelector("link[rel=manifest]"))?.dataset.worker;
  if (serviceWorker && worker) setTimeout(() => serviceWorker.register(worker).catch(() => {}), AFTER_ALL);
}
