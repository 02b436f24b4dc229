/** The entry screen by keyboard: fetched with its first key. Numbers are typed into the fields, Enter goes on. */

import { after, ask, cellsOf, draw, finish, form, keepDraft, now, number, questionsOf, recount, show } from "./entry.js";

const MINUS = "\u2212";

/** @param {KeyboardEvent[]} early the keys that were pressed before this was here */
export function begin(early) {
  document.body.classList.add("keyed");
  form.addEventListener("keydown", (event) => event.key === "Enter" && pressed(event.target, event));
  form.addEventListener("input", (event) => typed(event.target));
  form.addEventListener("focusin", (event) => entered(event.target));
  entered(document.activeElement);
  for (const { key } of early) {
    const field = document.activeElement;
    if (key === "Enter") pressed(field);
    else if (key.length === 1 && field instanceof HTMLInputElement && field.type !== "radio") {
      field.value += key;
      typed(field);
    }
  }
}

/** Enter goes on: to the next field of the question, then to the next question.
 * @param {EventTarget | null} field
 * @param {Event} [event] */
function pressed(field, event) {
  if (!(field instanceof HTMLInputElement)) return;
  event?.preventDefault();
  const fields = cellsOf(now.question).flatMap((cell) => [...cell.querySelectorAll("input")]);
  const next = fields[fields.indexOf(field) + 1];
  const several = !number(now.question) && field.type !== "radio";
  if (several && field.value === "") field.value = "0";
  if (several && next) {
    next.focus();
    recount();
    return;
  }
  if (!finish()) return;
  const spoken = field.type === "radio" ? (field.getAttribute("aria-label") ?? "") : field.value;
  recount();
  ask(after(now.question), spoken);
}

/** Something was typed into a field.
 * @param {EventTarget | null} field */
function typed(field) {
  if (!(field instanceof HTMLInputElement)) return;
  if (field.name === number(now.question)) {
    now.text = field.value = field.value.replace(/-/g, MINUS).replace(/[^\d+\u2212]/g, "");
    now.fresh = false;
    if (now.pad === "values") show("digits");
  } else if (field.type !== "radio") field.value = field.value.replace(/\D/g, "");
  keepDraft();
  recount();
  draw();
}

/** Tabbing into a field makes it the question.
 * @param {EventTarget | null} field */
function entered(field) {
  const cell = field instanceof HTMLInputElement && field.closest(".cell");
  if (!(cell instanceof HTMLElement) || cellsOf(now.question).includes(cell)) return;
  const [question] = questionsOf(cell);
  if (!question || !finish()) return;
  recount();
  ask(question);
}
