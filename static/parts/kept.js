/** What this phone knows of the matches that it looked at last. */

import { waits } from "./outbox.js";
import { ROOT } from "./root.js";
import { store, stored } from "./storage.js";

/**
 * A match: what the link to its next deal says ("" if it is over), its name, when it was seen, its sheet and the page of
 * its entry screen, both as HTML; `of` tells whether that page is still the one to keep.
 * @typedef {{enter: string, name: string, at: number, sheet: string, page: string, of: string}} Kept
 */

const MOST = 3;
const LIST = `kept ${ROOT}`;

/** The matches that are kept, the one looked at last in front.
 * @returns {string[]} their ids */
export function keptMatches() {
  const found = stored(LIST);
  return Array.isArray(found) ? found.map(String) : [];
}

/** @param {string} id
 * @returns {Kept | null} */
export function keptMatch(id) {
  return stored(`${LIST} ${id}`);
}

/** Keeps a match, in place of the one not looked at for longest; none is let go whose deals wait.
 * @param {string} id
 * @param {Kept} match */
export function keepMatch(id, match) {
  const all = [id, ...keptMatches().filter((one) => one !== id)];
  for (const old of all.slice(MOST)) {
    if (waits(old).length) continue;
    all.splice(all.indexOf(old), 1);
    store(`${LIST} ${old}`, null);
  }
  store(LIST, all);
  store(`${LIST} ${id}`, match);
}

/** Lets go of all matches but those whose deals wait. */
export function forgetKept() {
  const staying = keptMatches().filter((id) => waits(id).length);
  for (const id of keptMatches()) if (!staying.includes(id)) store(`${LIST} ${id}`, null);
  store(LIST, staying.length ? staying : null);
}
