/** The list of matches: it says what waits on this phone, and sends it. */

import { installWorker } from "./parts/install.js";
import { lightLamp } from "./parts/lamp.js";
import { deliver, waits } from "./parts/outbox.js";
import { answers } from "./parts/probe.js";

/** Says at each match which of its deals wait. */
function drawWaiting() {
  for (const old of document.querySelectorAll(".match-waits")) old.remove();
  const words = [...document.querySelectorAll("template")].map((one) => /** @type {Node} */ (one.content.firstElementChild));
  for (const entry of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-match]"))) {
    const all = waits(entry.dataset.match);
    [all.filter((one) => one.refused), all.filter((one) => !one.refused)].forEach((some, which) => {
      if (!some.length) return;
      const said = /** @type {HTMLElement} */ (words[which].cloneNode(true));
      said.append(some.map((one) => one.title).join(", "));
      entry.append(said);
    });
  }
}

/** A browser may show a copy of the list while the book is away. */
async function sayOutdated() {
  document.querySelector(".outdated")?.toggleAttribute("hidden", await answers());
}

lightLamp();
sayOutdated();
installWorker();
drawWaiting();
deliver((news) => (news ? location.reload() : drawWaiting())); // its totals are others now
addEventListener("storage", drawWaiting);
