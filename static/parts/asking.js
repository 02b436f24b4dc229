/** One question at a time: the bar that asks it, the pad that answers it, and the way on to the next. */

import { tell } from "./book.js";
import { asks, clear, counted, depths, filled, form, put, sides, value, words } from "./fields.js";
import { echo, sum, typed, written } from "./numbers.js";
import { hear, heard, inView, named, paint, trouble, waiting } from "./painting.js";
import { after, answered, cellsOf, complete, counts, kind, number, order, side } from "./questions.js";
import { store, stored } from "./storage.js";

const AGAIN_WITHIN = 300; // ms: a second press here is a trembling hand
const AGAIN_NEAR = 30; // px
const SAVE_LIT = 400; // ms before a Save that has just lit up is heard
const SPEAK_AFTER = 30; // ms: paint first

const bar = /** @type {HTMLElement} */ (document.getElementById("question"));
const echoed = /** @type {HTMLElement} */ (document.getElementById("echo"));
export const go = /** @type {HTMLButtonElement} */ (document.getElementById("go"));
const said = /** @type {HTMLElement} */ (document.getElementById("spoken"));
export const pads = /** @type {HTMLElement} */ (document.getElementById("pads"));

/** What is asked; the text of its number while that is typed; does the next digit replace it? */
export const now = { question: "", text: "", fresh: true, pad: "" };
let litAt = -Infinity;
let changed = { at: -Infinity, x: 0, y: 0 };
/** @type {{x: number, y: number} | null} */
let pressed = null;
let saving = false;
let turn = 0;
let began = false; // has anybody typed a number on this page yet? Then the bar need not teach how.
/** @type {(() => void)[]} What else wants to know that something was typed. */
export const onTyped = [];
/** @type {Record<string, () => void>} What comes after an answer to this kind of question, in place of the next one. */
export const instead = {};
/** @type {{here: boolean, fetch: () => Promise<any>, draw: () => void}} What few deals need, and its own way of drawing. */
export const rarely = { here: false, fetch: async () => null, draw: () => {} };

/** Is this press the second half of a trembling one?
 * @param {MouseEvent} event */
export function trembling(event) {
  pressed = event.detail === 0 ? null : { x: event.clientX, y: event.clientY };
  const near = Math.hypot(event.clientX - changed.x, event.clientY - changed.y) <= AGAIN_NEAR;
  return pressed !== null && near && event.timeStamp - changed.at < AGAIN_WITHIN;
}

/** Does Save light up too recently to be meant?
 * @param {MouseEvent} event */
export function tooSoon(event) {
  return event.detail !== 0 && event.timeStamp - litAt < SAVE_LIT;
}

export function lit() {
  return complete() && !now.pad.startsWith("menu");
}

/** Asks this.
 * @param {string} question
 * @param {string} [answer] what was answered before, to be read aloud */
export function ask(question, answer = "") {
  if ((!asks[kind(question)] || (counts(question) && counting(question))) && !rarely.here) {
    rarely.fetch().then((there) => there && ask(question, answer));
    return;
  }
  now.question = question;
  now.text = number(question) ? shownNumber(question) : "";
  now.fresh = true;
  show(padFor(question));
  const pattern = asks[question] ?? asks[kind(question)];
  bar.textContent = pattern ? named(pattern, side(question)) : "";
  draw();
  inView(question);
  speak(question, answer);
}

/** What stands in the field of a question, counted cards as their sum.
 * @param {string} question */
export function shownNumber(question) {
  const points = counts(question) && counted(side(question), counts(question));
  return typeof points === "number" ? written(points) : value(number(question));
}

/** @param {string} question */
function padFor(question) {
  if (pads.querySelector(`[data-pad="${question}"]`)) return question;
  if (pads.querySelector(`[data-pad="${kind(question)}"]`)) return kind(question);
  if (counts(question) && counting(question)) return "values";
  return "digits";
}

/** Are the cards of this number counted by value?
 * @param {string} question */
function counting(question) {
  if (counted(side(question), counts(question)) !== null) return true;
  return value(number(question)) === "" && stored("count") === true;
}

/** Puts this pad on the felt. A press that comes too soon after, at the same place, was meant for the one before.
 * @param {string} pad */
export function show(pad) {
  if (pad !== now.pad && pressed) changed = { at: performance.now(), ...pressed };
  now.pad = pad;
  for (const one of /** @type {HTMLCollectionOf<HTMLElement>} */ (pads.children)) one.hidden = one.dataset.pad !== pad;
  const digits = pads.querySelector('[data-pad="digits"]');
  digits?.classList.toggle("with-sign", /^(result|agreed|net)/.test(now.question));
}

/** Shows a pad that asks nothing about the deal, under this title.
 * @param {string} pad
 * @param {string} title */
export function turnTo(pad, title) {
  show(pad);
  bar.textContent = title;
  draw();
  said.textContent = `${title}.`;
}

/** Draws the bar and the sheet for what is typed by now. */
export function draw() {
  const isNumber = number(now.question) !== "" && (now.pad === "digits" || now.pad === "values");
  const teach = now.pad === "digits" && !began && now.text === "";
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".worth"))) {
    one.hidden = one.dataset.for !== now.pad || (now.pad === "digits" && !teach);
  }
  bar.classList.toggle("small", isNumber);
  echoed.hidden = !isNumber || teach;
  echoed.textContent = echo(now.text) || "0";
  echoed.classList.toggle("faint", now.text === "");
  drawGo();
  paint(now.question, number(now.question) && !now.fresh ? now.text : undefined);
  rarely.draw();
}

