/**
 * What is asked, in what order, and what has an answer. A question is "canastas.1": its kind and its side. Each cell of
 * the sheet names the questions that it leads to; what it does not name in this way of counting is not asked.
 */

import { counted, filled, form, sideOut, sides, value } from "./fields.js";

/** Questions that are answered with a number, and the key of their field. */
const NUMBERS = /** @type {Record<string, string>} */ ({
  cards: "card_points",
  net: "card_points",
  hand: "hand_points",
  partner: "hand_points",
  result: "result",
  agreed: "adjustment.points",
});

/** @param {string} question */
export function kind(question) {
  return question.split(".")[0];
}

/** @param {string} question */
export function side(question) {
  return Number(question.split(".")[1] ?? 0);
}

/** The name of the field that holds the number asked for, "" for a question of another sort.
 * @param {string} question */
export function number(question) {
  const key = NUMBERS[kind(question)];
  return key ? `side${side(question)}-${key}` : "";
}

/** Which key holds the counts beside a number of points: cards may be counted by value there.
 * @param {string} question */
export function counts(question) {
  return { cards: "card_counts", hand: "hand_counts", partner: "hand_counts" }[kind(question)] ?? "";
}

/** @param {string} [where]
 * @returns {HTMLElement[]} */
export function cells(where = "") {
  return [.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(`${where} .cell[data-q]`))];
}

/** The questions that a cell leads to. The hand of the side that went out is a partner's, if there is one.
 * @param {HTMLElement} cell */
export function questionsOf(cell) {
  const one = Number(cell.dataset.side);
  if (cell.dataset.q !== "went_out" && value("went_out").startsWith(`${one}.special`)) return [];
  const all = (cell.dataset.q ?? "").split(" ").filter((question) => question);
  if (one !== sideOut() || !/^(hand|held)/.test(all[0])) return all;
  if (all[0].startsWith("held")) return all.slice(1);
  return form.dataset.hands === "1" ? [] : [`partner.${one}`];
}

/** All questions of this deal, in the order of the pad: going out and threes, each side in turn, the hands, that of the side out last. */
export function order() {
  const asked = cells("[data-row]:not([data-unasked])").map((cell) => ({ one: Number(cell.dataset.side), all: questionsOf(cell) }));
  const found = /** @type {string[][]} */ ([[], ...sides.map(() => []), [], []]);
  for (const { one, all } of asked) {
    const hand = /^(hand|held|partner)/.test(all[0]);
    const place = hand ? sides.length + (one === sideOut() ? 2 : 1) : /^(went|red|black)/.test(all[0]) ? 0 : one + 1;
    found[place].push(...all);
  }
  return [...new Set(found.flat())];
}

/** May it stay open? Only what is left in the hand of a partner of the player who went out.
 * @param {string} question */
export function optional(question) {
  return /^(partner|held)/.test(question) && side(question) === sideOut();
}

/** @param {string} question */
export function answered(question) {
  const prefix = `side${side(question)}-`;
  const name = number(question);
  if (name) return value(name) !== "" || (counts(question) !== "" && counted(side(question), counts(question)) !== null);
  switch (kind(question)) {
    case "went_out":
      return value("went_out") !== "";
    case "held":
      return value(`${prefix}hands.${question.split(".")[2]}`) !== "";
    case "canastas":
    case "melds":
      return filled(`${prefix}${kind(question)}.`).length > 0;
    default:
      return (question.includes(".") ? [side(question)] : sides).every((one) => value(`side${one}-${kind(question)}`) !== "");
  }
}

/** What is to be asked after this: the next open question, else the optional one, else nothing more.
 * @param {string} question */
export function after(question) {
  const all = order();
  const from = all.indexOf(question);
  const open = [...all.slice(from + 1), ...all.slice(0, from + 1)].filter((one) => !answered(one));
  return open.find((one) => !optional(one)) ?? open.find((one) => one !== question) ?? "end";
}

/** Has everything an answer that must have one? */
export function complete() {
  return order().every((one) => optional(one) || answered(one));
}

/** The cells of the sheet that a question is about.
 * @param {string} question */
export function cellsOf(question) {
  return cells().filter((cell) => questionsOf(cell).includes(question));
}
