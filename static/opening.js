/**
 * Do they open? Each card that is touched goes into a field of the form. The book counts: its answer is taken out of the
 * page that it gives for these fields, whose address is this page's from then on, so that reload and Back keep them.
 */

import { cardsIn } from "./parts/cards.js";
import { recall } from "./parts/phone.js";
import { speak } from "./parts/speech.js";

const PATIENCE = 5_000;
const AGAIN = 2_000; // ms until a book that did not answer is asked again
const SPEAK_AFTER = 1_000; // ms without another touch
const WILD = ["2", "JK"];

const form = /** @type {HTMLFormElement} */ (document.getElementById("opening-form"));
const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[type=text]")]);
const melds = fields.slice(0, -1);
const top = fields[melds.length];
const concealed = /** @type {HTMLInputElement | null} */ (form.querySelector("[type=checkbox]"));
const pad = /** @type {HTMLElement} */ (document.getElementById("pad"));
const felt = /** @type {HTMLElement} */ (pad.closest(".felt"));
const silent = /** @type {HTMLElement} */ (document.getElementById("silent"));

/** Where the next card goes, unless it is of another rank. */
let current = melds[0];
/** Is the next card the top card of the pile? */
let topIsNext = false;

/** What the meld is of, as far as it lies: "" if nothing natural is in it.
 * @param {HTMLInputElement} meld
 * @returns {string} */
function rankOf(meld) {
  return cardsIn(meld.value).find((rank) => !WILD.includes(rank)) ?? "";
}

/** May this card go into this meld? Wild cards that are a meld by themselves take no natural one.
 * @param {string} rank
 * @param {HTMLInputElement} meld */
function fits(rank, meld) {
  const whole = cardsIn(meld.value).length >= Number(form.dataset.wild ?? Infinity);
  return WILD.includes(rank) || rankOf(meld) === rank || (rankOf(meld) === "" && !whole);
}

/** The meld that was laid last, or the first to be laid. */
function last() {
  return melds.filter((meld) => meld.value).at(-1) ?? melds[0];
}

/** The meld that this card goes to: the one being laid, or that of its rank, or a new one.
 * @param {string} rank */
function home(rank) {
  const now = current === top ? last() : current;
  return fits(rank, now) ? now : melds.find((meld) => rankOf(meld) === rank) ?? melds.find((meld) => !meld.value);
}

/** @param {string} rank */
function touch(rank) {
  const field = topIsNext ? top : home(rank);
  if (!field) return; // More melds than any hand has.
  field.value = topIsNext ? rank : [...cardsIn(field.value), rank].join(" ");
  turnTo(field);
  ask();
}

/** Takes the last card off what was laid last; where nothing was laid yet, turns back to what was. */
function takeBack() {
  const there = topIsNext ? [] : cardsIn(current.value);
  if (there.length) current.value = there.slice(0, -1).join(" ");
  turnTo(current.value ? current : last());
  if (there.length) ask();
}

/** The next card is the top card of the pile, or, pressed again, it is not. */
function turnToTop() {
  const yes = !topIsNext;
  turnTo(yes || top.value ? top : last());
  topIsNext = yes;
  draw();
}

/** The next card goes here.
 * @param {HTMLInputElement} field */
function turnTo(field) {
  current = field;
  topIsNext = false;
  draw();
  inView();
}

/** Keeps the meld being laid, and what is said of it, above the felt. */
function inView() {
  document.documentElement.style.setProperty("--felt-height", `${felt.offsetHeight}px`);
  current.parentElement?.scrollIntoView({ block: "nearest" });
}

/** Shows the fields in use, and which of them is being laid. */
function draw() {
  for (const field of fields) {
    const row = /** @type {HTMLElement} */ (field.parentElement);
    const count = cardsIn(field.value).length;
    row.hidden = !field.value && field !== current && field !== last();
    row.classList.toggle("current", field === current);
    // Nothing is said against what is only begun.
    row.classList.toggle("begun", !field.value || (field === current && count < Number(form.dataset.least)));
  }
  pad.querySelector('[data-act="top"]')?.setAttribute("aria-pressed", String(topIsNext));
}

let asking = new AbortController();
let retry = 0;
let speaking = 0;

/** Asks the book what the cards count. An answer that a later question has overtaken is not heard. */
async function ask() {
  clearTimeout(retry);
  clearTimeout(speaking);
  asking.abort();
  const mine = (asking = new AbortController());
  const lost = setTimeout(() => mine.abort(), PATIENCE);
  const filled = fields.filter((field) => field.value.trim()).map((field) => [field.name, field.value]);
  if (concealed?.checked) filled.push([concealed.name, concealed.value]);
  const address = filled.length ? `?${new URLSearchParams(filled)}` : location.pathname;
  history.replaceState(null, "", address);
  let heard = false;
  try {
    const answer = await fetch(address, { signal: mine.signal });
    heard = answer.ok && take(await answer.text());
  } catch {
    // The network is away for a moment.
  }
  clearTimeout(lost);
  if (mine !== asking) return;
  silent.hidden = heard;
  if (!heard) retry = setTimeout(ask, AGAIN);
  speaking = setTimeout(() => speak(heard ? told() : silent.textContent?.trim() ?? ""), SPEAK_AFTER);
  inView();
}

/** Takes over what a page tells about the cards; false if it tells nothing.
 * @param {string} text */
function take(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  if (!page.getElementById("told")) return false;
  for (const id of ["told", "bar", "counted", ...fields.map((field) => `${field.id}-told`)]) {
    document.getElementById(id)?.replaceChildren(...(page.getElementById(id)?.childNodes ?? []));
  }
  for (const field of fields) {
    field.setAttribute("aria-invalid", page.getElementById(field.id)?.getAttribute("aria-invalid") ?? "false");
  }
  document.title = page.title;
  return true;
}

/** The count, what it means for each side, and what is wrong: as it is read aloud. */
function told() {
  const wrong = [...form.querySelectorAll(".opening-row:not(.begun) .error span")];
  return [document.getElementById("said"), ...wrong].map((one) => one?.textContent ?? "").join(" ").trim();
}

/** The next meld, whatever its rank. */
function turnToNext() {
  turnTo(melds.find((meld) => !meld.value) ?? current);
}

pad.addEventListener("click", (event) => {
  const key = event.target instanceof Element && event.target.closest("button");
  if (!key) return;
  if (key.dataset.card) touch(key.dataset.card);
  else if (key.dataset.act === "back") takeBack();
  else {
    turnToTop();
    if (event.detail === 0) current.focus(); // By keyboard: it is typed.
  }
});
document.getElementById("next")?.addEventListener("click", turnToNext);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  turnToNext();
  current.focus();
});
for (const when of ["focusin", "click"]) {
  form.addEventListener(when, ({ target }) => {
    const field = fields.find((one) => one === target);
    if (field && field !== current) turnTo(field);
  });
}
form.addEventListener("input", () => {
  draw();
  ask();
});

recall();
addEventListener("pageshow", recall);
// The pad is there: no keyboard of the phone's own, and whoever types need not walk over every card.
for (const field of fields) field.inputMode = "none";
for (const key of /** @type {NodeListOf<HTMLElement>} */ (pad.querySelectorAll("[data-card], .erase"))) key.tabIndex = -1;
document.body.classList.add("ready");
turnTo(last());
