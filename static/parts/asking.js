/** One question at a time: the bar that asks it, the pad that answers it, and the way on to the next. */

import { tell } from "./book.js";
import { asks, clear, counted, filled, form, names, put, value, words } from "./fields.js";
import { echo, sum, typed, written } from "./numbers.js";
import { hear, heard, inView, paint, waiting } from "./painting.js";
import { after, answered, cellsOf, complete, counts, kind, number, optional, order, side } from "./questions.js";
import { store, stored } from "./storage.js";

const GIVE_UP = 4_000; // ms for a script: the next touch waits behind it
const AGAIN_WITHIN = 300; // ms: a second press here is a trembling hand
const AGAIN_NEAR = 30; // px
const SAVE_LIT = 400; // ms before a Save that has just lit up is heard
const SPEAK_AFTER = 30; // ms: paint first
const DIM_AFTER = 400; // ms: so long the lines of before are shown as if the book had not been asked

export const bar = /** @type {HTMLElement} */ (document.getElementById("question"));
const echoed = /** @type {HTMLElement} */ (document.getElementById("echo"));
export const go = /** @type {HTMLButtonElement} */ (document.getElementById("go"));
export const spoken = /** @type {HTMLElement} */ (document.getElementById("spoken"));
export const pads = /** @type {HTMLElement} */ (document.getElementById("pads"));
/** Where this phone keeps what is typed here. */
export const draft = `deal ${form.dataset.match} ${form.dataset.deal}`;

/** What is asked; the text of its number while that is typed; does the next digit replace it; the word on Save; is
 * all that is typed known to the book? */
export const now = { question: "", text: "", fresh: true, pad: "", saving: "", told: false };
/** @typedef {"result" | "counted" | "net" | "cards" | "elsewhere"} Depth net: counted, with the hands taken off already;
 * elsewhere: on another phone */
/** What few deals need: its own way of drawing, what follows from a number, asking why points were agreed, and how each
 * side is counted where one is not simply counted. */
export const rare = { here: false, draw() {}, closed() {}, reason() {}, depths: /** @type {Depth[] | null} */ (null) };

let litAt = -Infinity;
let changed = { at: -Infinity, x: 0, y: 0 };
/** @type {{x: number, y: number} | null} */
let pressed = null;
/** @type {Record<string, any>} The further scripts, here or on their way. */
const coming = {};
let turn = 0;
let asked = 0;
let pending = false; // is the book being asked? Then the totals are read out when it answers
let taught = false; // has anybody typed a number on this page yet? Then the bar need not say how.

/** A further script of this screen. A browser remembers an address that failed: it is asked for by another the next time.
 * @param {"acts" | "more" | "keys" | "waiting"} which acts: what comes after the first touch, fetched with it
 * @returns {Promise<any>} nothing where the book does not answer */
export async function script(which) {
  coming[which] ??= import(form.dataset[which] ?? "").catch(() => {
    form.dataset[which] += "?";
    delete coming[which];
  });
  const found = await Promise.race([coming[which], new Promise((late) => setTimeout(late, GIVE_UP))]);
  if (!found) silent();
  return found;
}

export const acts = () => script("acts");

/** Says that the book does not answer. */
export function silent() {
  bar.textContent = spoken.textContent = words.silent;
}

/** Is this press the second half of a trembling one, or on a Save that lit up too recently to be meant?
 * @param {MouseEvent} event */
export function trembling(event) {
  pressed = event.detail ? { x: event.clientX, y: event.clientY } : null; // none: a press of the keyboard
  if (!pressed) return false;
  const near = Math.hypot(event.clientX - changed.x, event.clientY - changed.y) <= AGAIN_NEAR;
  const early = event.currentTarget === go && lit() && event.timeStamp - litAt < SAVE_LIT;
  const again = near && event.timeStamp - changed.at < AGAIN_WITHIN;
  changed.at = -Infinity; // the first press alone: the next is meant
  return early || again;
}

/** Is all entered that must be, and nothing more to be asked before the key at the end of the bar saves? */
export function lit() {
  const last = now.question === "end" || optional(now.question) || (now.fresh && after(now.question) === "end");
  return last && complete() && !now.pad.startsWith("menu");
}

/** Asks this.
 * @param {string} question
 * @param {string} [answer] what was answered before, to be read aloud */
export async function ask(question, answer = "") {
  const byValue = counts(question) !== "" && counting(question);
  if ((byValue || !asks[kind(question)]) && !rare.here && !(await (await acts())?.more())) return;
  if (question !== now.question) now.pad = "";
  now.question = question;
  now.text = shownNumber(question);
  now.fresh = true;
  const own = [question, kind(question)].find((pad) => pads.querySelector(`[data-pad="${pad}"]`));
  show(own ?? (byValue ? "values" : "digits"));
  bar.textContent = (asks[question] ?? asks[kind(question)]).replace("{}", names[side(question)]);
  draw();
  speak(answer);
}

/** What stands in the field of a question, counted cards as their sum.
 * @param {string} question */
export function shownNumber(question) {
  const points = counts(question) ? counted(side(question), counts(question)) : null;
  return points === null ? value(number(question)) : written(points);
}

/** Are the cards of this number counted by value?
 * @param {string} question */
function counting(question) {
  return shownNumber(question) === "" ? stored("count") === true : counted(side(question), counts(question)) !== null;
}

/** Puts this pad on the felt. A press that comes too soon after, at the same place, was meant for the one before.
 * @param {string} pad */
export function show(pad) {
  if (pad !== now.pad && pressed) changed = { at: performance.now(), ...pressed };
  now.pad = pad;
  for (const one of /** @type {HTMLCollectionOf<HTMLElement>} */ (pads.children)) {
    one.hidden = one.dataset.pad !== pad;
    one.classList.toggle("with-sign", /^(result|agreed|net)/.test(now.question));
  }
}

