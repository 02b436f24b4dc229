import { nextLook } from "./look.js";
import { speak } from "./speech.js";

/** A press on the lamp changes the look at once. A press that asks for another tab follows the link, as ever. */
export function lightLamp() {
  document.addEventListener("click", (event) => {
    const lamp = event.target instanceof Element && event.target.closest(".lamp");
    if (!lamp || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    speak(nextLook());
  });
}
