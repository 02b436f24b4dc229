/** The entry screen: what a deal by touch needs at first. The rest comes with the first touch, or when it is asked for. */

import { acts, answer, ask, draft, draw, end, finish, go, goOn, now, pads, recount, script, trembling, type } from "./parts/asking.js";
import { clear, filled, form, put } from "./parts/fields.js";
import { after, kind, order, side } from "./parts/questions.js";
import { stored } from "./parts/storage.js";

export { answer, ask, bar, draft, draw, finish, keepDraft, leave, now, overtake, pads, rare, recount, retype, script, show, shownNumber, silent, spoken, take } from "./parts/asking.js";
export { tell } from "./parts/book.js";
export { address, asks, clear, counted, filled, form, names, put, sides, value, words } from "./parts/fields.js";
export { hear, heard } from "./parts/painting.js";
export { after, answered, cells, cellsOf, counts, kind, number, order, questionsOf, side } from "./parts/questions.js";
export { store } from "./parts/storage.js";

/** The kinds of canasta that stand on the grid. */
export const usual = (pads.querySelector("[data-kinds]")?.getAttribute("data-kinds") ?? "").split(" ");

/** What a key of the pad says. Every key says one thing.
 * @param {HTMLElement} key */
async function press(key) {
  const { out, threes, n, grid, d, end: last, act } = key.dataset;
  const one = side(now.question);
  if (d) type(d);
  else if (last) await end(last);
  else if (act || !(out || threes || n || grid)) await (await acts())?.press(key);
  else {
    if (out) put("went_out", out);
    if (threes) threes.split(",").forEach((each, whose) => put(`side${whose}-${kind(now.question)}`, each));
    if (n) put(`side${one}-${kind(now.question)}`, n);
    if (grid) {
      clear(`side${one}-canastas.`);
      if (!/[1-9]/.test(grid)) clear(`side${one}-concealed_canastas`);
      grid.split(",").forEach((each, place) => put(`side${one}-canastas.${usual[place]}`, each));
    }
    await answer(key.getAttribute("aria-label") ?? key.textContent?.trim() ?? "");
  }
}

/** @type {Promise<unknown>} */
let line = Promise.resolve();

/** Touches take effect one after the other, since one may wait for its script; none while the deal is being saved.
 * @param {() => unknown} act */
function inTurn(act) {
  if (!now.saving) line = line.then(act, act);
}

async function start() {
  for (const key of pads.querySelectorAll("button")) key.tabIndex = -1;
  for (const field of form.querySelectorAll("input")) field.inputMode = "none"; // the pad is there instead
  const depths = form.dataset.depths ? JSON.parse(form.dataset.depths) : stored(`depths ${form.dataset.match}`);
  const before = stored(draft);
  while ((before || depths) && !(await (await acts())?.restore(before, depths))) await new Promise((go) => setTimeout(go, 999));
  document.body.classList.add("ready");
  const typing = order().includes(before?.typing);
  await ask(typing ? before.typing : after(""));
  if (typing) {
    now.fresh = false;
    draw();
  }
  if (filled("side").length) setTimeout(recount, 300); // the page is painted first
}

pads.addEventListener("click", (event) => {
  const key = event.target instanceof Element && event.target.closest("button");
  if (key && !trembling(event)) inTurn(() => press(key));
});
go.addEventListener("click", (event) => trembling(event) || inTurn(goOn));
form.addEventListener("click", (event) => {
  const cell = event.target instanceof Element && event.target.closest(".cell");
  if (cell && event.detail && !trembling(event)) inTurn(async () => finish() && (await acts())?.touch(cell));
});
document.getElementById("menu")?.addEventListener("click", (event) => trembling(event) || inTurn(async () => finish() && (await acts())?.menu()));
/** @type {KeyboardEvent[]} */
const early = [];
form.addEventListener("keydown", async function wait(event) {
  if (event.key === "Enter" || event.key.length === 1) event.preventDefault(); // until it can be read
  if (early.push(event) > 1) return;
  const keys = await script("keys");
  form.removeEventListener("keydown", wait);
  keys?.begin(early);
});
setTimeout(acts, 2000);
addEventListener("pointerdown", () => setTimeout(acts, 300), { once: true }); // what the touch does is painted first

start();
