/** The list of matches: it says what waits on this phone, and sends it. */

import { installWorker } from "./parts/install.js";
import { lightLamp } from "./parts/lamp.js";
import { deliver, waits } from "./parts/outbox.js";

/** Says at each match which of its deals wait. */
function drawWaiting() {
  for (const old of document.querySelectorAll(".match-waits")) old.remove();
  const word = /** @type {HTMLTemplateElement} */ (document.getElementById("match-waits"));
  for (const entry of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-match]"))) {
    const titles = waits(`${entry.dataset.match} `).map((one) => one.title);
    if (!titles.length) continue;
    const said = /** @type {HTMLElement} */ (word.content.firstElementChild?.cloneNode(true));
    said.append(titles.join(", "));
    entry.append(said);
  }
}

lightLamp();
installWorker();
drawWaiting();
deliver((news) => (news ? location.reload() : drawWaiting())); // its totals are others now
addEventListener("storage", drawWaiting);
