/** What is printed: all that opens is open on it, and a button prints it where the browser can. */

import { installWorker } from "./parts/install.js";
import { lightLamp } from "./parts/lamp.js";

const opened = /** @type {Set<HTMLDetailsElement>} */ (new Set());
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("details:not([open])")) {
    const shut = /** @type {HTMLDetailsElement} */ (one);
    opened.add(shut);
    shut.open = true;
  }
});
addEventListener("afterprint", () => {
  for (const one of opened) one.open = false;
  opened.clear();
});

document.getElementById("printing")?.removeAttribute("hidden");
document.getElementById("print")?.addEventListener("click", () => print());
lightLamp();
installWorker();
