/**
 * Deals that wait on this phone. What is saved is kept here first, then sent, and leaves when the book has it. One that
 * was sent may be in the book although no answer came: it is sent again under the same name, and the book takes it once.
 * Of each match the oldest alone is on its way, whichever page of this phone sends it, so the order stays.
 */

import { ROOT } from "./root.js";

/** Of one book: others on this host keep theirs. */
const KEY = `out ${ROOT}/ `;
const SEEN = `seen ${ROOT}/ `;
const EVERY = 1_200; // ms between two tries
const RARELY = 10_000; // ms, while nothing waits: another page of this phone may keep something at any time
const OTHER_BOOK = 410; // the answer to a deal of another book, which waits for its own
const LOST_AFTER = 5_000; // ms for one try
const LOOKED_AT = 5_000; // ms that it is its own page's, which may still be asked about a doubt

/**
 * @typedef {object} Waiting
 * @property {string} id the name of the act, made on this phone
 * @property {string} match its number and when it was opened, as on the page
 * @property {number} order its place among those of the match
 * @property {string} title "Deal 4"
 * @property {string} text what was typed, to be read out
 * @property {string} url where it is sent
 * @property {[string, string][]} fields
 * @property {number} base the entry it was typed upon
 * @property {string} after the deal before it on this phone, if that was not in the book yet; it may be by now
 * @property {number} from when others than the page on which it was typed send it, in ms of the phone's clock
 * @property {string} refused why the book does not take it
 * @property {boolean} clash is it that another phone has entered the same deal?
 */

let token = "";
let timer = 0;
/** @type {Waiting[]} What waited when this page looked last. */
let before = [];
/** @type {(told: {one: Waiting, saved: string, base: number} | null) => void} */
let changed = () => {};

/** All that wait, or those of one match, in their order.
 * @param {string} [match]
 * @returns {Waiting[]} */
export function waits(match = "") {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY + match));
    const found = keys.map((key) => JSON.parse(localStorage.getItem(key) ?? "null")).filter((one) => one);
    return found.sort((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1));
  } catch {
    return [];
  }
}

/** How many deals wait that are no corrections: so much further is the count of deals on this phone.
 * @param {string} match */
export function newDeals(match) {
  return waits(match).filter((one) => one.url.endsWith("/new")).length;
}

/** @param {Waiting} one
 * @param {boolean} [gone] */
function hold(one, gone = false) {
  const key = `${KEY}${one.match} ${one.id}`;
  if (gone) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(one));
}

/** Keeps a deal on this phone; null where it has no room, or may not.
 * @param {Pick<Waiting, "id" | "match" | "title" | "text" | "url" | "fields" | "base">} deal
 * @returns {Waiting | null} */
export function enqueue(deal) {
  const before = waits(deal.match).at(-1);
  const order = (before?.order ?? 0) + 1;
  const one = { ...deal, order, after: before?.id ?? "", from: Date.now() + LOOKED_AT, refused: "", clash: false };
  try {
    hold(one);
    return one;
  } catch {
    return null;
  }
}

/** A name for an act: the book takes no two of the same name. */
export function newName() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The entry of a match up to which this phone has seen it, by what became of its own deals.
 * @param {string} match */
export function seen(match) {
  try {
    return Number(localStorage.getItem(SEEN + match) ?? 0);
  } catch {
    return 0;
  }
}

/** The book has it, or a person has settled it otherwise: what comes after it goes on from this entry.
 * @param {Waiting} one
 * @param {number} base */
export function settle(one, base) {
  try {
    for (const next of waits(one.match)) if (next.after === one.id) hold({ ...next, base, after: "" });
    localStorage.setItem(SEEN + one.match, String(base));
  } catch {
    // No room is left: what comes after it is told from it by a person.
  }
  hold(one, true); // last: other pages look when it goes
  before = before.filter((other) => other.id !== one.id);
}

/** The book does not take it, as it says.
 * @param {Waiting} one
 * @param {string} why
 * @param {boolean} clash */
export function refuse(one, why, clash) {
  const held = { ...one, refused: why, clash };
  hold(held);
  return held;
}

/** Whoever typed it looks at it no more: any page may send it now.
 * @param {Waiting} one */
export function release(one) {
  hold({ ...one, from: 0 });
  next();
}

/** Sends what waits, for as long as the page is open. Called once.
 * @param {typeof changed} then told of each deal that the book has, and where if this page has sent it; of nothing
 *   when it has refused one */
export function deliver(then) {
  changed = then;
  const now = () => document.hidden || next();
  for (const event of ["online", "pageshow", "storage"]) addEventListener(event, now);
  document.addEventListener("visibilitychange", now);
  next();
}

/** Tries the oldest of each match, and again after a while. */
export function next() {
  clearTimeout(timer);
  const done = new Set();
  const all = waits();
  const there = new Set(all.map((one) => one.id));
  const gone = before.filter((one) => !there.has(one.id)); // by another page of this phone
  before = all;
  for (const one of gone) changed({ one, saved: "", base: seen(one.match) });
  let left = false;
  for (const one of all) {
    if (done.has(one.match)) continue;
    done.add(one.match);
    if (one.refused || there.has(one.after)) continue;
    left = true;
    const looked = one.from - Date.now();
    if (looked <= 0 || looked > LOOKED_AT) send(one); // more than that: the clock was set back
  }
  timer = setTimeout(next, left ? EVERY : RARELY);
}

/** @param {Waiting} one */
async function send(one) {
  try {
    token ||= await newToken();
    const body = new URLSearchParams(one.fields);
    const mine = { csrf_token: token, op_id: one.id, of: one.match, base: String(one.base), act: "save", waited: "yes" };
    for (const [name, text] of Object.entries(mine)) body.set(name, text);
    const answer = await fetch(one.url, { method: "POST", body, signal: AbortSignal.timeout?.(LOST_AFTER) });
    const told = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : null;
    if (!waits(one.match).some((still) => still.id === one.id)) return next(); // another page of this phone was quicker
    if (told?.saved) {
      settle(one, told.base);
      changed({ one, saved: told.saved, base: told.base });
      next();
    } else if (told ? !told.busy && answer.status < 500 && answer.status !== OTHER_BOOK : [404, 413].includes(answer.status)) {
      const why = told ? [told.notice, ...told.faults.map((/** @type {{text: string}} */ fault) => fault.text)] : [];
      refuse(one, why.filter((text) => text).join(" ") || String(answer.status), told?.clash === true);
      changed(null);
    } else if (answer.status === 400) token = ""; // of a page that lay open overnight: a new one the next time
  } catch {
    // The book does not answer: it is sent again.
  }
}

/** @returns {Promise<string>} what a form must carry so that the book takes it from this phone */
export async function newToken() {
  const answer = await fetch(`${ROOT}/token`, { cache: "no-store", signal: AbortSignal.timeout?.(LOST_AFTER) });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

/** The page on which a refused deal is put right, or told apart from another phone's: it is given all that was typed.
 * Throws where the book does not answer.
 * @param {Waiting} one */
export async function putRight(one) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: `${one.url}/plain` });
  const act = one.clash ? "save" : "check";
  const base = String(one.base);
  const own = { csrf_token: await newToken(), op_id: one.id, of: one.match, base, seen: base, settles: one.id, act };
  for (const [name, value] of [...one.fields.filter(([name]) => !(name in own)), ...Object.entries(own)]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}
