/** The entry screen by keyboard: fetched with its first key. Numbers are typed into the fields, Enter goes on. */

const MINUS = "\u2212";

/** @type {any} */
let screen;

/** @param {any} given what the screen works with
 * @param {KeyboardEvent} first the key that fetched this */
export function begin(given, first) {
  screen = given;
  screen.form.addEventListener("keydown", pressed);
  screen.form.addEventListener("input", typed);
  screen.form.addEventListener("focusin", entered);
  if (first.key === "Enter") pressed(first);
  else if (document.activeElement instanceof HTMLInputElement) {
    entered({ target: document.activeElement });
    if (first.key.length === 1) typed({ target: document.activeElement });
  }
}

/** Enter goes on: to the next field of the question, then to the next question.
 * @param {KeyboardEvent} event */
function pressed(event) {
  const field = event.target;
  if (event.key !== "Enter" || !(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  const { now, number } = screen;
  const fields = screen.cellsOf(now.question).flatMap((/** @type {Element} */ cell) => [...cell.querySelectorAll("input")]);
  const next = fields[fields.indexOf(field) + 1];
  if (!number(now.question) && field.type !== "radio" && field.value === "") field.value = "0";
  if (next && next.type !== "radio" && !number(now.question)) {
    next.focus();
    screen.recount();
    return;
  }
  if (!screen.finish()) return;
  const spoken = field.type === "radio" ? (field.getAttribute("aria-label") ?? "") : field.value;
  screen.recount();
  screen.ask(screen.after(now.question), spoken);
}

/** Something was typed into a field.
 * @param {{target: EventTarget | null}} event */
function typed(event) {
  const field = event.target;
  const { now } = screen;
  if (!(field instanceof HTMLInputElement)) return;
  if (field.name === screen.number(now.question)) {
    now.text = field.value = field.value.replace(/-/g, MINUS).replace(/[^\d+\u2212]/g, "");
    now.fresh = false;
    if (now.pad === "values") screen.show("digits");
  } else if (field.type !== "radio") field.value = field.value.replace(/\D/g, "");
  screen.recount();
  screen.draw();
}

/** Tabbing into a field makes it the question.
 * @param {{target: EventTarget | null}} event */
function entered(event) {
  const cell = event.target instanceof HTMLInputElement && event.target.closest(".cell");
  if (!cell || screen.cellsOf(screen.now.question).includes(cell)) return;
  const [question] = screen.questionsOf(cell);
  if (!question || !screen.finish()) return;
  screen.recount();
  screen.ask(question);
}
