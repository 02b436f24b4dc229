/**
 * The service worker: pages from the book while it answers, else the copy of that page, else the shell; files from the
 * phone. What is sent, asked anew or half done goes by it untouched. The server puts the name of this making in.
 */

const worker = /** @type {any} */ (self); // its own types cannot be had beside those of pages
const HOME = new URL("./", location.href);
const MINE = `scorekeeper ${HOME.pathname} `;
const NOW = MINE + "MAKING";
const SHELL_HERE = new URL("shell", HOME).href;
const PATIENT = 2_000; // ms, where there is a copy to show
const MOST_PAGES = 60;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(prepare()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== HOME.origin || !address.href.startsWith(HOME.href)) return;
  if (address.pathname.startsWith(`${HOME.pathname}static/`)) event.respondWith(file(request).catch(() => fetch(request)));
  else if (request.mode === "navigate") event.respondWith(page(event, address));
});

/** Has the shell ready with the files that it names. */
async function prepare() {
  const cache = await caches.open(NOW);
  const shell = await fetch(SHELL_HERE, { cache: "no-cache" });
  if (!shell.ok) throw new Error(shell.statusText);
  const text = await shell.clone().text();
  await cache.put(SHELL_HERE, shell);
  await cache.addAll([...text.matchAll(/="([^"]*\/static\/[^"]+\.(?:css|js))"/g)].map(([, name]) => new URL(name, HOME).href));
  await worker.skipWaiting();
}

/** Lets go of what an earlier making kept here; others on this host keep theirs. */
async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith(MINE) && name !== NOW) await caches.delete(name);
  await worker.clients.claim();
}

/** A file whose address names what it holds.
 * @param {Request} request */
async function file(request) {
  const cache = await caches.open(NOW);
  const there = await cache.match(request, { ignoreSearch: true });
  if (there) return there;
  const answer = await fetch(request);
  if (answer.status === 200) cache.put(request, answer.clone()).catch(() => {}); // there may be no room
  return answer;
}

/** A page: from the book if it answers in time.
 * @param {any} event
 * @param {URL} address */
async function page(event, address) {
  const cache = await caches.open(NOW);
  if (address.href.split("#")[0] === SHELL_HERE) return (await cache.match(SHELL_HERE)) ?? fetch(event.request);
  const plain = new URL(address);
  plain.searchParams.delete("saved"); // it only names what was saved a moment ago
  const copy = await cache.match(plain.href);
  const answer = fetch(event.request).then((found) => {
    const mayStay = !found.headers.get("cache-control")?.includes("no-store"); // a copy of the book is as long as that
    const kept = found.status === 403 ? forgetCopies(cache) : mayStay && keepCopy(cache, address, found.clone());
    event.waitUntil(Promise.resolve(kept).catch(() => {}));
    return found;
  });
  event.waitUntil(answer.catch(() => {}));
  try {
    return await (copy ? Promise.race([answer, late()]) : answer);
  } catch {
    return copy ?? Response.redirect(around(address.pathname));
  }
}

/** @returns {Promise<never>} */
function late() {
  return new Promise((_, failed) => setTimeout(() => failed(new Error("late")), PATIENT));
}

/** Where the shell shows what it has in place of a page.
 * @param {string} path */
function around(path) {
  const match = path.match(/\/matches\/(\d+)\/deals\/new(\/plain)?$/);
  return SHELL_HERE + (match ? `#${match[1]}` : "");
}

/** Keeps a page, unless it tells what was just done or holds a form: that is of one moment, and no other.
 * @param {Cache} cache
 * @param {URL} address
 * @param {Response} answer */
async function keepCopy(cache, address, answer) {
  if (answer.status === 200 && address.searchParams.has("saved")) {
    await cache.delete(address.origin + address.pathname); // it is of before
    return;
  }
  if (answer.status !== 200 || answer.redirected) return;
  if (/ name="csrf_token"/.test(await answer.clone().text())) return;
  await cache.delete(address.href); // so that it is last in line to be let go
  await cache.put(address.href, answer);
  await forgetCopies(cache, MOST_PAGES);
}

/** Lets go of all pages but the newest.
 * @param {Cache} cache
 * @param {number} [but] so many; none once the book has let this device out */
async function forgetCopies(cache, but = 0) {
  const pages = (await cache.keys()).filter((one) => !new URL(one.url).pathname.startsWith(`${HOME.pathname}static/`) && one.url !== SHELL_HERE);
  for (const old of pages.slice(0, Math.max(0, pages.length - but))) await cache.delete(old);
}
