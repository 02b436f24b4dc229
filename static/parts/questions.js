/** What is asked, in what order, and what has an answer. A question is "canastas.1": its kind and its side. */

import { counted, depths, filled, form, hands, sideOut, sides, special, value } from "./fields.js";

/** Questions that are answered with a number of points or cards, and the key of their field. */
const NUMBERS = /** @type {Record<string, string>} */ ({
  cards: "card_points",
  net: "card_points",
  hand: "hand_points",
  partner: "hand_points",
  result: "result",
  agreed: "adjustment.points",
  black_threes_in_hand: "black_threes_in_hand",
  red_threes_in_hand: "red_threes_in_hand",
});
const THREES = (form.querySelector(".row-threes .cell")?.getAttribute("data-q") ?? "")
  .split(" ")
  .filter((question) => question)
  .map((question) => question.split(".")[0]);
export const shared = "shared" in form.dataset;

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

/** All questions of this deal, in the order of the pad. */
export function order() {
  const playing = sides.filter((one) => !special(one));
  const adding = playing.filter((one) => depths[one] !== "result");
  const found = adding.length ? ["went_out"] : [];
  for (const colour of THREES) {
    if (shared && adding.length) found.push(colour);
    if (!shared) found.push(...adding.map((one) => `${colour}.${one}`));
  }
  for (const one of playing) {
    if (depths[one] === "result") found.push(`result.${one}`);
    else if (depths[one] === "cards") found.push(`melds.${one}`);
    else found.push(`canastas.${one}`, depths[one] === "net" ? `net.${one}` : `cards.${one}`);
  }
  const out = sideOut();
  for (const one of [...adding.filter((each) => each !== out), ...adding.filter((each) => each === out)]) {
    if (depths[one] === "counted" && one !== out) found.push(`hand.${one}`);
    if (depths[one] === "counted" && one === out && hands > 1) found.push(`partner.${one}`);
    if (depths[one] === "cards") {
      for (let hand = one === out ? 1 : 0; hand < hands; hand++) found.push(`held.${one}.${hand}`);
    }
  }
  return found;
}

/** May it stay open? Only what is left in the hand of a partner of the player who went out.
 * @param {string} question */
export function optional(question) {
  return kind(question) === "partner" || (kind(question) === "held" && side(question) === sideOut());
}

/** @param {string} question */
export function answered(question) {
  const one = side(question);
  const key = `side${one}-`;
  switch (kind(question)) {
    case "went_out":
      return value("went_out") !== "";
    case "red_threes":
    case "black_threes":
      return (shared ? sides : [one]).every((each) => value(`side${each}-${kind(question)}`) !== "");
    case "canastas":
      return filled(`${key}canastas.`).length > 0;
    case "melds":
      return filled(`${key}melds.`).length > 0;
    case "held":
      return value(`${key}hands.${question.split(".")[2]}`) !== "";
    default:
      return value(number(question)) !== "" || (counts(question) !== "" && counted(one, counts(question)) !== null);
  }
}

/** What is to be asked after this: the next open question, else the optional one, else nothing more.
 * @param {string} question */
export function after(question) {
  const all = order();
  const from = all.indexOf(question);
  const turned = [...all.slice(from + 1), ...all.slice(0, from + 1)];
  const open = turned.filter((one) => !answered(one));
  return open.find((one) => !optional(one)) ?? open.find((one) => one !== question) ?? "end";
}

/** Has everything an answer that must have one? */
export function complete() {
  return order().every((one) => optional(one) || answered(one));
}

/** The questions that a cell of the sheet leads to, in the depth of its side.
 * @param {Element} cell */
export function questionsOf(cell) {
  const asked = (cell.getAttribute("data-q") ?? "").split(" ").filter((one) => one);
  const one = Number(cell.getAttribute("data-side"));
  const all = order();
  return asked.flatMap((question) => {
    const [what] = question.split(".");
    if (all.includes(question)) return [question];
    if (what === "cards" || what === "canastas" || what === "more") {
      if (depths[one] === "cards") return [`melds.${one}`];
      if (what === "more") return [question];
      if (depths[one] === "net") return [`net.${one}`];
    }
    if (what === "hand") return all.filter((each) => /^(partner|held)/.test(each) && side(each) === one);
    return /threes_in_hand|agreed|other/.test(what) || what === "went_out" ? [question] : [];
  });
}

/** The cells of the sheet that a question is about.
 * @param {string} question */
export function cellsOf(question) {
  const home = { partner: "hand", held: "hand", melds: "cards", net: "cards" }[kind(question)] ?? kind(question);
  const about = home.startsWith("special") ? "went_out" : home;
  const exact = form.querySelectorAll(`[data-q~="${about}"], [data-q~="${about}.${side(question)}"]`);
  return /** @type {HTMLElement[]} */ ([...exact]);
}
