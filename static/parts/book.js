/** What goes to the book and comes back. Nothing here waits for ever, and nothing typed hangs on it. */

import { address, sent } from "./fields.js";

const PATIENCE = 8000; // ms

/** Asks what the deal gives, or saves it; null where the book does not answer, or not in its own words.
 * @param {"count" | "check" | "save"} act
 * @param {string} unfinished name of a number that is still being typed
 * @param {number} wait ms after which it is asked; what is sent is what is typed by now
 * @returns {Promise<import("./painting.js").Answer | null>} */
export async function tell(act, unfinished, wait = 0) {
  const body = sent(unfinished);
  body.set("act", act);
  if (wait) await new Promise((done) => setTimeout(done, wait));
  try {
    const answer = await fetch(address, { method: "POST", body, signal: AbortSignal.timeout?.(PATIENCE) });
    return answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : null;
  } catch {
    return null;
  }
}
