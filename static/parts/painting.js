/** The sheet as it stands: what is typed, what the book makes of it, which cells are open, asked for or answered. */

import { counted, depths, form, names, sideOut, sides, special, value } from "./fields.js";
import { echo, written } from "./numbers.js";
import { answered, cellsOf, complete, counts, number, order, questionsOf } from "./questions.js";

/**
 * @typedef {{cells: Record<string, [string, number | null]>, score: string, total: string, open: string,
 *   melds: {cards: string, points: string, symbol: string, word: string}[]}} Told one side
 * @typedef {{side: number | null, at: string, error: boolean, text: string}} Fault
 * @typedef {{sides: Told[], faults: Fault[], seen: string, base: number, op_id: string, notice: string, spoken: string,
 *   saved?: string}} Answer
 */

/** @type {Answer | null} What the book said last. */
let told = null;
const heads = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".head")]);
const scores = [...form.querySelectorAll(".score")];
const results = [...document.querySelectorAll(".result")];
const before = heads.map((head) => text(head, ".total"));
const stamps = heads.map((head) => text(head, ".stamp"));
const felt = /** @type {HTMLElement} */ (document.querySelector(".felt"));

/** @param {Element} within
 * @param {string} where */
function text(within, where) {
  return within.querySelector(where)?.textContent ?? "";
}

/** @param {Element} within
 * @param {string} where
 * @param {string} what */
function write(within, where, what) {
  const found = within.querySelector(where);
  if (found && found.textContent !== what) found.textContent = what;
}

/** @param {Answer} answer */
export function hear(answer) {
  told = answer;
}

/** @returns {Answer | null} */
export function heard() {
  return told;
}

/** @param {boolean} yes */
export function waiting(yes) {
  form.classList.toggle("waiting", yes);
}

/** Draws every cell anew.
 * @param {string} current the question
 * @param {string} [typing] what stands in its field while it is typed */
export function paint(current, typing) {
  const asked = new Set(cellsOf(current));
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-row]"))) {
    const said = [.../** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll(".cell"))].map((cell) => {
      return drawn(cell, asked.has(cell) ? current : "", typing);
    });
    const used = said.includes(true) || (!/^(more|other)/.test(current) && [...asked].some((cell) => row.contains(cell)));
    row.hidden = !shown(row.dataset.row ?? "", used);
  }
  const begun = questionsOpen(current);
  for (const side of sides) {
    const one = told?.sides[side];
    scores[side].textContent = (begun && one?.score) || "";
    write(heads[side], ".total", begun && one ? `\u2192${one.total}` : before[side]);
    write(heads[side], ".stamp", (begun && one?.open) || stamps[side]);
    write(results[side], ".new", one?.total ?? "");
    write(results[side], ".stamp", one?.open ?? "");
  }
}

/** Has anything an answer yet?
 * @param {string} current */
function questionsOpen(current) {
  return current === "end" || complete() || [...form.querySelectorAll(".cell.said")].length > 0;
}

/** One cell; does it say anything but nothing?
 * @param {HTMLElement} cell
 * @param {string} current the question, if it is about this cell
 * @param {string} [typing] */
function drawn(cell, current, typing) {
  const side = Number(cell.dataset.side);
  const questions = questionsOf(cell);
  const all = order();
  const due = questions.filter((one) => all.includes(one));
  const done = questions.length > 0 && due.every(answered);
  let full = false;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (cell.querySelectorAll(".part"))) {
    full = partDrawn(part, side, current, typing, done) || full;
  }
  cell.classList.toggle("current", current !== "");
  cell.classList.toggle("said", done);
  cell.classList.toggle("blank", questions.length > 0 && !done);
  return full;
}

/** @param {HTMLElement} part
 * @param {number} side
 * @param {string} current
 * @param {string | undefined} typing
 * @param {boolean} done */
function partDrawn(part, side, current, typing, done) {
  const field = part.querySelector("input");
  const points = /** @type {HTMLElement} */ (part.querySelector(".points"));
  const key = (points.dataset.cell ?? "").split(" ")[1];
  const [worth, count] = told?.sides[side]?.cells[key] ?? ["", null];
  const own = field !== null && current !== "" && number(current) === field.name;
  const isNumber = /points$|^result$/.test(key);
  let left = isNumber || !field ? "" : value(field.name);
  let right = worth;
  if (depths[side] === "cards" && key.startsWith("canastas.")) left = count ? String(count) : "";
  if (own && typing !== undefined) right = isNumber ? echo(typing) : worth;
  else if (isNumber && field && !right) right = local(side, field.name, current);
  if (done && key.startsWith("canastas.") && !left && depths[side] !== "cards") left = "0";
  if (!done && field && !(own && typing !== undefined)) right = "";
  if (!right && done) right = key === "went_out" && sideOut() !== side ? "\u2013" : isNumber || left ? "0" : "";
  write(part, ".typed", left);
  write(part, ".points", right);
  points.classList.toggle("minus", right.startsWith("\u2212"));
  return (left !== "" && left !== "0") || worth !== "";
}

/** A number of which the book has not said yet what it gives.
 * @param {number} side
 * @param {string} name
 * @param {string} current */
function local(side, name, current) {
  const key = name.endsWith("card_points") ? "card_counts" : "hand_counts";
  const points = counted(side, counts(current) || key);
  return points !== null && /(card|hand)_points$/.test(name) ? written(points) : value(name);
}

/** Is this row on the sheet?
 * @param {string} row
 * @param {boolean} used */
function shown(row, used) {
  const adding = sides.some((side) => depths[side] !== "result" && !special(side));
  if (row === "result") return sides.some((side) => depths[side] === "result");
  if (row === "hand") return adding && sides.some((side) => depths[side] !== "net" && depths[side] !== "result");
  if (form.querySelector(`[data-row="${row}"]`)?.hasAttribute("data-rare")) return used;
  return row === "went_out" || adding;
}

/** Keeps the row that is asked for above the felt.
 * @param {string} question */
export function inView(question) {
  document.documentElement.style.setProperty("--felt-height", `${felt.offsetHeight}px`);
  const row = cellsOf(question).find((cell) => !cell.closest(".row")?.hasAttribute("hidden"))?.closest(".row");
  row?.scrollIntoView({ block: "nearest" });
}

/** The question's name for a reader: "We: canastas".
 * @param {string} pattern
 * @param {number} side */
export function named(pattern, side) {
  return pattern.replace("{}", names[side] ?? "");
}
