/**
 * The entry screen where the book is far away: deals that wait on this phone, and what other phones have written in the
 * match. Fetched a while after the page, so that it is here when the book is not.
 */

import { address, ask, draft, filled, form, hear, leave, now, order, put, rare, recount, silent, spoken, store, value, words } from "./entry.js";
import { strip } from "./entry_acts.js";
import { stayAwake } from "./parts/awake.js";
import { deliver, enqueue, newDeals, newName, putRight, refuse, release, seen, waits } from "./parts/outbox.js";
import { ROOT } from "./parts/root.js";

export { newToken, settle } from "./parts/outbox.js";

const LOOK_EVERY = 2_000; // ms

const match = form.dataset.match ?? "";
const home = `${ROOT}/matches/${match.split(" ")[0]}`;
const heading = /** @type {ChildNode} */ (document.getElementById("menu")?.firstChild);
/** The last entry of which this screen has spoken. */
let known = "";

/** What is typed, kept on this phone under the name that it is sent by; null where it cannot be. */
export function queued() {
  if (!value("op_id")) put("op_id", newName());
  put("of", match);
  put("base", Math.max(Number(value("base")), seen(match)));
  const fields = /** @type {[string, string][]} */ ([...new FormData(form)].filter(([name, text]) => text && name !== "csrf_token"));
  const rows = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(".row:not([hidden])")]);
  return enqueue({
    id: value("op_id"),
    match,
    title: heading.textContent?.trim() ?? "",
    text: rows.map((row) => row.innerText.replace(/\s*\n\s*/g, " \u00b7 ").trim()).join("\n"),
    url: address,
    fields,
    base: Number(value("base")),
  });
}

/** Another phone has entered this deal, and not the same: the page that shows both is given all that is typed, which
 * waits here until somebody has chosen.
 * @param {import("./parts/outbox.js").Waiting} one
 * @param {string} why */
export function both(one, why) {
  const held = refuse(one, why, true);
  store(draft, null);
  putRight(held).catch(() => announce(held));
}

/** The book does not answer: the deal waits here, and the next one may be entered, or the correction corrected.
 * @param {import("./parts/outbox.js").Waiting} one */
export function goOnWithout(one) {
  store(draft, null);
  release(one);
  announce(one);
  put("op_id", "");
  if (form.dataset.deal !== "new") return;
  for (const [name] of filled("")) if (!/^(csrf_token|base)$|taken_off$/.test(name)) put(name, "");
  count(1);
  hear(null);
  rare.draw();
  recount();
  now.question = "";
  ask(order()[0]);
}

/** Says above the sheet what waits here, or why it was not taken, or that it has arrived.
 * @param {import("./parts/outbox.js").Waiting} one
 * @param {boolean} [arrived] */
function announce(one, arrived = false) {
  const why = one.refused.startsWith(one.title) ? one.refused : `${one.title}: ${one.refused}`;
  const said = one.refused ? why : (arrived ? words.arrived : words.waits).replace("{}", one.title);
  document.getElementById("waits")?.remove();
  const made = Object.assign(strip(one.refused ? "bad" : "doubt", said), { id: "waits" });
  if (one.refused) {
    const key = Object.assign(document.createElement("button"), { type: "button", className: "go", textContent: words.look });
    key.addEventListener("click", () => putRight(one).catch(silent));
    made.append(" ", key);
  }
  form.before(made);
  spoken.textContent = said;
}

/** Asks now and then whether another phone has written in this match; what it did is said once. */
async function look() {
  setTimeout(look, LOOK_EVERY);
  if (document.hidden || now.saving) return;
  try {
    const answer = await fetch(`${home}/last`, { cache: "no-cache", signal: AbortSignal.timeout?.(LOOK_EVERY) });
    const last = await answer.text();
    sayOut(answer.status === 403 ? last : "");
    if (!answer.ok || last === known || last === value("base")) return;
    known = last;
    await recount();
    spoken.textContent = document.getElementById("notices")?.innerText ?? "";
  } catch {
    // The book is away: it is asked again.
  }
}

/** Says that this device was let out, in the words of the door, and leads there; what is typed stays on this phone.
 * @param {string} page the door, "" while the device is in */
function sayOut(page) {
  const there = document.getElementById("out");
  if (!page) there?.remove();
  if (!page || there) return;
  const door = new DOMParser().parseFromString(page, "text/html");
  const said = [...door.querySelectorAll("h1 .asking, .trouble h1, .trouble p")].map((one) => one.textContent).join(". ");
  const made = Object.assign(strip("bad", said), { id: "out" });
  const enter = door.querySelector("button[form]");
  if (enter) {
    const key = Object.assign(document.createElement("button"), { type: "button", className: "go", textContent: enter.textContent });
    const to = encodeURIComponent(location.pathname.slice(ROOT.length));
    key.addEventListener("click", () => location.assign(`${ROOT}/join?to=${to}`));
    made.append(" ", key);
  }
  form.before(made);
  spoken.textContent = said;
}

/** Says which deal is typed here: those that wait come before it.
 * @param {number} more so many */
function count(more) {
  if (form.dataset.deal !== "new") return;
  heading.textContent = (heading.textContent ?? "").replace(/\d+/, (n) => String(Number(n) + more));
}

if (waits(match).length) announce(waits(match)[0]);
count(newDeals(match));
setTimeout(look, LOOK_EVERY);
stayAwake();
deliver((news) => {
  const [first] = waits(match);
  if (!news && first?.refused) announce(first);
  if (!news || news.one.match !== match) return;
  put("base", news.base);
  const typing = form.dataset.deal === "new" ? filled("side").length || value("went_out") : localStorage.getItem(draft);
  if (!first && !typing) return form.dataset.deal === "new" ? location.replace(address) : leave(news.saved || home);
  if (first) announce(first);
  else if (news.saved || news.base > news.one.base) announce(news.one, true);
  else document.getElementById("waits")?.remove(); // somebody has dropped it
  recount();
});
