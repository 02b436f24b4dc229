/**
 * Keeps the screen from going dark as long as the page is seen, where browsers let pages do so: on https and on this
 * machine itself. Elsewhere, or when the battery runs low, the phone does as its own settings say.
 */
export function stayAwake() {
  document.addEventListener("visibilitychange", holdAwake);
  holdAwake();
}

/** The browser lets go by itself of what is no longer seen. */
async function holdAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // Refused: the page is all there, awake or not.
  }
}
