/**
 * What the entry screen does after the first touch: taking back, correcting a cell, saying what is wrong, saving, and
 * finding again what was typed before. Fetched with that touch.
 */

/** @typedef {import("./parts/asking.js").Depth} Depth */

import {
  ask, bar, draft, draw, filled, form, keepDraft, leave, now, number, order, overtake, put,
  questionsOf, rare, recount, retype, side, script, silent, spoken, store, take, tell, usual, value, words,
} from "./entry.js";

const BRIEF = 3_000; // ms that somebody looks at a Save; after that it waits on the phone

/** The script of the pads that few deals need, once it is here.
 * @returns {Promise<any>} nothing where the book does not answer */
export async function more() {
  const found = await script("more");
  try {
    if (found && !rare.here) await found.open();
    return found;
  } catch {
    silent();
    return null;
  }
}

/** A key that is not among those of every deal.
 * @param {HTMLElement} key */
export async function press(key) {
  const { act } = key.dataset;
  if (act === "+") retype(now.text.replace(/[+\u2212]$/, "") + "+"); // one more number to be added
  else if (act !== "back") (await more())?.press(key);
  else if (!(rare.here && (await more())?.takeBack())) erase();
}

export async function menu() {
  recount();
  (await more())?.turn("menu");
}

/** Takes the last character back; on an empty field, the question before. */
function erase() {
  if (number(now.question) && now.pad === "digits" && now.text) return retype(now.text.slice(0, -1));
  now.fresh = true;
  const all = order();
  const at = now.question === "end" ? all.length : all.indexOf(now.question);
  ask(all[Math.max(0, at - 1)] ?? "end");
}

/** Touching a cell asks its question; touching it again, the next one that it holds.
 * @param {HTMLElement} cell */
export function touch(cell) {
  const questions = questionsOf(cell);
  if (!questions.length) return;
  recount();
  const again = questions.indexOf(now.question);
  const [first] = questions;
  const beyond = first.startsWith("canastas") && moreThanGrid(side(first)) ? `more.${side(first)}` : first;
  return ask(again >= 0 ? questions[(again + 1) % questions.length] : beyond);
}

/** Does the side hold canastas that no key of the grid can say?
 * @param {number} one */
function moreThanGrid(one) {
  const there = filled(`side${one}-canastas.`);
  return there.some(([name, n]) => Number(n) > 3 || (Number(n) > 0 && !usual.includes(name.split(".")[1])));
}

const atEnd = document.querySelector('.worth[data-for="end"]');
const touchWord = atEnd?.textContent ?? "";

/** What is wrong and what is doubted, each in a strip under its row; what else must be said, above the sheet.
 * @param {import("./parts/painting.js").Answer} told
 * @param {string} counting the name of a number whose cards are being counted: nothing is said against it yet */
export function strips(told, counting) {
  const notices = /** @type {HTMLElement} */ (document.getElementById("notices"));
  for (const old of form.querySelectorAll(".strip")) old.remove();
  notices.replaceChildren();
  for (const row of form.querySelectorAll("[data-doubted]")) row.removeAttribute("data-doubted");
  if (told.notice) notices.append(strip("doubt", told.notice));
  if (atEnd) atEnd.textContent = told.over || touchWord;
  for (const fault of told.faults) {
    if (counting === `side${fault.side}-${fault.at}`) continue;
    const made = strip(fault.error ? "bad" : "doubt", fault.text);
    const row = /** @type {HTMLElement | null} */ (form.querySelector(`[data-cell="${fault.side ?? 0} ${fault.at}"]`)?.closest(".row"));
    if (row?.dataset.rare === "") {
      row.dataset.doubted = "yes";
      row.hidden = false;
    }
    let next = row?.nextElementSibling;
    while (next?.classList.contains("strip")) next = next.nextElementSibling;
    if (row?.offsetParent) form.insertBefore(made, next ?? null);
    else notices.append(made);
  }
  for (const one of form.querySelectorAll(".strip")) one.scrollIntoView({ block: "nearest" });
  draw(); // they have pushed the row that is asked for
}

