/** What goes to the book and comes back. Nothing here waits for ever, and nothing typed hangs on it. */

import { form, put, sent } from "./fields.js";

const PATIENCE = 8000;

/** Asks what the deal gives, or saves it; null where the book does not answer.
 * @param {"count" | "check" | "save"} act
 * @param {string} unfinished name of a number that is still being typed
 * @returns {Promise<import("./painting.js").Answer | null>} */
export async function tell(act, unfinished) {
  const fields = sent(unfinished);
  fields.set("act", act);
  const answer = await posted(fields);
  if (answer) return answer;
  if (!(await newToken())) return null;
  fields.set("csrf_token", String(new FormData(form).get("csrf_token")));
  return posted(fields);
}

/** @param {URLSearchParams} fields */
async function posted(fields) {
  try {
    const answer = await fetch(location.href, { method: "POST", body: fields, signal: AbortSignal.timeout(PATIENCE) });
    return answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** The token of a page that lay open overnight may be no good any more: takes that of a new one. */
async function newToken() {
  try {
    const page = await fetch(location.href, { signal: AbortSignal.timeout(PATIENCE) });
    const fresh = new DOMParser().parseFromString(await page.text(), "text/html");
    const token = fresh.querySelector("[name=csrf_token]");
    if (!(token instanceof HTMLInputElement)) return false;
    put("csrf_token", token.value);
    return true;
  } catch {
    return false;
  }
}
