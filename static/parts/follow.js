import { speak } from "./speech.js";

const SOON = 2_000;
const LATER = 30_000;
const PATIENCE = 6_000;
/** Milliseconds after which a question counts as lost: the phone may have left the network since. */
const GIVE_UP = 5_000;

let tag = "";
let asking = new AbortController();
let nextTime = 0;
let outdated = 0;
let taken = () => {};

/** Keeps the page as the book has it, as long as somebody may be looking.
 * @param {() => void} [then] called after something was taken over
 * @returns {() => void} asks now */
export function follow(then = () => {}) {
  taken = then;
  document.documentElement.dataset.follows = "";
  const wake = () => document.hidden || ask();
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  nextTime = setTimeout(ask, SOON); // what was just loaded is painted first
  return ask;
}

/** Asks for the page and takes over what changed in it; then again after a while, whatever came of it. */
async function ask() {
  clearTimeout(nextTime);
  const began = performance.now();
  asking.abort();
  const mine = (asking = new AbortController());
  const lost = setTimeout(() => mine.abort(), GIVE_UP);
  outdated ||= setTimeout(() => sayOutdated(true), PATIENCE);
  try {
    // The browser asks by the tag it has, and gives its own copy when nothing changed.
    const answer = await fetch(location.pathname, { cache: "no-cache", signal: mine.signal });
    if (answer.status === 403) return location.reload(); // this device was let out
    const page = await answer.text();
    if (answer.ok && mine === asking) {
      const newest = answer.headers.get("ETag") ?? "";
      if (!newest || newest !== tag) take(page);
      tag = newest;
      clearTimeout(outdated);
      outdated = 0;
      sayOutdated(false);
    }
  } catch {
    // The network is away for a moment; it is asked again.
  }
  clearTimeout(lost);
  if (mine === asking) nextTime = setTimeout(ask, Math.max(0, (document.hidden ? LATER : SOON) + began - performance.now()));
}

/**
 * Takes over a newer page, and has its standing read aloud if that is another.
 * @param {string} page
 */
function take(page) {
  const before = standing();
  const newer = new DOMParser().parseFromString(page, "text/html");
  for (const part of ["main", ".dock-row", ".board-strip"]) {
    const [old, fresh] = [document.querySelector(part), newer.querySelector(part)];
    if (old && fresh) renew(old, fresh);
  }
  document.title = newer.title;
  if (standing() !== before) speak(standing());
  taken();
}

function standing() {
  return document.querySelector("[data-standing]")?.getAttribute("data-standing") ?? "";
}

/** An element that differs in one of these is another one. */
const WHICH = ["href", "action", "name", "id"];

/**
 * Changes what differs and replaces as little as can be, so that the focus stays, what was opened stays open, and a finger
 * on a link meets it when it is lifted.
 * @param {Node} old
 * @param {Node} fresh
 */
function renew(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (!(old instanceof Element && fresh instanceof Element && same(old, fresh))) {
    old.parentNode?.replaceChild(fresh, old);
    return;
  }
  if (old.hasAttribute("data-own")) return; // the phone's, not the book's
  for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (name !== "open") old.setAttribute(name, value);
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  // Where some came or went, the others are told by the ends that stayed; new rows come first.
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start].isEqualNode(after[start])) start++;
  const more = after.length - before.length;
  const gone = before.slice(start, Math.max(start, start - more));
  const come = after.slice(start, Math.max(start, start + more));
  for (const one of gone) old.removeChild(one);
  for (const one of come) old.insertBefore(one, before[start + gone.length] ?? null);
  after.slice(start + come.length).forEach((part, place) => renew(before[start + gone.length + place], part));
}

/** Are these the same thing, now and then?
 * @param {Element} old
 * @param {Element} fresh */
function same(old, fresh) {
  return old.tagName === fresh.tagName && WHICH.every((name) => old.getAttribute(name) === fresh.getAttribute(name));
}

/** @param {boolean} so */
function sayOutdated(so) {
  for (const word of document.querySelectorAll(".outdated")) word.toggleAttribute("hidden", !so);
}
