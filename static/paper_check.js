/**
 * Does the paper add up? Digits are typed on the keyboard of digits; what that lacks stands below the row being typed.
 */

import { installWorker } from "./parts/install.js";

const SIGNS = ["+", "\u2212", "="];

/** Types a sign where the cursor is.
 * @param {HTMLInputElement} box
 * @param {string} sign */
function type(box, sign) {
  const from = box.selectionStart ?? box.value.length;
  box.setRangeText(sign, from, box.selectionEnd ?? from, "end");
  box.focus();
}

/** A key for each sign, in the row where something is typed.
 * @param {HTMLInputElement} box */
function signsFor(box) {
  const row = box.closest(".paper-row");
  if (!row || box.inputMode === "") return;
  row.querySelector(".signs")?.remove();
  const keys = document.createElement("div");
  keys.className = "signs";
  for (const sign of SIGNS) {
    const key = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: sign, tabIndex: -1 });
    key.addEventListener("pointerdown", (event) => event.preventDefault()); // The box keeps the keyboard open.
    key.addEventListener("click", () => type(box, sign));
    keys.append(key);
  }
  row.append(keys);
}

const form = /** @type {HTMLFormElement} */ (document.getElementById("paper"));
for (const box of form.querySelectorAll("input")) {
  if (box.inputMode === "text") box.inputMode = "numeric";
}
form.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement) signsFor(target);
});
installWorker();
