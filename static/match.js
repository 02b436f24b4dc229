/** The page of a match: it follows the book, and shows and sends what waits on this phone. */

import { follow } from "./parts/follow.js";
import { installWorker } from "./parts/install.js";
import { keepPages, leadAround } from "./parts/keeping.js";
import { lightLamp } from "./parts/lamp.js";
import { deliver, newDeals, next, putRight, settle, waits } from "./parts/outbox.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-match]"));
const match = page.dataset.match ?? "";

/** Made once each, by the name of the act: what was opened in them stays open, whatever else arrives.
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
  for (const [id, row] of rows) if (!all.some((one) => one.id === id)) row.remove();
  all.forEach((one, place) => {
    const row = rows.get(one.id) ?? madeRow(one.id);
    rows.set(one.id, row);
    if (!row.isConnected) list.prepend(row);
    /** @type {(where: string) => HTMLElement} */
    const find = (where) => /** @type {HTMLElement} */ (row.querySelector(where));
    find(".waiting-title").textContent = one.title;
    find(".waiting-text").textContent = one.text;
    find(".waiting-why").textContent = list.dataset[`not${one.refused}`] ?? one.refused;
    row.classList.toggle("refused", one.refused !== "");
    find(".only-here").hidden = one.refused !== "";
    find(".not-taken").hidden = one.refused === "";
    find(".send").hidden = place > 0 || one.refused !== ""; // the others wait for the first
    find(".right").hidden = find(".dropping").hidden = one.refused === "";
  });
}

/** @param {string} id */
function madeRow(id) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("waiting-row"));
  const row = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  /** @type {(where: string, act: (one: import("./parts/outbox.js").Waiting) => void) => void} */
  const pressed = (where, act) =>
    row.querySelector(where)?.addEventListener("click", () => waits(match).filter((one) => one.id === id).forEach(act));
  pressed(".send", next);
  pressed(".right", (one) => putRight(one).catch(() => row.querySelector(".away")?.removeAttribute("hidden")));
  pressed(".drop", (one) => {
    settle(one, one.base);
    drawWaiting();
    next();
  });
  return row;
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
