/** The result of a match as text: a button copies it, over plain http too. */

import { installWorker } from "./parts/install.js";
import { lightLamp } from "./parts/lamp.js";

const told = /** @type {HTMLTextAreaElement} */ (document.getElementById("told"));
const copied = /** @type {HTMLElement} */ (document.getElementById("copied"));

/** Over plain http there is no clipboard but this one. */
function copySelected() {
  told.focus({ preventScroll: true });
  told.select();
  return document.execCommand("copy");
}

/** Copies the text, and says so; where that is refused it is selected, to be copied by hand. */
async function copy() {
  copied.hidden = true; // so that it is heard again
  let done = false;
  try {
    await navigator.clipboard.writeText(told.value);
    done = true;
  } catch {
    done = copySelected();
  }
  copied.hidden = !done;
}

document.getElementById("copying")?.removeAttribute("hidden");
document.getElementById("copy")?.addEventListener("click", copy);
lightLamp();
installWorker();
