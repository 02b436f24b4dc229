/** The sheet as it stands: what is typed, what the book makes of it, which cells are open, asked for or answered. */

import { counted, form, sideOut, sides, value } from "./fields.js";
import { echo, written } from "./numbers.js";
import { answered, cells, cellsOf, counts, number, order, questionsOf } from "./questions.js";

/**
 * @typedef {{cells: Record<string, [string, number | null]>, score: string, total: string, open: string,
 *   melds: {cards: string, points: string, symbol: string, word: string}[]}} Told one side
 * @typedef {{side: number | null, at: string, error: boolean, text: string}} Fault
 * @typedef {{sides: Told[], faults: Fault[], seen: string, base: number, op_id: string, notice: string, over: string,
 *   spoken: string, clash: boolean,
 *   saved?: string, busy?: boolean}} Answer
 */

/** @type {Answer | null} What the book said last. */
let told = null;
const heads = [...document.querySelectorAll(".head")];
const scores = [...form.querySelectorAll(".score")];
const results = [...document.querySelectorAll(".result")];
const [before, stamps] = [".total", ".stamp"].map((where) => heads.map((head) => head.querySelector(where)?.textContent ?? ""));

/** @param {Element} within
 * @param {string} where
 * @param {string} text */
function write(within, where, text) {
  const found = within.querySelector(where);
  if (found) found.textContent = text;
}

/** @param {Answer | null} answer */
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
  const asked = cellsOf(current);
  const all = order();
  const used = new Set();
  let begun = false;
  for (const cell of cells()) {
    const due = questionsOf(cell).filter((question) => all.includes(question));
    const done = due.every(answered);
    const mine = asked.includes(cell);
    for (const part of cell.querySelectorAll(".part")) {
      if (drawn(part, Number(cell.dataset.side), mine ? current : "", typing, done)) used.add(cell.parentElement);
    }
    if (mine && !/^(more|other)/.test(current)) used.add(cell.parentElement);
    cell.classList.toggle("current", mine);
    cell.classList.toggle("blank", !done);
    begun ||= due.length > 0 && done;
  }
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-rare]"))) row.hidden = !used.has(row) && !row.dataset.doubted;
  for (const side of sides) {
    const one = begun ? told?.sides[side] : null;
    scores[side].textContent = one?.score ?? "";
    write(heads[side], ".total", one ? `\u2192${one.total}` : before[side]);
    write(heads[side], ".stamp", one?.open || stamps[side]);
    if (!one) continue;
    write(results[side], ".new", one.total);
    write(results[side], ".stamp", one.open);
  }
}

/** One figure of a cell; is it more than nothing?
 * @param {Element} part
 * @param {number} side
 * @param {string} current the question, if it is about this cell
 * @param {string | undefined} typing
 * @param {boolean} done */
function drawn(part, side, current, typing, done) {
  const field = part.querySelector("input");
  const points = /** @type {HTMLElement} */ (part.querySelector(".points"));
  const key = (points.dataset.cell ?? "").split(" ")[1];
  const [worth, n] = told?.sides[side]?.cells[key] ?? ["", null];
  const isNumber = /points$|^result$/.test(key);
  const own = field !== null && typing !== undefined && number(current) === field.name;
  let left = isNumber || !field ? "" : field.disabled ? String(n ?? "") : value(field.name);
  let right = worth;
  if (key.startsWith("canastas.") && answered(`canastas.${side}`) && !left) left = "0";
  if (own && isNumber) right = echo(typing).split(" ").pop() ?? "";
  else if (field && !done && !left) right = "";
  else if (isNumber && !right) right = counts(current) && own ? "" : local(side, key);
  if (!right && done) right = key === "went_out" && sideOut() !== side ? "\u2013" : isNumber || left ? "0" : "";
  write(part, ".typed", left);
  write(part, ".points", right);
  points.classList.toggle("minus", right.startsWith("\u2212"));
  return (left !== "" && left !== "0") || worth !== "";
}

/** A number of which the book has not said yet what it gives.
 * @param {number} side
 * @param {string} key */
function local(side, key) {
  const points = counted(side, key.replace("points", "counts"));
  return points === null ? value(`side${side}-${key}`) : written(points);
}

/** Keeps the row that is asked for above the felt.
 * @param {string} question */
export function inView(question) {
  const felt = /** @type {HTMLElement} */ (document.querySelector(".felt"));
  document.documentElement.style.setProperty("--felt-height", `${felt.offsetHeight}px`);
  cellsOf(question).find((cell) => cell.offsetParent)?.scrollIntoView({ block: "nearest" });
}
