/** The entry screen: touches and keys on one side, questions and answers on the other. */

import {
  answer, ask, count, countCards, draft, draftKey, draw, end, erase, finish, go, goOn, instead, lit, now, onTyped,
  pads, rarely, recount, show, tooSoon, trembling, turnTo, type,
} from "./parts/asking.js";
import { clear, counted, depths, filled, form, hands, names, put, sideOut, sides, value, words } from "./parts/fields.js";
import { MINUS } from "./parts/numbers.js";
import { recall } from "./parts/phone.js";
import { heard, inView, trouble } from "./parts/painting.js";
import { store, stored } from "./parts/storage.js";
import { after, answered, cellsOf, kind, number, order, questionsOf, shared, side } from "./parts/questions.js";

const fields = { clear, counted, depths, element: form, filled, hands, names, put, sideOut, sides, value };
const menu = /** @type {HTMLElement} */ (document.getElementById("menu"));

/** What a key of the pad says. Every key says one thing.
 * @param {HTMLElement} key */
function press(key) {
  const { out, special, threes, n, grid, add, d, end: last, value: worth, act } = key.dataset;
  const spoken = key.getAttribute("aria-label") ?? key.textContent?.trim() ?? "";
  if (out) {
    put("went_out", out);
    if (now.pad.startsWith("special")) now.question = "went_out";
    answer(spoken);
  } else if (special) ask(`special.${special}`);
  else if (threes) {
    threes.split(",").forEach((each, one) => put(`side${one}-${kind(now.question)}`, each));
    answer(spoken);
  } else if (n) {
    put(`side${side(now.question)}-${kind(now.question)}`, n);
    answer(spoken);
  } else if (grid) {
    const kinds = key.parentElement?.dataset.kinds?.split(" ") ?? [];
    clear(`side${side(now.question)}-canastas.`);
    clear(`side${side(now.question)}-concealed_canastas`);
    grid.split(",").forEach((each, one) => put(`side${side(now.question)}-canastas.${kinds[one]}`, each));
    answer(spoken);
  } else if (add) {
    const name = `side${side(now.question)}-${add}`;
    put(name, Number(value(name)) + 1);
    added.push(name);
    recount();
    draw();
  } else if (rare?.press(key)) return;
  else if (d) type(d);
  else if (last) end(last);
  else if (worth) count(Number(worth));
  else if (act) tool(act);
}

/** @type {string[]} The canastas added one by one, for taking them back. */
let added = [];

/** @param {string} act */
function tool(act) {
  if (act === "back") takeBack();
  else if (act === "more") ask(`more.${side(now.question)}`);
  else if (act === "count" || act === "digits") countCards(act === "count");
  else if (act === "+" || act === MINUS) type(act);
  else if (act === "next") {
    if (now.pad === "values" && !answered(now.question)) put(number(now.question), "0");
    if (kind(now.question) === "more") now.question = `canastas.${side(now.question)}`;
    const zero = !answered(now.question) && kind(now.question) === "canastas";
    if (zero) put(`side${side(now.question)}-canastas.${pads.querySelector("[data-kinds]")?.getAttribute("data-kinds")?.split(" ")[0]}`, 0);
    added = [];
    answer(now.text || "0");
  }
}

function takeBack() {
  const name = kind(now.question) === "more" ? added.pop() : undefined;
  if (!name) return erase();
  put(name, Number(value(name)) - 1 || "");
  recount();
  draw();
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
  const kinds = pads.querySelector("[data-kinds]")?.getAttribute("data-kinds")?.split(" ") ?? [];
  const usual = kinds.map((each) => `side${one}-canastas.${each}`);
  return filled(`side${one}-canastas.`).some(([name, text]) => Number(text) > 3 || (Number(text) > 0 && !usual.includes(name)));
}

/** Enter goes on: to the next field of the question, then to the next question.
 * @param {KeyboardEvent} event */
function typedKey(event) {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const fields = cellsOf(now.question).flatMap((cell) => [...cell.querySelectorAll("input")]);
  const next = fields[fields.indexOf(event.target) + 1];
  if (next && next.type !== "radio" && !number(now.question)) {
    if (event.target.value === "") put(event.target.name, "0");
    next.focus();
    recount();
    return;
  }
  if (!finish()) return;
  if (!answered(now.question) && !number(now.question) && event.target.type !== "radio") put(event.target.name, "0");
  const spoken = event.target.type === "radio" ? (event.target.getAttribute("aria-label") ?? "") : value(event.target.name);
  recount();
  ask(after(now.question), spoken);
}

/** Something was typed into a field by the keyboard of the machine.
 * @param {Event} event */
function typedText(event) {
  const field = event.target;
  if (!(field instanceof HTMLInputElement)) return;
  if (field.name === number(now.question)) {
    now.text = field.value = field.value.replace(/-/g, MINUS).replace(/[^\d+\u2212]/g, "");
    now.fresh = false;
    if (now.pad === "values") show("digits");
  } else if (field.type !== "radio") field.value = field.value.replace(/\D/g, "");
  recount();
  draw();
}

/** Touching or tabbing into a field makes it the question.
 * @param {FocusEvent} event */
function entered(event) {
  const cell = event.target instanceof HTMLInputElement && event.target.closest(".cell");
  if (!cell || cellsOf(now.question).includes(/** @type {HTMLElement} */ (cell))) return;
  const [question] = questionsOf(cell);
  if (!question || !finish()) return;
  recount();
  ask(question);
}

/** @type {any} The script of the pads that few deals need. */
let rare = null;

/** The pads and acts that few deals need come when the first of them is asked for. */
async function more() {
  if (rare) return rare;
  try {
    const [script, page] = await Promise.all([import(form.dataset.more ?? ""), fetch(form.dataset.pads ?? "")]);
    if (!page.ok) throw new Error(page.statusText);
    pads.append(...new DOMParser().parseFromString(await page.text(), "text/html").body.children);
    rare = script.begin({ after, ask, draftKey, draw, fields, heard, instead, now, pads, recount, show, turnTo });
    rarely.draw = rare.draw;
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
  if (!before && form.dataset.deal !== "new") nothingIsNought();
  onTyped.push(() => store(draftKey(), draft()));
}

/** In a deal that was saved, what is not said is nothing. */
function nothingIsNought() {
  for (const question of order()) {
    if (answered(question)) continue;
    if (number(question)) put(number(question), "0");
    else if (kind(question) === "canastas") put(`side${side(question)}-canastas.${pads.querySelector("[data-kinds]")?.getAttribute("data-kinds")?.split(" ")[0]}`, "0");
    else if (/threes$/.test(kind(question))) {
      for (const one of shared ? sides : [side(question)]) {
        if (!value(`side${one}-${kind(question)}`)) put(`side${one}-${kind(question)}`, "0");
      }
    }
  }
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
form.addEventListener("keydown", typedKey);
form.addEventListener("input", typedText);
form.addEventListener("focusin", entered);
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("resize", () => inView(now.question));

recall();
begin();
document.body.classList.add("ready");
ask(order().find((question) => !answered(question)) ?? "end");
if (filled("side").length) recount();
