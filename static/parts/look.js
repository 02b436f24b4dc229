import { SETTINGS, keep, recall } from "./phone.js";

/**
 * Turns to the next look at once, and keeps it.
 * @returns {string} its name, if the page tells the names
 */
export function nextLook() {
  const looks = SETTINGS.look;
  keep("look", looks[(looks.indexOf(lookNow()) + 1) % looks.length]);
  return drawLook();
}

function lookNow() {
  return document.documentElement.dataset.look ?? "auto";
}

/**
 * Fits to the look what no stylesheet reaches: the colours of the browser's own parts, and the name of the look wherever
 * `data-looks` lists them all.
 */
function drawLook() {
  const { colorScheme, backgroundColor } = getComputedStyle(document.body);
  for (const meta of document.querySelectorAll("meta[name=color-scheme]")) meta.setAttribute("content", colorScheme);
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.setAttribute("content", backgroundColor);
  let word = "";
  for (const place of document.querySelectorAll("[data-looks]")) {
    word = place.getAttribute("data-looks")?.split("|")[SETTINGS.look.indexOf(lookNow())] ?? "";
    place.textContent = word;
  }
  return word;
}

function recallLook() {
  const drawn = lookNow();
  recall();
  if (lookNow() !== drawn) drawLook();
}

recallLook();
addEventListener("pageshow", recallLook);
