/**
 * Keeps on the phone what it needs while the book is away: the sheet of a match and its entry screen, and in the memory of
 * the browser the files of that and the shell. Where the book is away, the way to the next deal leads through the shell.
 */

import { keepMatch, keptMatch } from "./kept.js";
import { answers } from "./probe.js";
import { ROOT } from "./root.js";

const AFTER = 1_500; // ms: the page comes first
const AGAIN = 5_000; // ms, where the book did not answer
const SHELL = `${ROOT}/shell`;
const NAMED = ["href", "src", "data-more", "data-acts", "data-keys", "data-waiting", "data-pads"];

let soon = 0;
let keepingAt = 0;

/** Keeps this match as the page shows it, a moment from now. To be called anew when the standing changed. */
export function keepPages(after = AFTER) {
  clearTimeout(soon);
  soon = setTimeout(() => keepNow().catch(() => {}), after);
}

async function keepNow() {
  const mine = ++keepingAt;
  if (!(await answers())) return keepPages(AGAIN); // the page may be an old copy
  const id = /** @type {HTMLElement} */ (document.querySelector("[data-match]")).dataset.match ?? "";
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector('.dock a[href$="/deals/new"]'));
  const sheet = sheetNow();
  const enter = (link?.dataset.book ?? link?.textContent ?? "").trim();
  const of = [enter, sheet, document.querySelector("script")?.src, document.documentElement.lang].join("\n");
  const before = keptMatch(id);
  const known = before?.of === of ? before.page : "";
  const match = { enter, name: document.querySelector("h1")?.textContent ?? "", at: Date.now(), sheet, page: known, of };
  keepMatch(id, match);
  await warm(SHELL, "no-cache");
  if (!link) return;
  const page = await warm(link.href, "default", known);
  if (mine === keepingAt && page !== known) keepMatch(id, { ...match, page });
}

/** The sheet as it stands, without what only works with the book. */
function sheetNow() {
  const sheet = /** @type {HTMLElement} */ (document.querySelector("main")?.cloneNode(true));
  for (const one of sheet.querySelectorAll("h1, form, template, .strip, .buttons, .outdated, .others, .came, #waiting")) one.remove();
  for (const one of sheet.querySelectorAll("a")) one.removeAttribute("href");
  return [...sheet.childNodes].map((one) => new XMLSerializer().serializeToString(one)).join("");
}

/** Fetches a page, and every file and pad that it names, so that the browser has them at hand.
 * @param {string} address
 * @param {RequestCache} cache
 * @param {string} [known] the page, where that need not be fetched
 * @returns {Promise<string>} the page */
async function warm(address, cache, known = "") {
  const text = known || (await fetched(address, cache));
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const one of page.querySelectorAll("link[rel=stylesheet], script, form")) {
    for (const name of NAMED) {
      const file = one.getAttribute(name);
      if (file && name === "data-pads") await warm(file, "default");
      else if (file) await fetched(file, "default");
    }
  }
  return text;
}

/** @param {string} address
 * @param {RequestCache} cache */
async function fetched(address, cache) {
  const answer = await fetch(address, { cache });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

/** Leads to the shell in place of an entry screen that would not come. */
export function leadAround() {
  /** @type {Promise<boolean> | null} */
  let asked = null;
  /** @param {Event} event */
  const entering = (event) => /** @type {HTMLAnchorElement | null} */ (event.target instanceof Element ? event.target.closest('a[href$="/deals/new"]') : null);
  document.addEventListener("pointerdown", (event) => {
    if (entering(event)) asked = answers(); // so that the answer is there when the finger is lifted
  });
  document.addEventListener("click", async (event) => {
    const link = entering(event);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const there = await ((event.detail && asked) || answers());
    asked = null;
    location.assign(there ? link.href : `${SHELL}#${link.pathname.split("/").at(-3)}`);
  });
}
