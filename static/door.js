/** The door: takes the secret of a link out of the address and into the form, where a button exchanges it for a cookie. */

import { forgetKept } from "./parts/kept.js";
import { lightLamp } from "./parts/lamp.js";
import { waits } from "./parts/outbox.js";

const secret = location.hash.slice(1);
if (secret) {
  history.replaceState(null, "", location.pathname + location.search);
  const code = /** @type {HTMLInputElement} */ (document.getElementById("code"));
  code.value = secret;
  code.closest("details")?.setAttribute("open", "");
  /** @type {HTMLElement} */ (code.closest(".typed-code")).hidden = true;
  for (const one of document.querySelectorAll(".asking, .linked")) one.toggleAttribute("hidden");
}
if (document.querySelector(".asking")) {
  forgetKept(); // whoever was let out looks at nothing kept here either
  document.querySelector(".waits-here")?.toggleAttribute("hidden", !waits().length);
}
lightLamp();
