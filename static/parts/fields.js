/**
 * The fields of the deal: those that stand on the sheet, and hidden ones made for what has no cell there. They are the
 * fields of the plain form, so the server reads both alike; all that the screen knows of a deal stands in them.
 */

/** @typedef {"result" | "counted" | "net" | "cards"} Depth net: counted, with the hands taken off already */

export const form = /** @type {HTMLFormElement} */ (document.getElementById("deal"));
/** @type {Record<string, string>} */
export const words = JSON.parse(form.dataset.words ?? "");
/** @type {Record<string, string>} */
export const asks = JSON.parse(form.dataset.asks ?? "");
/** @type {string[]} */
export const names = JSON.parse(form.dataset.names ?? "");
/** How many hands a side holds. */
export const hands = Number(form.dataset.hands);
export const sides = names.map((_, side) => side);
/** @type {Depth[]} */
export const depths = names.map(() => "counted");

/** Fields that are sent whatever the depth. */
const ALWAYS = /-(adjustment\.|beside)/;
/** @type {Record<Depth, RegExp>} Fields of another depth: kept, and not sent. */
const ELSEWHERE = {
  result: /-(?!result$)/,
  counted: /-(result$|melds\.|concealed\.|hands\.|hand_taken_off)/,
  net: /-(result$|melds\.|concealed\.|hands\.|hand_|\w+_in_hand)/,
  cards: /-(result$|canastas\.|concealed_canastas|card_|hand_|\w+_in_hand|extras\.|opened)/,
};

/** @param {string} name */
export function value(name) {
  const found = form.elements.namedItem(name);
  return found && "value" in found ? String(found.value).trim() : "";
}

/** Writes into a field, which is made if there is none.
 * @param {string} name
 * @param {string | number} text */
export function put(name, text) {
  const found = form.elements.namedItem(name);
  if (found instanceof HTMLInputElement) {
    found.value = String(text);
  } else if (found instanceof RadioNodeList) {
    for (const radio of found) if (radio instanceof HTMLInputElement) radio.checked = radio.value === text;
  } else if (text !== "") {
    const made = document.createElement("input");
    Object.assign(made, { type: "hidden", name, value: text });
    form.append(made);
  }
}

/** The filled fields whose name begins so.
 * @param {string} prefix
 * @returns {[string, string][]} */
export function filled(prefix) {
  const found = /** @type {[string, string][]} */ ([]);
  for (const one of form.elements) {
    if (!(one instanceof HTMLInputElement) || !one.name.startsWith(prefix)) continue;
    if (one.value.trim() && (one.type !== "radio" || one.checked)) found.push([one.name, one.value.trim()]);
  }
  return found;
}

/** @param {string} prefix */
export function clear(prefix) {
  for (const [name] of filled(prefix)) put(name, "");
}

/** The points of cards counted by their value, under this key of a side; null where none are.
 * @param {number} side
 * @param {string} key card_counts or hand_counts */
export function counted(side, key) {
  const found = filled(`side${side}-${key}.`);
  if (!found.length) return null;
  return found.reduce((sum, [name, n]) => sum + Number(name.split(".").pop()) * Number(n), 0);
}

/** Who went out: the side, null for nobody; undefined while nobody has said.
 * @returns {number | null | undefined} */
export function sideOut() {
  const answer = value("went_out");
  return answer === "" ? undefined : answer === "nobody" ? null : Number(answer.split(".")[0]);
}

/** Did the side end the deal with a hand that replaces its score?
 * @param {number} side */
export function special(side) {
  return value("went_out").startsWith(`${side}.special`);
}

/** What is sent: the fields of each side's depth. A number that is still being typed is not said yet.
 * @param {string} unfinished its name */
export function sent(unfinished) {
  const found = new URLSearchParams();
  for (const [name, text] of filled("")) {
    const side = Number(/^side(\d+)-/.exec(name)?.[1] ?? -1);
    if (name === unfinished || (side >= 0 && !ALWAYS.test(name) && ELSEWHERE[depths[side]].test(name))) continue;
    const points = /-(card|hand)_points$/.exec(name);
    if (points && counted(side, `${points[1]}_counts`) !== null) continue;
    found.append(name, text);
  }
  for (const side of sides) {
    if (depths[side] === "net") found.append(`side${side}-hand_taken_off`, "yes");
  }
  return found;
}
