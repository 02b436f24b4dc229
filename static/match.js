/** The page of a match: it follows the book, and shows and sends what waits on this phone. */

import { follow } from "./parts/follow.js";
import { installWorker } from "./parts/install.js";
import { keepPages, leadAround } from "./parts/keeping.js";
import { lightLamp } from "./parts/lamp.js";
import { deliver, newDeals, next, putRight, settle, waits } from "./parts/outbox.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-match]"));
const match = page.dataset.match ?? "";

/** Drawn once each: on a page taken over anew the same rows go on, with what was opened in them.
 * @type {Map<string, HTMLElement>} */
const rows = new Map();

/** The rows of what waits, the newest first, like those of the sheet. */
function drawWaiting() {
  const list = /** @type {HTMLElement} */ (document.getElementById("waiting"));
  const enter = /** @type {HTMLElement | null} */ (document.querySelector('.dock a[href$="/deals/new"]'));
  if (enter) {
    enter.dataset.book ??= enter.textContent ?? "";
    enter.textContent = enter.dataset.book.replace(/\d+/, (n) => String(Number(n) + newDeals(match)));
  }
  const all = waits(match);
  const now = all.map((one) => {
    const key = JSON.stringify([one, one.id === all[0].id]);
    const row = rows.get(key) ?? drawRow(one, list);
    rows.set(key, row);
    return row;
  }).reverse();
  if (now.length !== list.children.length || now.some((row, place) => row !== list.children[place])) list.replaceChildren(...now);
}

/** @param {import("./parts/outbox.js").Waiting} one
 * @param {HTMLElement} list */
function drawRow(one, list) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("waiting-row"));
  const made = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  /** @type {(where: string) => HTMLElement} */
  const find = (where) => /** @type {HTMLElement} */ (made.querySelector(where));
  find(".waiting-title").textContent = one.title;
  find(".waiting-text").textContent = one.text;
  find(".waiting-why").textContent = list.dataset[`not${one.refused}`] ?? one.refused;
  made.classList.toggle("refused", one.refused !== "");
  find(".only-here").hidden = one.refused !== "";
  find(".not-taken").hidden = one.refused === "";
  find(".send").addEventListener("click", next);
  find(".right").addEventListener("click", () => putRight(one).catch(() => find(".away").removeAttribute("hidden")));
  find(".drop").addEventListener("click", () => {
    settle(one, one.base);
    drawWaiting();
    next();
  });
  find(".send").hidden = one.id !== waits(match)[0].id || one.refused !== ""; // the others wait for the first
  find(".right").hidden = find(".dropping").hidden = one.refused === "";
  return made;
}

const asked = new URLSearchParams(location.search);
for (const one of waits(match)) if (one.id === asked.get("settled")) settle(one, Number(asked.get("base") ?? page.dataset.base));

lightLamp();
drawWaiting();
const refresh = follow(() => {
  drawWaiting();
  keepPages();
});
deliver(() => {
  drawWaiting();
  refresh();
});
addEventListener("storage", drawWaiting);
keepPages();
leadAround();
installWorker();
