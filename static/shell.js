/**
 * Leads to the book if it answers. Else it shows what this phone knows: the matches looked at last, or, for the match named
 * after the #, the very same entry screen, out of the copy of its page.
 */

import { installWorker } from "./parts/install.js";
import { keptMatch, keptMatches } from "./parts/kept.js";
import { deliver, newDeals, waits } from "./parts/outbox.js";
import { recall } from "./parts/phone.js";
import { answers } from "./parts/probe.js";
import { ROOT } from "./parts/root.js";
import { stored } from "./parts/storage.js";

const LOOK_EVERY = 4_000; // ms between two looks for the book

const seeking = /** @type {HTMLElement} */ (document.getElementById("seeking"));
const silence = /** @type {HTMLElement} */ (document.getElementById("silent"));
const putting = /** @type {HTMLElement} */ (document.getElementById("home"));
const works = /** @type {HTMLElement} */ (document.getElementById("works"));
const known = /** @type {HTMLElement} */ (document.getElementById("known"));
/** @type {string} The match whose entry screen is shown, "" for none. */
let entering = "";
let nextLook = 0;

/** Where the book has what is asked for here. */
function home() {
  const id = asked();
  return id ? (known.dataset.entry ?? "").replace("/0/", `/${id}/`) : known.dataset.matches ?? "/";
}

/** The match named after the #. */
function asked() {
  return /^#\d+$/.test(location.hash) ? location.hash.slice(1) : "";
}

/** Looks for the book, and goes there; shows what there is while it is away. */
async function look() {
  clearTimeout(nextLook);
  if (!document.hidden && (await answers())) {
    if (!halfTyped()) return location.replace(home());
    sayAgain();
  } else if (seeking.isConnected) await show();
  else if (!document.hidden) sayAway();
  nextLook = setTimeout(look, LOOK_EVERY);
}

/** Does the entry screen hold what is not in the book yet? */
function halfTyped() {
  const about = document.querySelector("form")?.dataset;
  return entering !== "" && stored(`deal ${about?.match} ${about?.deal}`) !== null;
}

async function show() {
  for (const other of [seeking, putting]) other.remove();
  const id = keptMatches().find((one) => one.split(" ")[0] === asked()) ?? "";
  const match = keptMatch(id);
  if (match?.page) return enter(id, match.page);
  list();
}

/** The matches that this phone knows, the first of them open. */
function list() {
  silence.hidden = false;
  for (const id of keptMatches()) {
    const match = keptMatch(id);
    if (match) known.append(drawnMatch(id, match));
  }
  const first = known.querySelector("details");
  first?.setAttribute("open", "");
  const [next] = first?.querySelectorAll(".buttons > a") ?? [];
  if (next) { // at the thumb, as on the page of a match
    document.getElementById("dock")?.append(next);
    first?.querySelector(".buttons")?.remove();
  }
  /** @type {HTMLElement} */ (document.getElementById("nothing")).hidden = first !== null;
}

/** The page as it is to be put on the home screen: without what is after the #, and staying where it is. */
function stay() {
  history.replaceState(null, "", location.pathname);
  putting.hidden = false;
  putting.append(works);
  works.setAttribute("open", "");
  for (const other of [seeking, silence]) other.remove();
}

/** @param {string} id
 * @param {import("./parts/kept.js").Kept} match */
function drawnMatch(id, match) {
  const drawn = copyOf("one-match");
  const [name, asOf, sheet, link] = ["summary", "[data-as-of]", ".kept-sheet", "a"].map((where) => /** @type {HTMLElement} */ (drawn.querySelector(where)));
  name.textContent = match.name;
  const when = new Date(match.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  asOf.textContent = (asOf.dataset.asOf ?? "").replace("{}", when);
  sheet.append(...read(match.sheet).body.childNodes);
  for (const one of waits(id)) drawn.querySelector(".kept-waits")?.append(drawnWaiting(one));
  link.textContent = match.enter.replace(/\d+/, (n) => String(Number(n) + newDeals(id)));
  link.setAttribute("href", `#${id.split(" ")[0]}`);
  if (!match.enter || !match.page) link.parentElement?.remove();
  return drawn;
}

/** @param {import("./parts/outbox.js").Waiting} one */
function drawnWaiting(one) {
  const drawn = copyOf("one-waits");
  drawn.querySelector("summary")?.prepend(`${one.title}: `);
  /** @type {HTMLElement} */ (drawn.querySelector("p")).textContent = one.text;
  return drawn;
}

/** @param {string} id of a template
 * @returns {HTMLElement} */
function copyOf(id) {
  return /** @type {HTMLElement} */ (templates[id].cloneNode(true));
}
const templates = Object.fromEntries([...document.querySelectorAll("template")].map((one) => [one.id, /** @type {Node} */ (one.content.firstElementChild)]));

/** @param {string} text */
function read(text) {
  return new DOMParser().parseFromString(text, "text/html");
}

/** Becomes the entry screen of a match.
 * @param {string} id
 * @param {string} text the page */
async function enter(id, text) {
  entering = id;
  const page = read(text);
  const html = document.documentElement;
  for (const name of ["lang", "dir"]) html.setAttribute(name, page.documentElement.getAttribute(name) ?? "");
  const old = [...document.querySelectorAll("link[rel=stylesheet]")];
  await Promise.all([...page.querySelectorAll("link[rel=stylesheet]")].map(styledBy));
  for (const one of old) one.remove();
  document.title = page.title;
  const script = page.querySelector("script")?.getAttribute("src") ?? "";
  document.body.replaceChildren(...page.body.childNodes);
  recall();
  sayAway();
  await import(script).catch(() => location.replace(ROOT + "/shell")); // the browser has forgotten it
}

/** @param {Element} link
 * @returns {Promise<unknown>} once its rules hold */
function styledBy(link) {
  const made = /** @type {Element} */ (document.importNode(link));
  return new Promise((there) => {
    made.addEventListener("load", there);
    made.addEventListener("error", there);
    document.head.append(made);
  });
}

let said = "";

/** @param {string} what a template */
function say(what) {
  if (!entering || said === what) return;
  said = what;
  const strip = copyOf(what);
  strip.querySelector("a")?.setAttribute("href", home());
  document.getElementById("shell-says")?.remove();
  strip.id = "shell-says";
  document.querySelector("main")?.prepend(strip);
}
const sayAway = () => say("away");
const sayAgain = () => say("again");

// From one entry screen to another page of the shell: its script runs once for a document.
addEventListener("hashchange", () => {
  if (entering) location.replace(ROOT + "/shell" + location.hash);
  else if (!silence.hidden) {
    silence.hidden = true;
    known.replaceChildren();
    document.querySelector("#dock > .brass")?.remove();
    show();
  }
});
// What leads out of the entry screen leads to what this phone knows, as long as that is all there is.
document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!entering || !link || said === "again") return;
  event.preventDefault();
  location.assign((await answers()) ? link.href : ROOT + "/shell");
});
recall();
for (const [one, so] of /** @type {[string, boolean][]} */ ([["plain", !isSecureContext], ["secure", isSecureContext]])) {
  document.getElementById(one)?.toggleAttribute("hidden", !so);
}
if (location.hash === "#home") stay();
else {
  document.addEventListener("visibilitychange", () => document.hidden || look());
  addEventListener("pageshow", (event) => event.persisted && look());
  look();
  deliver(() => waits().length || look());
}
installWorker();