/** Draws the bar and the sheet for what is typed by now. */
export function draw() {
  const isNumber = number(now.question) !== "" && /^(digits|values)$/.test(now.pad);
  const teach = now.pad === "digits" && !taught && now.text === "";
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".worth"))) {
    one.hidden = one.dataset.for !== now.pad || (isNumber && !teach);
  }
  bar.classList.toggle("small", isNumber);
  echoed.hidden = !isNumber || teach;
  echoed.textContent = echo(now.text);
  pads.classList.toggle("typing", now.text !== "");
  const save = lit();
  if (save && !go.classList.contains("brass")) litAt = performance.now();
  go.classList.toggle("brass", save);
  const word = now.pad.startsWith("menu") ? "done" : save ? "save" : !now.fresh || answered(now.question) ? "next" : "skip";
  go.textContent = now.saving || words[word];
  go.disabled = word === "skip" && after(now.question) === now.question; // nothing else is open
  paint(now.question, number(now.question) && !now.fresh ? now.text : undefined);
  rare.draw();
  inView(now.question); // the bar grows with what is typed
}

/** Moves the focus to what is asked, and reads out what was answered and what comes.
 * @param {string} answer */
function speak(answer) {
  const mine = ++turn;
  const speakNow = () => {
    if (mine !== turn) return;
    focus();
    const said = answer && answer + ".";
    const end = now.question === "end" ? ` ${heard()?.spoken ?? ""} ${words.save}.` : "";
    if (!end || !pending) spoken.textContent = `${said} ${bar.textContent}.${end}`.trim().replace("?.", "?");
  };
  if (pressed) setTimeout(speakNow, SPEAK_AFTER);
  else speakNow();
}

function focus() {
  const cells = cellsOf(now.question);
  if (cells.some((cell) => cell.contains(document.activeElement))) return;
  const field = now.question === "end" ? go : (cells[0]?.querySelector(":checked") ?? cells[0]?.querySelector("input"));
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
}

/** Takes this answer over, and goes on if this phone moves on by itself.
 * @param {string} answer as it is read aloud */
export function answer(answer) {
  now.fresh = true;
  keepDraft();
  if (kind(now.question) === "agreed") return rare.reason();
  recount();
  if (document.documentElement.dataset.moving === "next") {
    draw();
    spoken.textContent = `${answer}.`;
  } else return ask(after(now.question), answer);
}

/** Closes a number that is being typed: a sum becomes its total. False if it is none, and then it stays open. */
export function finish() {
  if (now.fresh || !number(now.question) || now.pad === "values") return true;
  const total = sum(now.text);
  if (total === null && now.text !== "") return false;
  if (counts(now.question)) clear(`side${side(now.question)}-${counts(now.question)}.`);
  now.text = total === null ? "" : written(total);
  put(number(now.question), now.text);
  rare.closed();
  now.fresh = taught = true;
  keepDraft();
  return true;
}

/** Keeps on this phone what is typed. */
export function keepDraft() {
  now.told = false;
  const fields = filled("").filter(([name]) => name !== "csrf_token");
  store(draft, { fields, depths: rare.depths, typing: now.fresh ? "" : now.question });
}

/** One more character of the number.
 * @param {string} key */
export function type(key) {
  retype(typed(now.fresh ? "" : now.text, key));
}

/** The number as it stands by now, still being typed.
 * @param {string} text */
export function retype(text) {
  now.text = text;
  now.fresh = false;
  put(number(now.question), text);
  keepDraft();
  draw();
}

/** Ends the number with these digits, and moves on.
 * @param {string} digits */
export function end(digits) {
  type(digits);
  return finish() && answer(now.text);
}

/** The key at the end of the bar: the next question, or Save. */
export async function goOn() {
  const save = lit(); // as the key says when it is pressed
  if (!finish()) return draw();
  if (/^(menu|meld$|wild)/.test(now.pad)) return ask(order().includes(now.question) ? now.question : after(""));
  if (kind(now.question) === "agreed" && now.text) return rare.reason();
  if (save && lit()) return (await acts())?.save();
  keepDraft();
  recount();
  return ask(after(now.question), now.text);
}

/** Asks the book what the deal gives by now. An answer that a later question has overtaken is not heard. */
export async function recount() {
  const mine = ++asked;
  pending = true;
  setTimeout(() => mine === asked && waiting(true), DIM_AFTER);
  const unfinished = now.fresh || now.pad === "values" ? "" : number(now.question);
  const told = await tell(complete() && !unfinished ? "check" : "count", unfinished, pressed ? SPEAK_AFTER : 0);
  if (mine !== asked) return;
  asked++;
  pending = false;
  waiting(false);
  if (told?.saved) leave(told.saved);
  else if (told) await take(told);
  if (now.question === "end") speak("");
}

/** To the page that says what was saved; nothing is kept of it here.
 * @param {string} where */
export function leave(where) {
  store(draft, null);
  location.replace(where);
}

/** Takes over what the book said.
 * @param {import("./painting.js").Answer} told */
export async function take(told) {
  put("doubts_seen", told.seen);
  put("op_id", told.op_id);
  const quiet = !(told.faults.length || told.notice || told.over || form.querySelector(".strip"));
  hear(told);
  now.told = true;
  if (bar.textContent === words.silent) ask(now.question);
  draw();
  if (!quiet) (await acts())?.strips(told, now.pad === "values" && !now.fresh ? number(now.question) : "");
}

/** Lets no answer on its way be heard any more. */
export function overtake() {
  asked++;
}