/** A doubt that nobody can have seen yet, since it lies beyond the window or under the felt. */
function unseen() {
  const felt = /** @type {HTMLElement} */ (document.querySelector(".felt")).getBoundingClientRect();
  const bottom = felt.left > 0 ? innerHeight : felt.top; // wide, the felt lies beside the sheet
  return [...form.querySelectorAll("form > .strip:not(.seen)")].find((one) => {
    const { top, bottom: end } = one.getBoundingClientRect();
    one.classList.toggle("seen", top >= 0 && end <= bottom);
    return !one.classList.contains("seen");
  });
}

/** @param {"bad" | "doubt"} what
 * @param {string} said */
export function strip(what, said) {
  const made = Object.assign(document.createElement("p"), { className: `strip ${what}` });
  made.textContent = said;
  return made;
}

/** Saves; what speaks against it is shown, and asked for. It is kept on this phone until the book has it. */
export async function save() {
  if (now.saving) return;
  const doubt = unseen();
  if (doubt) {
    doubt.classList.add("seen");
    doubt.scrollIntoView({ block: "nearest" });
    bar.textContent = spoken.textContent = words.unsaved;
    return;
  }
  now.saving = words.saving;
  overtake();
  draw();
  const phone = await script("waiting");
  const one = phone?.queued();
  const told = !phone || one?.after ? null : await Promise.race([tell("save", ""), new Promise((late) => setTimeout(late, BRIEF))]);
  now.saving = "";
  draw();
  if (told?.saved) {
    if (one) phone.settle(one, told.base);
    leave(told.saved);
  } else if (told && !told.busy) {
    if (told.clash && one) return phone.both(one, told.notice);
    if (one) phone.settle(one, one.base);
    if (told.clash) {
      put("act", "save");
      return form.submit();
    }
    put("base", told.base);
    await take(told);
    refused(told);
  } else if (one) phone.goOnWithout(one);
  else {
    silent();
    // Without room on the phone nothing waits: a page that lay open overnight gets what the next try needs.
    put("csrf_token", (await phone?.newToken().catch(() => "")) || value("csrf_token"));
  }
}

/** Leads to the first thing that is wrong, and reads out why nothing was saved.
 * @param {import("./parts/painting.js").Answer} told */
function refused(told) {
  const why = [told.notice, ...told.faults.map((fault) => fault.text)].filter((text) => text).join(" ");
  const wrong = told.faults.find((fault) => fault.error);
  const cell = wrong && form.querySelector(`[data-cell="${wrong.side ?? 0} ${wrong.at}"]`)?.closest(".cell");
  const [question] = cell instanceof HTMLElement ? questionsOf(cell) : [];
  if (question) ask(question, why.replace(/\.$/, ""));
  else {
    spoken.textContent = why;
    document.querySelector(".strip")?.scrollIntoView({ block: "nearest" });
  }
}

/** What was typed before is there again: after a reload, a killed tab, a phone that was put away.
 * @param {{fields: [string, string][], depths: Depth[] | null} | null} before
 * @param {Depth[] | null} depths how each side is counted otherwise
 * @returns {Promise<boolean>} whether that could be done */
export async function restore(before, depths) {
  try {
    return await restored(before, depths);
  } catch {
    store(draft, null); // not what this screen keeps: it begins anew
    store(`depths ${form.dataset.match}`, null);
    return true;
  }
}

/** @param {{fields: [string, string][], depths: Depth[] | null} | null} before
 * @param {Depth[] | null} depths */
async function restored(before, depths) {
  if (before) {
    for (const [name] of filled("")) if (name !== "csrf_token") put(name, "");
    for (const [name, text] of before.fields) put(name, text);
  }
  const found = before ? before.depths : depths;
  if (!found) return true;
  const pads = await more();
  pads?.countBy(found);
  return Boolean(pads);
}

const why = form.elements.namedItem("reason"); // it stands above the sheet
if (why instanceof HTMLInputElement) {
  why.addEventListener("change", () => {
    keepDraft();
    recount();
  });
}

script("waiting");
