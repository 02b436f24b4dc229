/** What this phone keeps by itself. A browser may forbid it, and it may be full: then nothing is kept. */

/** @param {string} key
 * @returns {any} */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key
 * @param {unknown} what null to forget it */
export function store(key, what) {
  try {
    localStorage.removeItem(key); // what is old must not come back where there is no room for the new
    if (what !== null) localStorage.setItem(key, JSON.stringify(what));
  } catch {
    // Kept on the screen alone.
  }
}
