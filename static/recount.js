/**
 * Another version of a deal, with a pad for the fields in which cards are named: each card that is touched goes into the
 * field that is being filled. Whoever would rather type has the keyboard brought up by a key of the pad.
 */

import { CARD, cardsIn, shortened } from "./parts/cards.js";
import { installWorker } from "./parts/install.js";
import { speak } from "./parts/speech.js";

const NONE = "\u2013"; // written in place of cards: no meld, an empty hand
const SHORT = 12; // letters

const form = /** @type {HTMLFormElement} */ (document.getElementById("deal-form"));
const felt = /** @type {HTMLElement} */ (document.getElementById("felt"));
const place = /** @type {HTMLElement} */ (document.getElementById("place"));
const whose = /** @type {HTMLElement} */ (document.getElementById("whose"));
const count = /** @type {HTMLElement} */ (document.getElementById("count"));
const looks = document.body.classList;
const named = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[name*="-melds."], [name*="-hands."]'));
/** Where cards are named, one side after the other, its melds before its hands. */
const fields = [...named].sort((one, other) => sideOf(one) - sideOf(other));

/** Where the next card goes, while the pad is there.
 * @type {HTMLInputElement | undefined} */
let current;

/** @param {HTMLInputElement} field "side0-melds.2" */
function sideOf(field) {
  return parseInt(field.name.slice("side".length));
}

/** All melds of a side, or one of its hands.
 * @param {HTMLInputElement} field */
function pileOf(field) {
  return field.name.replace(/melds\..*/, "melds");
}

/** Does it say that there are no cards, or nothing at all?
 * @param {HTMLInputElement} field */
function bare(field) {
  return /^[-\u2010-\u2015\u2212]?$/.test(field.value.trim());
}

/** Does it say nothing but cards? Words, as in "7 queens", are for the book to read.
 * @param {string} text */
function readable(text) {
  return !/[^\s,;.+]/.test(shortened(text).replace(CARD, ""));
}

/** "K*3 2": the cards in the order in which they were touched.
 * @param {string[]} cards */
function written(cards) {
  /** @type {[string, number][]} */
  const piles = [];
  for (const rank of cards) {
    const last = piles.at(-1);
    if (last?.[0] === rank) last[1]++;
    else piles.push([rank, 1]);
  }
  return piles.map(([rank, n]) => (n === 1 ? rank : `${rank}*${n}`)).join(" ");
}

/** One more card. What is typed in words stays as it is.
 * @param {HTMLInputElement} field
 * @param {string} rank */
function lay(field, rank) {
  if (bare(field)) field.value = rank;
  else field.value = readable(field.value) ? written([...cardsIn(field.value), rank]) : `${field.value.trim()} ${rank}`;
}

/** Takes back the last card, or the last word of what cannot be read here.
 * @param {HTMLInputElement} field */
function takeBack(field) {
  const text = field.value.trim();
  field.value = readable(text) ? written(cardsIn(text).slice(0, -1)) : text.replace(/\s*\S+$/, "");
}

/** The next card goes here.
 * @param {HTMLInputElement} field */
function turnTo(field) {
  current?.parentElement?.classList.remove("current");
  current = field;
  field.parentElement?.classList.add("current");
  looks.add("counting");
  looks.toggle("melding", field.name.includes("melds"));
  if (document.activeElement !== field) field.focus({ preventScroll: true });
  draw();
}

/** The pad makes room for what is to be done with the cards. */
function leave() {
  current?.parentElement?.classList.remove("current");
  current?.blur();
  current = undefined;
  looks.remove("counting");
  document.documentElement.style.removeProperty("--felt-height");
}

/** The field after this one. Behind a meld that is left empty there are no others, so the hands are next. */
function turnToNext() {
  const here = current;
  if (!here) return;
  const later = fields.slice(fields.indexOf(here) + 1).filter((field) => !field.closest("details:not([open])"));
  const next = later.find((field) => !bare(here) || pileOf(field) !== pileOf(here));
  if (next) turnTo(next);
  else leave();
}

/** Names in the bar what is named so beside the field; there long names can be read whole.
 * @param {HTMLElement} where
 * @param {Element | null | undefined} from */
function name(where, from) {
  const text = from?.textContent?.trim() ?? "";
  where.textContent = text.length <= SHORT ? text : "";
}

/** Says in the bar what the field holds, and keeps it above the felt. */
function draw() {
  if (!current) return;
  const { value } = current;
  const n = cardsIn(value).length;
  name(place, current.labels?.[0]);
  name(whose, document.querySelector(`#side${sideOf(current)} .head-name`));
  count.textContent = n && readable(value) ? (count.dataset.cards ?? "").replace("{}", String(n)) : "";
  looks.toggle("nothing", value.trim() === "" && !/melds\.[1-9]/.test(current.name)); // No meld at all is said in the first.
  document.documentElement.style.setProperty("--felt-height", `${felt.offsetHeight}px`);
  for (const part of [current.parentElement, current]) part?.scrollIntoView({ block: "nearest" }); // Its name may be long.
}

/** Whether cards are typed, with the keyboard of the phone.
 * @param {boolean} yes */
function type(yes) {
  looks.toggle("typing", yes);
  for (const field of fields) field.inputMode = yes ? "text" : "none";
  const here = current;
  here?.blur(); // Phones look at the mode of a field when it is entered.
  if (here) turnTo(here);
}

felt.addEventListener("click", (event) => {
  const key = event.target instanceof Element && event.target.closest("button");
  if (!key || !current) return;
  const { card, act } = key.dataset;
  if (act === "next") turnToNext();
  else if (act === "done") leave();
  else if (act === "type" || act === "touch") type(act === "type");
  else {
    if (card) lay(current, card);
    else if (act === "none") current.value = NONE;
    else takeBack(current);
    draw();
    const said = key.getAttribute("aria-label") ?? key.textContent?.trim();
    speak(`${said}. ${count.textContent}`);
  }
});
// The field keeps what is typed while the keys are touched.
felt.addEventListener("mousedown", (event) => event.preventDefault());
form.addEventListener("focusin", ({ target }) => {
  const field = fields.find((one) => one === target);
  if (field && field !== current) turnTo(field);
  else if (!field && target instanceof Element && target.matches(".box")) leave(); // Typed, by the phone's own keys.
});
form.addEventListener("input", ({ target }) => target === current && draw());

// The pad is there: no keyboard of the phone's own, and whoever types need not walk over every card.
for (const key of /** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll("[data-card], .none, .erase"))) key.tabIndex = -1;
type(false);
installWorker();
