/** The entry screen: touches and keys on one side, questions and answers on the other. */

import {
  answer, ask, draft, draftKey, draw, end, erase, finish, go, goOn, instead, lit, now, onTyped, pads, rarely, recount, show,
  shownNumber, tooSoon, trembling, turnTo, type,
} from "./parts/asking.js";
import { asks, clear, counted, depths, filled, form, hands, names, put, sideOut, sides, value, words } from "./parts/fields.js";
import { MINUS } from "./parts/numbers.js";
import { recall } from "./parts/phone.js";
import { heard, inView, trouble } from "./parts/painting.js";
import { after, answered, cellsOf, counts, kind, number, order, questionsOf, side } from "./parts/questions.js";
import { store, stored } from "./parts/storage.js";

const usual = pads.querySelector("[data-kinds]")?.getAttribute("data-kinds")?.split(" ") ?? [];
const fields = { clear, counted, depths, element: form, filled, hands, names, put, sideOut, sides, value };
const menu = /** @type {HTMLElement} */ (document.getElementById("menu"));

/** What a key of the pad says. Every key says one thing.
 * @param {HTMLElement} key */
async function press(key) {
  const { out, threes, n, grid, d, end: last, act } = key.dataset;
  const one = side(now.question);
  if (rare?.press(key)) return;
  if (d) type(d);
  else if (last) end(last);
  else if (act === "back") erase();
  else if (act === "+" || act === MINUS) type(act);
  else if (!(out || threes || n || grid)) (await more())?.press(key);
  else {
    if (out) put("went_out", out);
    if (threes) threes.split(",").forEach((each, whose) => put(`side${whose}-${kind(now.question)}`, each));
    if (n) put(`side${one}-${kind(now.question)}`, n);
    if (grid) {
      clear(`side${one}-canastas.`);
      clear(`side${one}-concealed_canastas`);
      grid.split(",").forEach((each, place) => put(`side${one}-canastas.${usual[place]}`, each));
    }
    answer(key.getAttribute("aria-label") ?? key.textContent?.trim() ?? "");
  }
}

/** Touching a cell asks its question; touching it again, the next one that it holds.
 * @param {Element} cell */
function touch(cell) {
  const questions = questionsOf(cell);
  if (!questions.length || !finish()) return;
  recount();
  const [first] = questions;
  const again = questions.indexOf(now.question);
  const rare = first.startsWith("canastas") && moreThanGrid(side(first)) ? `more.${side(first)}` : first;
  ask(again >= 0 ? questions[(again + 1) % questions.length] : rare);
}

/** Does the side hold canastas that no key of the grid can say?
 * @param {number} one */
function moreThanGrid(one) {
  const there = filled(`side${one}-canastas.`);
  return there.some(([name, n]) => Number(n) > 3 || (Number(n) > 0 && !usual.includes(name.split(".")[1])));
}

/** The first key of a keyboard fetches what reads it.
 * @param {KeyboardEvent} event */
async function keyboard(event) {
  if (event.key === "Enter") event.preventDefault();
  const { begin: read } = await import(form.dataset.keys ?? "");
  read({ after, answered, ask, cellsOf, draw, finish, number, now, put, questionsOf, recount, show, value, form }, event);
}

/** @type {any} The script of the pads that few deals need. */
let rare = null;

/** The pads and acts that few deals need come when the first of them is asked for. */
async function more() {
  if (rare) return rare;
  try {
    const { begin: open } = await import(form.dataset.more ?? "");
    rare = await open({
      after, answer, answered, ask, asks, draftKey, draw, erase, fields, heard, instead, kind, now, number, pads, recount, show,
      shownNumber, side, turnTo, counts, usual,
    });
    Object.assign(rarely, { here: true, draw: rare.draw });
    return rare;
  } catch {
    trouble(words.silent);
    return null;
  }
}

/** What was typed before is there again: after a reload, a killed tab, a phone that was put away. */
function begin() {
  const before = stored(draftKey());
  const habit = stored(`depths ${form.dataset.match}`);
  if (before) {
    for (const [name] of filled("")) if (name !== "csrf_token") put(name, "");
    for (const [name, text] of before.fields) put(name, text);
  }
  for (const one of sides) {
    if (before) depths[one] = before.depths[one];
    else if (filled(`side${one}-`).length === 0) depths[one] = habit?.[one] ?? "counted";
    else if (value(`side${one}-result`)) depths[one] = "result";
    else if (filled(`side${one}-melds.`).length || filled(`side${one}-hands.`).length) depths[one] = "cards";
    else if (value(`side${one}-hand_taken_off`)) depths[one] = "net";
  }
  onTyped.push(() => store(draftKey(), draft()));
}

pads.addEventListener("click", (event) => {
  const key = event.target instanceof Element && event.target.closest("button");
  if (key && !trembling(event)) press(key);
});
go.addEventListener("click", (event) => {
  if (trembling(event) || (lit() && tooSoon(event))) return;
  goOn();
});
form.addEventListener("click", (event) => {
  const cell = event.target instanceof Element && event.target.closest(".cell");
  if (cell && event.detail && !trembling(event)) touch(cell);
});
menu.addEventListener("click", async (event) => {
  if (trembling(event) || !finish()) return;
  (await more())?.menu();
});
rarely.fetch = more;
form.addEventListener("keydown", keyboard, { once: true });
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("resize", () => inView(now.question));

for (const key of pads.querySelectorAll("button")) key.tabIndex = -1;
for (const field of form.querySelectorAll("input")) field.inputMode = "none"; // the pad is there instead of the phone's own
recall();
begin();
document.body.classList.add("ready");
ask(order().find((question) => !answered(question)) ?? "end");
if (filled("side").length) recount();