function drawGo() {
  const save = lit();
  if (save && !go.classList.contains("brass")) litAt = performance.now();
  go.classList.toggle("brass", save);
  const done = now.pad.startsWith("menu") ? words.done : "";
  const half = !now.fresh || answered(now.question);
  const label = saving ? words.saving : done || (save ? words.save : half ? words.next : words.skip);
  if (go.textContent !== label) go.textContent = label;
}

/** Moves the focus to what is asked, and reads out what was answered and what comes.
 * @param {string} question
 * @param {string} answer */
function speak(question, answer) {
  const mine = ++turn;
  const heardNow = () => {
    if (mine !== turn) return;
    focus(question);
    const next = question === "end" ? `${bar.textContent}. ${heard()?.spoken ?? ""} ${words.save}.` : `${bar.textContent}.`;
    said.textContent = answer ? `${answer}. ${next}` : next;
  };
  if (pressed) setTimeout(heardNow, SPEAK_AFTER);
  else heardNow();
}

/** @param {string} question */
function focus(question) {
  const name = number(question);
  const cell = cellsOf(question)[0];
  const field = name ? form.elements.namedItem(name) : cell?.querySelector("input:checked") ?? cell?.querySelector("input");
  if (question === "end") go.focus({ preventScroll: true });
  else if (field instanceof HTMLInputElement && !cellsOf(question).some((one) => one.contains(document.activeElement))) {
    field.focus({ preventScroll: true });
  }
}

/** Takes this answer over, and goes on if this phone moves on by itself.
 * @param {string} answer as it is read aloud */
export function answer(answer) {
  now.fresh = true;
  recount();
  if (instead[kind(now.question)]) instead[kind(now.question)]();
  else if (document.documentElement.dataset.moving === "next") {
    draw();
    said.textContent = `${answer}.`;
  } else ask(after(now.question), answer);
}

/** Closes a number that is being typed: a sum becomes its total. False if it is none, and then it stays open. */
export function finish() {
  if (now.fresh || !number(now.question) || now.pad === "values") return true;
  const total = sum(now.text);
  if (total === null && now.text !== "") return false;
  if (counts(now.question)) clear(`side${side(now.question)}-${counts(now.question)}.`);
  put(number(now.question), total === null ? "" : written(total));
  now.text = total === null ? "" : written(total);
  now.fresh = began = true;
  return true;
}

/** One more character of the number.
 * @param {string} key */
export function type(key) {
  now.text = typed(now.fresh && key !== "+" ? "" : now.text, key);
  now.fresh = false;
  put(number(now.question), now.text);
  draw();
}

/** Ends the number with this digit, and moves on.
 * @param {string} digit */
export function end(digit) {
  type(digit);
  if (finish()) answer(now.text);
}

/** Takes the last character back; on an empty field, the question before. */
export function erase() {
  const name = number(now.question);
  if (name && now.pad === "digits" && now.text) {
    now.text = now.text.slice(0, -1);
    now.fresh = false;
    put(name, now.text);
    draw();
    return;
  }
  now.fresh = true;
  const all = order();
  const at = now.question === "end" ? all.length : all.indexOf(now.question);
  ask(all[Math.max(0, at - 1)]);
}

/** The key at the end of the bar: the next question, or Save. */
export function goOn() {
  if (!finish()) return draw();
  if (/^(menu|meld$|wild)/.test(now.pad)) return ask(order().includes(now.question) ? now.question : after(""));
  if (instead[kind(now.question)] && now.text) return instead[kind(now.question)]();
  if (lit()) return save();
  const was = now.text && number(now.question) ? now.text : "";
  recount();
  ask(after(now.question), was);
}

/** The name of the number that is still being typed. */
function unfinished() {
  return now.fresh || now.pad === "values" ? "" : number(now.question);
}

let asked = 0;

/** Asks the book what the deal gives by now. An answer that a later question has overtaken is not heard. */
export async function recount() {
  for (const one of onTyped) one();
  const mine = ++asked;
  waiting(true);
  setTimeout(() => mine === asked && waiting(false), 400);
  const told = await tell(complete() ? "check" : "count", unfinished());
  if (told && mine === asked && !told.saved) {
    take(told);
    if (now.question === "end") speak("end", "");
  }
}

/** @param {import("./painting.js").Answer} told */
function take(told) {
  put("doubts_seen", told.seen);
  put("op_id", told.op_id);
  hear(told, now.pad === "values" && !now.fresh ? number(now.question) : "");
  draw();
}

/** Saves; what speaks against it is shown, and asked for. */
async function save() {
  if (saving) return;
  saving = true;
  asked++;
  drawGo();
  const told = await tell("save", "");
  saving = false;
  if (!told) trouble(words.silent);
  else if (told.saved) {
    store(draftKey(), null);
    location.replace(told.saved);
    return;
  } else {
    put("base", told.base);
    take(told);
    const wrong = told.faults.find((fault) => fault.error);
    const row = wrong && form.querySelector(`[data-cell="${wrong.side ?? 0} ${wrong.at}"]`)?.closest(".cell");
    const question = row?.getAttribute("data-q")?.split(" ")[0];
    said.textContent = [told.notice, ...told.faults.map((fault) => fault.text)].filter((one) => one).join(" ");
    if (question) ask(question, said.textContent ?? "");
  }
  drawGo();
}

/** Where this phone keeps what is typed here. */
export function draftKey() {
  return `deal ${form.dataset.match} ${form.dataset.deal}`;
}

/** What is typed by now, to be kept. */
export function draft() {
  return { fields: filled("").filter(([name]) => name !== "csrf_token"), depths: sides.map((one) => depths[one]) };
}
